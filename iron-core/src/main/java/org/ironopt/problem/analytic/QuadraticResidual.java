package org.ironopt.problem.analytic;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The residual {@code u - c + lambda (A u - b)} of a quadratic's resolvent equation, for one vector
 * and for blocks of members. Both take every sum in index order with one fused multiply-add per
 * term, so that they give the same bits.
 */
final class QuadraticResidual {
  private static final int BLOCK = EigenBasis.BLOCK;

  private final int n;

  /** A, row-major; null if it is the diagonal of {@code a}. */
  private final double @Nullable [] matrix;

  private final double[] a;
  private final double[] b;
  private final double bNorm;

  QuadraticResidual(double @Nullable [] matrix, double[] a, double[] b) {
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
   * Overwrites {@code measure} with the norm of the residual, {@code (|c|^2 + |lambda b|^2)^{1/2}},
   * and the norm of the gradient. Since u solves the equation, its other terms u and {@code lambda
   * A u} are not larger than a few times the second.
   */
  void measure(double lambda, double[] c, double[] u, double[] measure) {
    double residual = 0;
    double size = 0;
    double gradient = 0;
    for (int i = 0; i < n; i++) {
      double product = 0;
      if (matrix == null) {
        product = Math.fma(a[i], u[i], product);
      } else {
        for (int k = 0; k < n; k++) {
          product = Math.fma(matrix[i * n + k], u[k], product);
        }
      }
      double g = product - b[i];
      double r = Math.fma(lambda, g, u[i] - c[i]);
      gradient = Math.fma(g, g, gradient);
      residual = Math.fma(r, r, residual);
      size = Math.fma(c[i], c[i], size);
    }
    measure[0] = Math.sqrt(residual);
    measure[1] = Math.sqrt(Math.fma(lambda * bNorm, lambda * bNorm, size));
    measure[2] = Math.sqrt(gradient);
  }

  /**
   * As {@link #measure} for a block of members, one array per coordinate: overwrites {@code norms},
   * {@code sizes} and {@code gradients}.
   */
  void measure(
      double[] lambda,
      double[][] c,
      double[][] u,
      double[] product,
      double[] norms,
      double[] sizes,
      double[] gradients) {
    Arrays.fill(norms, 0);
    Arrays.fill(sizes, 0);
    Arrays.fill(gradients, 0);
    for (int i = 0; i < n; i++) {
      multiplyRow(i, u, product);
      addResidual(lambda, b[i], u[i], c[i], product, norms);
      addSquares(c[i], sizes);
      addGradient(b[i], product, gradients);
    }
    roots(lambda, bNorm, norms, sizes, gradients);
  }

  private void multiplyRow(int i, double[][] x, double[] product) {
    if (matrix == null) {
      scale(a[i], x[i], product);
    } else {
      EigenBasis.combine(n, matrix, i * n, 1, x, product);
    }
  }

  // Loops over equal indices of a few arrays: the compiler turns each of them into SIMD.

  private static void scale(double entry, double[] x, double[] product) {
    for (int j = 0; j < BLOCK; j++) {
      product[j] = Math.fma(entry, x[j], 0.0);
    }
  }

  private static void addResidual(
      double[] l, double bi, double[] u, double[] c, double[] product, double[] residual) {
    for (int j = 0; j < BLOCK; j++) {
      double r = Math.fma(l[j], product[j] - bi, u[j] - c[j]);
      residual[j] = Math.fma(r, r, residual[j]);
    }
  }

  private static void addSquares(double[] c, double[] size) {
    for (int j = 0; j < BLOCK; j++) {
      size[j] = Math.fma(c[j], c[j], size[j]);
    }
  }

  private static void addGradient(double bi, double[] product, double[] gradient) {
    for (int j = 0; j < BLOCK; j++) {
      double g = product[j] - bi;
      gradient[j] = Math.fma(g, g, gradient[j]);
    }
  }

  private static void roots(
      double[] l, double bNorm, double[] residual, double[] size, double[] gradient) {
    for (int j = 0; j < BLOCK; j++) {
      double t = l[j] * bNorm;
      residual[j] = Math.sqrt(residual[j]);
      gradient[j] = Math.sqrt(gradient[j]);
      size[j] = Math.sqrt(Math.fma(t, t, size[j]));
    }
  }
}
