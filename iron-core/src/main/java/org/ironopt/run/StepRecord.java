package org.ironopt.run;

import java.util.Optional;
import org.ironopt.method.StepReport;
import org.ironopt.method.Work;
import org.ironopt.resolvent.InnerReport;

/**
 * One line of the history of a run: what the method reported, with f and its gradient as the run
 * measured them where it did. There is no clock in it; records of equal runs are equal.
 *
 * @param report of the step; at the start, and where a resumed run stands, it has only the number
 *     of the step, f and the gradient
 * @param measured whether f and the gradient were evaluated at the iterate by the run itself
 * @param bestValue smallest value so far
 * @param work what the method spent so far; measuring is not charged
 */
public record StepRecord(StepReport report, boolean measured, double bestValue, Work work) {
  /** Returns the record of a point that no step led to. */
  static StepRecord standing(long step) {
    return new StepRecord(StepReport.explicit(step, Double.NaN, 0), false, Double.NaN, Work.NONE);
  }

  /** Returns the number of the step, 0 for the start. */
  public long step() {
    return report.step();
  }

  /** Returns the step length, NaN at the start or if the members of an ensemble differ. */
  public double alpha() {
    return report.alpha();
  }

  /** Returns the damping used in the step, likewise. */
  public double gamma() {
    return report.gamma();
  }

  /** Returns the resolvent parameter, likewise, and NaN for explicit methods. */
  public double lambda() {
    return report.lambda();
  }

  /** Returns f at the iterate, NaN if neither known nor measured. */
  public double value() {
    return report.value();
  }

  /** Returns the norm of the gradient at the iterate, NaN if neither known nor measured. */
  public double gradientNorm() {
    return report.gradientNorm();
  }

  /** Returns the report of the inner solve, if there was one. */
  public Optional<InnerReport> inner() {
    return report.inner();
  }
}
