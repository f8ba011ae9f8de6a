package org.ironopt.linalg;

/**
 * How a linear solve ended.
 *
 * @param ending the typed reason
 * @param iterations operator applications spent on the Krylov recurrence
 * @param residual norm of {@code b - A x} at the returned point, as known to the recurrence
 */
public record LinearReport(LinearEnding ending, int iterations, double residual) {
  /** Returns whether the residual met the tolerance. */
  public boolean converged() {
    return ending == LinearEnding.CONVERGED;
  }
}
