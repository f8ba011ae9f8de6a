package org.ironopt.method;

import java.util.Optional;
import org.ironopt.linalg.internal.Require;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.theory.IronParameters;

/**
 * Adapts lambda to how well the model of an inner solve predicts the decrease of its merit ({@link
 * InnerReport.Model#ratio}): above 3/4 lambda grows, below 1/4 it shrinks, and after a step that
 * was refused it falls to a tenth. alpha is kept and gamma is changed: with mu = 0, {@code lambda =
 * alpha^2/(gamma (1 + alpha))}, and the inertia is {@code beta = 1/(1 + alpha)}, so that momentum
 * beta means the step {@code 1/beta - 1}. It is the rule of Levenberg and Marquardt for a damping
 * {@code 1/lambda}. Guarantee: none; no theorem of the paper covers it.
 *
 * @param lambda0 at the start
 * @param largest that lambda may become
 * @param grow factor of lambda where the model is good
 * @param shrink divisor of lambda where it is not
 */
public record Adaptation(double lambda0, double largest, double grow, double shrink)
    implements Flow.GammaRule {
  private static final double GOOD = 0.75;
  private static final double BAD = 0.25;

  /** Divisor of lambda after a step that was refused. */
  private static final double REFUSED = 10;

  /** lambda stays above this part of its start. */
  private static final double LEAST = 1e-12;

  public Adaptation {
    Require.positive("lambda0", lambda0);
    Require.positive("largest lambda", largest);
    Require.positive("grow", grow);
    Require.positive("shrink", shrink);
    Require.that(
        largest >= lambda0 && grow >= 1 && shrink >= 1,
        "expected lambda0 <= largest, grow >= 1 and shrink >= 1, got %s, %s, %s and %s",
        lambda0,
        largest,
        grow,
        shrink);
  }

  /** Returns lambda from 1 up to 1e5, growing by 1.2, shrinking by 1.5. */
  public static Adaptation standard() {
    return new Adaptation(1, 1e5, 1.2, 1.5);
  }

  /** Changes lambda at the start, and the largest one if it is below that. */
  public Adaptation lambda0(double lambda0) {
    return new Adaptation(lambda0, Math.max(largest, lambda0), grow, shrink);
  }

  /** Changes the largest lambda. */
  public Adaptation largest(double largest) {
    return new Adaptation(lambda0, largest, grow, shrink);
  }

  /** Changes the factor of lambda where the model is good. */
  public Adaptation grow(double grow) {
    return new Adaptation(lambda0, largest, grow, shrink);
  }

  /** Returns the gamma of a lambda, for mu = 0. */
  static double gamma(double alpha, double lambda) {
    return alpha * alpha / (lambda * (1 + alpha));
  }

  /** Returns gamma after a step. */
  double next(IronParameters p, Optional<InnerReport> inner) {
    double factor = inner.map(this::factor).orElse(1.0);
    double lambda = Math.min(largest, Math.max(LEAST * lambda0, p.lambda() * factor));
    return factor == 1 ? p.gamma() : p.gamma() * (p.lambda() / lambda);
  }

  private double factor(InnerReport inner) {
    if (inner.ending() == InnerReport.Ending.NO_DECREASE) {
      return 1 / REFUSED;
    }
    double ratio = inner.model().map(InnerReport.Model::ratio).orElse(Double.NaN);
    return ratio > GOOD ? grow : ratio < BAD ? 1 / shrink : 1;
  }
}
