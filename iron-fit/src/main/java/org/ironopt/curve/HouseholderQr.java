package org.ironopt.curve;

import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;

/**
 * QR factorization of tall matrices, given by their columns, by Householder reflections. Only the
 * upper triangle is kept; blocks of blocks are reduced in a fixed order, so that the result does
 * not depend on threads.
 */
final class HouseholderQr {
  private HouseholderQr() {}

  /** Overwrites the upper triangle of columns of {@code rows} numbers with that of its factor. */
  static void reduce(double[][] a, int rows) {
    for (int k = 0; k < Math.min(rows - 1, a.length); k++) {
      double[] v = a[k];
      double size = Vectors.norm(v, k, rows - k);
      if (size == 0) {
        continue;
      }
      // v = a_k + norm e_k, H = I - v v'/(norm v_k); the column becomes -norm e_k.
      double norm = Math.copySign(size, v[k]);
      double first = v[k] + norm;
      v[k] = first;
      for (int j = k + 1; j < a.length; j++) {
        double w = Vectors.dot(v, k, a[j], k, rows - k) / norm / first;
        Vectors.axpy(-w, v, a[j], k, rows - k);
      }
      v[k] = -norm;
    }
  }

  /**
   * Returns the factor of blocks below each other, row by row, from the reduced columns of each.
   *
   * @param blocks overwritten
   * @param lengths rows of each block
   * @param rows that a block has at most
   */
  static double[] combine(double[][][] blocks, int[] lengths, int rows) {
    int columns = blocks[0].length;
    int group = Math.max(2, rows / columns);
    double[][][] level = blocks;
    int[] heights = lengths;
    while (level.length > 1) {
      double[][][] from = level;
      int[] old = heights;
      double[][][] next = new double[(from.length + group - 1) / group][][];
      int[] taller = new int[next.length];
      Parallel.forEach(
          next.length,
          g -> {
            int end = Math.min(from.length, (g + 1) * group);
            double[][] stack = new double[columns][(end - g * group) * columns];
            int length = 0;
            for (int b = g * group; b < end; b++) {
              int height = Math.min(columns, old[b]);
              for (int c = 0; c < columns; c++) {
                System.arraycopy(from[b][c], 0, stack[c], length, Math.min(c + 1, height));
              }
              length += height;
            }
            reduce(stack, length);
            next[g] = stack;
            taller[g] = length;
          });
      level = next;
      heights = taller;
    }
    double[] triangle = new double[columns * columns];
    for (int c = 0; c < columns; c++) {
      for (int i = 0; i <= c && i < heights[0]; i++) {
        triangle[i * columns + c] = level[0][c][i];
      }
    }
    return triangle;
  }
}
