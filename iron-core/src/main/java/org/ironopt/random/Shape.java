package org.ironopt.random;

import java.util.Arrays;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.kernel.Kernels;

/** Linear maps applied in place to every member of an array that is stored by coordinates. */
final class Shape {
  private static final Kernels KERNELS = Kernels.get();

  /** Members that one task takes along: their coordinates stay in a near cache. */
  private static final int BLOCK = 64;

  /** Fewer members than this leave vector registers half empty, so each goes by itself. */
  private static final int FEW = 16;

  private Shape() {}

  static void scale(double a, double[] z, int total) {
    Stream.inPieces(total, (from, count) -> KERNELS.scale(a, z, from, z, from, count));
  }

  static void scaleRows(double[] a, int members, double[] z) {
    if (members < FEW) {
      for (int l = 0; l < a.length * members; l++) {
        z[l] *= a[l / members];
      }
    } else {
      for (int i = 0; i < a.length; i++) {
        KERNELS.scale(a[i], z, i * members, z, i * members, members);
      }
    }
  }

  /**
   * {@code z = A z} for each member; A is symmetric. Whatever the path, an element is {@code sum_k
   * a_ik z_k} in the order of k, so it does not depend on how many members there are.
   */
  static void multiply(double[] a, int n, int members, double[] z) {
    int blocks = Math.ceilDiv(members, BLOCK);
    int tasks = Math.min(blocks, Parallel.threads());
    Parallel.forEach(
        tasks,
        t -> {
          double[] scratch = new double[n * Math.min(BLOCK, members)];
          for (int b = t; b < blocks; b += tasks) {
            int width = Math.min(BLOCK, members - b * BLOCK);
            if (width < FEW) {
              oneByOne(a, n, members, z, b * BLOCK, width, scratch);
            } else {
              together(a, n, members, z, b * BLOCK, width, scratch);
            }
          }
        });
  }

  private static void oneByOne(
      double[] a, int n, int members, double[] z, int from, int width, double[] product) {
    for (int j = from; j < from + width; j++) {
      Arrays.fill(product, 0, n, 0);
      for (int k = 0; k < n; k++) {
        // Column k of a symmetric matrix is its row k, which is contiguous.
        KERNELS.axpy(z[k * members + j], a, k * n, product, 0, n);
      }
      for (int i = 0; i < n; i++) {
        z[i * members + j] = product[i];
      }
    }
  }

  private static void together(
      double[] a, int n, int members, double[] z, int from, int width, double[] copy) {
    for (int i = 0; i < n; i++) {
      System.arraycopy(z, i * members + from, copy, i * width, width);
    }
    for (int i = 0; i < n; i++) {
      int row = i * members + from;
      Arrays.fill(z, row, row + width, 0);
      for (int k = 0; k < n; k++) {
        KERNELS.axpy(a[i * n + k], copy, k * width, z, row, width);
      }
    }
  }
}
