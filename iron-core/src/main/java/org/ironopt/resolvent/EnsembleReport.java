package org.ironopt.resolvent;

import java.util.Objects;
import org.ironopt.linalg.Vectors;

/**
 * How the inner solves of all members of an ensemble ended: a live view that the next solve of the
 * same {@link EnsembleResolvent} overwrites.
 */
public final class EnsembleReport {
  /** Null where every member is a closed form right to rounding: a report each would cost more. */
  private final InnerReport[] reports;

  private final double[] residuals;
  private final double[] gradientNorms;

  /** lambda of each member, or one for all. */
  private final double[] lambda;

  private final double modulus;

  /** Members that were solved one by one. */
  EnsembleReport(InnerReport[] reports) {
    this.reports = reports;
    residuals = null;
    gradientNorms = null;
    lambda = null;
    modulus = Double.NaN;
  }

  /** Closed forms that are all right to rounding. */
  EnsembleReport(double[] residuals, double[] gradientNorms, double[] lambda, double modulus) {
    reports = null;
    this.residuals = residuals;
    this.gradientNorms = gradientNorms;
    this.lambda = lambda;
    this.modulus = modulus;
  }

  public int members() {
    return reports != null ? reports.length : residuals.length;
  }

  public InnerEnding ending(int j) {
    return reports != null ? reports[j].ending() : InnerEnding.CONVERGED;
  }

  /** Returns the report of member {@code j}. */
  public InnerReport report(int j) {
    Objects.checkIndex(j, members());
    if (reports != null) {
      return reports[j];
    }
    double lambdaJ = lambda[lambda.length == 1 ? 0 : j];
    return InnerReport.closedForm(
        InnerEnding.CONVERGED, residuals[j], lambdaJ, modulus, gradientNorms[j]);
  }

  /**
   * Returns all members as one: the worst ending, the largest residual and certificate (none if a
   * member has none), sums of the counts and of the values, and the norm of all gradients together.
   */
  public InnerReport total() {
    InnerReport.Counter counts = new InnerReport.Counter();
    if (reports == null) {
      double largest = Vectors.maxAbs(residuals);
      double bound = 0;
      for (int j = 0; j < lambda.length; j++) {
        double residual = lambda.length == 1 ? largest : residuals[j];
        bound = Math.max(bound, residual / Math.fma(lambda[j], modulus, 1));
      }
      counts.evaluations = members();
      double norm = Vectors.norm(gradientNorms);
      return counts.report(InnerEnding.CONVERGED, largest, bound, Double.NaN, norm);
    }
    InnerEnding worst = InnerEnding.CONVERGED;
    double residual = 0;
    double bound = 0;
    double value = 0;
    double[] norms = new double[reports.length];
    for (int j = 0; j < reports.length; j++) {
      InnerReport report = reports[j];
      counts.add(report);
      worst = worst.compareTo(report.ending()) >= 0 ? worst : report.ending();
      residual = Math.max(residual, report.residual());
      bound = Math.max(bound, report.certificate().orElse(Double.NaN));
      value += report.value();
      norms[j] = report.gradientNorm();
    }
    return counts.report(worst, residual, bound, value, Vectors.norm(norms));
  }
}
