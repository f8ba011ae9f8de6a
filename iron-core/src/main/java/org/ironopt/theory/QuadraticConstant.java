package org.ironopt.theory;

import org.ironopt.linalg.internal.Require;

/**
 * The limit of {@code alpha E|x - x*|^2} on a quadratic as alpha grows. Isotropic noise, THEORY
 * (22), Proposition and Corollary of Leplat and Hildebrand:
 *
 * <pre>{@code
 * C_quad = (gamma^2/n) sigma^2 tr(A^-2)  in  (gamma sigma/mu)^2 [1/kappa^2, 1],   kappa = L/mu.
 * }</pre>
 *
 * For general Sigma the constant is {@code gamma^2 tr(Sigma A^-2)}, THEORY (23); the isotropic
 * formula with {@code sigma^2 = tr Sigma} is then wrong.
 */
public final class QuadraticConstant {
  private QuadraticConstant() {}

  /** Closed interval. */
  public record Interval(double low, double high) {}

  /** Returns {@code gamma^2 rho2 sum_i 1/a_i^2}, the constant for {@code Sigma = rho2 I}. */
  public static double isotropic(double gamma, double[] eigenvalues, double rho2) {
    Require.positive("gamma", gamma);
    Require.nonNegative("rho2", rho2);
    Require.atLeast("number of eigenvalues", 1, eigenvalues.length);
    double sum = 0;
    for (double a : eigenvalues) {
      double ratio = gamma / Require.positive("eigenvalue", a);
      sum = Math.fma(ratio, ratio, sum);
    }
    return rho2 * sum;
  }

  /** Returns the interval that contains C_quad for every spectrum in [mu, L]. */
  public static Interval interval(double mu, double l, double gamma, double sigma2) {
    Require.positive("mu", mu);
    Require.positive("gamma", gamma);
    Require.nonNegative("sigma2", sigma2);
    ValidRange.requireOrder(mu, l);
    return new Interval((gamma / l) * (gamma / l) * sigma2, (gamma / mu) * (gamma / mu) * sigma2);
  }

  /**
   * Returns {@code gamma^2 sum_i Sigma_ii/a_i^2 = gamma^2 tr(Sigma A^-2)}, with {@code
   * variances[i]} the noise variance along eigenvector i of A.
   */
  public static double general(double gamma, double[] eigenvalues, double[] variances) {
    Require.positive("gamma", gamma);
    Require.length("variances", eigenvalues.length, variances);
    double sum = 0;
    for (int i = 0; i < eigenvalues.length; i++) {
      double ratio = gamma / Require.positive("eigenvalue", eigenvalues[i]);
      sum = Math.fma(Require.nonNegative("variance", variances[i]), ratio * ratio, sum);
    }
    return sum;
  }
}
