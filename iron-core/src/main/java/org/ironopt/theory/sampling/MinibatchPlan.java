package org.ironopt.theory.sampling;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleConsumer;
import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.IronParameters;

/**
 * The batch size, the steps and the center with which minibatch IRON comes nearest to the minimiser
 * within a number of passes over the rows, by the exact error of {@link TransientMoments} and
 * {@link CorrectedRate} (THEORY 9.4). A step with b of n rows is b/n of a pass; a snapshot is a
 * pass, and there is one every n/b steps. Batch sizes are powers of four; those are left out whose
 * steps are too many to compute with.
 *
 * @param batch b, fresh subsets in every step
 * @param steps the step or schedule, and the error at the end
 * @param corrected whether the center is corrected by a snapshot each n/b steps; the step is then
 *     constant
 * @param passes over the rows
 * @param radius of the second moments at the last step, below 1 unless the error grows
 * @param constant the best constant step with a plain center and the same batch size
 * @param exact whether the error counts all batches; else a sample of them
 */
public record MinibatchPlan(
    int batch,
    StepChoice steps,
    boolean corrected,
    double passes,
    double radius,
    StepChoice constant,
    boolean exact) {
  /** A plan for a target has at most so many passes. */
  public static final double MOST_PASSES = 500;

  private static final double[] PASSES = {
    1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, MOST_PASSES
  };

  /** Multiplications that the error of one step length may take. */
  private static final double MOST_WORK = 1e9;

  private static final double MOST_GATHERED = 4e8;
  private static final int SCHEDULED = 2;
  private static final double LONGEST = 1e4;
  private static final double SHORTEST = 1e-2;

  /** What is more trouble than a constant step must leave less than this fraction of its error. */
  private static final double WORTH = 0.9;

  /** Returns {@code sqrt(E|x - x*|^2)} at the end. */
  public double rmse() {
    return Math.sqrt(steps.mse());
  }

  /**
   * A sum, the flow on it and where it starts.
   *
   * @param sum the terms
   * @param mu of the flow
   * @param gamma of the flow, kept constant
   * @param x0 the start, {@code x = v = x0}
   */
  public record Task(QuadraticSum sum, double mu, double gamma, double[] x0) {
    public Task {
      Require.length("x0", sum.dimension(), x0);
      new IronParameters(1, mu, gamma); // refuses what is out of range
    }

    private LinearRecursion method() {
      return LinearRecursion.iron(new IronParameters(1, mu, gamma));
    }

    private BatchLaw law(int batch) {
      return BatchLaw.of(sum, sampling(batch));
    }

    private SamplingScheme sampling(int batch) {
      int sample = (int) Math.clamp(MOST_GATHERED / (pairs() * pairs()), 200, 1000);
      return SamplingScheme.without(batch).sample(sample, 0);
    }

    private double pairs() {
      return sum.dimension() * (sum.dimension() + 1.0) / 2;
    }

    private long steps(int batch, double passes) {
      return Math.max(1, Math.round(passes * sum.terms() / batch));
    }

    private double work(long steps) {
      double d = sum.dimension();
      return steps * (d * d * d * d / 4 + 16 * d * d * d);
    }

    /** Returns the multiplications that the batches take for each length of a step. */
    private double preparation(int batch) {
      SamplingScheme s = sampling(batch);
      int n = sum.terms();
      double d = sum.dimension();
      double batches = s.enumerable(n) ? s.count(n) : s.sample();
      return batches * (pairs() * pairs() / 2 + Math.min(batch, d) * d * d);
    }
  }

  /** Receives the progress of a search, which can take a minute. */
  public interface Watch {
    /** Nobody is told. */
    Watch NONE = (passes, search, searches, share) -> {};

    /**
     * Some more of a search is done.
     *
     * @param passes that it is about
     * @param search its number, from 1
     * @param searches the most that there can be
     * @param share that is done of it, at most 1: an estimate
     */
    void update(double passes, int search, int searches, double share);
  }

  /** Returns the plan whose error after so many passes is least. */
  public static MinibatchPlan within(Task task, double passes) {
    return within(task, passes, Watch.NONE);
  }

  /** Returns the plan whose error after so many passes is least, watched. */
  public static MinibatchPlan within(Task task, double passes, Watch watch) {
    Require.positive("passes", passes);
    return search(task, passes, share -> watch.update(passes, 1, 1, share));
  }

  private static MinibatchPlan search(Task task, double passes, DoubleConsumer watch) {
    LinearRecursion method = task.method();
    List<Integer> sizes = candidates(task, passes);
    Effort effort = new Effort(task, passes, sizes, watch);
    List<Candidate> found = new ArrayList<>();
    for (int batch : sizes) {
      BatchLaw law = task.law(batch);
      long count = task.steps(batch, passes);
      Runnable tried = effort.begin(batch, false);
      found.add(new Candidate(law, StepChoice.constant(law, method, task.x0, count, tried)));
    }
    // A schedule changes which batch size is best by little: only the best ones get one.
    List<Candidate> nearest =
        found.stream()
            .sorted(Comparator.comparingDouble(f -> f.constant.mse()))
            .limit(SCHEDULED)
            .toList();
    effort.left(nearest.stream().map(f -> f.law.sampling().size()).toList());
    return nearest.stream()
        .map(f -> best(task, f, passes, effort.begin(f.law.sampling().size(), true)))
        .min(Comparator.comparingDouble(plan -> plan.steps.mse()))
        .orElseThrow();
  }

  /** The best constant step of a batch size. */
  private record Candidate(BatchLaw law, StepChoice constant) {}

  /** The work of a search that is done, as a share of what it will probably take. */
  private static final class Effort {
    private final Task task;
    private final double passes;
    private final DoubleConsumer watch;
    private double total;
    private double done;
    private double end;

    Effort(Task task, double passes, List<Integer> sizes, DoubleConsumer watch) {
      this.task = task;
      this.passes = passes;
      this.watch = watch;
      // Until the best sizes are known, those are expected to be scheduled that take longest.
      double longest = sizes.stream().mapToDouble(b -> trial(b, true)).max().orElseThrow();
      total =
          StepChoice.TRIALS
              * (sizes.stream().mapToDouble(b -> trial(b, false)).sum()
                  + longest * Math.min(SCHEDULED, sizes.size()));
    }

    /** A schedule has about as many stages as this, each with a length of its own. */
    private double trial(int batch, boolean scheduled) {
      long k = task.steps(batch, passes);
      double stages = scheduled ? Math.min(k, 10 * StrictMath.log10(1.0 + k)) : 1;
      return task.work(k) + stages * task.preparation(batch);
    }

    /** Only these sizes are left, for schedules. */
    void left(List<Integer> sizes) {
      total = end + StepChoice.TRIALS * sizes.stream().mapToDouble(b -> trial(b, true)).sum();
    }

    /** Begins with a batch size; all that was expected of the one before counts as done. */
    Runnable begin(int batch, boolean scheduled) {
      double trial = trial(batch, scheduled);
      done = end;
      end = done + StepChoice.TRIALS * trial;
      return () -> {
        done = Math.min(done + trial, end);
        watch.accept(done / total);
      };
    }
  }

  /** Returns the plan with the fewest passes whose error is at most the target, if there is one. */
  public static Optional<MinibatchPlan> reaching(Task task, double rmse) {
    return reaching(task, rmse, Watch.NONE);
  }

  /** Returns the plan with the fewest passes that reaches the target, if there is one, watched. */
  public static Optional<MinibatchPlan> reaching(Task task, double rmse, Watch watch) {
    Require.positive("target", rmse);
    Optional<MinibatchPlan> enough = Optional.empty();
    int low = 0;
    int high = PASSES.length;
    int searches = Integer.SIZE - Integer.numberOfLeadingZeros(high);
    int search = 0;
    while (low < high) {
      int middle = (low + high) / 2;
      double passes = PASSES[middle];
      int number = ++search;
      MinibatchPlan plan =
          search(task, passes, share -> watch.update(passes, number, searches, share));
      if (plan.rmse() <= rmse) {
        enough = Optional.of(plan);
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return enough;
  }

  /** Returns the batch sizes whose error can be computed, at least the largest. */
  private static List<Integer> candidates(Task task, double passes) {
    List<Integer> sizes = new ArrayList<>();
    int n = task.sum.terms();
    int largest = 1;
    for (long b = 1; b <= Math.max(1, n / 2); b *= 4) {
      largest = (int) b;
      if (task.work(task.steps(largest, passes)) <= MOST_WORK) {
        sizes.add(largest);
      }
    }
    return sizes.isEmpty() ? List.of(largest) : sizes;
  }

  private static MinibatchPlan best(Task task, Candidate found, double passes, Runnable tried) {
    BatchLaw law = found.law;
    int batch = law.sampling().size();
    LinearRecursion method = task.method();
    StepChoice constant = found.constant;
    StepChoice schedule =
        StepChoice.schedule(law, method, task.x0, constant.steps(), constant, tried);
    StepChoice steps = schedule.mse() < WORTH * constant.mse() ? schedule : constant;
    int every = Math.ceilDiv(task.sum.terms(), batch);
    long periods = (long) Math.floor(passes / 2);
    StepChoice corrected = corrected(task, law, every, periods, tried);
    boolean correct = periods > 0 && corrected.mse() < WORTH * steps.mse();
    StepChoice chosen = correct ? corrected : steps;
    LinearRecursion last = method.step(chosen.step(chosen.steps() - 1));
    return new MinibatchPlan(
        batch,
        chosen,
        correct,
        passes,
        correct
            ? CorrectedRate.snapshot(law, last.parameters(), every)
            : MinibatchMoments.radius(law, last),
        constant,
        law.exact(method));
  }

  private static StepChoice corrected(
      Task task, BatchLaw law, int every, long periods, Runnable tried) {
    double infinite = Double.POSITIVE_INFINITY;
    StepChoice best = new StepChoice(1, infinite, every * periods, infinite);
    for (double alpha = LONGEST; periods > 0 && alpha >= SHORTEST; alpha /= 10) {
      IronParameters p = new IronParameters(alpha, task.mu, task.gamma);
      double mse = CorrectedRate.snapshotMse(law, p, every, task.x0, periods);
      tried.run();
      if (mse < best.mse()) {
        best = new StepChoice(alpha, infinite, every * periods, mse);
      }
    }
    return best;
  }
}
