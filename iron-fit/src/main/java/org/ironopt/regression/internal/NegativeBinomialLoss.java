package org.ironopt.regression.internal;

import org.ironopt.linalg.Functions;
import org.ironopt.linalg.internal.Require;

/**
 * {@code (y + theta) log(1 + exp(v)) - y v} with {@code v = z - log theta} and counts y: half the
 * deviance, but for a constant, of a negative binomial law of mean m = exp(z) and variance {@code m
 * + m^2 / theta}. With the probability {@code p = m / (m + theta)} the derivative is {@code (y +
 * theta) p - y} and the second one {@code (y + theta) p (1 - p)}: those of y rows of one class and
 * theta rows of another, and so is the conjugate.
 *
 * <p>Reference: J. Hilbe, "Negative Binomial Regression", chapter 8.
 */
public final class NegativeBinomialLoss extends FamilyLoss {
  private final double theta;
  private final double log;

  /** Takes the inverse of the dispersion. */
  public NegativeBinomialLoss(double theta) {
    super("a whole number >= 0", y -> y >= 0 && y == Math.rint(y));
    this.theta = Require.positive("theta", theta);
    log = Functions.log(theta);
  }

  @Override
  public void at(double y, double z, double[] out) {
    double v = z - log;
    double e = Functions.exp(-Math.abs(v));
    double small = e / (1 + e);
    double large = 1 / (1 + e);
    double p = v > 0 ? large : small;
    double rest = v > 0 ? small : large;
    out[0] = Math.fma(y + theta, Math.max(0, v) + Functions.log1p(e), -y * v);
    out[1] = Math.fma(theta, p, -y * rest);
    out[2] = (y + theta) * p * rest;
  }

  @Override
  public double least(double y) {
    double odds = y == 0 ? 0 : y * Functions.log(y / theta);
    return (y + theta) * Functions.log1p(y / theta) - odds;
  }

  @Override
  public double magnitude(double y) {
    double odds = y == 0 ? 0 : y * Math.abs(Functions.log(y / theta));
    return (y + theta) * Functions.log1p(y / theta) + odds;
  }

  @Override
  public double anchor(double y) {
    return y == 0 ? 0 : Functions.log(y);
  }

  @Override
  double anchorRounded(double y) {
    return Math.abs(anchor(y)) + Math.abs(log);
  }

  @Override
  public double excess(double y, double s) {
    return y == 0 ? theta * softplus(s - log) : (y + theta) * (mixed(y, s) - part(y) * s);
  }

  @Override
  double excessSize(double y, double s) {
    return y == 0 ? excess(y, s) : (y + theta) * (Math.abs(mixed(y, s)) + part(y) * Math.abs(s));
  }

  private static double softplus(double v) {
    return Math.max(0, v) + Functions.log1p(Functions.exp(-Math.abs(v)));
  }

  /** Returns {@code log(1 - r + r exp(s))}, r the part of y in y + theta. */
  private double mixed(double y, double s) {
    double r = part(y);
    return s > 0
        ? s + Functions.log1p((1 - r) * Functions.expm1(-s))
        : Functions.log1p(r * Functions.expm1(s));
  }

  private double part(double y) {
    return y / (y + theta);
  }

  @Override
  public double lowest(double y) {
    return -y;
  }

  @Override
  public double highest(double y) {
    return theta;
  }

  @Override
  public double divergence(double y, double u, double k, double delta) {
    double n = y + theta;
    // The smaller of p and 1 - p from their product, where a difference would lose digits.
    double p = (u + y) / n;
    double rest = (theta - u) / n;
    p = p < 0.5 ? k / (n * rest) : p;
    rest = p < 0.5 ? 1 - p : k / (n * p);
    return n * (kullbackLeibler(p, delta / n) + kullbackLeibler(rest, -delta / n));
  }

  @Override
  double information(double z, double k) {
    return theta * Functions.sigmoid(z - log);
  }

  @Override
  double logLikelihood(double y, double z) {
    double[] out = new double[3];
    at(y, z, out);
    return RowScores.logFactorial(y + theta - 1)
        - RowScores.logFactorial(theta - 1)
        - RowScores.logFactorial(y)
        - out[0];
  }

  @Override
  public double curvature(double mean) {
    return 0.25 * (mean + theta);
  }
}
