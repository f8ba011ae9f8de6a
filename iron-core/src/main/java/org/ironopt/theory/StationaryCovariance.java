package org.ironopt.theory;

import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.ironopt.linalg.internal.Require;

/**
 * The exact stationary mean-square error {@code E|x - x*|^2} on a quadratic, THEORY (21). Since the
 * trace needs only the diagonal of Sigma in the eigenbasis of A,
 *
 * <pre>{@code
 * MSE = sum_i Sigma_ii P(a_i),     P of THEORY (17) with rho = 1,
 * }</pre>
 *
 * whether or not A and Sigma commute; for the whole matrix see {@link GeneralCovariance}. For IRON
 * it decreases strictly in alpha and {@code alpha MSE} tends to {@link QuadraticConstant}.
 */
public final class StationaryCovariance {
  private StationaryCovariance() {}

  /** Returns the MSE for {@code Sigma = rho2 I}, empty when a direction is unstable. */
  public static OptionalDouble mse(
      Scheme scheme, IronParameters p, double[] eigenvalues, double rho2) {
    return mse(scheme, p, eigenvalues, same(eigenvalues.length, rho2));
  }

  /**
   * Returns the MSE when {@code variances[i]} is the noise variance along eigenvector i, empty when
   * a direction is unstable.
   */
  public static OptionalDouble mse(
      Scheme scheme, IronParameters p, double[] eigenvalues, double[] variances) {
    Require.atLeast("number of eigenvalues", 1, eigenvalues.length);
    Require.length("variances", eigenvalues.length, variances);
    double sum = 0;
    for (int i = 0; i < eigenvalues.length; i++) {
      OptionalDouble variance = EigenCovariance.variance(scheme, p, eigenvalues[i], variances[i]);
      if (variance.isEmpty()) {
        return variance;
      }
      sum += variance.getAsDouble();
    }
    return OptionalDouble.of(sum);
  }

  /** Returns the limit of the MSE as alpha goes to 0, the same for all schemes. */
  public static double continuousTimeMse(
      double mu, double gamma, double[] eigenvalues, double rho2) {
    double sum = 0;
    for (double a : eigenvalues) {
      sum += EigenCovariance.continuousTime(mu, gamma, a, rho2);
    }
    return sum;
  }

  /** Returns {@code count} times one number. */
  static double[] same(int count, double value) {
    return DoubleStream.generate(() -> value).limit(count).toArray();
  }
}
