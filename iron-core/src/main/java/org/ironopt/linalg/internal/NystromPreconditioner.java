package org.ironopt.linalg.internal;

import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.decomposition.qr.QRDecompositionHouseholderColumn_DDRM;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;

/**
 * A randomized preconditioner for {@code H + m I}, H positive semidefinite and known by products:
 * from {@code H Omega}, with l orthonormal random columns, the approximation {@code U Lambda U^T}
 * of H is built, and {@code P^-1 v = v + U ((lambda_l + m) / (Lambda + m) - 1) U^T v} (Frangella,
 * Tropp and Udell, 2023, <a href="https://doi.org/10.1137/21M1466244">10.1137/21M1466244</a>). The
 * expected condition number is at most 28 once l is about three times the effective dimension
 * {@code tr H (H + m I)^-1}. The sketch does not depend on the shift, so that another shift is free
 * ({@link #of(double[][], double[], double)}). Immutable; an application allocates nothing.
 */
public final class NystromPreconditioner implements LinearOperator {
  /** Growth of the stabilizing shift if the sketched matrix is not numerically definite. */
  private static final double GROWTH = 10;

  private static final int ATTEMPTS = 4;

  private final double[][] u;
  private final double[] lambda;
  private final double[] weights;

  private NystromPreconditioner(double[][] u, double[] lambda, double shift) {
    this.u = u;
    this.lambda = lambda;
    Require.positive("shift", shift);
    weights = new double[lambda.length];
    double least = lambda[lambda.length - 1];
    for (int k = 0; k < weights.length; k++) {
      weights[k] = (least - lambda[k]) / (lambda[k] + shift);
    }
  }

  /**
   * Sketches H with given test vectors.
   *
   * @param omega the n x l test matrix, {@code 1 <= l <= n}; only the span of its columns matters
   * @param shift m, positive
   * @return empty if H is not positive semidefinite on that span, or not finite
   */
  public static Optional<NystromPreconditioner> of(
      LinearOperator h, DenseMatrix omega, double shift) {
    int n = omega.rows();
    int l = Require.atLeast("columns of Omega", 1, omega.columns());
    Require.atLeast("rows of Omega", l, n);
    Require.positive("shift", shift);
    Require.finite("Omega", omega.data());
    double[][] q = Qr.of(columns(omega)).q;
    double[][] y = new double[l][n];
    double square = 0;
    for (int j = 0; j < l; j++) {
      h.apply(q[j], y[j]);
      double norm = Vectors.norm(y[j]);
      square = Math.fma(norm, norm, square);
    }
    if (!Double.isFinite(square)) {
      return Optional.empty();
    }
    if (square == 0) {
      return Optional.of(new NystromPreconditioner(q, new double[l], shift));
    }
    double nu = Math.sqrt(n) * Math.ulp(1.0) * Math.sqrt(square);
    for (int attempt = 0; attempt < ATTEMPTS; attempt++, nu *= GROWTH) {
      double[][] b = stabilized(q, y, nu);
      if (b != null) {
        return Optional.of(decompose(b, nu, shift));
      }
    }
    return Optional.empty();
  }

  /**
   * Sketches H with {@code rank} random test vectors.
   *
   * @param gaussian fills an array with independent standard normal numbers
   */
  public static Optional<NystromPreconditioner> of(
      LinearOperator h, int n, int rank, Consumer<double[]> gaussian, double shift) {
    DenseMatrix omega = DenseMatrix.zeros(n, Math.min(Require.atLeast("rank", 1, rank), n));
    gaussian.accept(omega.data());
    return of(h, omega, shift);
  }

  /** Returns {@code B = Y C^-1} with {@code C^T C = Q^T Y}, Y shifted by nu; null if indefinite. */
  private static double[][] stabilized(double[][] q, double[][] y, double nu) {
    int l = q.length;
    double[][] b = new double[l][];
    DenseMatrix gram = DenseMatrix.zeros(l, l);
    for (int j = 0; j < l; j++) {
      b[j] = y[j].clone();
      Vectors.axpy(nu, q[j], b[j]);
      for (int i = 0; i < l; i++) {
        gram.set(i, j, Vectors.dot(q[i], b[j]));
      }
    }
    gram.symmetrize();
    Cholesky cholesky = new Cholesky(l);
    if (!cholesky.factor(gram)) {
      return null;
    }
    DenseMatrix lower = cholesky.lower();
    for (int j = 0; j < l; j++) {
      for (int i = 0; i < j; i++) {
        Vectors.axpy(-lower.get(j, i), b[i], b[j]);
      }
      Vectors.scale(1 / lower.get(j, j), b[j]);
    }
    return b;
  }

  /** Takes {@code B B^T - nu I = U Lambda U^T} apart, eigenvalues descending and not negative. */
  private static NystromPreconditioner decompose(double[][] b, double nu, double shift) {
    int l = b.length;
    Qr qr = Qr.of(b);
    DenseMatrix small = qr.r.multiply(qr.r.transpose());
    small.symmetrize();
    SymmetricEigen eigen = SymmetricEigen.of(small);
    double[] ascending = eigen.values();
    DenseMatrix w = eigen.vectors();
    double[][] u = new double[l][b[0].length];
    double[] lambda = new double[l];
    for (int k = 0; k < l; k++) {
      int from = l - 1 - k;
      lambda[k] = Math.max(ascending[from] - nu, 0);
      for (int i = 0; i < l; i++) {
        Vectors.axpy(w.get(i, from), qr.q[i], u[k]);
      }
    }
    return new NystromPreconditioner(u, lambda, shift);
  }

  /**
   * Returns the preconditioner of an earlier sketch.
   *
   * @param vectors {@link #vectors} of it, kept without a copy
   * @param eigenvalues {@link #eigenvalues} of it, kept without a copy
   * @param shift m, positive
   */
  public static NystromPreconditioner of(double[][] vectors, double[] eigenvalues, double shift) {
    Require.sameLength("vectors", vectors.length, "eigenvalues", eigenvalues.length);
    return new NystromPreconditioner(vectors, eigenvalues, shift);
  }

  /** Returns the columns of U, without a copy. */
  public double[][] vectors() {
    return u;
  }

  /** Returns the estimates of the l largest eigenvalues of H, descending (a copy). */
  public double[] eigenvalues() {
    return lambda.clone();
  }

  /** Overwrites {@code out} with {@code P^-1 v}; they are different arrays. */
  @Override
  public void apply(double[] v, double[] out) {
    Vectors.copy(v, out);
    for (int k = 0; k < weights.length; k++) {
      Vectors.axpy(weights[k] * Vectors.dot(u[k], v), u[k], out);
    }
  }

  /**
   * The thin factorization {@code A = Q R} of a tall matrix, given by columns.
   *
   * @param q the orthonormal columns of Q
   * @param r the upper triangular factor
   */
  private record Qr(double[][] q, DenseMatrix r) {
    static Qr of(double[][] columns) {
      int l = columns.length;
      int n = columns[0].length;
      var decomposition = new QRDecompositionHouseholderColumn_DDRM();
      double[] a = DenseMatrix.of(columns).transpose().data();
      decomposition.decompose(new DMatrixRMaj(n, l, true, a));
      DenseMatrix q = DenseMatrix.of(n, l, decomposition.getQ(null, true).data);
      return new Qr(columns(q), DenseMatrix.of(l, l, decomposition.getR(null, true).data));
    }
  }

  private static double[][] columns(DenseMatrix m) {
    double[][] columns = new double[m.columns()][];
    Arrays.setAll(columns, m::column);
    return columns;
  }
}
