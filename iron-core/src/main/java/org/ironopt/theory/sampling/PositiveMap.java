package org.ironopt.theory.sampling;

import java.util.function.UnaryOperator;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.Arnoldi;

/**
 * The spectral radius of a linear map of symmetric matrices that keeps positive semidefinite ones
 * positive semidefinite. It is an eigenvalue (Krein and Rutman), so the rightmost one, and every
 * positive definite start has a part of its eigenmatrix.
 */
final class PositiveMap {
  private static final double PRECISION = 1e-13;
  private static final double ROOT_TWO = Math.sqrt(2);

  private PositiveMap() {}

  /**
   * Returns the radius.
   *
   * @param start positive definite, or near the eigenmatrix; overwritten by the eigenmatrix
   */
  static double radius(UnaryOperator<DenseMatrix> map, DenseMatrix start) {
    int n = start.rows();
    double[] vector = packed(start);
    double radius =
        Arnoldi.rightmost(
                (from, to) -> {
                  double[] image = packed(map.apply(full(n, from)));
                  System.arraycopy(image, 0, to, 0, to.length);
                },
                vector,
                PRECISION)
            .orElseThrow(() -> new ArithmeticException("the spectral radius was not found"));
    System.arraycopy(full(n, vector).data(), 0, start.data(), 0, n * n);
    return Math.max(radius, 0);
  }

  /** Returns the lower triangle; with the root of two its inner product is that of matrices. */
  private static double[] packed(DenseMatrix s) {
    int n = s.rows();
    double[] packed = new double[n * (n + 1) / 2];
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        packed[at++] = ROOT_TWO * s.get(i, j);
      }
      packed[at++] = s.get(i, i);
    }
    return packed;
  }

  private static DenseMatrix full(int n, double[] packed) {
    DenseMatrix s = DenseMatrix.zeros(n, n);
    int at = 0;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < i; j++) {
        s.set(i, j, packed[at++] / ROOT_TWO);
        s.set(j, i, s.get(i, j));
      }
      s.set(i, i, packed[at++]);
    }
    return s;
  }
}
