package org.ironopt.linalg.kernel;

/**
 * Decides when SIMD code pays. Until the last compiler has come round to it, which takes seconds on
 * a busy machine, SIMD code is a hundred times slower than its scalar twin. So at first only a few
 * elements are drawn by SIMD, now and then, and timed; once they are the faster ones, all are. Both
 * give the same bits, hence only speed depends on what was measured, and races do no harm.
 */
final class RandomKernelsWarmup {
  private static final int TRIAL = 32;
  private static final int CALLS_PER_TRIAL = 8;

  /** Fills a range with what belongs to the counters from y on. */
  @FunctionalInterface
  interface Loop {
    void fill(long y, long dy, long key, double[] out, int from, int count);
  }

  private final Loop simd;
  private final Loop scalar;
  private boolean ready;
  private int calls;
  private double scalarNanos;

  RandomKernelsWarmup(Loop simd, Loop scalar) {
    this.simd = simd;
    this.scalar = scalar;
  }

  Loop scalar() {
    return scalar;
  }

  /** Fills a range whose length is a multiple of the number of lanes, as every trial's is. */
  void fill(long y, long dy, long key, double[] out, int from, int count) {
    if (ready) {
      simd.fill(y, dy, key, out, from, count);
    } else {
      tryOut(y, dy, key, out, from, count);
    }
  }

  private void tryOut(long y, long dy, long key, double[] out, int from, int count) {
    int trial = ++calls % CALLS_PER_TRIAL == 0 ? Math.min(TRIAL, count) : 0;
    int rest = count - trial;
    long start = System.nanoTime();
    simd.fill(y, dy, key, out, from, trial);
    long middle = System.nanoTime();
    scalar.fill(y + trial * dy, dy, key, out, from + trial, rest);
    if (rest > 0) {
      scalarNanos = (double) (System.nanoTime() - middle) / rest;
    }
    ready = trial > 0 && (double) (middle - start) / trial < scalarNanos;
  }
}
