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

  /**
   * Overwrites {@code measure} with the norm of the residual and the size of its terms, {@code
   * (|u|^2 + |c|^2 + |lambda A u|^2 + |lambda b|^2)^{1/2}}.
   */
  void measure(double lambda, double[] c, double[] u, double[] measure) {
    double residual = 0;
    double size = 0;
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
      double t = lambda * product;
      size = Math.fma(t, t, Math.fma(c[i], c[i], Math.fma(u[i], u[i], size)));
    }
    measure[0] = Math.sqrt(residual);
    measure[1] = Math.sqrt(Math.fma(lambda * bNorm, lambda * bNorm, size));
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
    double[] residual = new double[BLOCK];
    double[] size = new double[BLOCK];
    for (int first = from; first < to; first += BLOCK) {
      int count = Math.min(BLOCK, to - first);
      for (int j = 0; j < count; j++) {
        l[j] = lambda[lambda.length == 1 ? 0 : first + j];
      }
      for (int k = 0; k < n; k++) {
        System.arraycopy(u, k * m + first, x[k], 0, count);
      }
      Arrays.fill(residual, 0);
      Arrays.fill(size, 0);
      for (int i = 0; i < n; i++) {
        System.arraycopy(c, i * m + first, ci, 0, count);
        multiplyRow(i, x, product);
        addResidual(l, b[i], x[i], ci, product, residual);
        addSize(l, x[i], ci, product, size);
      }
      roots(l, bNorm, residual, size);
      System.arraycopy(residual, 0, norms, first, count);
      System.arraycopy(size, 0, sizes, first, count);
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

  // Loops over equal indices of a few arrays: the compiler turns each of them into SIMD.

  private static void addTerm(double entry, double[] x, double[] product) {
    for (int j = 0; j < BLOCK; j++) {
      product[j] = Math.fma(entry, x[j], product[j]);
    }
  }

  private static void addResidual(
      double[] l, double bi, double[] u, double[] c, double[] product, double[] residual) {
    for (int j = 0; j < BLOCK; j++) {
      double r = Math.fma(l[j], product[j] - bi, u[j] - c[j]);
      residual[j] = Math.fma(r, r, residual[j]);
    }
  }

  private static void addSize(double[] l, double[] u, double[] c, double[] product, double[] size) {
    for (int j = 0; j < BLOCK; j++) {
      double t = l[j] * product[j];
      size[j] = Math.fma(t, t, Math.fma(c[j], c[j], Math.fma(u[j], u[j], size[j])));
    }
  }

  private static void roots(double[] l, double bNorm, double[] residual, double[] size) {
    for (int j = 0; j < BLOCK; j++) {
      double t = l[j] * bNorm;
      residual[j] = Math.sqrt(residual[j]);
      size[j] = Math.sqrt(Math.fma(t, t, size[j]));
    }
  }
}
