package org.ironopt.learn;

import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.linalg.kernel.LogisticKernels;

/**
 * {@code log(1 + exp(-m))} with the margin {@code m = y z} and labels y = +1 or -1, finite for
 * margins of any size. Keeps the second derivative, with the weight of the row.
 */
final class LogisticLoss implements Loss {
  private static final Kernels K = Kernels.get();
  private static final LogisticKernels LOGISTIC = LogisticKernels.get();

  @Override
  public int outputs() {
    return 1;
  }

  @Override
  public int kept() {
    return 1;
  }

  @Override
  public double evaluate(Tile tile, int at, boolean value, double[] kept) {
    int n = tile.stride;
    double[] losses = tile.scratch;
    double[] second = kept == null ? tile.scratch : kept;
    int so = kept == null ? n : tile.from;
    if (value) {
      LOGISTIC.losses(tile.z, at, tile.target, losses, 0, second, so, n);
    } else {
      LOGISTIC.derivatives(tile.z, at, tile.target, second, so, n);
    }
    if (kept != null && tile.weight != null) {
      K.multiply(tile.weight, 0, kept, so, kept, so, tile.rows);
    }
    tile.weigh(at, 1);
    return value ? tile.total(losses, 0) : 0;
  }

  @Override
  public void product(Tile tile, int at, double[] kept) {
    K.multiply(kept, tile.from, tile.z, at, tile.z, at, tile.rows);
  }

  @Override
  public void diagonal(Tile tile, double[] kept) {
    System.arraycopy(kept, tile.from, tile.z, 0, tile.rows);
  }
}
