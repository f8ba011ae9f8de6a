package org.ironopt.fit.network;

import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.Preconditioner;

/**
 * The steps on a network: IRON with inertia on all rows, or, of many rows, on batches with averaged
 * iterates.
 *
 * @param rows to learn from
 * @param seed of what is random in a step
 */
record NetworkSteps(int rows, long seed) {
  /** Momentum 0.9 means this step of the flow. */
  private static final double INERTIA = 1 / 0.9 - 1;

  /** Up to so many rows, all of them are in every step. */
  private static final int FULL = 4096;

  private static final int BATCH = 1024;

  /** Conjugate gradients of a step on all rows, and of one on a batch. */
  private static final int FULL_CG = 10;

  private static final int BATCH_CG = 2;

  /** Weight of the newest iterate in the average of batches is about nine over the steps so far. */
  private static final double AVERAGE = 8;

  private static final double GROW = 2;

  private boolean full() {
    return rows <= FULL;
  }

  /** Returns the rows of a step. */
  int batch() {
    return full() ? rows : BATCH;
  }

  long perEpoch() {
    return Math.max(1, rows / batch());
  }

  Method method() {
    Iron iron =
        Iron.step(INERTIA)
            .adapting(Adaptation.standard().grow(GROW))
            .inner(
                InnerMethod.linearized(
                    full() ? FULL_CG : BATCH_CG, new Preconditioner.Averaged(seed)));
    return full()
        ? iron
        : IterateAveraging.of(iron.batches(Batches.fullEpochs(BATCH))).eta(AVERAGE);
  }

  String description() {
    return "IRON on a network, "
        + (full() ? FULL_CG : BATCH_CG)
        + " conjugate-gradient iterations a step, preconditioned by Kronecker factors, "
        + (full() ? "all rows in every step" : BATCH + " rows a step, averaged")
        + ", stopped by its loss on other rows";
  }
}
