package org.ironopt.method;

import java.util.Locale;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/**
 * SVRP, the stochastic proximal point method with variance reduced by a snapshot u of the iterate:
 *
 * <pre>
 *   x+ = prox_{eta f_B}(x + eta h),   h = grad f_B(u) - grad f(u) ,
 * </pre>
 *
 * so that the noise of a batch dies out as x and u approach the minimiser. SVRP takes a snapshot
 * every m steps, the loopless L-SVRP whenever a coin says so, of the iterate before the step
 * ({@link Snapshots}). On terms of equal Hessians h is the whole difference between a term and f,
 * and the iterates are those of the deterministic proximal point method for any batches.
 *
 * <p>Needs the prox of a term (or an inner solve on a batch), a gradient of the batch per step and
 * one of f per snapshot. Guarantee: for L-smooth convex terms and strongly convex f linear
 * convergence with a constant step {@code eta < 1/(5L)}.
 *
 * <p>References: C. Traore, V. Apidopoulos, S. Salzo, S. Villa, "Variance reduction techniques for
 * stochastic proximal point algorithms", J. Optim. Theory Appl. 203 (2024), DOI
 * 10.1007/s10957-024-02502-6; A. Khaled, C. Jin, "Faster federated optimization under second-order
 * similarity", arXiv:2209.02257. Deviations: batches of several terms are allowed; which iterate
 * becomes the snapshot and the constant of the step bound are from general knowledge of the method,
 * not from the printed text.
 *
 * @param eta step lengths
 * @param snapshots when and of what
 * @param batches terms that a step sees
 */
public record Svrp(Schedule eta, Snapshots snapshots, Batches batches) implements Method {
  /** Returns SVRP with a constant step, one term per step and a snapshot every m steps. */
  public static Svrp step(double eta, int m) {
    Snapshots every = new Snapshots.Every(m, Snapshots.Choice.LAST);
    return new Svrp(Schedule.constant(eta), every, Batches.withReplacement(1));
  }

  /** Returns L-SVRP with a constant step, one term per step and a coin of probability 1/N. */
  public static Svrp loopless(double eta) {
    return new Svrp(Schedule.constant(eta), new Snapshots.Coin(0), Batches.withReplacement(1));
  }

  /** Changes the steps. */
  public Svrp steps(Schedule eta) {
    return new Svrp(eta, snapshots, batches);
  }

  /** Changes when a snapshot is taken, and of what. */
  public Svrp snapshots(Snapshots snapshots) {
    return new Svrp(eta, snapshots, batches);
  }

  /** Changes which terms a step sees. */
  public Svrp batches(Batches batches) {
    return new Svrp(eta, snapshots, batches);
  }

  @Override
  public String name() {
    return snapshots instanceof Snapshots.Every ? "svrp" : "l-svrp";
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT,
        "%s(eta: %s; snapshots: %s; batches: %s)",
        name(),
        eta.description(),
        snapshots,
        Words.of(batches));
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return new SvrpStepper(this, objective, x0, streams);
  }
}
