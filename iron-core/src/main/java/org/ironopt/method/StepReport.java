package org.ironopt.method;

import java.util.Optional;
import org.ironopt.resolvent.EnsembleReport;
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
 * @param inner report of the inner solve (of all members as one), empty for explicit methods
 * @param members reports of the members of an ensemble, a view that the next step overwrites
 * @param work what the step spent
 */
public record StepReport(
    long step,
    double alpha,
    double gamma,
    double lambda,
    double value,
    double gradientNorm,
    Optional<InnerReport> inner,
    Optional<EnsembleReport> members,
    Work work) {

  /** Returns the report of an explicit step that evaluated one gradient for each member. */
  public static StepReport explicit(
      long step, double alpha, double gamma, double gradientNorm, int members) {
    return new StepReport(
        step,
        alpha,
        gamma,
        Double.NaN,
        Double.NaN,
        gradientNorm,
        Optional.empty(),
        Optional.empty(),
        Work.gradients(members));
  }

  /**
   * Returns the same for another point than the iterate: f and its gradient are not known there.
   */
  StepReport elsewhere() {
    return new StepReport(step, alpha, gamma, lambda, Double.NaN, Double.NaN, inner, members, work);
  }

  /** Returns the same with f and the norm of its gradient at the new iterate. */
  public StepReport measured(double value, double gradientNorm) {
    return new StepReport(step, alpha, gamma, lambda, value, gradientNorm, inner, members, work);
  }

  /** Returns the same as the step of another number. */
  public StepReport numbered(long number) {
    return new StepReport(number, alpha, gamma, lambda, value, gradientNorm, inner, members, work);
  }

  /** Returns how many inner solves of this step failed: of one, or of as many as members. */
  public int failedSolves() {
    if (members.isEmpty()) {
      return inner.isPresent() && !inner.get().succeeded() ? 1 : 0;
    }
    int failed = 0;
    for (int j = 0; j < members.get().members(); j++) {
      failed += members.get().ending(j).succeeded() ? 0 : 1;
    }
    return failed;
  }

  /** Returns whether there were inner solves and all of them failed. */
  public boolean allSolvesFailed() {
    return inner.isPresent() && failedSolves() == members.map(EnsembleReport::members).orElse(1);
  }
}
