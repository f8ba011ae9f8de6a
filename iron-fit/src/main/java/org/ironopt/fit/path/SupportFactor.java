package org.ironopt.fit.path;

import java.util.Arrays;
import org.ironopt.linalg.kernel.Kernels;

/**
 * The Cholesky factor of a part of a matrix, whose rows and columns come and go: one comes in
 * {@code n^2} operations (a solve), one leaves by Givens rotations of the rows behind it. A row
 * that depends on the others is refused.
 */
final class SupportFactor {
  private static final Kernels K = Kernels.get();

  /** A pivot below this part of the diagonal is rounding. */
  private static final double DEPENDENT = 1e-11;

  /** Places of the rows in the matrix, in the order of the factor. */
  int[] order = new int[16];

  int size;
  private double[][] l = new double[16][];

  void clear() {
    size = 0;
  }

  /** Adds a row and column of the matrix; returns false if it depends on the others. */
  boolean append(int at, double[] row, double diagonal) {
    if (size == order.length) {
      order = Arrays.copyOf(order, 2 * size);
      l = Arrays.copyOf(l, 2 * size);
    }
    double[] own = l[size] != null && l[size].length > size ? l[size] : new double[order.length];
    for (int k = 0; k < size; k++) {
      own[k] = (row[order[k]] - K.dot(l[k], 0, own, 0, k)) / l[k][k];
    }
    double rest = diagonal - K.dot(own, 0, own, 0, size);
    l[size] = own;
    if (!(rest > DEPENDENT * diagonal)) {
      return false;
    }
    own[size] = Math.sqrt(rest);
    order[size++] = at;
    return true;
  }

  /** Takes away the row at a place of the order. */
  void remove(int k) {
    size--;
    double[] free = l[k];
    for (int i = k; i < size; i++) {
      l[i] = l[i + 1];
      order[i] = order[i + 1];
    }
    l[size] = free;
    double[] cos = new double[size];
    double[] sin = new double[size];
    for (int i = k; i < size; i++) {
      double[] row = l[i];
      double next = row[k];
      for (int j = k; j < i; j++) {
        double other = row[j + 1];
        row[j] = Math.fma(cos[j], next, sin[j] * other);
        next = Math.fma(cos[j], other, -sin[j] * next);
      }
      double other = row[i + 1];
      double length = Math.sqrt(Math.fma(next, next, other * other));
      cos[i] = next / length;
      sin[i] = other / length;
      row[i] = length;
    }
  }

  /** Overwrites b, in the order of the factor, with the solution. */
  void solve(double[] b) {
    for (int k = 0; k < size; k++) {
      b[k] = (b[k] - K.dot(l[k], 0, b, 0, k)) / l[k][k];
    }
    for (int k = size - 1; k >= 0; k--) {
      b[k] /= l[k][k];
      K.axpy(-b[k], l[k], 0, b, 0, k);
    }
  }
}
