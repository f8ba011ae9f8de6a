package org.ironopt.method.proximal;

import java.io.IOException;
import java.util.Arrays;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.StepReport;
import org.ironopt.method.internal.BatchResolvent;
import org.ironopt.method.proximal.Sppm.Variant;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.random.NoiseModel;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerReport;

/**
 * {@link Sppm} at work: the step that all variants share, and what has no memory: SPPM, SPPM* and
 * SPPM-GC. A memory changes only after all oracle calls of the step.
 */
class SppmStepper extends AbstractStepper {
  private final Sppm method;
  final Objective objective;
  final BatchSampler sampler;
  private final BatchResolvent prox;

  /** {@code x + eta h}. */
  final double[] center = new double[x.length];

  final double[] h = new double[x.length];
  private double[] next = new double[x.length];

  /** x* if it is known, else unused; and the gradient of f. */
  private final double[] star;

  private final double[] whole = new double[x.length];

  SppmStepper(Sppm method, Objective objective, double[] x0, RandomStreams streams) {
    super(method.name(), objective, NoiseModel.none(), x0, streams);
    this.method = method;
    this.objective = objective;
    if (method.variant() instanceof Variant.Sets sets) {
      FiniteSum sum = BatchSampler.requireTerms(method.name(), objective);
      sampler = sets.sampler(method.name(), method.batches(), streams);
      prox = BatchResolvent.ofSets(sum, sets, sampler);
    } else {
      sampler = BatchSampler.of(method.batches(), objective, streams);
      prox = BatchResolvent.of(objective, sampler);
    }
    star =
        method.variant() instanceof Variant.Star(var known)
            ? known.stream().mapToDouble(Double::doubleValue).toArray()
            : x.clone();
    Require.finite("minimizer", Require.length("minimizer", x.length, star));
  }

  /** Overwrites {@link #h}, 0 at first, and returns what that cost. */
  StepReport.Counts correct() {
    if (method.variant() instanceof Variant.Star) {
      sampler.objective(k).gradient(star, h);
      return StepReport.Counts.gradients(1);
    }
    if (method.variant() instanceof Variant.Corrected) {
      objective.gradient(x, whole);
      sampler.objective(k).gradient(x, h);
      Vectors.axpy(-1, whole, h);
      return StepReport.Counts.gradients(2);
    }
    return StepReport.Counts.NONE;
  }

  /** Updates the memory, given x+, and returns what that cost; x is still the old one. */
  StepReport.Counts remember(double step, double[] next) {
    return StepReport.Counts.NONE;
  }

  @Override
  public final StepReport advance() {
    double step = method.eta().checked(k);
    StepReport.Counts work = correct();
    Vectors.add(x, step, h, center);
    InnerReport inner = prox.solve(k, step, center, x, next);
    work = work.plus(remember(step, next));
    next = moveTo(next);
    k++;
    return StepReport.implicit(k, step, inner, work);
  }

  /** {@link Variant.Snapshot}. */
  static final class WithSnapshot extends SppmStepper {
    private final Sppm.SnapshotSchedule snapshots;

    /** The stream of coins and choices. */
    private final RandomStream stream;

    private final double probability;

    /** The snapshot, and the gradient of f there. */
    private final double[] u = new double[x.length];

    private final double[] gradient = new double[x.length];

    /** The sum of the iterates since the snapshot, or the chosen one of them; else empty. */
    private final double[] kept;

    private final double[] spare = new double[x.length];

    WithSnapshot(
        Sppm method,
        Sppm.SnapshotSchedule snapshots,
        Objective objective,
        double[] x0,
        RandomStreams streams) {
      super(method, objective, x0, streams);
      this.snapshots = snapshots;
      stream = streams.stream("snapshots");
      probability =
          switch (snapshots) {
            case Sppm.SnapshotSchedule.Coin(double p) when p > 0 -> p;
            default -> objective instanceof FiniteSum sum ? 1. / sum.terms() : 1;
          };
      boolean keeps =
          snapshots instanceof Sppm.SnapshotSchedule.Every(int _, var choice)
              && choice != Sppm.SnapshotSchedule.Choice.LAST;
      kept = new double[keeps ? x.length : 0];
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.arrays(u, gradient, kept);
    }

    @Override
    StepReport.Counts correct() {
      StepReport.Counts work = StepReport.Counts.gradients(1);
      boolean every = snapshots instanceof Sppm.SnapshotSchedule.Every(int m, var _) && k % m == 0;
      if (k == 0 || every) {
        choose(spare);
        objective.gradient(spare, gradient);
        Vectors.copy(spare, u);
        work = StepReport.Counts.gradients(2);
      }
      sampler.objective(k).gradient(u, h);
      Vectors.axpy(-1, gradient, h);
      return work;
    }

    private void choose(double[] point) {
      boolean known = k > 0 && kept.length > 0;
      Vectors.copy(known ? kept : x, point);
      if (known
          && snapshots
              instanceof Sppm.SnapshotSchedule.Every(int m, Sppm.SnapshotSchedule.Choice choice)) {
        Vectors.scale(choice == Sppm.SnapshotSchedule.Choice.MEAN ? 1. / m : 1, point);
      }
    }

    @Override
    StepReport.Counts remember(double step, double[] next) {
      return switch (snapshots) {
        case Sppm.SnapshotSchedule.Every(int m, Sppm.SnapshotSchedule.Choice choice) -> {
          if (choice == Sppm.SnapshotSchedule.Choice.MEAN) {
            Vectors.add(next, k % m == 0 ? 0 : 1, kept, kept);
          } else if (choice == Sppm.SnapshotSchedule.Choice.UNIFORM
              && stream.below(m, k / m, 0) == k % m) {
            Vectors.copy(next, kept);
          }
          yield StepReport.Counts.NONE;
        }
        case Sppm.SnapshotSchedule.Coin _ -> turn(stream.uniform(k, 1) < probability);
        case Sppm.SnapshotSchedule.Coins(var coins) -> turn(coins.get((int) (k % coins.size())));
      };
    }

    /** Makes the old iterate the snapshot if the coin says so. */
    private StepReport.Counts turn(boolean coin) {
      if (!coin) {
        return StepReport.Counts.NONE;
      }
      objective.gradient(x, spare);
      Vectors.copy(spare, gradient);
      Vectors.copy(x, u);
      return StepReport.Counts.gradients(1);
    }
  }

  /**
   * A gradient for each term, at the point before its last step (SAPA) or after it (Point-SAGA).
   */
  static final class WithTable extends SppmStepper {
    private final boolean old;
    private final FiniteSum sum;
    private final int[] term = new int[1];
    private final double[][] table;
    private final double[] mean = new double[x.length];
    private final double[] entry = new double[x.length];

    WithTable(Sppm method, boolean old, Objective objective, double[] x0, RandomStreams streams) {
      super(method, objective, x0, streams);
      this.old = old;
      sum = BatchSampler.requireTerms(method.name(), objective);
      sampler.requireSingle(method.name(), sum.terms());
      table = new double[sum.terms()][x.length];
    }

    @Override
    protected void state(StateCodec archive) throws IOException {
      archive.array(mean);
      archive.arrays(table);
    }

    @Override
    StepReport.Counts correct() {
      StepReport.Counts work = StepReport.Counts.NONE;
      if (k == 0) {
        fill();
        work = StepReport.Counts.gradients(1);
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
    StepReport.Counts remember(double step, double[] next) {
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
      return old ? StepReport.Counts.gradients(1) : StepReport.Counts.NONE;
    }
  }
}
