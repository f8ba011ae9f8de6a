package org.ironopt.regression.internal;

import org.ironopt.linalg.internal.Require;

/**
 * {@code r^2 / 2} of residuals {@code r = z - y} up to delta, and {@code delta (|r| - delta / 2)}
 * beyond: single wrong targets pull no more than that. The conjugate is {@code u^2 / 2 + y u} for
 * {@code |u| <= delta}. Beyond delta k is minus what is beyond.
 *
 * <p>Reference: P. Huber, "Robust Estimation of a Location Parameter", DOI 10.1214/aoms/1177703732.
 */
public final class HuberLoss extends FamilyLoss {
  private static final int HALVINGS = 100;

  private final double delta;

  /** Takes delta, in units of the target. */
  public HuberLoss(double delta) {
    super("a number", _ -> true);
    this.delta = Require.positive("delta", delta);
  }

  @Override
  public void at(double y, double z, double[] out) {
    double r = z - y;
    double beyond = Math.abs(r) - delta;
    out[0] = excess(y, r);
    out[1] = beyond > 0 ? Math.copySign(delta, r) : r;
    out[2] = beyond > 0 ? -beyond : 1;
  }

  @Override
  public double least(double y) {
    return 0;
  }

  @Override
  public double magnitude(double y) {
    return 0;
  }

  @Override
  public double anchor(double y) {
    return y;
  }

  @Override
  public double excess(double y, double s) {
    double size = Math.abs(s);
    return size <= delta ? 0.5 * s * s : delta * (size - 0.5 * delta);
  }

  @Override
  double anchorRounded(double y) {
    return 0;
  }

  @Override
  public double lowest(double y) {
    return -delta;
  }

  @Override
  public double highest(double y) {
    return delta;
  }

  @Override
  public double divergence(double y, double u, double k, double by) {
    return 0.5 * by * by + Math.max(0, -k) * Math.abs(by);
  }

  @Override
  double information(double z, double k) {
    return k;
  }

  @Override
  double pearson(double u, double information) {
    return u * u;
  }

  @Override
  public double linked(double mean) {
    return mean;
  }

  @Override
  public double constant(double[] y, double[] omega, int rows, double mean) {
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (int i = 0; i < rows; i++) {
      low = Math.min(low, y[i]);
      high = Math.max(high, y[i]);
    }
    for (int k = 0; k < HALVINGS && low < high; k++) {
      double middle = low + 0.5 * (high - low);
      double slope = 0;
      for (int i = 0; i < rows; i++) {
        slope += omega[i] * Math.clamp(middle - y[i], -delta, delta);
      }
      low = slope > 0 ? low : middle;
      high = slope > 0 ? middle : high;
    }
    return high;
  }
}
