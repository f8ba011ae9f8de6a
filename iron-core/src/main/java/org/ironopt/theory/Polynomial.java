package org.ironopt.theory;

import java.util.Arrays;

/**
 * Real polynomials in ascending coefficients and their roots in [0, 1]. Between two successive
 * roots of the derivative a polynomial is monotone, so bisection there finds every sign change; no
 * root is missed except one of even multiplicity, where the value does not change sign and a
 * maximum cannot sit.
 */
final class Polynomial {
  private Polynomial() {}

  static double value(double[] p, double t) {
    double sum = 0;
    for (int i = p.length - 1; i >= 0; i--) {
      sum = Math.fma(sum, t, p[i]);
    }
    return sum;
  }

  static double[] times(double[] p, double[] q) {
    double[] product = new double[p.length + q.length - 1];
    for (int i = 0; i < p.length; i++) {
      for (int j = 0; j < q.length; j++) {
        product[i + j] = Math.fma(p[i], q[j], product[i + j]);
      }
    }
    return product;
  }

  /** Returns {@code p + factor q}. */
  static double[] plus(double[] p, double factor, double[] q) {
    double[] sum = Arrays.copyOf(p, Math.max(p.length, q.length));
    for (int i = 0; i < q.length; i++) {
      sum[i] = Math.fma(factor, q[i], sum[i]);
    }
    return sum;
  }

  static double[] derivative(double[] p) {
    double[] slope = new double[Math.max(1, p.length - 1)];
    for (int i = 1; i < p.length; i++) {
      slope[i - 1] = i * p[i];
    }
    return slope;
  }

  /** Returns the points of (0, 1) where p changes sign, ascending. */
  static double[] signChanges(double[] p) {
    if (p.length < 2) {
      return new double[0];
    }
    double[] turns = signChanges(derivative(p));
    double[] roots = new double[turns.length + 1];
    int count = 0;
    double low = 0;
    for (int i = 0; i <= turns.length; i++) {
      double high = i < turns.length ? turns[i] : 1;
      if (value(p, low) * value(p, high) < 0) {
        roots[count++] = bisect(p, low, high);
      }
      low = high;
    }
    return Arrays.copyOf(roots, count);
  }

  private static double bisect(double[] p, double low, double high) {
    boolean rising = value(p, low) < 0;
    double middle = low + (high - low) / 2;
    while (low < middle && middle < high) {
      if (value(p, middle) < 0 == rising) {
        low = middle;
      } else {
        high = middle;
      }
      middle = low + (high - low) / 2;
    }
    return middle;
  }
}
