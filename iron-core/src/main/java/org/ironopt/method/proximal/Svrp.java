package org.ironopt.method.proximal;

import java.util.Locale;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.Snapshots;
import org.ironopt.method.Stepper;
import org.ironopt.method.Words;
import org.ironopt.method.Work;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.Stream;
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

  /** {@link Svrp} at work. */
  private static final class SvrpStepper extends CorrectedStepper {
    /** The stream of coins and choices. */
    private static final String STREAM = "snapshots";

    private final Snapshots snapshots;
    private final Stream stream;
    private final double probability;

    /** The snapshot and the gradient of f there. */
    private final double[] u;

    private final double[] gradient;

    /** The sum of the iterates since the snapshot, or the chosen one of them; else empty. */
    private final double[] kept;

    private final double[] spare;

    SvrpStepper(Svrp method, Objective objective, double[] x0, Streams streams) {
      super(method.name(), method.eta(), method.batches(), objective, x0, streams);
      snapshots = method.snapshots();
      stream = streams.stream(STREAM);
      probability =
          switch (snapshots) {
            case Snapshots.Coin(double p) when p > 0 -> p;
            default -> objective instanceof FiniteSum sum ? 1. / sum.terms() : 1;
          };
      u = new double[x.length];
      gradient = new double[x.length];
      kept = new double[keeps() ? x.length : 0];
      spare = new double[x.length];
    }

    private boolean keeps() {
      return snapshots instanceof Snapshots.Every(int steps, var choice)
          && choice != Snapshots.Choice.LAST;
    }

    @Override
    protected double[][] arrays() {
      return new double[][] {x, u, gradient, kept};
    }

    @Override
    public Work correct() {
      Work work = Work.gradients(1);
      boolean every = snapshots instanceof Snapshots.Every(int m, var choice) && k % m == 0;
      if (k == 0 || every) {
        choose(spare);
        objective.gradient(spare, gradient);
        Vectors.copy(spare, u);
        work = work.plus(Work.gradients(1));
      }
      sampler.objective(k).gradient(u, h);
      Vectors.axpy(-1, gradient, h);
      return work;
    }

    private void choose(double[] point) {
      Vectors.copy(x, point);
      if (k > 0 && snapshots instanceof Snapshots.Every(int m, var choice)) {
        switch (choice) {
          case LAST -> {}
          case MEAN -> {
            Vectors.copy(kept, point);
            Vectors.scale(1. / m, point);
          }
          case UNIFORM -> Vectors.copy(kept, point);
        }
      }
    }

    @Override
    public Work remember(double step, double[] next) {
      return switch (snapshots) {
        case Snapshots.Every(int m, Snapshots.Choice choice) -> {
          switch (choice) {
            case LAST -> {}
            case MEAN -> Vectors.add(next, k % m == 0 ? 0 : 1, kept, kept);
            case UNIFORM -> {
              if (stream.below(m, k / m, 0) == k % m) {
                Vectors.copy(next, kept);
              }
            }
          }
          yield Work.NONE;
        }
        case Snapshots.Coin coin -> turn(stream.uniform(k, 1) < probability);
        case Snapshots.Coins(var coins) -> turn(coins.get((int) (k % coins.size())));
      };
    }

    /** Makes the old iterate the snapshot if the coin says so. */
    private Work turn(boolean coin) {
      if (!coin) {
        return Work.NONE;
      }
      objective.gradient(x, spare);
      Vectors.copy(spare, gradient);
      Vectors.copy(x, u);
      return Work.gradients(1);
    }
  }
}
