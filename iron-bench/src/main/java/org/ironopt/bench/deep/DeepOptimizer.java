package org.ironopt.bench.deep;

import static org.ironopt.io.internal.Numbers.format;

import java.util.Arrays;
import java.util.List;
import org.ironopt.method.Adaptation;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.IterateAveraging;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.network.Muon;
import org.ironopt.resolvent.Globalization;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.Preconditioner;

/**
 * Who takes part, and with which settings: as many for IRON and its peers, the first is the one
 * that the published race chose.
 */
enum DeepOptimizer {
  IRON("iron", "inertial implicit steps, Kronecker factors, decayed late in its budget"),
  ADAMW("adamw", "decayed along a cosine to its budget"),
  MUON("muon", "orthogonal momentum, biases by AdamW, decayed along a cosine to its budget"),
  NESTEROV("sgd-nesterov", "momentum 0.99, decayed along a cosine to its budget"),
  LBFGS("lbfgs", "all rows in every step"),
  GAUSS_NEWTON("gauss-newton-cg", "conjugate gradients without factors, no inertia"),
  KFAC("kfac", "one conjugate gradient step with Kronecker factors, no inertia");

  /** Momentum 0.8 means this step of the flow. */
  private static final double INERTIA = 1 / 0.8 - 1;

  /** Part of a step of IRON, which decays once the steady share of its budget is over. */
  private static final double PART = 0.3;

  private static final double STEADY = 0.6;

  /** A step so long that nothing is left of the velocity. */
  private static final double NO_INERTIA = 1e9;

  /** Weight of the newest iterate in the average is about 17 over the steps so far. */
  private static final double AVERAGE = 16;

  /** Growth of lambda while the model is good: it has decades to go. */
  private static final double GROW = 2;

  static final Preconditioner FACTORS = new Preconditioner.Averaged(5, 25, 0.05, 0.25, 1);

  final String id;
  final String words;

  DeepOptimizer(String id, String words) {
    this.id = id;
    this.words = words;
  }

  /**
   * Settings.
   *
   * @param batch rows of a step, 0 for all
   * @param step length of an explicit step, or the largest lambda
   * @param number conjugate gradient steps, or pairs of L-BFGS; else 1
   */
  record Settings(DeepOptimizer entrant, int batch, double step, int number) {
    String words() {
      return switch (entrant) {
        case LBFGS -> number + " pairs";
        case ADAMW, MUON, NESTEROV -> format("b = %d, step %s", batch, step);
        case IRON -> format("b = %d, lambda <= %.0e", batch, step);
        default -> format("b = %d, %d CG, lambda <= %.0e", batch, number, step);
      };
    }

    Preconditioner preconditioner() {
      return entrant == GAUSS_NEWTON ? new Preconditioner.None() : FACTORS;
    }

    /** Returns how many rows of so many a step sees. */
    int batch(int rows) {
      return batch == 0 ? rows : Math.min(batch, rows);
    }

    /** Returns the method on so many rows; steps that decay end after so many. */
    Method method(int rows, long steps) {
      Batches batches = Batches.fullEpochs(batch(rows));
      return switch (entrant) {
        case ADAMW ->
            AdamW.steps(Schedule.cosineDecay(step, steps)).weightDecay(0).batches(batches);
        case MUON -> Muon.steps(Schedule.cosineDecay(step, steps)).batches(batches);
        case NESTEROV ->
            Sgd.steps(Schedule.cosineDecay(step, steps)).nesterov(.99).batches(batches);
        case LBFGS -> new Lbfgs(number);
        case IRON -> iron(batches, steps);
        case GAUSS_NEWTON, KFAC ->
            implicit(NO_INERTIA, batches, InnerMethod.linearized(number, preconditioner()));
      };
    }

    private Method iron(Batches batches, long steps) {
      Globalization.Unchecked looks =
          new Globalization.Unchecked(5, PART).budget(steps).steady(STEADY);
      return implicit(INERTIA, batches, InnerMethod.relaxed(PART, FACTORS).globalization(looks));
    }

    private Method implicit(double alpha, Batches batches, InnerMethod inner) {
      Iron iron =
          Iron.step(alpha)
              .adapting(Adaptation.standard().grow(GROW).largest(step))
              .batches(batches)
              .inner(inner);
      return IterateAveraging.of(iron).eta(AVERAGE);
    }
  }

  /** Returns what the search tries; of a control what an earlier search had chosen. */
  List<Settings> grid() {
    return switch (this) {
      case IRON -> pairs(new int[] {500, 1000}, 300, 1000);
      case ADAMW -> pairs(new int[] {50, 100}, 6e-3, 9e-3);
      case MUON -> pairs(new int[] {1000, 500}, 2e-2, 4e-2);
      case NESTEROV -> pairs(new int[] {200}, 1e-3);
      case LBFGS -> List.of(new Settings(this, 0, 1, 10));
      case GAUSS_NEWTON -> List.of(new Settings(this, 2000, 1e5, 20));
      case KFAC -> List.of(new Settings(this, 500, 1e5, 1));
    };
  }

  private List<Settings> pairs(int[] batches, double... steps) {
    return Arrays.stream(batches)
        .boxed()
        .flatMap(b -> Arrays.stream(steps).mapToObj(step -> new Settings(this, b, step, 1)))
        .toList();
  }

  /** Returns whether IRON is to reach its loss. */
  boolean peer() {
    return this == ADAMW || this == MUON;
  }

  /** Returns whether it is IRON or a peer, whose settings are searched for alike. */
  boolean races() {
    return this == IRON || peer();
  }

  /** Returns whether a device makes its steps. */
  boolean onDevices() {
    return this != LBFGS;
  }
}
