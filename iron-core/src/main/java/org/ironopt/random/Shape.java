package org.ironopt.random;

import org.ironopt.linalg.Parallel;

/** Linear maps applied in place to every member of an array that is stored by coordinates. */
final class Shape {
  /** Members that one task takes along: their coordinates stay in a near cache. */
  private static final int BLOCK = 64;

  private Shape() {}

  static void scale(double a, double[] z, int total) {
    Stream.inPieces(
        total,
        (from, count) -> {
          for (int l = from; l < from + count; l++) {
            z[l] *= a;
          }
        });
  }

  static void scaleRows(double[] a, int members, double[] z) {
    Stream.inPieces(
        a.length * members,
        (from, count) -> {
          for (int l = from; l < from + count; ) {
            int i = l / members;
            int end = Math.min(from + count, (i + 1) * members);
            for (; l < end; l++) {
              z[l] *= a[i];
            }
          }
        });
  }

  /**
   * {@code z = A z} for each member; A is symmetric, by rows, and needs a copy of a few members.
   */
  static void multiply(double[] a, int n, int members, double[] z) {
    int blocks = Math.ceilDiv(members, BLOCK);
    Parallel.forEach(
        blocks,
        b -> {
          int j = b * BLOCK;
          block(a, n, members, z, j, Math.min(BLOCK, members - j));
        });
  }

  private static void block(double[] a, int n, int members, double[] z, int j, int width) {
    double[] copy = new double[n * width];
    for (int i = 0; i < n; i++) {
      System.arraycopy(z, i * members + j, copy, i * width, width);
    }
    double[] sum = new double[width];
    for (int i = 0; i < n; i++) {
      java.util.Arrays.fill(sum, 0);
      for (int k = 0; k < n; k++) {
        double aik = a[i * n + k];
        for (int l = 0; l < width; l++) {
          sum[l] = Math.fma(aik, copy[k * width + l], sum[l]);
        }
      }
      System.arraycopy(sum, 0, z, i * members + j, width);
    }
  }
}
