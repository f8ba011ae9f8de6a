package org.ironopt.regression.internal;

import org.ironopt.linalg.internal.Require;

/**
 * {@code r^2 / 2} of residuals {@code r = z - y} up to a threshold c, and {@code c |r| - c^2 / 2}
 * beyond: single wrong targets pull no more than c. The conjugate is {@code u^2 / 2 + y u} for
 * {@code |u| <= c}. Beyond the threshold k is minus what is beyond.
 *
 * <p>Reference: P. Huber, "Robust Estimation of a Location Parameter", DOI 10.1214/aoms/1177703732.
 */
public final class HuberLoss extends FamilyLoss {
  private static final int HALVINGS = 100;

  private final double threshold;

  /** Takes the threshold, in units of the target. */
  public HuberLoss(double threshold) {
    this.threshold = Require.positive("threshold", threshold);
  }

  @Override
  public void at(double y, double z, double[] out) {
    double r = z - y;
    double beyond = Math.abs(r) - threshold;
    out[0] = excess(y, r);
    out[1] = beyond > 0 ? Math.copySign(threshold, r) : r;
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
    return size <= threshold ? 0.5 * s * s : threshold * (size - 0.5 * threshold);
  }

  @Override
  double anchorRounded(double y) {
    return 0;
  }

  @Override
  public double lowest(double y) {
    return -threshold;
  }

  @Override
  public double highest(double y) {
    return threshold;
  }

  @Override
  public double divergence(double y, double u, double k, double delta) {
    return 0.5 * delta * delta + Math.max(0, -k) * Math.abs(delta);
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
  public double curvature(double mean) {
    return 1;
  }

  @Override
  public String targets() {
    return "a number";
  }

  @Override
  public boolean takes(double y) {
    return true;
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
        slope += omega[i] * Math.clamp(middle - y[i], -threshold, threshold);
      }
      low = slope > 0 ? low : middle;
      high = slope > 0 ? middle : high;
    }
    return high;
  }
}
