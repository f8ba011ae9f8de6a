package org.ironopt.linalg.internal;

import org.ironopt.linalg.DenseMatrix;

/**
 * Cholesky in place for matrices of a few rows. For them the copies and calls of a general
 * factorization ({@link org.ironopt.linalg.Cholesky Cholesky}) cost several times the arithmetic,
 * and an ensemble makes millions of them.
 */
public final class SmallCholesky {
  /** Up to this order the plain loops win. */
  public static final int LARGEST = 16;

  private SmallCholesky() {}

  /**
   * Overwrites the lower triangle of {@code a} with L; returns whether a is positive definite and
   * finite.
   */
  public static boolean factor(DenseMatrix a) {
    int n = a.rows();
    double[] l = a.data();
    for (int i = 0; i < n; i++) {
      int row = i * n;
      for (int j = 0; j < i; j++) {
        l[row + j] = minusDot(l[row + j], l, row, j * n, j) / l[j * n + j];
      }
      double pivot = minusDot(l[row + i], l, row, row, i);
      if (!(pivot > 0) || pivot == Double.POSITIVE_INFINITY) {
        return false;
      }
      l[row + i] = Math.sqrt(pivot);
    }
    return true;
  }

  /** Overwrites {@code x} with the solution of {@code L L^T y = x}. */
  public static void solve(DenseMatrix lower, double[] x) {
    int n = lower.rows();
    double[] l = lower.data();
    for (int i = 0; i < n; i++) {
      double sum = x[i];
      for (int j = 0; j < i; j++) {
        sum = Math.fma(-l[i * n + j], x[j], sum);
      }
      x[i] = sum / l[i * n + i];
    }
    for (int i = n - 1; i >= 0; i--) {
      double sum = x[i];
      for (int j = i + 1; j < n; j++) {
        sum = Math.fma(-l[j * n + i], x[j], sum);
      }
      x[i] = sum / l[i * n + i];
    }
  }

  private static double minusDot(double start, double[] l, int a, int b, int count) {
    double sum = start;
    for (int k = 0; k < count; k++) {
      sum = Math.fma(-l[a + k], l[b + k], sum);
    }
    return sum;
  }
}
