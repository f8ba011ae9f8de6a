package org.ironopt.random;

import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Require;

/**
 * Puts independent draws where the members of an ensemble want them: coordinate i of member j, the
 * draw number {@code j n + i}, goes to {@code out[i members + j]}.
 */
final class Fill {
  /** Rows shorter than this are drawn along the coordinates and then transposed. */
  private static final int SHORT_ROW = 32;

  private static final int TILE = 256;

  /** Fills {@code out[from + l]} with the draw number {@code first + l stride}. */
  @FunctionalInterface
  interface Law {
    void draw(long first, long stride, double[] out, int from, int count);
  }

  private Fill() {}

  static void of(Law law, int n, int members, double[] out) {
    int total = size(n, members, out);
    if (members == 1) {
      Stream.inPieces(n, (from, count) -> law.draw(from, 1, out, from, count));
    } else if (members < SHORT_ROW) {
      int piece = Math.ceilDiv(Stream.PIECE, members);
      if (total < Stream.PARALLEL) {
        transposed(law, n, members, out, 0, n);
      } else {
        Parallel.forEach(
            Math.ceilDiv(n, piece),
            t -> transposed(law, n, members, out, t * piece, Math.min(n, (t + 1) * piece)));
      }
    } else {
      Stream.inPieces(total, (from, count) -> rows(law, n, members, out, from, from + count));
    }
  }

  /** Checks that n members fit and returns how many numbers they are. */
  static int size(int n, int members, double[] out) {
    Require.atLeast("n", 0, n);
    Require.atLeast("members", 0, members);
    long total = (long) n * members;
    if (out.length < total) {
      throw new IllegalArgumentException(
          "out: expected length " + total + " = " + n + " x " + members + ", got " + out.length);
    }
    return (int) total;
  }

  private static void rows(Law law, int n, int members, double[] out, int from, int to) {
    for (int at = from; at < to; ) {
      int i = at / members;
      int j = at % members;
      int count = Math.min(to - at, members - j);
      law.draw((long) j * n + i, n, out, at, count);
      at += count;
    }
  }

  private static void transposed(Law law, int n, int members, double[] out, int from, int to) {
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
}
