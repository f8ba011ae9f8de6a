package org.ironopt.problem.analytic;

import java.util.Arrays;

/**
 * Weighted sums of rows, one array per row, each over a block of members. Every member's sum starts
 * at 0 and takes one fused multiply-add per term in the order of the rows. Several terms in one
 * sweep save loads and stores of the sum; loops over equal indices of different arrays are what the
 * compiler turns into SIMD.
 */
final class RowSums {
  private RowSums() {}

  /**
   * Overwrites {@code y} with {@code sum_k w_k x_k}, where {@code w_k = weights[first + k *
   * stride]}.
   */
  static void combine(int n, double[] weights, int first, int stride, double[][] x, double[] y) {
    int k = 0;
    int at = first;
    if (n >= 3) {
      setThree(weights[at], x[0], weights[at + stride], x[1], weights[at + 2 * stride], x[2], y);
      k = 3;
      at += 3 * stride;
    } else {
      Arrays.fill(y, 0);
    }
    for (; k + 3 <= n; k += 3, at += 3 * stride) {
      addThree(
          weights[at], x[k], weights[at + stride], x[k + 1], weights[at + 2 * stride], x[k + 2], y);
    }
    for (; k < n; k++, at += stride) {
      addOne(weights[at], x[k], y);
    }
  }

  private static void setThree(
      double w0, double[] x0, double w1, double[] x1, double w2, double[] x2, double[] y) {
    for (int j = 0; j < EigenBasis.BLOCK; j++) {
      double sum = Math.fma(w0, x0[j], 0.0);
      sum = Math.fma(w1, x1[j], sum);
      y[j] = Math.fma(w2, x2[j], sum);
    }
  }

  private static void addOne(double w, double[] x, double[] y) {
    for (int j = 0; j < EigenBasis.BLOCK; j++) {
      y[j] = Math.fma(w, x[j], y[j]);
    }
  }

  private static void addThree(
      double w0, double[] x0, double w1, double[] x1, double w2, double[] x2, double[] y) {
    for (int j = 0; j < EigenBasis.BLOCK; j++) {
      double sum = Math.fma(w0, x0[j], y[j]);
      sum = Math.fma(w1, x1[j], sum);
      y[j] = Math.fma(w2, x2[j], sum);
    }
  }
}
