package org.ironopt.linalg.internal;

import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.kernel.BlockTree;
import org.ironopt.linalg.kernel.Kernels;

/** The long and the delicate sums behind {@link org.ironopt.linalg.Vectors Vectors}. */
public final class Sums {
  private static final Kernels K = Kernels.get();

  /** The number of subtrees of a long sum that threads may take, a power of two. */
  private static final int SUBTREES = 16;

  private Sums() {}

  /** Returns a sum over more than one block; its top subtrees go to threads if it is long. */
  public static double of(BlockTree.Sum leaf, double[] x, int xo, double[] y, int yo, int n) {
    int blocks = BlockTree.blocks(n);
    if (Ranges.isShort(n)) {
      return BlockTree.sum(leaf, x, xo, y, yo, n, 0, blocks);
    }
    double[] part = new double[SUBTREES];
    Parallel.forEach(SUBTREES, s -> part[s] = subtree(s, leaf, x, xo, y, yo, n, blocks));
    for (int width = SUBTREES / 2; width >= 1; width /= 2) {
      for (int s = 0; s < width; s++) {
        part[s] = part[2 * s] + part[2 * s + 1];
      }
    }
    return part[0];
  }

  /** Walks down from the root as {@link BlockTree#sum} would: a bit of {@code s} per level. */
  private static double subtree(
      int s, BlockTree.Sum leaf, double[] x, int xo, double[] y, int yo, int n, int blocks) {
    int first = 0;
    int end = blocks;
    for (int bit = SUBTREES / 2; bit >= 1; bit /= 2) {
      int middle = (first + end) >>> 1;
      if ((s & bit) == 0) {
        end = middle;
      } else {
        first = middle;
      }
    }
    return BlockTree.sum(leaf, x, xo, y, yo, n, first, end);
  }

  /** Returns whether no square that matters can have overflowed or underflowed. */
  public static boolean comfortable(double squares) {
    return squares >= 0x1p-900 && squares <= Double.MAX_VALUE;
  }

  public static double scaledNorm(double[] x, int from, int count) {
    double max = K.maxAbs(x, from, count);
    if (!(max > 0 && max <= Double.MAX_VALUE)) {
      return max;
    }
    int e = exponent(max);
    double[] buffer = new double[BlockTree.BLOCK];
    double down = Math.scalb(1.0, -e);
    BlockTree.Sum leaf =
        (a, ao, b, bo, n) -> {
          K.scale(down, a, ao, buffer, 0, n);
          return K.dot(buffer, 0, buffer, 0, n);
        };
    int blocks = BlockTree.blocks(count);
    return Math.sqrt(BlockTree.sum(leaf, x, from, x, from, count, 0, blocks)) * Math.scalb(1.0, e);
  }

  public static double scaledDistance(double[] x, double[] y) {
    double[] buffer = new double[BlockTree.BLOCK];
    double unscaled = maxDifference(x, y, 1, buffer);
    // A difference may overflow though the distance, taken in halves, does not.
    double half = unscaled == Double.POSITIVE_INFINITY ? 0.5 : 1;
    double max = half == 1 ? unscaled : maxDifference(x, y, half, buffer);
    if (!(max > 0 && max <= Double.MAX_VALUE)) {
      return max;
    }
    int e = exponent(max);
    double down = Math.scalb(half, -e);
    BlockTree.Sum leaf =
        (a, ao, b, bo, n) -> {
          difference(a, ao, b, bo, down, buffer, n);
          return K.dot(buffer, 0, buffer, 0, n);
        };
    double squares = BlockTree.sum(leaf, x, 0, y, 0, x.length, 0, BlockTree.blocks(x.length));
    return Math.sqrt(squares) * Math.scalb(1.0, e) / half;
  }

  private static double maxDifference(double[] x, double[] y, double factor, double[] buffer) {
    double max = 0;
    for (int at = 0; at < x.length; at += buffer.length) {
      int n = Math.min(buffer.length, x.length - at);
      difference(x, at, y, at, factor, buffer, n);
      max = Math.max(max, K.maxAbs(buffer, 0, n));
    }
    return max;
  }

  private static void difference(
      double[] x, int xo, double[] y, int yo, double factor, double[] buffer, int n) {
    K.scale(factor, x, xo, buffer, 0, n);
    K.add(buffer, 0, -factor, y, yo, buffer, 0, n);
  }

  /**
   * Returns the power of two next below {@code |x|}, or 1 for 0: a factor without a rounding error,
   * a normal number like its reciprocal.
   */
  public static double powerOfTwo(double x) {
    return Math.scalb(1.0, x == 0 ? 0 : Math.clamp(Math.getExponent(x), -1000, 1000));
  }

  /** Returns an exponent e such that both 2^e and 2^-e are numbers and max / 2^e is moderate. */
  private static int exponent(double max) {
    return Math.max(-1000, Math.min(1022, Math.getExponent(max)));
  }
}
