package org.ironopt.resolvent;

import java.util.Arrays;
import java.util.Objects;
import org.ironopt.linalg.Vectors;

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

  /** Whether every member is a closed form right to rounding; then certificates are not stored. */
  private boolean closedForms;

  /** {@code 1 + lambda mu} of each member, or one for all, where certificates are not stored. */
  private double[] contraction = {1};

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
    if (closedForms) {
      Arrays.setAll(certificate, this::certificate);
      closedForms = false;
    }
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

  /** Records closed forms that are all right to rounding, with the norms of their residuals. */
  void setClosedForms(double[] norms, double[] lambda, double[] mu) {
    if (!closedForms) {
      Arrays.fill(ending, InnerEnding.CONVERGED);
      Arrays.fill(newtonSteps, 0);
      Arrays.fill(linearSteps, 0);
      Arrays.fill(backtracks, 0);
      Arrays.fill(evaluations, 1);
      Arrays.fill(products, 0);
      Arrays.fill(value, Double.NaN);
      closedForms = true;
    }
    System.arraycopy(norms, 0, residual, 0, norms.length);
    contraction = new double[Math.max(lambda.length, mu.length)];
    for (int j = 0; j < contraction.length; j++) {
      contraction[j] = Math.fma(lambda[of(lambda, j)], mu[of(mu, j)], 1);
    }
  }

  private static int of(double[] oneOrEach, int j) {
    return oneOrEach.length == 1 ? 0 : j;
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
    return closedForms ? residual[j] / contraction[of(contraction, j)] : certificate[j];
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
        certificate(j),
        value[j],
        evaluations[j],
        products[j]);
  }

  /**
   * Returns all members as one: the worst ending, the largest residual and certificate (NaN if one
   * is), sums of the counts and of the values.
   */
  public InnerReport total() {
    if (closedForms) {
      double largest = Vectors.maxAbs(residual);
      double certified = contraction.length == 1 ? largest / contraction[0] : 0;
      for (int j = 0; j < members() && contraction.length > 1; j++) {
        certified = Math.max(certified, certificate(j));
      }
      int evaluated = members();
      return new InnerReport(
          InnerEnding.CONVERGED, 0, 0, 0, largest, certified, Double.NaN, evaluated, 0);
    }
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
