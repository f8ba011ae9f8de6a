package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Objective;
import org.ironopt.problem.internal.CountingObjective;
import org.ironopt.random.RandomStreams;

/**
 * One run of a method on a problem. {@link #counted} pays for every oracle call through counters,
 * which take time; {@link #timed} makes the same steps without them and measures the time.
 * Evaluations of F for the curve are not counted as work of the method.
 */
final class MethodRun {
  /** Bounds the steps of a method that reports no work. */
  private static final int STEPS_PER_TERM = 20;

  private static final double ROUNDING = 1e-9;

  /**
   * A measured point.
   *
   * @param step how many steps were made
   * @param passes evaluations of terms so far, divided by the number of terms
   * @param gradients gradients of f, batches or terms, Hessian linearisations included
   * @param products Hessian products
   * @param proxes closed-form resolvents, of f, batches or terms
   * @param value F, NaN if the iterate is not finite
   */
  record Mark(long step, double passes, long gradients, long products, long proxes, double value) {
    private Mark failed() {
      return new Mark(step + 1, passes, gradients, products, proxes, Double.NaN);
    }
  }

  /**
   * How a counted run went.
   *
   * @param marks measured points, the start first
   * @param score the number by which steps are chosen; infinite after a failure
   */
  record Course(List<Mark> marks, double score) {
    Mark last() {
      return marks.getLast();
    }
  }

  private final ComparedMethod contender;
  private final ProblemInstance problem;
  private final Method method;
  private final long seed;

  MethodRun(ComparedMethod contender, ProblemInstance problem, double step, long seed) {
    this.contender = contender;
    this.problem = problem;
    this.seed = seed;
    method = contender.make(step, problem);
  }

  /**
   * Runs until the budget is spent or the iterate is no longer finite. A step that would spend more
   * than there is does not count: the run ends at the measured point before it.
   */
  Course counted(CompareConfig.Budget budget) {
    CountingObjective counted = CountingObjective.of(problem.objective());
    Stepper stepper = start(counted.objective());
    List<Mark> marks = new ArrayList<>();
    marks.add(new Mark(0, 0, 0, 0, 0, problem.value(stepper.x())));
    double[] x = stepper.x().clone();
    double n = problem.terms();
    double all = n * budget.passes() * (1 + ROUNDING);
    double most = Math.max(1000, STEPS_PER_TERM * n * budget.passes());
    double terms = 0;
    long before = 0;
    boolean finite = true;
    while (finite && stepper.step() < most) {
      finite = advanced(stepper, marks);
      long now = counted.counts().terms();
      terms += Math.max(now - before, claimed);
      before = now;
      if (!finite || terms > all) {
        break;
      }
      if (terms >= n * budget.passes() / budget.points() * marks.size()) {
        finite = mark(stepper, counted, terms / n, marks);
        x = stepper.x().clone();
      }
    }
    finite = finite && Double.isFinite(marks.getLast().value());
    double score = finite ? problem.score(x) : Double.POSITIVE_INFINITY;
    return new Course(marks, Double.isNaN(score) ? Double.POSITIVE_INFINITY : score);
  }

  /** Work that the last step reported on its batch, where not all calls can be counted. */
  private double claimed;

  private boolean advanced(Stepper stepper, List<Mark> marks) {
    try {
      StepReport report = stepper.advance();
      int size = contender.batch() == 0 ? problem.terms() : Math.max(0, contender.batch());
      claimed = (double) size * (report.work().evaluations() + report.work().products());
      return true;
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
      Mark last = marks.getLast();
      marks.add(last.failed());
      return false;
    }
  }

  /** Returns whether the iterate is finite. */
  private boolean mark(
      Stepper stepper, CountingObjective counted, double passes, List<Mark> marks) {
    boolean finite = Vectors.allFinite(stepper.x());
    double value = finite ? problem.value(stepper.x()) : Double.NaN;
    CountingObjective.Counts c = counted.counts();
    long gradients = c.gradients() + c.linearizations();
    marks.add(new Mark(stepper.step(), passes, gradients, c.products(), c.resolvents(), value));
    return Double.isFinite(value);
  }

  /** Returns the seconds at each of the measured points, without counters. */
  double[] timed(List<Mark> marks) {
    Stepper stepper = start(problem.objective());
    double[] seconds = new double[marks.size()];
    long nanos = 0;
    for (int i = 1; i < seconds.length; i++) {
      long began = System.nanoTime();
      try {
        while (stepper.step() < marks.get(i).step()) {
          stepper.advance();
        }
      } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
        seconds[i] = seconds[i - 1];
        continue;
      }
      nanos += System.nanoTime() - began;
      seconds[i] = nanos * 1e-9;
    }
    return seconds;
  }

  private Stepper start(Objective objective) {
    return method.start(objective, problem.start(), new RandomStreams(seed));
  }
}
