package org.ironopt.linalg;

/**
 * How a linear solve ended.
 *
 * @param ending the typed reason
 * @param iterations Krylov steps taken; 0 says that {@code x} is still the start
 * @param residual norm of {@code b - A x} at the returned point, as known to the recurrence, and
 *     recomputed from its definition where a tolerance near rounding level makes that doubtful
 */
public record LinearReport(LinearEnding ending, int iterations, double residual) {
  /** Returns whether the residual met the tolerance. */
  public boolean converged() {
    return ending == LinearEnding.CONVERGED;
  }

  /** Returns whether no step was taken, so that the returned point is the start. */
  public boolean atStart() {
    return iterations == 0;
  }
}
