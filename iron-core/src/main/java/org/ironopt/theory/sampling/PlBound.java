package org.ironopt.theory.sampling;

import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.IronParameters;

/**
 * The 1/alpha law under center noise without convexity, THEORY (66)-(68): f satisfies {@code |grad
 * f|^2/2 >= mu (f - f*)} and nothing else, alpha and gamma are constant, and the inner solver
 * returns a point whose value {@code f(u) + |u - c - xi|^2/(2 lambda)} is not above that at the
 * iterate x, with residual {@code u - c - xi + lambda grad f(u)} of mean square at most eps^2. With
 * {@code a = 1/(alpha s)},
 *
 * <pre>{@code
 * mean over k of E[f(x_k) - f*] <= (gamma sigma/sqrt(alpha (1 - 4 a^2)) + eps/lambda)^2/(2 mu) + O(1/K)
 * limsup E[f(x_k) - f*] <= the same with a^2 (1 + lambda mu) in the place of a^2
 * }</pre>
 *
 * as long as {@code a < 1/2}, and {@code a^2 (1 + lambda mu) < 1/4}. A residual of at most eta
 * times {@code |u - c - xi|} is covered by {@link #stoppedAt}. A tolerance relative to the residual
 * at the warm start is not: a solver that may return the warm start makes no progress.
 *
 * @param p step parameters; their mu is the flow's
 * @param mu the PL constant of f
 */
public record PlBound(IronParameters p, double mu) {
  /** Eigenvalues below this fraction of the largest are directions along the minimisers. */
  private static final double FLAT = 1e-12;

  public PlBound {
    Require.positive("PL constant", mu);
  }

  /** Returns the bound for residuals of at most eta times the move from the center. */
  public PlBound stoppedAt(double eta) {
    double stretch = 1 + Require.nonNegative("eta", eta);
    return new PlBound(p, mu / (stretch * stretch));
  }

  /** Returns the bound of the mean of {@code E[f(x_k) - f*]} over many steps. */
  public OptionalDouble mean(double sigma2, double eps) {
    return bound(p.delta() * p.delta(), sigma2, eps);
  }

  /** Returns the bound of {@code limsup E[f(x_k) - f*]}. */
  public OptionalDouble limsup(double sigma2, double eps) {
    return bound(p.delta() * p.delta() * (1 + p.lambda() * mu), sigma2, eps);
  }

  private OptionalDouble bound(double square, double sigma2, double eps) {
    Require.nonNegative("sigma^2", sigma2);
    Require.nonNegative("eps", eps);
    if (!(4 * square < 1)) {
      return OptionalDouble.empty();
    }
    double noise = p.gamma() * Math.sqrt(sigma2 / p.alpha() / (1 - 4 * square));
    double gradient = noise + eps / p.lambda();
    return OptionalDouble.of(gradient * gradient / (2 * mu));
  }

  /**
   * Returns {@code gamma^2/2 tr(Sigma H^+)}, which {@code alpha E[f - f*]} tends to, THEORY (70).
   *
   * @param hessian at the minimiser, symmetric positive semidefinite; on a flat set of minimisers
   *     H^+ is its pseudo-inverse
   * @param sigma the diffusion covariance
   */
  public static double firstOrder(double gamma, DenseMatrix hessian, DenseMatrix sigma) {
    Require.positive("gamma", gamma);
    Require.shape("Sigma", hessian.rows(), hessian.rows(), sigma);
    SymmetricEigen eigen = SymmetricEigen.of(hessian);
    double[] values = eigen.values();
    double largest = Vectors.maxAbs(values);
    Require.that(
        !(values[0] < -FLAT * largest),
        "H is not positive semidefinite: it has the eigenvalue %s",
        values[0]);
    for (int i = 0; i < values.length; i++) {
      values[i] = values[i] > FLAT * largest ? 1 / values[i] : 0;
    }
    return gamma * gamma / 2 * Vectors.dot(sigma.data(), eigen.rebuild(values).data());
  }
}
