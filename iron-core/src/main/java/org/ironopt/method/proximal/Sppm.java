package org.ironopt.method.proximal;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Archive;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Sampler;
import org.ironopt.method.Schedule;
import org.ironopt.method.State;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.Work;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.InnerReport;

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
 * @param batches terms, or for {@link Variant.Sets} the numbers of the sets, that steps see
 */
public record Sppm(Schedule eta, Variant variant, Batches batches) implements Method {
  /** What is drawn and what h is. */
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
      private Sampler sampler(String method, Batches batches, Streams streams) {
        int size = batches.size(sets.size());
        if (size != 1) {
          throw new IllegalArgumentException(method + " draws one set per step, got " + size);
        }
        return Sampler.ofNumbers(batches, sets.size(), streams);
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
    record Snapshot(Snapshots snapshots) implements Variant {}

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
    return snapshots(new Snapshots.Every(m, Snapshots.Choice.LAST));
  }

  /** Corrects by the gradients at a snapshot that a coin of probability 1/N takes: L-SVRP. */
  public Sppm loopless() {
    return snapshots(new Snapshots.Coin(0));
  }

  /** Corrects by the gradients at a snapshot. */
  public Sppm snapshots(Snapshots snapshots) {
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
      case Variant.Snapshot(var s) -> s instanceof Snapshots.Every ? "svrp" : "l-svrp";
      case Variant.Table(boolean old) -> old ? "sapa" : "point-saga";
    };
  }

  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    return switch (variant) {
      case Variant.Snapshot(var snapshots) -> new WithSnapshot(snapshots, objective, x0, streams);
      case Variant.Table(boolean old) -> new WithTable(old, objective, x0, streams);
      default -> new AtWork(objective, x0, streams);
    };
  }

  /**
   * The step that all share, and what has no memory: SPPM, SPPM* and SPPM-GC. A memory changes only
   * after all oracles of the step were asked.
   */
  private class AtWork extends State {
    final Objective objective;
    final Sampler sampler;
    private final BatchProx prox;

    /** {@code x + eta h}. */
    final double[] center;

    final double[] h;
    private double[] next;

    /** x* if it is known, else unused; and the gradient of f. */
    private final double[] star;

    private final double[] whole;

    AtWork(Objective objective, double[] x0, Streams streams) {
      super(name(), objective, NoiseModel.none(), x0, streams);
      this.objective = objective;
      if (variant instanceof Variant.Sets sets) {
        FiniteSum sum = Sampler.requireTerms(name(), objective);
        sampler = sets.sampler(name(), batches, streams);
        prox = BatchProx.ofSets(sum, sets, sampler);
      } else {
        sampler = Sampler.of(batches, objective, streams);
        prox = BatchProx.of(objective, sampler);
      }
      star =
          variant instanceof Variant.Star(var known)
              ? known.stream().mapToDouble(Double::doubleValue).toArray()
              : x.clone();
      Require.finite("minimizer", Require.length("minimizer", x.length, star));
      center = new double[x.length];
      h = new double[x.length];
      next = new double[x.length];
      whole = new double[x.length];
    }

    /** Overwrites {@link #h}, 0 at first, and returns what that cost. */
    Work correct() {
      if (variant instanceof Variant.Star) {
        sampler.objective(k).gradient(star, h);
        return Work.gradients(1);
      }
      if (variant instanceof Variant.Corrected) {
        objective.gradient(x, whole);
        sampler.objective(k).gradient(x, h);
        Vectors.axpy(-1, whole, h);
        return Work.gradients(2);
      }
      return Work.NONE;
    }

    /** Updates the memory, given x+, and returns what that cost; x is still the old one. */
    Work remember(double step, double[] next) {
      return Work.NONE;
    }

    @Override
    public final StepReport advance() {
      double step = eta.checked(k);
      Work work = correct();
      Vectors.add(x, step, h, center);
      InnerReport inner = prox.solve(k, step, center, x, next);
      work = work.plus(remember(step, next));
      next = moveTo(next);
      k++;
      return StepReport.implicit(k, step, inner, work);
    }
  }

  /** {@link Variant.Snapshot}. */
  private final class WithSnapshot extends AtWork {
    private final Snapshots snapshots;

    /** The stream of coins and choices. */
    private final Stream stream;

    private final double probability;

    /** The snapshot, and the gradient of f there. */
    private final double[] u;

    private final double[] gradient;

    /** The sum of the iterates since the snapshot, or the chosen one of them; else empty. */
    private final double[] kept;

    private final double[] spare;

    WithSnapshot(Snapshots snapshots, Objective objective, double[] x0, Streams streams) {
      super(objective, x0, streams);
      this.snapshots = snapshots;
      stream = streams.stream("snapshots");
      probability =
          switch (snapshots) {
            case Snapshots.Coin(double p) when p > 0 -> p;
            default -> objective instanceof FiniteSum sum ? 1. / sum.terms() : 1;
          };
      boolean keeps =
          snapshots instanceof Snapshots.Every(int _, var choice)
              && choice != Snapshots.Choice.LAST;
      u = new double[x.length];
      gradient = new double[x.length];
      kept = new double[keeps ? x.length : 0];
      spare = new double[x.length];
    }

    @Override
    protected void state(Archive archive) throws IOException {
      archive.arrays(u, gradient, kept);
    }

    @Override
    Work correct() {
      Work work = Work.gradients(1);
      boolean every = snapshots instanceof Snapshots.Every(int m, var _) && k % m == 0;
      if (k == 0 || every) {
        choose(spare);
        objective.gradient(spare, gradient);
        Vectors.copy(spare, u);
        work = Work.gradients(2);
      }
      sampler.objective(k).gradient(u, h);
      Vectors.axpy(-1, gradient, h);
      return work;
    }

    private void choose(double[] point) {
      boolean known = k > 0 && kept.length > 0;
      Vectors.copy(known ? kept : x, point);
      if (known && snapshots instanceof Snapshots.Every(int m, Snapshots.Choice choice)) {
        Vectors.scale(choice == Snapshots.Choice.MEAN ? 1. / m : 1, point);
      }
    }

    @Override
    Work remember(double step, double[] next) {
      return switch (snapshots) {
        case Snapshots.Every(int m, Snapshots.Choice choice) -> {
          if (choice == Snapshots.Choice.MEAN) {
            Vectors.add(next, k % m == 0 ? 0 : 1, kept, kept);
          } else if (choice == Snapshots.Choice.UNIFORM && stream.below(m, k / m, 0) == k % m) {
            Vectors.copy(next, kept);
          }
          yield Work.NONE;
        }
        case Snapshots.Coin _ -> turn(stream.uniform(k, 1) < probability);
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

  /**
   * A gradient for each term, at the point before its last step (SAPA) or after it (Point-SAGA).
   */
  private final class WithTable extends AtWork {
    private final boolean old;
    private final FiniteSum sum;
    private final int[] term = new int[1];
    private final double[][] table;
    private final double[] mean;
    private final double[] entry;

    WithTable(boolean old, Objective objective, double[] x0, Streams streams) {
      super(objective, x0, streams);
      this.old = old;
      sum = Sampler.requireTerms(name(), objective);
      sampler.requireSingle(name(), sum.terms());
      table = new double[sum.terms()][x.length];
      mean = new double[x.length];
      entry = new double[x.length];
    }

    @Override
    protected void state(Archive archive) throws IOException {
      archive.array(mean);
      archive.arrays(table);
    }

    @Override
    Work correct() {
      Work work = Work.NONE;
      if (k == 0) {
        fill();
        work = Work.gradients(1);
      }
      sampler.terms(k, term);
      double[] row = table[term[0]];
      double w = sampler.weight();
      for (int j = 0; j < h.length; j++) {
        h[j] = Math.fma(w, row[j], -mean[j]);
      }
      return work;
    }

    private void fill() {
      int[] index = new int[1];
      Objective view = sum.batch(index, 0, 1);
      for (int i = 0; i < table.length; i++) {
        index[0] = i;
        view.gradient(x, table[i]);
      }
      Arrays.fill(mean, 0);
      for (double[] row : table) {
        Vectors.axpy(1. / table.length, row, mean);
      }
    }

    @Override
    Work remember(double step, double[] next) {
      if (old) {
        sampler.objective(k).gradient(x, entry);
        Vectors.scale(1 / sampler.weight(), entry);
      } else {
        Vectors.subtract(center, next, entry);
        Vectors.scale(1 / (step * sampler.weight()), entry);
      }
      double[] row = table[term[0]];
      for (int j = 0; j < row.length; j++) {
        mean[j] += (entry[j] - row[j]) / table.length;
        row[j] = entry[j];
      }
      return old ? Work.gradients(1) : Work.NONE;
    }
  }
}
