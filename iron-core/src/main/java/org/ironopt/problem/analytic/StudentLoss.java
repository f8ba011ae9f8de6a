package org.ironopt.problem.analytic;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.internal.ScalarRoot;
import org.ironopt.problem.DualTerms;

/**
 * {@code phi(z) = weight log(1 + (z - y)^2 / nu)}, whose slope returns to 0 far out, so that
 * outliers count little. Its second derivative is at least {@code -weight/(4 nu)}; the weakness
 * {@code weight/(2 nu)} is twice that, so that {@code phi + weakness z^2/2} bends everywhere. With
 * {@code t = (z - y)/sqrt(nu)} its slope is {@code weight (2t/(1 + t^2) + t/2)/sqrt(nu) + weakness
 * y}, inverted by a scalar root.
 */
public record StudentLoss(double y, double nu, double weight) implements DualTerms.ScalarLoss {
  private static final ScalarRoot ROOT = new ScalarRoot(Double.POSITIVE_INFINITY, 100);

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

  /** The t with {@code 2t/(1 + t^2) + t/2 = c}, which is between 0 and 2c. */
  private static double root(double c) {
    double size = Math.abs(c);
    ScalarRoot.Increasing miss =
        (t, slope) -> {
          double square = t * t;
          slope[0] = 2 * (1 - square) / ((1 + square) * (1 + square)) + 0.5;
          return 2 * t / (1 + square) + t / 2 - size;
        };
    return Math.copySign(ROOT.of(miss, 0, 2 * size, size < 1 ? size / 2.5 : 2 * size), c);
  }
}
