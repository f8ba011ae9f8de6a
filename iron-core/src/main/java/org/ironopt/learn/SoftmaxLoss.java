package org.ironopt.learn;

import java.util.Arrays;
import org.ironopt.linalg.kernel.Kernels;

/**
 * {@code log(sum_c exp(z_c)) - z_y} with the class y, after the largest prediction is subtracted
 * from all, so that no exponential overflows. Keeps the probabilities p; the second derivative is
 * {@code diag(p) - p p'}.
 */
record SoftmaxLoss(int outputs) implements Loss {
  private static final Kernels K = Kernels.get();

  @Override
  public int kept() {
    return outputs;
  }

  @Override
  public double evaluate(Tile tile, boolean value, double[] kept) {
    int rows = tile.rows;
    double[] z = tile.z;
    double[] s = tile.scratch;
    subtractLargest(z, s, rows);
    // What the loss needs of the predictions, before the exponentials overwrite them.
    for (int k = 0; k < rows; k++) {
      s[rows + k] = z[(int) tile.target[k] * rows + k];
    }
    K.exp(z, 0, z, 0, outputs * rows);
    Arrays.fill(s, 0, rows, 0);
    for (int c = 0; c < outputs; c++) {
      for (int k = 0; k < rows; k++) {
        s[k] += z[c * rows + k];
      }
    }
    for (int c = 0; c < outputs; c++) {
      for (int k = 0; k < rows; k++) {
        z[c * rows + k] /= s[k];
      }
    }
    if (kept != null) {
      System.arraycopy(z, 0, kept, tile.from * outputs, outputs * rows);
    }
    for (int k = 0; k < rows; k++) {
      z[(int) tile.target[k] * rows + k] -= 1;
    }
    tile.weigh(outputs);
    return value ? total(tile) : 0;
  }

  private void subtractLargest(double[] z, double[] s, int rows) {
    System.arraycopy(z, 0, s, 0, rows);
    for (int c = 1; c < outputs; c++) {
      for (int k = 0; k < rows; k++) {
        s[k] = Math.max(s[k], z[c * rows + k]);
      }
    }
    for (int c = 0; c < outputs; c++) {
      for (int k = 0; k < rows; k++) {
        z[c * rows + k] -= s[k];
      }
    }
  }

  private static double total(Tile tile) {
    int rows = tile.rows;
    double[] s = tile.scratch;
    K.log(s, 0, s, 0, rows);
    for (int k = 0; k < rows; k++) {
      s[k] -= s[rows + k];
    }
    return tile.total(s, 0);
  }

  @Override
  public void product(Tile tile, double[] kept) {
    int rows = tile.rows;
    int at = tile.from * outputs;
    double[] z = tile.z;
    double[] mean = tile.scratch;
    Arrays.fill(mean, 0, rows, 0);
    for (int c = 0; c < outputs; c++) {
      for (int k = 0; k < rows; k++) {
        mean[k] = Math.fma(kept[at + c * rows + k], z[c * rows + k], mean[k]);
      }
    }
    for (int c = 0; c < outputs; c++) {
      for (int k = 0; k < rows; k++) {
        z[c * rows + k] = kept[at + c * rows + k] * (z[c * rows + k] - mean[k]);
      }
    }
    tile.weigh(outputs);
  }

  @Override
  public void diagonal(Tile tile, double[] kept) {
    int at = tile.from * outputs;
    for (int k = 0; k < outputs * tile.rows; k++) {
      double p = kept[at + k];
      tile.z[k] = p * (1 - p);
    }
    tile.weigh(outputs);
  }
}
