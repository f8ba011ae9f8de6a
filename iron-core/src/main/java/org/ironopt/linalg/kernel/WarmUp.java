package org.ironopt.linalg.kernel;

/**
 * Keeps a SIMD loop out of the way until it is compiled. Before that the Vector API makes an object
 * of every vector and is a hundred times slower than plain Java, so a cold loop only runs on a
 * short probe of each range, which is what makes the compiler look at it, and the scalar twin does
 * the rest. Both give the same bits, hence the clock decides about speed and about nothing else.
 */
final class WarmUp {
  /** Writes y = f(x). */
  @FunctionalInterface
  interface Map {
    void run(double[] x, int xo, double[] y, int yo, int n);
  }

  /** Shorter ranges are always left to the scalar twin. */
  static final int SHORT = 32;

  private static final int PROBE = 64;

  /** A probe comes along with every piece of this many elements. */
  private static final int PIECE = 4096;

  /** Compiled loops take a tenth of this for an element, cold ones ten times as long. */
  private static final long NANOS_PER_ELEMENT = 8;

  /** Not volatile: a thread that sees it late only stays careful for longer. */
  private boolean done;

  /** Returns whether the SIMD loop is known to be fast. */
  boolean done() {
    return done;
  }

  /** Writes y = f(x) while the SIMD loop is cold. */
  void map(Map simd, Map scalar, double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    while (!done && n - i >= SHORT) {
      int probe = Math.min(PROBE, n - i);
      long start = System.nanoTime();
      simd.run(x, xo + i, y, yo + i, probe);
      measured(System.nanoTime() - start, probe);
      i += probe;
      int rest = Math.min(PIECE - probe, n - i);
      scalar.run(x, xo + i, y, yo + i, rest);
      i += rest;
    }
    (n - i >= SHORT ? simd : scalar).run(x, xo + i, y, yo + i, n - i);
  }

  /** Returns a sum while the SIMD loop is cold; n is at least SHORT. */
  double sum(
      BlockTree.Sum simd, BlockTree.Sum scalar, double[] x, int xo, double[] y, int yo, int n) {
    int probe = Math.min(PROBE, n);
    long start = System.nanoTime();
    double sum = simd.of(x, xo, y, yo, probe);
    measured(System.nanoTime() - start, probe);
    return probe == n ? sum : scalar.of(x, xo, y, yo, n);
  }

  private void measured(long nanos, int n) {
    done |= nanos <= NANOS_PER_ELEMENT * n;
  }
}
