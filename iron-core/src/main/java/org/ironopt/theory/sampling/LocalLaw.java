package org.ironopt.theory.sampling;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;

/**
 * The value that center noise leaves above the minimum, to first order in 1/alpha, THEORY (70):
 *
 * <pre>{@code
 * alpha E[f - f*] -> gamma^2/2 tr(Sigma H^+),
 * }</pre>
 *
 * H the Hessian at the minimiser and H^+ its inverse; on a flat set of minimisers the
 * pseudo-inverse.
 */
public final class LocalLaw {
  /** Eigenvalues below this fraction of the largest are directions along the minimisers. */
  private static final double FLAT = 1e-12;

  private LocalLaw() {}

  /**
   * Returns {@code gamma^2/2 tr(Sigma H^+)}.
   *
   * @param hessian symmetric positive semidefinite
   * @param sigma the diffusion covariance
   */
  public static double excess(double gamma, DenseMatrix hessian, DenseMatrix sigma) {
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
