package org.ironopt.resolvent;

/**
 * How an inner solve ended.
 *
 * @param ending the typed reason
 * @param newtonSteps accepted Newton steps
 * @param linearSteps iterations of the linear solver, summed
 * @param backtracks trial points that were shrunk or rejected
 * @param residual |g(u)| at the returned point
 * @param certificate |g(u)|/(1 + lambda mu), a bound on |u - u*| when f is mu-strongly convex
 * @param value f at the returned point, NaN if never evaluated
 * @param evaluations evaluations of f and its gradient (at one point: one)
 * @param products Hessian products
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
    return ending == InnerEnding.CONVERGED
        || ending == InnerEnding.ROUNDING
        || ending == InnerEnding.TRUNCATED;
  }
}
