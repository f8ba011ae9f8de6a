package org.ironopt.lab.deep;

import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.Preconditioner;

/**
 * How a run is made.
 *
 * @param kind the method
 * @param batch rows of a step
 * @param step of an explicit method; the largest lambda of an implicit one
 * @param cg conjugate gradient steps of a whole implicit step, 1 for a part of one
 */
record DeepVariant(Kind kind, int batch, double step, int cg) {
  /** What is changed. */
  enum Kind {
    IRON,
    WHOLE_STEP,
    NO_INERTIA,
    NO_FACTORS,
    SLOW_GROWTH,
    ADAMW,
    NESTEROV;

    boolean explicit() {
      return this == ADAMW || this == NESTEROV;
    }
  }

  /** Momentum 0.8 means this step of the flow. */
  private static final double INERTIA = 1 / 0.8 - 1;

  /** Part of the step to the minimum of the model. */
  private static final double PART = 0.3;

  /** A step so long that nothing is left of the velocity. */
  private static final double NO_VELOCITY = 1e9;

  /** Growth of lambda where the model is good; the slow one is that of the first trials. */
  private static final double GROW = 2;

  private static final double GROW_SLOWLY = 1.2;

  /** The newest iterate enters the average with about nine over the steps so far. */
  private static final double AVERAGE = 8;

  private static final double MOMENTUM = 0.99;

  String label() {
    String numbers = "-b" + batch + "-" + Numbers.text(step);
    return NamedValues.word(kind) + numbers + (kind.explicit() ? "" : "-cg" + cg);
  }

  Preconditioner preconditioner() {
    return kind == Kind.NO_FACTORS
        ? new Preconditioner.None()
        : new Preconditioner.Averaged(5, 50, 0.05, 0.25, 1);
  }

  /** Returns the method; steps that decay end after so many. */
  Method method(long steps) {
    Batches batches = Batches.fullEpochs(batch);
    Schedule decay = Schedule.cosineDecay(step, steps);
    return switch (kind) {
      case ADAMW -> AdamW.steps(decay).weightDecay(0).batches(batches);
      case NESTEROV -> Sgd.steps(decay).nesterov(MOMENTUM).batches(batches);
      default -> IterateAveraging.of(implicit().batches(batches)).eta(AVERAGE);
    };
  }

  private Iron implicit() {
    double grow = kind == Kind.SLOW_GROWTH ? GROW_SLOWLY : GROW;
    return Iron.step(kind == Kind.NO_INERTIA ? NO_VELOCITY : INERTIA)
        .adapting(Adaptation.standard().grow(grow).largest(step))
        .inner(inner());
  }

  private InnerMethod inner() {
    return switch (kind) {
      case WHOLE_STEP, NO_FACTORS -> InnerMethod.linearized(cg, preconditioner());
      default -> InnerMethod.relaxed(PART, preconditioner());
    };
  }
}
