package org.ironopt.run;

import java.util.Optional;
import org.ironopt.method.StepReport;
import org.ironopt.problem.GaussNewton.Tangent;
import org.ironopt.resolvent.InnerReport;

/**
 * One line of the history of a run: what the method reported, with f and its gradient as the run
 * measured them where it did. It holds no times, so that records of equal runs are equal.
 *
 * @param report of the step; at the start, and where a resumed run stands, it has only the number
 *     of the step, f and the gradient
 * @param measured whether f and the gradient were evaluated at the iterate by the run itself
 * @param bestValue smallest value so far
 * @param work what the method spent so far; measuring is not charged
 * @param progress how much the step changed, as far as a stop rule asks for it
 */
public record StepRecord(
    StepReport report,
    boolean measured,
    double bestValue,
    StepReport.Counts work,
    Progress progress) {
  /**
   * How much a step changed. Values that no stop rule needs are NaN or empty.
   *
   * @param change largest relative change of a variable, {@code |x_i - x_i'| / max(|x_i|, |x_i'|)}
   * @param decrease change of f over {@code max(|f|, |f'|)}
   * @param still steps in a row that changed f by rounding only
   * @param slope {@code sum_i |g_i x_i|}, what a change of all variables could change f by; known
   *     where f was measured
   * @param tangent residuals and derivatives of a sum of squares
   * @param vanished which variables went to where its residuals hardly depend on them any more
   */
  public record Progress(
      double change,
      double decrease,
      int still,
      double slope,
      Optional<Tangent> tangent,
      String vanished) {
    static final Progress UNKNOWN = standing(0);

    static Progress standing(int still) {
      return new Progress(Double.NaN, Double.NaN, still, Double.NaN, Optional.empty(), "");
    }

    Progress change(double other) {
      return new Progress(other, decrease, still, slope, tangent, vanished);
    }

    Progress slope(double other) {
      return new Progress(change, decrease, still, other, tangent, vanished);
    }
  }

  StepRecord progressed(Progress other) {
    return new StepRecord(report, measured, bestValue, work, other);
  }

  /** Returns the record of a point that no step led to. */
  static StepRecord standing(long step) {
    StepReport report = StepReport.explicit(step, Double.NaN, 0);
    return new StepRecord(report, false, Double.NaN, StepReport.Counts.NONE, Progress.UNKNOWN);
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
