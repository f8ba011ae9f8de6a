package org.ironopt.method;

import java.util.Optional;
import org.ironopt.resolvent.EnsembleResolvent;
import org.ironopt.resolvent.InnerReport;

/**
 * What one step did. In an ensemble whose groups of members differ in alpha, gamma or lambda, that
 * number is NaN here; f and its gradient are those of the sum over the members.
 *
 * @param step number of the step, from 1
 * @param alpha step length used
 * @param gamma damping used in the step
 * @param lambda resolvent parameter used, NaN for explicit methods
 * @param value f at the new iterate if the step computed it anyway, else NaN
 * @param gradientNorm norm of the gradient at the new iterate if known anyway, else NaN
 * @param solves the inner solves, empty for explicit methods
 * @param work what the step spent, inner solves included
 */
public record StepReport(
    long step,
    double alpha,
    double gamma,
    double lambda,
    double value,
    double gradientNorm,
    Optional<Solves> solves,
    Counts work) {

  /**
   * The inner solves of a step.
   *
   * @param inner their report, of all members as one
   * @param count how many there were: one, or one for each member
   * @param failed how many of them failed
   */
  public record Solves(InnerReport inner, int count, int failed) {}

  /** Returns the report of an explicit step without damping that evaluated so many gradients. */
  public static StepReport explicit(long step, double alpha, long gradients) {
    return explicit(step, alpha, Double.NaN, Double.NaN, gradients);
  }

  /** Returns the report of an explicit step that evaluated so many gradients. */
  public static StepReport explicit(
      long step, double alpha, double gamma, double gradientNorm, long gradients) {
    double none = Double.NaN;
    Counts work = Counts.gradients(gradients);
    return new StepReport(step, alpha, gamma, none, none, gradientNorm, Optional.empty(), work);
  }

  /** Returns the report of a step with {@code lambda = alpha}, one inner solve and more work. */
  public static StepReport implicit(long step, double alpha, InnerReport inner, Counts more) {
    return implicit(step, alpha, Double.NaN, alpha, inner, more);
  }

  /** Returns the report of a step with one inner solve, which does not tell f, and more work. */
  public static StepReport implicit(
      long step, double alpha, double gamma, double lambda, InnerReport inner, Counts more) {
    double none = Double.NaN;
    Counts work = Counts.of(inner).plus(more);
    return new StepReport(step, alpha, gamma, none, none, none, Optional.empty(), work)
        .solved(lambda, inner);
  }

  /**
   * Returns the same with an inner solve, whose work is in that of the step already.
   *
   * @param parameter lambda, NaN if the solve had none
   */
  public StepReport solved(double parameter, InnerReport solve) {
    return solved(parameter, new Solves(solve, 1, solve.succeeded() ? 0 : 1));
  }

  /** Returns the same for an ensemble, each of whose members had a solve of its own. */
  StepReport ofMembers(EnsembleResolvent.Report members) {
    int failed = 0;
    for (int j = 0; j < members.members(); j++) {
      failed += members.ending(j).succeeded() ? 0 : 1;
    }
    return solved(lambda, new Solves(solves.orElseThrow().inner(), members.members(), failed));
  }

  private StepReport solved(double parameter, Solves all) {
    return new StepReport(
        step, alpha, gamma, parameter, value, gradientNorm, Optional.of(all), work);
  }

  /** Returns the same for a step whose inner solve was on f itself, at the new iterate. */
  public StepReport ofWholeObjective() {
    return inner().map(i -> measured(i.value(), i.gradientNorm())).orElse(this);
  }

  /** Returns the same with f and the norm of its gradient at the new iterate. */
  public StepReport measured(double value, double gradientNorm) {
    return new StepReport(step, alpha, gamma, lambda, value, gradientNorm, solves, work);
  }

  /** Returns the same with more work. */
  public StepReport spending(Counts more) {
    Counts all = work.plus(more);
    return new StepReport(step, alpha, gamma, lambda, value, gradientNorm, solves, all);
  }

  /** Returns the same as the step of another number. */
  public StepReport numbered(long number) {
    return new StepReport(number, alpha, gamma, lambda, value, gradientNorm, solves, work);
  }

  /** Returns the report of the inner solves, if there were any. */
  public Optional<InnerReport> inner() {
    return solves.map(Solves::inner);
  }

  /** Returns how many inner solves failed. */
  public int failedSolves() {
    return solves.map(Solves::failed).orElse(0);
  }

  /** Returns whether there were inner solves and all of them failed. */
  public boolean allSolvesFailed() {
    return solves.map(all -> all.count() > 0 && all.failed() == all.count()).orElse(false);
  }

  /**
   * What a method spent. In an ensemble, the sums over the members.
   *
   * @param evaluations points at which f or its gradient was evaluated, or that of a batch where a
   *     step sees no more
   * @param products Hessian products
   * @param newtonSteps accepted Newton steps of inner solves
   * @param linearSteps iterations of linear solvers
   */
  public record Counts(long evaluations, long products, long newtonSteps, long linearSteps) {
    /** Nothing spent. */
    public static final Counts NONE = new Counts(0, 0, 0, 0);

    /** Returns the work of one inner solve. */
    public static Counts of(InnerReport inner) {
      return new Counts(
          inner.evaluations(), inner.products(), inner.newtonSteps(), inner.linearSteps());
    }

    /** Returns the work of gradients alone. */
    public static Counts gradients(long count) {
      return new Counts(count, 0, 0, 0);
    }

    /** Returns the sum. */
    public Counts plus(Counts more) {
      return new Counts(
          evaluations + more.evaluations,
          products + more.products,
          newtonSteps + more.newtonSteps,
          linearSteps + more.linearSteps);
    }
  }
}
