package org.ironopt.theory.sampling;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;

/**
 * The stationary error {@code x - x*} of a {@link LinearRecursion} with fresh batches, THEORY
 * (54)-(58): mean, second moment, and the factor per step by which second moments converge.
 *
 * @param bias {@code E x - x*}, not 0: resolvents of batches are biased
 * @param secondMoment {@code E (x - x*)(x - x*)'}
 * @param mse {@code E|x - x*|^2}, of the coordinates that count: {@link QuadraticSum#errorOf}
 * @param excess {@code E f(x) - f(x*)}
 * @param radius spectral radius of {@code E[M (x) M]}, below 1
 * @param bound of the mean-square error by THEORY (62), for IRON where it contracts
 * @param limit of the mean-square error as the step grows, for implicit methods whose batches all
 *     have a minimiser
 * @param errors due to a sample of batches; empty if all batches were counted
 */
public record MinibatchMoments(
    double[] bias,
    DenseMatrix secondMoment,
    double mse,
    double excess,
    double radius,
    OptionalDouble bound,
    OptionalDouble limit,
    Optional<SampleErrors> errors) {
  /**
   * Standard errors that a sample of batches leaves.
   *
   * @param mse of the mean-square error
   * @param bias of the bias, number by number
   */
  public record SampleErrors(double mse, double[] bias) {}

  /** Returns the moments; empty if they do not stay bounded. */
  public static Optional<MinibatchMoments> of(BatchLaw law, LinearRecursion recursion) {
    int d = law.sum().dimension();
    return of(law, recursion, DenseMatrix.zeros(d, d));
  }

  /**
   * Returns the moments with independent gradient noise beside the batches; empty if they do not
   * stay bounded.
   *
   * @param noise covariance of the gradient noise; see {@link LinearRecursion#centerNoise}
   */
  public static Optional<MinibatchMoments> of(
      BatchLaw law, LinearRecursion recursion, DenseMatrix noise) {
    QuadraticSum sum = law.sum();
    int d = sum.dimension();
    Require.shape("covariance of the gradient noise", d, d, noise);
    StationaryEquations stationary = new StationaryEquations(law.at(recursion));
    double radius = stationary.radius();
    if (!(radius < 1)) {
      return Optional.empty();
    }
    double[] bias = stationary.bias();
    DenseMatrix second = stationary.secondMoment(noise);
    Optional<SampleErrors> errors = Optional.empty();
    if (!law.exact(recursion)) {
      double[] row =
          standardErrors(
              law.parts(recursion).stream()
                  .map(StationaryEquations::new)
                  .map(part -> row(sum.meanSquare(part.secondMoment(noise)), part.bias()))
                  .toList());
      errors = Optional.of(new SampleErrors(row[0], Arrays.copyOfRange(row, 1, 1 + d)));
    }
    OptionalDouble bound = OptionalDouble.empty();
    if (recursion.kind() == LinearRecursion.Kind.IRON) {
      double asCenter = noise.trace() / recursion.gamma() * recursion.step() / recursion.gamma();
      bound =
          new MinibatchBound(recursion.parameters(), sum.ridge())
              .limsup(sum.gradientVariance(law.sampling()), asCenter);
    }
    return Optional.of(
        new MinibatchMoments(
            bias,
            second,
            sum.meanSquare(second),
            Vectors.dot(sum.hessian().data(), second.data()) / 2,
            radius,
            bound,
            recursion.implicit() ? law.limit() : OptionalDouble.empty(),
            errors));
  }

  /**
   * The mean of K stationary iterates, THEORY (94).
   *
   * @param bias {@code E x - x*}, to which it tends: 0 for SGD and NAG-GS, and for implicit steps
   *     what no K removes
   * @param covariance of the mean
   * @param limit of K times it
   */
  public record Average(double[] bias, DenseMatrix covariance, DenseMatrix limit) {}

  /** Returns the law of the mean of K stationary iterates; empty if moments do not stay bounded. */
  public static Optional<Average> average(BatchLaw law, LinearRecursion recursion, long steps) {
    Require.that(steps >= 1, "number of steps is %s, expected at least 1", steps);
    StationaryEquations stationary = new StationaryEquations(law.at(recursion));
    if (!(stationary.radius() < 1)) {
      return Optional.empty();
    }
    int d = law.sum().dimension();
    DenseMatrix[] both = stationary.average(DenseMatrix.zeros(d, d), steps);
    return Optional.of(new Average(stationary.bias(), both[0], both[1]));
  }

  /** Returns whether all batches were counted; else a sample was. */
  public boolean exact() {
    return errors.isEmpty();
  }

  /** Returns the standard error of the mean-square error; 0 if exact. */
  public double standardError() {
    return errors.map(SampleErrors::mse).orElse(0.0);
  }

  /** Returns the standard errors of the bias; 0 if exact. */
  public double[] biasErrors() {
    return errors.map(SampleErrors::bias).orElseGet(() -> new double[bias.length]);
  }

  private static double[] row(double mse, double[] bias) {
    double[] row = new double[1 + bias.length];
    row[0] = mse;
    System.arraycopy(bias, 0, row, 1, bias.length);
    return row;
  }

  /** Returns the standard error of the mean of the rows, number by number. */
  private static double[] standardErrors(List<double[]> rows) {
    int n = rows.size();
    double[] mean = new double[rows.getFirst().length];
    rows.forEach(row -> Vectors.axpy(1.0 / n, row, mean));
    double[] errors = new double[mean.length];
    for (double[] row : rows) {
      for (int i = 0; i < errors.length; i++) {
        errors[i] += (row[i] - mean[i]) * (row[i] - mean[i]) / n / (n - 1);
      }
    }
    Arrays.setAll(errors, i -> Math.sqrt(errors[i]));
    return errors;
  }

  /** Returns the spectral radius of {@code E[M (x) M]}, also where it is not below 1. */
  public static double radius(BatchLaw law, LinearRecursion recursion) {
    return new StationaryEquations(law.at(recursion)).radius();
  }
}
