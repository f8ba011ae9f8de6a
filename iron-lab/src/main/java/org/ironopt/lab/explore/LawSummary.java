package org.ironopt.lab.explore;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What the theory says of one method at one step, as the page reads it.
 *
 * @param radius factor of the error in one step
 * @param critical step from which the method is unstable; empty if there is none
 * @param spread the exact stationary law
 * @param expansion law of long steps, where there is no exact one
 * @param limit of the error or, under center noise, of step times error
 * @param bounds of the error
 * @param medians of |x - x*| in both coordinates under stable noise, THEORY (85)
 * @param why there is no exact law
 */
record LawSummary(
    OptionalDouble radius,
    OptionalDouble critical,
    Optional<Spread> spread,
    Optional<Spread> expansion,
    OptionalDouble limit,
    Bounds bounds,
    Optional<double[]> medians,
    Optional<Reason> why) {
  static final OptionalDouble NONE = OptionalDouble.empty();

  /**
   * Bounds of the stationary error.
   *
   * @param position S1, THEORY (32)
   * @param theorem that of Theorem 1, THEORY (27)
   */
  record Bounds(OptionalDouble position, OptionalDouble theorem) {
    static final Bounds UNKNOWN = new Bounds(OptionalDouble.empty(), OptionalDouble.empty());
  }

  /** Why there is no exact law. */
  enum Reason {
    NOT_QUADRATIC,
    NO_CLOSED_FORM,
    NO_VARIANCE,
    UNSTABLE
  }

  /**
   * A stationary law.
   *
   * @param mse mean-square error; empty where only the covariance is known
   * @param bias mean distance from the minimiser
   * @param covariance its entries 11, 12 and 22
   * @param sampled whether it comes from a sample of batches
   */
  record Spread(OptionalDouble mse, double[] bias, double[] covariance, boolean sampled) {}

  /** Returns what is known where there is no exact law. */
  static LawSummary without(Reason why, OptionalDouble radius, OptionalDouble critical) {
    return new LawSummary(
        radius,
        critical,
        Optional.empty(),
        Optional.empty(),
        NONE,
        Bounds.UNKNOWN,
        Optional.empty(),
        Optional.of(why));
  }

  /** Returns the same with medians. */
  LawSummary withMedians(Optional<double[]> known) {
    return new LawSummary(radius, critical, spread, expansion, limit, bounds, known, why);
  }

  OptionalDouble mse() {
    return spread.map(Spread::mse).orElse(NONE);
  }
}
