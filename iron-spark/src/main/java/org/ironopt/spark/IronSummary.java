package org.ironopt.spark;

import java.io.Serializable;
import java.util.List;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.FitResult.CertificateKind;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.run.Ending;

/**
 * How a fit went.
 *
 * @param ending why it ended, as a word: {@code GapCertified} if the gap is proven
 * @param sentence the same in a sentence, with what to change where something should be
 * @param converged whether it reached what was asked for
 * @param objective mean loss plus penalty at the model
 * @param gap bound on its relative distance from the optimum, infinite if there is none
 * @param certificate what stands behind the gap: {@code gap}, {@code rounding} or {@code none}
 * @param gradientNorm size of the gradient at the model
 * @param steps steps made
 * @param passes evaluations and products, each a job over all rows; the moments of the columns are
 *     one more
 * @param jobs all Spark jobs, those included
 * @param secondsPerPass mean seconds of a job
 * @param method what was used, and why
 * @param unlabelled rows left out since their label is null or NaN
 * @param history objective and gap after each step
 */
public record IronSummary(
    String ending,
    String sentence,
    boolean converged,
    double objective,
    double gap,
    String certificate,
    double gradientNorm,
    long steps,
    long passes,
    long jobs,
    double secondsPerPass,
    String method,
    long unlabelled,
    List<Step> history)
    implements Serializable {
  /** Where a fit stood after a step, and after how many passes. */
  public record Step(long step, double objective, double gap, long passes)
      implements Serializable {}

  static IronSummary of(FitResult result, SparkPartitions parts) {
    Ending ending = result.ending();
    CertificateKind kind = result.certificate().kind();
    return new IronSummary(
        ending.getClass().getSimpleName(),
        ending.sentence(),
        ending.goal(),
        result.objective(),
        result.gap(),
        kind.word(),
        result.gradient(),
        result.steps(),
        result.passes(),
        parts.jobs(),
        parts.secondsPerJob(),
        result.method(),
        parts.unlabelled(),
        result.history().stream().map(IronSummary::step).toList());
  }

  private static Step step(FitStep s) {
    return new Step(s.step(), s.objective(), s.gap(), s.passes());
  }
}
