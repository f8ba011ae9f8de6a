package org.ironopt.resolvent;

/** Why an inner solve stopped, from the best reason to the worst. */
public enum InnerEnding {
  /** The residual met the tolerance. */
  CONVERGED,
  /** The residual is at the level of rounding and cannot be made smaller. */
  ROUNDING,
  /** The requested fixed number of Newton steps was made. */
  TRUNCATED,
  /** The step limit was reached before the tolerance. */
  STEP_LIMIT,
  /** No step along the direction decreased the merit; the last accepted point is returned. */
  NO_DECREASE,
  /** A NaN or an infinity appeared; the last finite point is returned. */
  NOT_FINITE;

  /** Returns whether the point is as good as was asked for. */
  public boolean succeeded() {
    return compareTo(TRUNCATED) <= 0;
  }

  /** Returns one sentence that says what to change, empty for a success. */
  public String advice() {
    return switch (this) {
      case CONVERGED, ROUNDING, TRUNCATED -> "";
      case STEP_LIMIT ->
          "The tolerance was not met in maxSteps Newton steps: raise maxSteps, loosen the"
              + " tolerance, or use a direction with more curvature.";
      case NO_DECREASE ->
          "No step decreased the merit: use Globalization.Armijo, LevenbergMarquardt or"
              + " TrustRegion instead of the |g| rule, and check the derivatives with"
              + " DerivativeCheck.";
      case NOT_FINITE ->
          "The objective or its derivatives are not finite: check the data and the start, use a"
              + " smaller lambda, or a globalization other than FullStep.";
    };
  }
}
