package org.ironopt.regression.internal;

import java.util.Arrays;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.regression.rows.PredictionTile;

/**
 * {@code log(sum_c exp(z_c)) - z_y} with the class y, after the largest prediction is subtracted
 * from all, so that no exponential overflows. Keeps the probabilities p; the second derivative is
 * {@code diag(p) - p p'}.
 */
public record SoftmaxLoss(int outputs) implements Loss {
  private static final Kernels K = Kernels.get();

  @Override
  public int kept() {
    return outputs;
  }

  @Override
  public double evaluate(PredictionTile tile, int at, boolean value, double[] kept) {
    int n = tile.stride;
    double[] z = tile.z;
    double[] s = tile.scratch;
    subtractLargest(z, at, s, n);
    // What the loss needs of the predictions, before the exponentials overwrite them.
    for (int k = 0; k < n; k++) {
      s[n + k] = z[at + (int) tile.target[k] * n + k];
    }
    K.exp(z, at, z, at, outputs * n);
    // The other classes are summed alone: one minus a probability near one has few digits.
    for (int k = 0; k < n; k++) {
      int own = at + (int) tile.target[k] * n + k;
      s[2 * n + k] = z[own];
      z[own] = 0;
    }
    Arrays.fill(s, 0, n, 0);
    for (int c = 0; c < outputs; c++) {
      addTo(s, z, at + c * n, n);
    }
    for (int k = 0; k < n; k++) {
      z[at + (int) tile.target[k] * n + k] = s[2 * n + k];
      s[2 * n + k] += s[k];
    }
    for (int c = 0; c < outputs; c++) {
      divide(z, at + c * n, s, 2 * n, n);
    }
    if (kept != null) {
      System.arraycopy(z, at, kept, tile.from * outputs, outputs * n);
    }
    for (int k = 0; k < n; k++) {
      z[at + (int) tile.target[k] * n + k] = -s[k] / s[2 * n + k];
    }
    tile.weigh(at, outputs);
    return value ? total(tile) : 0;
  }

  private void subtractLargest(double[] z, int at, double[] s, int n) {
    System.arraycopy(z, at, s, 0, n);
    for (int c = 1; c < outputs; c++) {
      int from = at + c * n;
      for (int k = 0; k < n; k++) {
        s[k] = Math.max(s[k], z[from + k]);
      }
    }
    for (int c = 0; c < outputs; c++) {
      int from = at + c * n;
      for (int k = 0; k < n; k++) {
        z[from + k] -= s[k];
      }
    }
  }

  private static void addTo(double[] s, double[] z, int from, int n) {
    for (int k = 0; k < n; k++) {
      s[k] += z[from + k];
    }
  }

  private static void divide(double[] z, int from, double[] s, int sums, int n) {
    for (int k = 0; k < n; k++) {
      z[from + k] /= s[sums + k];
    }
  }

  /** The loss is {@code log(sum) - z_y}; where z_y is the largest, {@code log1p(others)}. */
  private static double total(PredictionTile tile) {
    int n = tile.stride;
    double[] s = tile.scratch;
    for (int k = 0; k < n; k++) {
      double rounded = s[2 * n + k] - 1 - s[k];
      s[n + k] = s[n + k] == 0 ? -rounded / s[2 * n + k] : -s[n + k];
    }
    K.log(s, 2 * n, s, 0, n);
    for (int k = 0; k < n; k++) {
      s[k] += s[n + k];
    }
    return tile.total(s, 0);
  }

  @Override
  public void product(PredictionTile tile, int at, double[] kept) {
    int n = tile.stride;
    int from = tile.from * outputs;
    double[] z = tile.z;
    double[] mean = tile.scratch;
    Arrays.fill(mean, 0, n, 0);
    for (int c = 0; c < outputs; c++) {
      addProducts(mean, kept, from + c * n, z, at + c * n, n);
    }
    for (int c = 0; c < outputs; c++) {
      center(z, at + c * n, kept, from + c * n, mean, n);
    }
    tile.weigh(at, outputs);
  }

  private static void addProducts(double[] s, double[] p, int po, double[] z, int zo, int n) {
    for (int k = 0; k < n; k++) {
      s[k] = Math.fma(p[po + k], z[zo + k], s[k]);
    }
  }

  private static void center(double[] z, int zo, double[] p, int po, double[] mean, int n) {
    for (int k = 0; k < n; k++) {
      z[zo + k] = p[po + k] * (z[zo + k] - mean[k]);
    }
  }

  @Override
  public void diagonal(PredictionTile tile, double[] kept) {
    int at = tile.from * outputs;
    for (int k = 0; k < outputs * tile.stride; k++) {
      double p = kept[at + k];
      tile.z[k] = p * (1 - p);
    }
    tile.weigh(0, outputs);
  }

  @Override
  public double curvatureAtZero() {
    return (1 - 1.0 / outputs) / outputs;
  }

  @Override
  public double largestCurvature() {
    return 0.5;
  }
}
