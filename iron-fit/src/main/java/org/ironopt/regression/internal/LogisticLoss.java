package org.ironopt.regression.internal;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.internal.ScalarRoot;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.linalg.kernel.LogisticKernels;
import org.ironopt.regression.rows.PredictionTile;

/**
 * {@code log(1 + exp(-m))} with the margin {@code m = y z} and labels y = +1 or -1, finite for
 * margins of any size. Keeps the second derivative, with the weight of the row.
 */
public final class LogisticLoss implements LinearTermProx.Scalar {
  private static final Kernels K = Kernels.get();
  private static final LogisticKernels LOGISTIC = LogisticKernels.get();
  private static final ScalarRoot ROOT = new ScalarRoot(Double.POSITIVE_INFINITY, 200);

  @Override
  public int kept() {
    return 1;
  }

  @Override
  public double evaluate(PredictionTile tile, int at, boolean value, double[] kept) {
    double[] losses = value ? tile.scratch(1) : null;
    LOGISTIC.losses(tile.z, at, tile.target, 1, losses, kept, tile.from, tile.stride);
    if (kept != null && tile.weight != null) {
      K.multiply(tile.weight, 0, kept, tile.from, kept, tile.from, tile.rows);
    }
    tile.weigh(at, 1);
    return value ? tile.total(losses, 0) : 0;
  }

  /** All points in one loop, which the compiler need not enter and leave for each. */
  @Override
  public void evaluate(PredictionTile tile, int points, boolean value, double[] sums, int from) {
    double[] losses = value ? tile.scratch(points) : null;
    LOGISTIC.losses(tile.z, 0, tile.target, points, losses, null, tile.from, tile.stride);
    tile.weigh(0, points);
    for (int p = 0; value && p < points; p++) {
      sums[from + p] += tile.total(losses, p * tile.stride);
    }
  }

  @Override
  public double curvatureAtZero() {
    return 0.25;
  }

  @Override
  public double largestCurvature() {
    return 0.25;
  }

  @Override
  public double at(double y, double z) {
    return y * Functions.sigmoid(-y * z);
  }

  @Override
  public double root(double y, double z, double q) {
    double m = y * z;
    // s - sigmoid(-(m + q s)), whose root is between 0 and 1.
    ScalarRoot.Increasing miss =
        (s, slope) -> {
          double p = Functions.sigmoid(-Math.fma(q, s, m));
          slope[0] = Math.fma(q, p * (1 - p), 1);
          return s - p;
        };
    return y * ROOT.of(miss, 0, 1, Functions.sigmoid(-m) / (1 + 0.25 * q));
  }
}
