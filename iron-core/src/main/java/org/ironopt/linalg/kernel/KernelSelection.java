package org.ironopt.linalg.kernel;

/**
 * Decides between a SIMD loop and its scalar twin. While the SIMD loop is not compiled it makes an
 * object of every vector, so now and then one call of the one way and of the other is timed, until
 * SIMD is faster. Both give the same bits, so only speed depends on what was measured.
 */
final class KernelSelection {
  private static final int CALLS = 4;

  // Plain fields: a thread that sees them late or loses an update only stays careful for longer.
  private boolean ready;
  private int calls;
  private double scalarNanos = Double.MAX_VALUE;

  /** Which way a call takes, and whether it is timed. */
  enum Variant {
    SCALAR(false, false),
    SIMD(true, false),
    TIMED_SCALAR(false, true),
    TIMED_SIMD(true, true);

    final boolean simd;
    final boolean timed;

    Variant(boolean simd, boolean timed) {
      this.simd = simd;
      this.timed = timed;
    }

    long start() {
      return timed ? System.nanoTime() : 0;
    }
  }

  Variant next() {
    if (ready) {
      return Variant.SIMD;
    }
    int call = ++calls;
    if (call % CALLS != 0) {
      return Variant.SCALAR;
    }
    return call % (2 * CALLS) == 0 ? Variant.TIMED_SIMD : Variant.TIMED_SCALAR;
  }

  /** Ends a call that began at {@code way.start()} and made so many multiplications. */
  void end(Variant way, long start, long work) {
    if (way.timed) {
      double nanos = (double) (System.nanoTime() - start) / work;
      if (way.simd) {
        ready = nanos < scalarNanos && scalarNanos < Double.MAX_VALUE;
      } else {
        scalarNanos = Math.min(scalarNanos, nanos);
      }
    }
  }
}
