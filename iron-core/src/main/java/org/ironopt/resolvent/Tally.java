package org.ironopt.resolvent;

/** The report of a solve while it is being made; reused, so that a solve allocates nothing. */
final class Tally {
  InnerEnding ending;
  int newtonSteps;
  int linearSteps;
  int backtracks;
  int evaluations;
  int products;
  double residual;
  double certificate;
  double value;

  void clear() {
    ending = null;
    newtonSteps = 0;
    linearSteps = 0;
    backtracks = 0;
    evaluations = 0;
    products = 0;
    residual = Double.NaN;
    certificate = Double.NaN;
    value = Double.NaN;
  }

  /** Writes down the end of a solve: what is known at the returned point. */
  void end(InnerEnding reason, double residualNorm, double objectiveValue, double monotonicity) {
    ending = reason;
    residual = residualNorm;
    certificate = residualNorm / monotonicity;
    value = objectiveValue;
  }

  InnerReport report() {
    return new InnerReport(
        ending,
        newtonSteps,
        linearSteps,
        backtracks,
        residual,
        certificate,
        value,
        evaluations,
        products);
  }
}
