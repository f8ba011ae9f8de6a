package org.ironopt.linalg.kernel;

/**
 * Sums over long ranges: blocks of {@link #BLOCK} elements, whose sums are added in a balanced
 * binary tree that depends on the length only. Any subtree may be computed by another thread.
 */
public final class BlockTree {
  /** Elements in a block. */
  public static final int BLOCK = 4096;

  /** A sum over a range of two arrays (the second may be ignored). */
  @FunctionalInterface
  public interface Sum {
    /** Returns the sum over {@code n} elements. */
    double of(double[] x, int xo, double[] y, int yo, int n);
  }

  private BlockTree() {}

  /** Returns how many blocks a range of {@code n} elements has. */
  public static int blocks(int n) {
    return (n + BLOCK - 1) / BLOCK;
  }

  /**
   * Returns the sum over the blocks {@code [first, end)} of a range of {@code n} elements. The tree
   * splits a run of m blocks after its first {@code m / 2}.
   */
  public static double sum(
      Sum leaf, double[] x, int xo, double[] y, int yo, int n, int first, int end) {
    if (end - first <= 1) {
      int at = first * BLOCK;
      return leaf.of(x, xo + at, y, yo + at, Math.min(BLOCK, n - at));
    }
    int middle = (first + end) >>> 1;
    return sum(leaf, x, xo, y, yo, n, first, middle) + sum(leaf, x, xo, y, yo, n, middle, end);
  }
}
