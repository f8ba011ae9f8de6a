package org.ironopt.run;

import java.util.Optional;
import org.ironopt.method.StepReport;
import org.ironopt.method.Work;
import org.ironopt.resolvent.InnerReport;

/**
 * One line of the history of a run: what the method reported and what was measured. There is no
 * clock in it; records of equal runs are equal.
 *
 * @param step number of the step, 0 for the start
 * @param alpha step length, NaN at the start or if the members of an ensemble differ
 * @param gamma damping used in the step, likewise
 * @param lambda resolvent parameter, likewise, and NaN for explicit methods
 * @param value f at the iterate, NaN if neither known nor measured
 * @param gradientNorm norm of the gradient at the iterate, NaN if neither known nor measured
 * @param measured whether f and the gradient were evaluated at the iterate by the run itself
 * @param bestValue smallest value so far
 * @param inner report of the inner solve, if there was one
 * @param work what the method spent so far; measuring is not charged
 */
public record StepRecord(
    long step,
    double alpha,
    double gamma,
    double lambda,
    double value,
    double gradientNorm,
    boolean measured,
    double bestValue,
    Optional<InnerReport> inner,
    Work work) {

  static StepRecord of(
      StepReport report, Measurement at, boolean measured, double best, Work work) {
    return new StepRecord(
        report.step(),
        report.alpha(),
        report.gamma(),
        report.lambda(),
        at.value(),
        at.gradientNorm(),
        measured,
        best,
        report.inner(),
        work);
  }

  /** Returns the record of a point where no step led to, or none that is remembered. */
  static StepRecord standing(long step, Measurement at, boolean measured, double best, Work work) {
    double none = Double.NaN;
    return new StepRecord(
        step,
        none,
        none,
        none,
        at.value(),
        at.gradientNorm(),
        measured,
        best,
        Optional.empty(),
        work);
  }

  StepRecord with(Measurement at) {
    return new StepRecord(
        step,
        alpha,
        gamma,
        lambda,
        at.value(),
        at.gradientNorm(),
        true,
        Math.min(bestValue, at.value()),
        inner,
        work);
  }
}
