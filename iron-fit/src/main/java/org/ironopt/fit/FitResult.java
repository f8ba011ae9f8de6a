package org.ironopt.fit;

import java.util.List;
import org.ironopt.model.Model;
import org.ironopt.run.Ending;

/**
 * What a fit found and how it ended; the best model so far is always there.
 *
 * @param model in the user's units
 * @param ending why it ended
 * @param objective mean loss plus penalty at the model, on the training rows
 * @param gap bound on (objective - optimum) / optimum, rounded up, infinite if there is none; the
 *     ending is {@link Ending.GapCertified} if and only if it is within the tolerance. Where least
 *     squares are left with the rounding of their residuals there is no number: the ending is
 *     {@link Ending.ExactFit} and the certificate {@code ROUNDING}
 * @param certificate what stands behind the gap
 * @param gradient size of the gradient of the penalised coefficients or of the intercepts,
 *     whichever is larger
 * @param steps steps made, those before a resume included
 * @param passes how often the training data was read
 * @param method what was used, and why, in one sentence
 * @param history one entry for each step of this process, the last one with objective and gap of
 *     the model
 */
public record FitResult(
    Model model,
    Ending ending,
    double objective,
    double gap,
    CertificateKind certificate,
    double gradient,
    long steps,
    long passes,
    String method,
    List<FitStep> history) {
  /** Puts together what a run found. */
  static FitResult of(
      Model model,
      FitRun fit,
      FitRun.Found found,
      long steps,
      String method,
      List<FitStep> history) {
    Certificate.Bound bound = found.bound();
    if (!history.isEmpty()) {
      history.add(history.removeLast().of(bound, fit.passes()));
    }
    return new FitResult(
        model,
        found.ending(),
        bound.value(),
        bound.relative(),
        bound.kind(),
        bound.size(),
        steps,
        fit.passes(),
        method,
        List.copyOf(history));
  }

  @Override
  public String toString() {
    return ending.sentence() + "; objective " + objective + "\n" + model;
  }
}
