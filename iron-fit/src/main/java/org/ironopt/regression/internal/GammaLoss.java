package org.ironopt.regression.internal;

import org.ironopt.linalg.Functions;

/**
 * {@code z + y exp(-z)} with targets y above zero: half the deviance of a gamma law with the mean
 * exp(z), but for {@code 1 + log y}. With the ratio {@code q = y exp(-z)} the derivative is {@code
 * 1 - q}, the second one q, and the conjugate {@code q log q - q - q log y} for q {@code >= 0}:
 * that of counts with q in the place of the mean and 1 in that of the target.
 *
 * <p>Reference: P. McCullagh, J. A. Nelder, "Generalized Linear Models", chapter 8.
 */
public final class GammaLoss extends FamilyLoss {
  /** The loss of all gamma laws, whatever their shape. */
  public GammaLoss() {
    super("a number above 0", y -> y > 0);
  }

  @Override
  public void at(double y, double z, double[] out) {
    double q = y * Functions.exp(-z);
    out[0] = z + q;
    out[1] = 1 - q;
    out[2] = q;
  }

  @Override
  public double least(double y) {
    return 1 + Functions.log(y);
  }

  @Override
  public double magnitude(double y) {
    return 1 + Math.abs(Functions.log(y));
  }

  @Override
  public double anchor(double y) {
    return Functions.log(y);
  }

  @Override
  public double excess(double y, double s) {
    return CompensatedLoss.excess(-s);
  }

  @Override
  public double lowest(double y) {
    return Double.NEGATIVE_INFINITY;
  }

  @Override
  public double highest(double y) {
    return 1;
  }

  @Override
  public double divergence(double y, double u, double k, double delta) {
    return kullbackLeibler(k, -delta);
  }

  @Override
  double information(double z, double k) {
    return 1;
  }
}
