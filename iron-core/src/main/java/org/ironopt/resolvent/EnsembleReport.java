package org.ironopt.resolvent;

import java.util.Arrays;
import java.util.Objects;
import java.util.OptionalDouble;
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
  private final double[] gradientNorm;
  private final double modulus;

  /** Whether every member is a closed form right to rounding; then certificates are not stored. */
  private boolean closedForms;

  /** lambda of each member, or one for all, where certificates are not stored. */
  private double[] lambda = {1};

  /** The modulus is that of every member, NaN if it is not known. */
  EnsembleReport(int members, double modulus) {
    this.modulus = modulus;
    ending = new InnerEnding[members];
    newtonSteps = new int[members];
    linearSteps = new int[members];
    backtracks = new int[members];
    evaluations = new int[members];
    products = new int[members];
    residual = new double[members];
    certificate = new double[members];
    value = new double[members];
    gradientNorm = new double[members];
  }

  /** Begins a solve in which every member is set by itself, perhaps by several threads. */
  void begin() {
    closedForms = false;
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
    gradientNorm[j] = tally.gradientNorm;
  }

  /** Records closed forms that are all right to rounding, with their residuals and gradients. */
  void setClosedForms(double[] norms, double[] gradients, double[] parameters) {
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
    System.arraycopy(gradients, 0, gradientNorm, 0, gradients.length);
    lambda = parameters.clone();
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

  /** Returns the bound on the error of member {@code j}, if there is one. */
  public OptionalDouble certificate(int j) {
    return InnerReport.certificate(bound(j));
  }

  private double bound(int j) {
    return closedForms
        ? InnerReport.bound(residual[j], lambda[lambda.length == 1 ? 0 : j], modulus)
        : certificate[j];
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
        gradientNorm[j],
        evaluations[j],
        products[j]);
  }

  /**
   * Returns all members as one: the worst ending, the largest residual and certificate (none if a
   * member has none), sums of the counts and of the values, and the norm of all gradients together.
   */
  public InnerReport total() {
    if (closedForms) {
      double largest = Vectors.maxAbs(residual);
      double bound = lambda.length == 1 ? InnerReport.bound(largest, lambda[0], modulus) : 0;
      for (int j = 0; j < members() && lambda.length > 1; j++) {
        bound = Math.max(bound, bound(j));
      }
      return new InnerReport(
          InnerEnding.CONVERGED,
          0,
          0,
          0,
          largest,
          InnerReport.certificate(bound),
          Double.NaN,
          Vectors.norm(gradientNorm),
          members(),
          0);
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
        InnerReport.certificate(largestCertificate),
        sum,
        Vectors.norm(gradientNorm),
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
