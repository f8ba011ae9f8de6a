package org.ironopt.method.proximal;

import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;

/**
 * The stochastic proximal point methods with a correction h of the batch's gradient,
 *
 * <pre>
 *   x+ = prox_{eta f_B}(x + eta h)
 *
 *   SPPM        h = 0                                 B: a batch of equally likely terms
 *   SPPM-NS     h = 0                                 B: term i with probability p_i, weight 1/(N p_i)
 *   SPPM-AS     h = 0                                 B: set C with probability p_C, term i of it with
 *                                                     weight 1/(N times the chance of i)
 *   SPPM*       h = grad f_B(x*)                      for theory: the minimiser must be known
 *   SPPM-GC     h = grad f_B(x) - grad f(x)
 *   SVRP        h = grad f_B(u) - grad f(u)           u: a snapshot every m steps; L-SVRP: by a coin
 *   SAPA        h = g_i - mean_j g_j                  then g_i = grad f_i(x), at the old point
 *   Point-SAGA  h = g_i - mean_j g_j                  then g_i = (x + eta h - x+)/eta, at the new one
 * </pre>
 *
 * The tables g start with the gradients at x0. Where all terms have the same Hessian, SVRP makes
 * the steps of the deterministic proximal point method for any batches.
 *
 * <p>Needs the prox of a term (or an inner solve on a batch), and what h needs; tables need N times
 * n numbers and one term per step. Guarantees: without smoothness, for convex f_i, f mu-strongly
 * convex or all f_i so, {@code E|x_K - x*|^2 <= (1 + eta mu)^{-2K} |x_0 - x*|^2 + eta s^2 / (eta
 * mu^2 + 2 mu)} with {@code s^2 = E|grad f_B(x*)|^2} for the first three; SPPM* shrinks the
 * distance by {@code 1/(1 + eta mu)} in every step. All are stable for every step. For L-smooth
 * convex terms and strongly convex f, SVRP and SAPA converge linearly with a constant step {@code
 * eta < 1/(5L)}; with {@link #pointSagaStep} the squared distance of Point-SAGA, with the table's,
 * shrinks in the mean by {@code 1/(1 + mu eta)} per step.
 *
 * <p>References: P. Richtarik, A. Sadiev, Y. Demidovich, "A unified theory of stochastic proximal
 * point methods without smoothness" (2024), arXiv:2405.15941 (SPPM); C. Traore, V. Apidopoulos, S.
 * Salzo, S. Villa, "Variance reduction techniques for stochastic proximal point algorithms", J.
 * Optim. Theory Appl. 203 (2024), DOI 10.1007/s10957-024-02502-6 (SVRP, SAPA); A. Khaled, C. Jin,
 * "Faster federated optimization under second-order similarity", arXiv:2209.02257 (L-SVRP); A.
 * Defazio, "A simple practical accelerated method for finite sums", NIPS 2016, arXiv:1602.02442
 * (Point-SAGA). Deviations: of the first paper only the abstract was at hand, its methods are as
 * their names and the theory of sampling define them; SVRP allows batches of several terms, and
 * which iterate becomes the snapshot and the constant 1/5 are from general knowledge of the
 * methods, not from the printed text; none known for Point-SAGA.
 *
 * @param eta step lengths
 * @param variant what is drawn and what h is
 * @param batches terms, or for {@link Variant.Sets} the numbers of the sets, of a step
 */
public record Sppm(Schedule eta, Variant variant, Batches batches) implements Method {
  /** The sampling and the correction h. */
  public sealed interface Variant {
    /** Batches, no correction: SPPM. */
    record Plain() implements Variant {}

    /**
     * Sets of terms, each drawn with a probability: SPPM-AS, and SPPM-NS if each set is one term.
     *
     * @param sets the terms of each set, none twice
     * @param probabilities of the sets, with sum 1
     */
    record Sets(List<List<Integer>> sets, List<Double> probabilities) implements Variant {
      public Sets {
        sets = sets.stream().map(List::copyOf).toList();
        probabilities = List.copyOf(probabilities);
        Require.sameLength("sets", sets.size(), "probabilities", probabilities.size());
      }

      /** Returns what draws the numbers of sets, one in each step. */
      BatchSampler sampler(String method, Batches batches, RandomStreams streams) {
        int size = batches.size(sets.size());
        Require.that(size == 1, "%s draws one set per step, got %s", method, size);
        return BatchSampler.ofNumbers(batches, sets.size(), streams);
      }
    }

    /**
     * The correction at the minimiser: SPPM*.
     *
     * @param minimizer x*
     */
    record Star(List<Double> minimizer) implements Variant {
      public Star {
        minimizer = List.copyOf(minimizer);
      }
    }

    /** The correction at the iterate: SPPM-GC. */
    record Corrected() implements Variant {}

    /**
     * The correction at a snapshot of the iterate: SVRP, L-SVRP.
     *
     * @param snapshots when and of what
     */
    record Snapshot(SnapshotSchedule snapshots) implements Variant {}

    /**
     * The correction by a table of gradients, at the points before the steps (SAPA) or at those
     * that the steps led to (Point-SAGA).
     */
    record Table(boolean old) implements Variant {}
  }

  /** Returns SPPM with a constant step and one term per step. */
  public static Sppm step(double eta) {
    return steps(Schedule.constant(eta));
  }

  /** Returns SPPM with the steps of a schedule and one term per step. */
  public static Sppm steps(Schedule eta) {
    return new Sppm(eta, new Variant.Plain(), Batches.withReplacement(1));
  }

