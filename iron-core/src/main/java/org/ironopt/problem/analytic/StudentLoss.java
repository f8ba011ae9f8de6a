package org.ironopt.problem.analytic;

import org.ironopt.linalg.Functions;
import org.ironopt.problem.ScalarLoss;

/**
 * {@code phi(z) = weight log(1 + (z - y)^2 / nu)}, whose slope returns to 0 far out, so that
 * outliers count little. Its second derivative is at least {@code -weight/(4 nu)}; the weakness
 * {@code weight/(2 nu)} is twice that, so that {@code phi + weakness z^2/2} bends everywhere. With
 * {@code t = (z - y)/sqrt(nu)} its slope is {@code weight (2t/(1 + t^2) + t/2)/sqrt(nu) + weakness
 * y}, inverted by a scalar root.
 */
public record StudentLoss(double y, double nu, double weight) implements ScalarLoss {
  private static final int STEPS = 100;

  @Override
  public double weakness() {
    return weight / (2 * nu);
  }

  double value(double z) {
    return weight * Functions.log1p((z - y) * (z - y) / nu);
  }

  @Override
  public double slope(double z) {
    double d = z - y;
    return 2 * weight * d / Math.fma(d, d, nu);
  }

  double curvature(double z) {
    double square = (z - y) * (z - y);
    return 2 * weight * (nu - square) / ((nu + square) * (nu + square));
  }

  @Override
  public double conjugate(double s) {
    double z = conjugateSlope(s);
    return s * z - value(z) - 0.5 * weakness() * z * z;
  }

  @Override
  public double conjugateSlope(double s) {
    double root = Math.sqrt(nu);
    return Math.fma(root, root((s - weakness() * y) * root / weight), y);
  }

  @Override
  public double conjugateCurvature(double s) {
    return 1 / (curvature(conjugateSlope(s)) + weakness());
  }

  @Override
  public double inside() {
    return weakness() * y;
  }

  /**
   * The t with {@code 2t/(1 + t^2) + t/2 = c}, which is between 0 and 2c: Newton's method, with
   * bisection where it leaves the bracket.
   */
  private static double root(double c) {
    double size = Math.abs(c);
    double low = 0;
    double high = 2 * size;
    double t = size < 1 ? size / 2.5 : high;
    for (int j = 0; j < STEPS && low < high; j++) {
      double square = t * t;
      double miss = 2 * t / (1 + square) + t / 2 - size;
      if (miss == 0) {
        break;
      }
      low = miss < 0 ? t : low;
      high = miss > 0 ? t : high;
      double slope = 2 * (1 - square) / ((1 + square) * (1 + square)) + 0.5;
      double newton = t - miss / slope;
      double next = newton >= low && newton <= high ? newton : low + 0.5 * (high - low);
      if (Math.abs(next - t) <= Math.ulp(t)) {
        t = next;
        break;
      }
      t = next;
    }
    return Double.isNaN(size) ? size : Math.copySign(t, c);
  }
}
