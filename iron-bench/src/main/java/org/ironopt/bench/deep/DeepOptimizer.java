package org.ironopt.bench.deep;

import static org.ironopt.io.internal.Numbers.format;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
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
 * Who takes part, and with which settings: as many for everyone, the first is the published one.
 */
enum DeepOptimizer {
  IRON("iron", "inertial implicit steps, Kronecker factors, decayed along a cosine to its budget"),
  ADAMW("adamw", "decayed along a cosine to its budget"),
  MUON("muon", "orthogonal momentum, biases by AdamW, decayed along a cosine to its budget"),
  NESTEROV("sgd-nesterov", "momentum 0.99, decayed along a cosine to its budget"),
  LBFGS("lbfgs", "all rows in every step"),
  GAUSS_NEWTON("gauss-newton-cg", "conjugate gradients without factors, no inertia"),
  KFAC("kfac", "one conjugate gradient step with Kronecker factors, no inertia");

  /** Momentum 0.9 means this step of the flow. */
  private static final double INERTIA = 1 / 0.9 - 1;

  /** Part of the first step of IRON, from which it decays to the end of the budget. */
  private static final double PART = 0.5;

  /** Looks that the ratio of IRON averages over. */
  private static final int LOOKS = 20;

  /** A step so long that nothing is left of the velocity. */
  private static final double NO_INERTIA = 1e9;

  /** Weight of the newest iterate in the average is about nine over the steps so far. */
  private static final double AVERAGE = 8;

  /** Growth of lambda while the model is good: it has five decades to go. */
  private static final double GROW = 2;

  static final Preconditioner FACTORS = new Preconditioner.Averaged(5, 50, 0.05, 0.25, 1);

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
   * @param number conjugate gradient steps, or pairs of L-BFGS; 1 of IRON
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
          new Globalization.Unchecked(5, PART).budget(steps).looks(LOOKS);
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

  /** Returns what the search tries. */
  List<Settings> grid() {
    return switch (this) {
      case IRON ->
          Stream.of(1e4, 1e3)
              .flatMap(m -> Stream.of(1000, 500, 2000).map(b -> new Settings(this, b, m, 1)))
              .toList();
      case KFAC -> implicit(1e5, new int[] {500, 1, 250, 1, 1000, 1, 2000, 1, 4000, 1, 750, 1});
      case GAUSS_NEWTON ->
          implicit(1e5, new int[] {2000, 20, 1000, 20, 4000, 20, 2000, 10, 1000, 50, 500, 20});
      case ADAMW -> explicit(new int[] {100, 50, 200}, 6e-3, 4e-3);
      case MUON -> explicit(new int[] {1000, 500}, 1e-2, 2e-2, 6e-3);
      case NESTEROV -> explicit(new int[] {200, 400}, 1e-3, 3e-3, 1e-2);
      case LBFGS -> Stream.of(10, 5, 20, 40, 60, 80).map(m -> new Settings(this, 0, 1, m)).toList();
    };
  }

  private List<Settings> implicit(double largest, int[] pairs) {
    return Stream.iterate(0, i -> i < pairs.length, i -> i + 2)
        .map(i -> new Settings(this, pairs[i], largest, pairs[i + 1]))
        .toList();
  }

  private List<Settings> explicit(int[] batches, double... steps) {
    return Arrays.stream(batches)
        .boxed()
        .flatMap(b -> Arrays.stream(steps).mapToObj(step -> new Settings(this, b, step, 0)))
        .toList();
  }

  /** Returns whether IRON is to reach its loss. */
  boolean peer() {
    return this == ADAMW || this == MUON;
  }

  /** Returns whether a device makes its steps. */
  boolean onDevices() {
    return this != LBFGS;
  }
}
