package org.ironopt.curve;

import java.util.Arrays;
import org.ironopt.linalg.Parallel;

/**
 * QR factorization of tall matrices in row-major blocks by Householder reflections. Only the upper
 * triangle is kept; blocks of blocks are reduced in a fixed order, so that the result does not
 * depend on threads.
 */
final class Triangle {
  private Triangle() {}

  /** Overwrites a rows x columns block with its triangular factor; returns its rows. */
  static int reduce(double[] a, int rows, int columns) {
    double[] w = new double[columns];
    int rank = Math.min(rows, columns);
    for (int k = 0; k < rank; k++) {
      reflect(a, rows, columns, k, w);
    }
    return rank;
  }

  private static void reflect(double[] a, int rows, int columns, int k, double[] w) {
    double largest = 0;
    for (int i = k; i < rows; i++) {
      largest = Math.max(largest, Math.abs(a[i * columns + k]));
    }
    if (largest == 0) {
      return;
    }
    double sum = 0;
    for (int i = k; i < rows; i++) {
      double scaled = a[i * columns + k] / largest;
      sum = Math.fma(scaled, scaled, sum);
    }
    double head = a[k * columns + k];
    double norm = Math.copySign(largest * Math.sqrt(sum), head);
    if (k + 1 == rows) {
      return;
    }
    // v = a_k + norm e_k, H = I - v v'/(norm v_k); the column becomes -norm e_k.
    double first = head + norm;
    a[k * columns + k] = first;
    Arrays.fill(w, k + 1, columns, 0);
    for (int i = k; i < rows; i++) {
      double v = a[i * columns + k];
      for (int j = k + 1, at = i * columns + k + 1; j < columns; j++, at++) {
        w[j] = Math.fma(v, a[at], w[j]);
      }
    }
    double factor = 1 / (norm * first);
    for (int j = k + 1; j < columns; j++) {
      w[j] *= factor;
    }
    for (int i = k; i < rows; i++) {
      double v = a[i * columns + k];
      for (int j = k + 1, at = i * columns + k + 1; j < columns; j++, at++) {
        a[at] = Math.fma(-v, w[j], a[at]);
      }
      a[i * columns + k] = 0;
    }
    a[k * columns + k] = -norm;
  }

  /** Returns the columns x columns factor of parts below each other, reduced in a fixed order. */
  static double[] combine(double[][] parts, int columns, int rows) {
    int group = Math.max(2, rows / columns);
    double[][] level = parts;
    do {
      double[][] from = level;
      double[][] next = new double[(from.length + group - 1) / group][];
      Parallel.forEach(
          next.length,
          g -> {
            int end = Math.min(from.length, (g + 1) * group);
            double[] stack = new double[Math.max(group, columns) * columns];
            int length = 0;
            for (int i = g * group; i < end; i++) {
              stack =
                  length + from[i].length > stack.length
                      ? Arrays.copyOf(stack, 2 * (length + from[i].length))
                      : stack;
              System.arraycopy(from[i], 0, stack, length, from[i].length);
              length += from[i].length;
            }
            reduce(stack, length / columns, columns);
            next[g] = Arrays.copyOf(stack, columns * columns);
          });
      level = next;
    } while (level.length > 1);
    return level[0];
  }
}
