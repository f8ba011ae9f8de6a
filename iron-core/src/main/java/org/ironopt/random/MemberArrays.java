package org.ironopt.random;

import java.util.Arrays;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.kernel.Kernels;

/**
 * Arrays of the members of an ensemble, stored coordinate by coordinate: coordinate i of member j
 * is at {@code i members + j}. Fills them with independent draws, of which this one has the number
 * {@code j n + i}, and applies linear maps to every member in place.
 */
final class MemberArrays {
  private static final Kernels KERNELS = Kernels.get();

  /** Members that one task takes along: their coordinates stay in a near cache. */
  private static final int BLOCK = 64;

  /** Fewer members than this leave vector registers half empty, so each goes by itself. */
  private static final int FEW = 16;

  /** Rows shorter than this are drawn along the coordinates and then transposed. */
  private static final int SHORT_ROW = 32;

  private static final int TILE = 256;

  /** Fills {@code out[from + l]} with the draw number {@code first + l stride}. */
  @FunctionalInterface
  interface Sampler {
    void draw(long first, long stride, double[] out, int from, int count);
  }

  private MemberArrays() {}

  static void fill(Sampler law, int n, int members, double[] out) {
    int total = size(n, members, out);
    if (total == 0) {
      return;
    }
    if (members == 1) {
      RandomStream.inPieces(n, (from, count) -> law.draw(from, 1, out, from, count));
    } else if (members < SHORT_ROW) {
      int piece = Math.ceilDiv(RandomStream.PIECE, members);
      Parallel.forEach(
          Math.ceilDiv(n, piece),
          total >= RandomStream.PARALLEL,
          t -> transposed(law, n, members, out, t * piece, Math.min(n, (t + 1) * piece)));
    } else {
      RandomStream.inPieces(total, (from, count) -> rows(law, n, members, out, from, from + count));
    }
  }

  /** Checks that n members fit and returns how many numbers they are. */
  static int size(int n, int members, double[] out) {
    Require.atLeast("n", 0, n);
    Require.atLeast("members", 0, members);
    long total = (long) n * members;
    if (out.length < total) {
      throw Require.failed(
          "out: expected length %d = %d x %d, got %d", total, n, members, out.length);
    }
    return (int) total;
  }

  private static void rows(Sampler law, int n, int members, double[] out, int from, int to) {
    for (int at = from; at < to; ) {
      int i = at / members;
      int j = at % members;
      int count = Math.min(to - at, members - j);
      law.draw((long) j * n + i, n, out, at, count);
      at += count;
    }
  }

  private static void transposed(Sampler law, int n, int members, double[] out, int from, int to) {
    double[] tile = new double[Math.min(TILE, to - from)];
    for (int i = from; i < to; i += TILE) {
      int count = Math.min(TILE, to - i);
      for (int j = 0; j < members; j++) {
        law.draw((long) j * n + i, 1, tile, 0, count);
        for (int l = 0; l < count; l++) {
          out[(i + l) * members + j] = tile[l];
        }
      }
    }
  }

  static void scale(double a, double[] z, int total) {
    RandomStream.inPieces(total, (from, count) -> KERNELS.scale(a, z, from, z, from, count));
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
