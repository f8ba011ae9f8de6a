package org.ironopt.linalg;

/** Why a linear solver stopped. */
public enum LinearEnding {
  /** The residual met the tolerance. */
  CONVERGED,
  /** The iteration limit was reached first. */
  ITERATION_LIMIT,
  /** A direction with {@code <p, A p> <= 0} was met; the last iterate before it is returned. */
  NEGATIVE_CURVATURE,
  /** The solution left the trust region; the point on its boundary is returned. */
  BOUNDARY,
  /** Rounding, or a restarted method that no longer moves, keeps the residual above tolerance. */
  STAGNATED,
  /** The recurrence cannot go on (a singular operator, or a preconditioner that is not SPD). */
  BREAKDOWN,
  /** A NaN or an infinity appeared; the last finite iterate is returned. */
  NOT_FINITE
}
