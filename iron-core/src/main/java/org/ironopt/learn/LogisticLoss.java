package org.ironopt.learn;

import org.ironopt.linalg.kernel.Kernels;

/**
 * {@code log(1 + exp(-m))} with the margin {@code m = y z} and labels y = +1 or -1, through {@code
 * e = exp(-|m|)}, which never overflows: the loss is {@code max(-m, 0) + log(1 + e)}. Keeps {@code
 * e / (1 + e)^2}, the second derivative, with the weight of the row.
 */
final class LogisticLoss implements Loss {
  private static final Kernels K = Kernels.get();

  @Override
  public int outputs() {
    return 1;
  }

  @Override
  public int kept() {
    return 1;
  }

  @Override
  public double evaluate(Tile tile, boolean value, double[] kept) {
    int rows = tile.rows;
    double[] z = tile.z;
    double[] y = tile.target;
    double[] e = tile.scratch;
    for (int k = 0; k < rows; k++) {
      z[k] *= y[k];
      e[k] = -Math.abs(z[k]);
    }
    K.exp(e, 0, e, 0, rows);
    double sum = value ? total(tile) : 0;
    if (kept != null) {
      keep(tile, kept);
    }
    for (int k = 0; k < rows; k++) {
      double s = (z[k] >= 0 ? e[k] : 1) / (1 + e[k]);
      z[k] = -y[k] * s;
    }
    tile.weigh(1);
    return sum;
  }

  private static double total(Tile tile) {
    int rows = tile.rows;
    double[] losses = tile.scratch;
    K.log1p(losses, 0, losses, rows, rows);
    for (int k = 0; k < rows; k++) {
      losses[rows + k] += Math.max(-tile.z[k], 0);
    }
    return tile.total(losses, rows);
  }

  private static void keep(Tile tile, double[] kept) {
    for (int k = 0; k < tile.rows; k++) {
      double e = tile.scratch[k];
      double second = e / ((1 + e) * (1 + e));
      kept[tile.from + k] = tile.weight == null ? second : tile.weight[k] * second;
    }
  }

  @Override
  public void product(Tile tile, double[] kept) {
    K.multiply(kept, tile.from, tile.z, 0, tile.z, 0, tile.rows);
  }

  @Override
  public void diagonal(Tile tile, double[] kept) {
    System.arraycopy(kept, tile.from, tile.z, 0, tile.rows);
  }
}
