package org.ironopt.linalg;

import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.factory.DecompositionFactory_DDRM;
import org.ejml.interfaces.decomposition.CholeskyDecomposition_F64;
import org.ironopt.linalg.internal.Require;
import org.jspecify.annotations.Nullable;

/**
 * The factorization {@code A = L L^T} of a symmetric positive definite matrix, {@code L} lower
 * triangular. One workspace factors and solves repeatedly; only the lower triangle of A is read.
 * Positive definiteness is a numerical outcome, so {@link #factor} returns whether it holds.
 */
public final class Cholesky {
  private final int n;
  private final DMatrixRMaj work;
  private final DMatrixRMaj lower;
  private final CholeskyDecomposition_F64<DMatrixRMaj> decomposition;
  private double @Nullable [] l;

  /** Allocates the workspace for matrices of order n. */
  public Cholesky(int n) {
    this.n = Require.atLeast("n", 0, n);
    work = new DMatrixRMaj(n, n);
    lower = new DMatrixRMaj(n, n);
    decomposition = DecompositionFactory_DDRM.chol(n, true);
  }

  /**
   * Factors A.
   *
   * @return whether A is numerically positive definite; if not, there is nothing to solve with
   */
  public boolean factor(DenseMatrix a) {
    Require.shape("A", n, n, a);
    l = null;
    for (int i = 0; i < n; i++) {
      for (int j = 0; j <= i; j++) {
        double aij = a.get(i, j);
        if (!Double.isFinite(aij)) {
          return false;
        }
        work.data[i * n + j] = aij;
        work.data[j * n + i] = aij;
      }
    }
    if (n > 0 && !decomposition.decompose(work)) {
      return false;
    }
    double[] factor = n > 0 ? decomposition.getT(lower).data : lower.data;
    for (int i = 0; i < n; i++) {
      // A pivot that overflowed, or NaN, passes the test for a pivot <= 0.
      if (!(factor[i * n + i] > 0) || !Double.isFinite(factor[i * n + i])) {
        return false;
      }
    }
    l = factor;
    return true;
  }

  /** Overwrites {@code x} with the solution of {@code A x = b}; they may be one array. */
  @SuppressWarnings("NullAway")
  public void solve(double[] b, double[] x) {
    Require.lengths(n, "b", b, "x", x);
    requireFactor();
    for (int i = 0; i < n; i++) {
      int row = i * n;
      x[i] = (b[i] - Vectors.dot(l, row, x, 0, i)) / l[row + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      int row = i * n;
      double xi = x[i] / l[row + i];
      x[i] = xi;
      for (int j = 0; j < i; j++) {
        x[j] = Math.fma(-l[row + j], xi, x[j]);
      }
    }
  }

  /** Returns a copy of {@code L}. */
  @SuppressWarnings("NullAway")
  public DenseMatrix lower() {
    requireFactor();
    return DenseMatrix.of(n, n, l);
  }

  /**
   * Returns the symmetric square root {@code S^{1/2}} of a positive semidefinite matrix, singular
   * ones included: with {@code x} standard normal, {@code S^{1/2} x} has covariance {@code S}.
   */
  public static DenseMatrix psdFactor(DenseMatrix sigma) {
    Require.symmetric("Sigma", sigma);
    SymmetricEigen eigen = SymmetricEigen.of(sigma);
    int n = sigma.rows();
    double[] values = eigen.values();
    double largest = Vectors.maxAbs(values);
    if (n > 0 && values[0] < -16 * n * Math.ulp(1.0) * largest) {
      throw Require.failed(
          "Sigma is not positive semidefinite: it has the eigenvalue %s (the largest is %s)",
          values[0], values[n - 1]);
    }
    for (int i = 0; i < n; i++) {
      values[i] = Math.sqrt(Math.max(values[i], 0));
    }
    return eigen.rebuild(values);
  }

  private void requireFactor() {
    if (l == null) {
      throw new IllegalStateException("no factorization: factor() was not called, or answered no");
    }
  }
}
