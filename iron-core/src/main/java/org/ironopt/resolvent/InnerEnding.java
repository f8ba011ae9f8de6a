package org.ironopt.resolvent;

/** Why an inner solve stopped. */
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
  NOT_FINITE
}
