package org.ironopt.resolvent;

import java.util.Objects;

/**
 * How the inner solves of all members of an ensemble ended: a live view that the next solve of the
 * same {@link EnsembleResolvent} overwrites.
 */
public final class EnsembleReport {
  private final InnerEnding[] ending;
  private final int[] newtonSteps;
  private final int[] linearSteps;
  private final int[] backtracks;
  private final int[] evaluations;
  private final int[] products;
  private final double[] residual;
  private final double[] certificate;
  private final double[] value;

  EnsembleReport(int members) {
    ending = new InnerEnding[members];
    newtonSteps = new int[members];
    linearSteps = new int[members];
    backtracks = new int[members];
    evaluations = new int[members];
    products = new int[members];
    residual = new double[members];
    certificate = new double[members];
    value = new double[members];
  }

  void set(int j, Tally tally) {
    ending[j] = tally.ending;
    newtonSteps[j] = tally.newtonSteps;
    linearSteps[j] = tally.linearSteps;
    backtracks[j] = tally.backtracks;
    evaluations[j] = tally.evaluations;
    products[j] = tally.products;
    residual[j] = tally.residual;
    certificate[j] = tally.certificate;
    value[j] = tally.value;
  }

  /** Records a closed form that is right to rounding. */
  void setClosedForm(int j, double residualNorm, double contraction) {
    ending[j] = InnerEnding.CONVERGED;
    newtonSteps[j] = 0;
    linearSteps[j] = 0;
    backtracks[j] = 0;
    evaluations[j] = 1;
    products[j] = 0;
    residual[j] = residualNorm;
    certificate[j] = residualNorm / contraction;
    value[j] = Double.NaN;
  }

  public int members() {
    return ending.length;
  }

  public InnerEnding ending(int j) {
    return ending[j];
  }

  public double residual(int j) {
    return residual[j];
  }

  public double certificate(int j) {
    return certificate[j];
  }

  /** Returns the report of member {@code j}, a copy. */
  public InnerReport report(int j) {
    Objects.checkIndex(j, members());
    return new InnerReport(
        ending[j],
        newtonSteps[j],
        linearSteps[j],
        backtracks[j],
        residual[j],
        certificate[j],
        value[j],
        evaluations[j],
        products[j]);
  }

  /**
   * Returns all members as one: the worst ending, the largest residual and certificate (NaN if one
   * is), sums of the counts and of the values.
   */
  public InnerReport total() {
    InnerEnding worst = InnerEnding.CONVERGED;
    double largestResidual = 0;
    double largestCertificate = 0;
    double sum = 0;
    for (int j = 0; j < members(); j++) {
      worst = worst.compareTo(ending[j]) >= 0 ? worst : ending[j];
      largestResidual = Math.max(largestResidual, residual[j]);
      largestCertificate = Math.max(largestCertificate, certificate[j]);
      sum += value[j];
    }
    return new InnerReport(
        worst,
        sum(newtonSteps),
        sum(linearSteps),
        sum(backtracks),
        largestResidual,
        largestCertificate,
        sum,
        sum(evaluations),
        sum(products));
  }

  private static int sum(int[] counts) {
    long sum = 0;
    for (int count : counts) {
      sum += count;
    }
    return (int) Math.min(sum, Integer.MAX_VALUE);
  }
}
