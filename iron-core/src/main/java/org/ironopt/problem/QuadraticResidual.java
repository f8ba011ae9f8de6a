package org.ironopt.problem;

import java.util.Arrays;

/**
 * The residual {@code u - c + lambda (A u - b)} of a quadratic's resolvent equation, for one vector
 * and for blocks of members. Both take every sum in index order with one fused multiply-add per
 * term, so that they give the same bits.
 */
final class QuadraticResidual {
  private static final int BLOCK = EigenBasis.BLOCK;

  private final int n;

  /** A, row-major; null if it is the diagonal of {@code a}. */
  private final double[] matrix;

  private final double[] a;
  private final double[] b;
  private final double bNorm;

  QuadraticResidual(double[] matrix, double[] a, double[] b) {
    this.n = b.length;
    this.matrix = matrix;
    this.a = a;
    this.b = b;
    double squares = 0;
    for (double bi : b) {
      squares = Math.fma(bi, bi, squares);
    }
    bNorm = Math.sqrt(squares);
  }

  /** Overwrites {@code measure} with the norm of the residual and the size of its terms. */
  void measure(double lambda, double[] c, double[] u, double[] measure) {
    double residual = 0;
    double uu = 0;
    double cc = 0;
    double au = 0;
    for (int i = 0; i < n; i++) {
      double product = 0;
      if (matrix == null) {
        product = Math.fma(a[i], u[i], product);
      } else {
        for (int k = 0; k < n; k++) {
          product = Math.fma(matrix[i * n + k], u[k], product);
        }
      }
      double r = Math.fma(lambda, product - b[i], u[i] - c[i]);
      residual = Math.fma(r, r, residual);
      uu = Math.fma(u[i], u[i], uu);
      cc = Math.fma(c[i], c[i], cc);
      au = Math.fma(product, product, au);
    }
    measure[0] = Math.sqrt(residual);
    measure[1] = Math.fma(lambda, Math.sqrt(au) + bNorm, Math.sqrt(uu) + Math.sqrt(cc));
  }

  /** As {@link #measure} for the members {@code from .. to - 1} of m, coordinate-major. */
  void measure(
      double[] lambda,
      double[] c,
      double[] u,
      int m,
      int from,
      int to,
      double[] norms,
      double[] sizes) {
    double[][] x = new double[n][BLOCK];
    double[] ci = new double[BLOCK];
    double[] product = new double[BLOCK];
    double[] l = new double[BLOCK];
    double[][] sums = new double[4][BLOCK];
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      for (int j = 0; j < count; j++) {
        l[j] = lambda[lambda.length == 1 ? 0 : first + j];
      }
      for (int k = 0; k < n; k++) {
        System.arraycopy(u, k * m + first, x[k], 0, count);
      }
      for (double[] sum : sums) {
        Arrays.fill(sum, 0);
      }
      for (int i = 0; i < n; i++) {
        System.arraycopy(c, i * m + first, ci, 0, count);
        multiplyRow(i, x, product);
        accumulate(l, b[i], x[i], ci, product, sums[0], sums[1], sums[2], sums[3]);
      }
      for (int j = 0; j < count; j++) {
        norms[first + j] = Math.sqrt(sums[0][j]);
        sizes[first + j] =
            Math.fma(
                l[j], Math.sqrt(sums[3][j]) + bNorm, Math.sqrt(sums[1][j]) + Math.sqrt(sums[2][j]));
      }
    }
  }

  private void multiplyRow(int i, double[][] x, double[] product) {
    Arrays.fill(product, 0);
    if (matrix == null) {
      addTerm(a[i], x[i], product);
      return;
    }
    for (int k = 0; k < n; k++) {
      addTerm(matrix[i * n + k], x[k], product);
    }
  }

  private static void addTerm(double entry, double[] x, double[] product) {
    for (int j = 0; j < BLOCK; j++) {
      product[j] = Math.fma(entry, x[j], product[j]);
    }
  }

  private static void accumulate(
      double[] l,
      double bi,
      double[] u,
      double[] c,
      double[] product,
      double[] residual,
      double[] uu,
      double[] cc,
      double[] au) {
    for (int j = 0; j < BLOCK; j++) {
      double r = Math.fma(l[j], product[j] - bi, u[j] - c[j]);
      residual[j] = Math.fma(r, r, residual[j]);
      uu[j] = Math.fma(u[j], u[j], uu[j]);
    }
    for (int j = 0; j < BLOCK; j++) {
      cc[j] = Math.fma(c[j], c[j], cc[j]);
      au[j] = Math.fma(product[j], product[j], au[j]);
    }
  }
}
