package org.ironopt.linalg.kernel;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Uses a SIMD loop only once it is compiled. Before that the Vector API makes an object of every
 * vector and is a hundred times slower than plain Java, so the plain loop does the work. After
 * enough of it a background thread runs the SIMD loop on a small array, which makes the compiler
 * translate it, until a run is fast. Both loops give the same bits, so the clock decides about
 * speed only. Where vectors are too narrow for a loop no run is ever fast, and the plain loop
 * stays.
 */
abstract class WarmUp {
  /** Shorter ranges are always left to the scalar twin. */
  static final int SHORT = 32;

  private static final int LENGTH = 64;

  /** Compiled loops take a tenth of this for an element, cold ones ten times as long. */
  private static final int NANOS_IF_COMPILED = 8;

  /** Calls that trigger compilation; afterwards wait rather than call. */
  private static final int EAGER_RUNS = 20_000;

  private static final int PATIENT_RUNS = 5000;
  private static final long PATIENCE = 2_000_000;

  private final AtomicBoolean started = new AtomicBoolean();

  // Plain fields: a thread that sees them late or loses an update only stays careful for longer.
  private boolean done;
  private long elementsToGo;

  /**
   * The loop warms up after so many elements. Compiling it takes some tenths of a second of another
   * processor, so the scalar twin should have spent a good part of that first.
   */
  private WarmUp(long elements) {
    elementsToGo = elements;
  }

  abstract void runSimd(double[] x, double[] y, int n);

  /** Returns whether the SIMD loop is known to be fast; counts what it could have done if not. */
  final boolean ready(int n) {
    if (!done) {
      count(n);
    }
    return done;
  }

  private void count(int n) {
    elementsToGo -= n;
    if (elementsToGo < 0 && started.compareAndSet(false, true)) {
      Thread.ofPlatform().daemon().name("iron-warm-up").start(this::compile);
    }
  }

  /** Runs the SIMD loop until it is fast, one loop of the process at a time. */
  final void compile() {
    synchronized (WarmUp.class) {
      double[] x = new double[LENGTH + 20];
      double[] y = new double[LENGTH + 20];
      for (int run = 0; run < EAGER_RUNS + PATIENT_RUNS && !done; run++) {
        // The compiler must have seen tails of all lengths and, rarely, a special case, or it would
        // throw its code away at the first one.
        x[run % LENGTH] = 0.01 * (run % 100);
        x[LENGTH / 2] = run % 32 == 0 ? Double.NaN : 0.5;
        int n = LENGTH + run % 20;
        long start = System.nanoTime();
        runSimd(x, y, n);
        done |= System.nanoTime() - start <= (long) NANOS_IF_COMPILED * n && run > 1000;
        if (run > EAGER_RUNS) {
          LockSupport.parkNanos(PATIENCE);
        }
      }
    }
  }

  /** A loop that writes y = f(x). */
  static final class Map extends WarmUp {
    /** The loop in plain Java. */
    @FunctionalInterface
    interface Loop {
      void run(double[] x, int xo, double[] y, int yo, int n);
    }

    /** The loop over whole vectors, which returns how many elements it has done. */
    @FunctionalInterface
    interface SimdLoop {
      int run(double[] x, int xo, double[] y, int yo, int n);
    }

    private final SimdLoop simd;
    private final Loop scalar;

    Map(SimdLoop simd, Loop scalar) {
      super(1 << 24);
      this.simd = simd;
      this.scalar = scalar;
    }

    @Override
    void runSimd(double[] x, double[] y, int n) {
      finish(x, 0, y, 0, n, simd.run(x, 0, y, 0, n));
    }

    /** Writes y = f(x), by SIMD once that loop is compiled. */
    void run(double[] x, int xo, double[] y, int yo, int n) {
      if (ready(n)) {
        finish(x, xo, y, yo, n, simd.run(x, xo, y, yo, n));
      } else {
        scalar.run(x, xo, y, yo, n);
      }
    }

    /** Goes on from the element i, where the SIMD loop has stopped. */
    void finish(double[] x, int xo, double[] y, int yo, int n, int i) {
      int done = i;
      while (done < n) {
        int few = Math.min(VectorFunctions.WIDTH, n - done);
        scalar.run(x, xo + done, y, yo + done, few);
        done += few;
        done += simd.run(x, xo + done, y, yo + done, n - done);
      }
    }
  }

  /** A loop that returns a number. */
  static final class Sum extends WarmUp {
    private final BlockTree.Sum simd;

    Sum(BlockTree.Sum simd) {
      super(1 << 26);
      this.simd = simd;
    }

    @Override
    void runSimd(double[] x, double[] y, int n) {
      y[0] = simd.of(x, 0, x, 0, n);
    }
  }
}
