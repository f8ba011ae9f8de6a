package org.ironopt.resolvent;

/** The report of a solve while it is being made; reused, so that a solve allocates nothing. */
public final class Tally {
  public InnerEnding ending;
  public int newtonSteps;
  public int linearSteps;
  public int backtracks;
  public int evaluations;
  public int products;
  public double residual;

  /** The bound on the error, NaN for none. */
  double certificate;

  public double value;
  public double gradientNorm;

  public void clear() {
    ending = null;
    newtonSteps = 0;
    linearSteps = 0;
    backtracks = 0;
    evaluations = 0;
    products = 0;
    residual = Double.NaN;
    certificate = Double.NaN;
    value = Double.NaN;
    gradientNorm = Double.NaN;
  }

  /** Writes down the end of a solve at a point where the residual is {@code |g|}. */
  public void end(InnerEnding reason, double norm, double lambda, double modulus) {
    ending = reason;
    residual = norm;
    certificate = InnerReport.bound(norm, lambda, modulus);
  }

  /** Writes down f and |grad f| at the returned point, NaN for what is not known. */
  public void at(double objectiveValue, double norm) {
    value = objectiveValue;
    gradientNorm = norm;
  }

  InnerReport report() {
    return new InnerReport(
        ending,
        newtonSteps,
        linearSteps,
        backtracks,
        residual,
        InnerReport.certificate(certificate),
        value,
        gradientNorm,
        evaluations,
        products);
  }
}
