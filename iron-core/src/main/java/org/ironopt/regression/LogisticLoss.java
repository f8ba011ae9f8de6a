package org.ironopt.regression;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.ScalarRoot;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.linalg.kernel.LogisticKernels;
import org.ironopt.regression.rows.Tile;

/**
 * {@code log(1 + exp(-m))} with the margin {@code m = y z} and labels y = +1 or -1, finite for
 * margins of any size. Keeps the second derivative, with the weight of the row.
 */
public final class LogisticLoss implements Loss, TermProx.Scalar {
  private static final Kernels K = Kernels.get();
  private static final LogisticKernels LOGISTIC = LogisticKernels.get();
  private static final ScalarRoot ROOT = new ScalarRoot(Double.POSITIVE_INFINITY, 200);

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
    double[] losses = value ? tile.scratch(1) : null;
    derive(tile, at, 1, losses, kept);
    if (kept != null && tile.weight != null) {
      K.multiply(tile.weight, 0, kept, tile.from, kept, tile.from, tile.rows);
    }
    tile.weigh(at, 1);
    return value ? tile.total(losses, 0) : 0;
  }

  /** All points in one loop, which the compiler need not enter and leave for each. */
  @Override
  public void evaluate(Tile tile, int points, boolean value, double[] sums, int from) {
    double[] losses = value ? tile.scratch(points) : null;
    derive(tile, 0, points, losses, null);
    tile.weigh(0, points);
    for (int p = 0; value && p < points; p++) {
      sums[from + p] += tile.total(losses, p * tile.stride);
    }
  }

  private static void derive(Tile tile, int at, int points, double[] losses, double[] kept) {
    int n = tile.stride;
    if (losses == null) {
      LOGISTIC.derivatives(tile.z, at, tile.target, points, kept, tile.from, n);
    } else {
      LOGISTIC.losses(tile.z, at, tile.target, points, losses, kept, tile.from, n);
    }
  }

  @Override
  public void product(Tile tile, int at, double[] kept) {
    K.multiply(kept, tile.from, tile.z, at, tile.z, at, tile.rows);
  }

  @Override
  public void diagonal(Tile tile, double[] kept) {
    System.arraycopy(kept, tile.from, tile.z, 0, tile.rows);
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
    return y * ROOT.of(new Miss(m, q), 0, 1, Functions.sigmoid(-m) / (1 + 0.25 * q));
  }

  /** {@code s - sigmoid(-(m + q s))}, whose root is between 0 and 1. */
  private static final class Miss implements ScalarRoot.Increasing {
    private final double m;
    private final double q;
    private double p;

    Miss(double m, double q) {
      this.m = m;
      this.q = q;
    }

    @Override
    public double at(double s) {
      p = Functions.sigmoid(-Math.fma(q, s, m));
      return s - p;
    }

    @Override
    public double slope(double s) {
      return Math.fma(q, p * (1 - p), 1);
    }
  }
}
