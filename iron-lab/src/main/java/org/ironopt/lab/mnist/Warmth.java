package org.ironopt.lab.mnist;

import java.util.concurrent.atomic.AtomicLongArray;
import java.util.function.Supplier;
import org.ironopt.method.Stepper;
import org.ironopt.method.Work;

/**
 * How many gradients and products each method has taken in this process. The compiler of a fresh
 * JVM is busy for the first second or two, which must not be charged to the method whose turn it
 * is; so a timed run begins only after enough of them, taken by a stepper that is thrown away if
 * need be.
 */
final class Warmth {
  private static final int ENOUGH = 5000;
  private static final AtomicLongArray TAKEN = new AtomicLongArray(Rival.values().length);

  private Warmth() {}

  static void add(Rival rival, Work work) {
    TAKEN.addAndGet(rival.ordinal(), work.evaluations() + work.products());
  }

  /** Warms up, for a run of so many steps: a short one is not worth a long warm-up. */
  static void ensure(Rival rival, long steps, Supplier<Stepper> throwaway) {
    long enough = Math.min(ENOUGH, steps);
    if (TAKEN.get(rival.ordinal()) < enough) {
      Stepper stepper = throwaway.get();
      while (TAKEN.get(rival.ordinal()) < enough) {
        add(rival, stepper.advance().work());
      }
    }
  }
}
