package org.ironopt.method;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.ironopt.linalg.Parallel;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A step on a batch allocates its report and small change: no array as long as the batch. */
class StepAllocationTest {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Rows of a batch; one array of predictions would have 80 000 bytes. */
  private static final int BATCH = 2000;

  private static final int ALLOWED = 8_000;

  private final int threads = Parallel.threads();

  @BeforeEach
  void oneThread() {
    Parallel.setThreads(1);
  }

  @AfterEach
  void restoreThreads() {
    Parallel.setThreads(threads);
  }

  private static void assertSmall(Iron iron) {
    Softmax f = Softmax.of(Samples.classes(Samples.dense(6000, 6, 3), 5, 5), 1e-2);
    Stepper stepper =
        iron.batches(Batches.epochs(BATCH))
            .start(f, new double[f.dimension()], new RandomStreams(1));
    long least = Long.MAX_VALUE;
    // Until the optimizing compiler has seen a SIMD loop, each of its vectors is an object, and an
    // epoch begins with a list of its own. A busy machine compiles late.
    for (int k = 0; k < 20_000 && least > ALLOWED; k++) {
      long before = THREADS.getCurrentThreadAllocatedBytes();
      stepper.advance();
      least = Math.min(least, THREADS.getCurrentThreadAllocatedBytes() - before);
    }
    assertTrue(least <= ALLOWED, iron.description() + " allocates " + least + " bytes a step");
  }

  @Test
  void stepsOnBatches() {
    InnerTolerance tolerance = InnerTolerance.relative(1e-2);
    assertSmall(Iron.step(1).inner(InnerMethod.PREDICTIONS.tolerance(tolerance)));
    assertSmall(Iron.step(1).inner(InnerMethod.NEWTON_CG.tolerance(tolerance)));
    assertSmall(Iron.step(1).center(Center.table()));
  }
}
