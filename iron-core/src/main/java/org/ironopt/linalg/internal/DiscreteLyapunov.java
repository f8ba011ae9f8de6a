package org.ironopt.linalg.internal;

import java.util.Optional;
import org.ironopt.linalg.DenseMatrix;

/**
 * The discrete Lyapunov equation {@code P = M P M^T + Q}, whose solution is the stationary
 * covariance of {@code z <- M z + q} with {@code Cov q = Q}. Solved by doubling: from {@code P =
 * Q}, {@code A = M}, repeat {@code P += A P A^T}, {@code A = A A}; after k rounds P holds {@code
 * 2^k} terms of the series (Smith, 1968, <a
 * href="https://doi.org/10.1137/0116017">10.1137/0116017</a>).
 */
public final class DiscreteLyapunov {
  /**
   * Enough for a spectral radius up to 1 - 1e-12; many more would let the rounding errors of the
   * squarings decide.
   */
  private static final int MAX_DOUBLINGS = 44;

  private DiscreteLyapunov() {}

  /**
   * Returns P, or empty if the spectral radius of M is not below 1, so that there is no stationary
   * covariance.
   *
   * @param m a square matrix
   * @param q a symmetric matrix of the same order
   */
  public static Optional<DenseMatrix> solve(DenseMatrix m, DenseMatrix q) {
    int n = q.rows();
    Require.symmetric("Q", q);
    Require.shape("M", n, n, m);
    Require.finite("M", m.data());
    DenseMatrix p = q.copy();
    DenseMatrix a = m;
    for (int k = 0; k < MAX_DOUBLINGS; k++) {
      DenseMatrix increment = a.multiply(p).multiply(a.transpose());
      p = p.plus(1, increment);
      a = a.multiply(a);
      double normA = a.norm();
      double normP = p.norm();
      if (!Double.isFinite(normA) || !Double.isFinite(normP)) {
        return Optional.empty();
      }
      // A power of M with norm below 1 proves stability, also of modes that Q does not excite.
      if (normA < 1 && increment.norm() <= 0x1p-53 * normP) {
        p.symmetrize();
        return Optional.of(p);
      }
    }
    return Optional.empty();
  }
}