  /** Draws term i with probability {@code p[i]}: SPPM-NS. */
  public Sppm nonuniform(double... p) {
    return sets(IntStream.range(0, p.length).mapToObj(List::of).toList(), p);
  }

  /** Draws the set {@code sets[c]} with probability {@code p[c]}: SPPM-AS. */
  public Sppm sets(List<List<Integer>> sets, double... p) {
    Variant.Sets variant = new Variant.Sets(sets, Arrays.stream(p).boxed().toList());
    return new Sppm(eta, variant, Batches.weighted(p));
  }

  /** Corrects by the gradients at the minimiser: SPPM*. */
  public Sppm star(double... minimizer) {
    return variant(new Variant.Star(Arrays.stream(minimizer).boxed().toList()));
  }

  /** Corrects by the gradients at the iterate: SPPM-GC. */
  public Sppm corrected() {
    return variant(new Variant.Corrected());
  }

  /** Corrects by the gradients at the iterate of m steps ago at most: SVRP. */
  public Sppm svrp(int m) {
    return snapshots(new SnapshotSchedule.Every(m, SnapshotSchedule.Choice.LAST));
  }

  /** Corrects by the gradients at a snapshot that a coin of probability 1/N takes: L-SVRP. */
  public Sppm loopless() {
    return snapshots(new SnapshotSchedule.Coin(0));
  }

  /** Corrects by the gradients at a snapshot. */
  public Sppm snapshots(SnapshotSchedule snapshots) {
    return variant(new Variant.Snapshot(snapshots));
  }

  /** Corrects by a table of gradients at the points before the steps: SAPA. */
  public Sppm sapa() {
    return variant(new Variant.Table(true));
  }

  /** Corrects by a table of gradients at the points that the steps led to: Point-SAGA. */
  public Sppm pointSaga() {
    return variant(new Variant.Table(false));
  }

  private Sppm variant(Variant variant) {
    return new Sppm(eta, variant, batches);
  }

  /** Changes which terms, or sets, the steps see. */
  public Sppm batches(Batches batches) {
    return new Sppm(eta, variant, batches);
  }

  /**
   * Returns {@code sqrt((N-1)^2 + 4 N L / mu) / (2 L N) - (1 - 1/N) / (2 L)}, the step with which
   * Point-SAGA has an accelerated rate {@code 1 - O(1/(N + sqrt(N L / mu)))}.
   */
  public static double pointSagaStep(double mu, double smoothness, int terms) {
    Require.positive("mu", mu);
    Require.positive("L", smoothness);
    double n = Require.atLeast("terms", 1, terms);
    double root = Math.sqrt((n - 1) * (n - 1) + 4 * n * smoothness / mu);
    return (root - (n - 1)) / (2 * smoothness * n);
  }

  @Override
  public String name() {
    return switch (variant) {
      case Variant.Plain _ -> "sppm";
      case Variant.Sets s ->
          s.sets().stream().allMatch(set -> set.size() == 1) ? "sppm-ns" : "sppm-as";
      case Variant.Star _ -> "sppm-star";
      case Variant.Corrected _ -> "sppm-gc";
      case Variant.Snapshot(var s) -> s instanceof SnapshotSchedule.Every ? "svrp" : "l-svrp";
      case Variant.Table(boolean old) -> old ? "sapa" : "point-saga";
    };
  }

  @Override
  public Stepper start(Objective objective, double[] x0, RandomStreams streams) {
    return switch (variant) {
      case Variant.Snapshot(var snapshots) ->
          new SppmStepper.WithSnapshot(this, snapshots, objective, x0, streams);
      case Variant.Table(boolean old) ->
          new SppmStepper.WithTable(this, old, objective, x0, streams);
      default -> new SppmStepper(this, objective, x0, streams);
    };
  }

  /** When {@link Sppm} takes a snapshot, and of which iterate. */
  public sealed interface SnapshotSchedule {
    /** Which of the iterates since the last snapshot the next one is. */
    enum Choice {
      /** The newest. */
      LAST,
      /** Their mean. */
      MEAN,
      /** One at random, each with the same probability. */
      UNIFORM
    }

    /**
     * A snapshot before the first step and after every so many: SVRP.
     *
     * @param steps the number of steps
     * @param choice which iterate it is
     */
    record Every(int steps, Choice choice) implements SnapshotSchedule {
      public Every {
        Require.atLeast("steps between snapshots", 1, steps);
      }
    }

    /**
     * The old iterate, with this probability in each step: loopless SVRP.
     *
     * @param probability of a snapshot in a step; 0 stands for one over the number of terms
     */
    record Coin(double probability) implements SnapshotSchedule {
      public Coin {
        Require.that(
            probability >= 0 && probability <= 1,
            "probability of a snapshot is %s, expected 0 to 1",
            probability);
      }
    }

    /**
     * The same with coins that were thrown before, again and again.
     *
     * @param coins whether steps 0, 1, ... end with a snapshot
     */
    record Coins(List<Boolean> coins) implements SnapshotSchedule {
      public Coins {
        coins = List.copyOf(coins);
        Require.atLeast("number of coins", 1, coins.size());
      }

      /** Returns coins from numbers, 0 for no snapshot. */
      public static Coins of(int... coins) {
        return new Coins(Arrays.stream(coins).mapToObj(c -> c != 0).toList());
      }
    }
  }
}
