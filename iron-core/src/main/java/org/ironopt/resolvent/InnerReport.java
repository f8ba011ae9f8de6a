package org.ironopt.resolvent;

/**
 * How an inner solve ended. When f is mu-strongly convex the residual {@code g(u) = u - c + lambda
 * grad f(u)} is (1 + lambda mu)-strongly monotone, so {@code |u - u*| <= |g(u)|/(1 + lambda mu)}:
 * the certificate (docs/THEORY.md, equation 7).
 *
 * @param ending the typed reason
 * @param newtonSteps accepted steps
 * @param linearSteps iterations of the linear solver, summed
 * @param backtracks trial points that were shrunk or rejected
 * @param residual |g(u)| at the returned point
 * @param certificate |g(u)|/(1 + lambda mu)
 * @param value f at the returned point, NaN if it was not evaluated
 * @param evaluations evaluations of f and its gradient (at one point: one)
 * @param products Hessian products; an assembled matrix or diagonal counts as none
 */
public record InnerReport(
    InnerEnding ending,
    int newtonSteps,
    int linearSteps,
    int backtracks,
    double residual,
    double certificate,
    double value,
    int evaluations,
    int products) {
  /** Returns whether the point is as good as was asked for. */
  public boolean succeeded() {
    return ending.succeeded();
  }
}
