package org.ironopt.theory;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.ironopt.linalg.internal.Require;
import org.ironopt.theory.internal.SmallLinearSystem;

/**
 * Stationary second moments of one eigendirection under diffusion noise of variance rho2: {@code
 * p11 = E e^2}, {@code p12 = E e w}, {@code p22 = E w^2} and {@code lagOne = E e_{k+1} e_k}. The
 * closed form, THEORY (17), is for IRON with {@code m = gamma + mu}
 *
 * <pre>{@code
 * p11 = gamma^2 rho^2 (2 gamma + m alpha + a alpha^2)
 *       / (a (m + a alpha) (4 gamma + 2 m alpha + a alpha^2)),
 * }</pre>
 *
 * NAG-GS has mu for the a of the first two factors and {@code 2 mu - a} for that of the last;
 * explicit Euler is IRON with {@code -alpha}. All are grouped so that IRON's involve sums of
 * positive numbers only: relative accuracy of a few ulp for every alpha. The paper gives the 3x3
 * system, THEORY (16); the closed form is ours, derived and checked numerically, not refereed.
 *
 * <p>On a quadratic the mean-square error {@code E|x - x*|^2} is the sum over the eigendirections,
 * THEORY (21): since the trace needs only the diagonal of Sigma in the eigenbasis of A,
 *
 * <pre>{@code
 * MSE = sum_i Sigma_ii P(a_i),     P = p11 with rho = 1,
 * }</pre>
 *
 * whether or not A and Sigma commute; for the whole matrix see {@link GeneralCovariance}. For IRON
 * it decreases strictly in alpha and {@code alpha MSE} tends to {@link QuadraticConstant}.
 */
public record StationaryCovariance(double p11, double p12, double p22, double lagOne) {

  /** Returns the closed form, empty when the recursion is unstable. */
  public static Optional<StationaryCovariance> closedForm(
      Scheme scheme, IronParameters p, double a, double rho2) {
    OptionalDouble variance = variance(scheme, p, a, rho2);
    if (variance.isEmpty()) {
      return Optional.empty();
    }
    double v = variance.getAsDouble();
    double inverse = 1 / p.alpha();
    double m = p.gamma() + p.mu();
    double gap = p.mu() - a;
    double g = 2 * p.gamma() * inverse;
    double h = sum(scheme, p, a);
    StationaryCovariance moments =
        switch (scheme) {
          case IRON ->
              new StationaryCovariance(
                  v, v * (1 + a / h), v * (1 + 2 * (1 + inverse) * a / h), v * ((g + m) / h));
          case NAG_GS ->
              new StationaryCovariance(
                  v,
                  v * ((g + p.gamma() + gap + gap * p.alpha()) / h),
                  v * (1 + 2 * (1 + inverse) * a / h),
                  v * ((g + m + gap * p.alpha()) / h));
          case EXPLICIT_EULER ->
              new StationaryCovariance(
                  v,
                  v * ((g - m + a * (p.alpha() - 1)) / h),
                  v * (1 + 2 * (inverse - 1) * a / h),
                  v * ((g - m) / h));
        };
    return Optional.of(moments);
  }

  /** Returns {@code p11} alone, empty when the recursion is unstable. */
  public static OptionalDouble variance(Scheme scheme, IronParameters p, double a, double rho2) {
    Require.nonNegative("rho2", rho2);
    if (!new TransitionMatrix(scheme, p, a).stable()) {
      return OptionalDouble.empty();
    }
    double alpha = p.alpha();
    double g = 4 * p.gamma() / alpha;
    double m = p.gamma() + p.mu();
    double narrow =
        switch (scheme) {
          case IRON -> m + a * alpha;
          case NAG_GS -> m + p.mu() * alpha;
          case EXPLICIT_EULER -> m - a * alpha;
        };
    double wide =
        switch (scheme) {
          case IRON -> g + 2 * m + a * alpha;
          case NAG_GS -> g + 2 * m + (2 * p.mu() - a) * alpha;
          case EXPLICIT_EULER -> g - 2 * m + a * alpha;
        };
    double shape = sum(scheme, p, a) / wide / narrow;
    return OptionalDouble.of(p.gamma() * (p.gamma() / a) * rho2 * shape);
  }

  /** Returns {@code (d + c)/alpha} of THEORY (10). */
  private static double sum(Scheme scheme, IronParameters p, double a) {
    double g = 2 * p.gamma() / p.alpha();
    double m = p.gamma() + p.mu();
    return switch (scheme) {
      case IRON -> g + m + a * p.alpha();
      case NAG_GS -> g + m + p.mu() * p.alpha();
      case EXPLICIT_EULER -> g - m + a * p.alpha();
    };
  }

  /**
   * Solves the paper's 3x3 system for (p11, p12, p22), THEORY (16); empty when unstable. Its matrix
   * tends to a singular one as alpha goes to 0, which the closed form does not suffer from.
   */
  public static Optional<StationaryCovariance> linearSystem(
      Scheme scheme, IronParameters p, double a, double rho2) {
    Require.nonNegative("rho2", rho2);
    TransitionMatrix t = new TransitionMatrix(scheme, p, a);
    if (!t.stable()) {
      return Optional.empty();
    }
    double[] m = t.matrix();
    double a1 = m[0];
    double b1 = m[1];
    double c1 = m[2];
    double d1 = m[3];
    double[] g = t.noise();
    double q = t.noiseVariance() * rho2;
    double[][] system = {
      {1 - a1 * a1, -2 * a1 * b1, -b1 * b1},
      {-a1 * c1, 1 - (a1 * d1 + b1 * c1), -b1 * d1},
      {-c1 * c1, -2 * c1 * d1, 1 - d1 * d1}
    };
    double[] moments =
        SmallLinearSystem.solve(
            system, new double[] {q * g[0] * g[0], q * g[0] * g[1], q * g[1] * g[1]});
    double lagOne = a1 * moments[0] + b1 * moments[1];
    return Optional.of(new StationaryCovariance(moments[0], moments[1], moments[2], lagOne));
  }

  /**
   * Returns {@code gamma^2 rho^2 / (2 a (gamma + mu))}, the variance of the flow itself and the
   * limit of all three schemes as alpha goes to 0, THEORY (18).
   */
  public static double continuousTime(double mu, double gamma, double a, double rho2) {
    Require.nonNegative("mu", mu);
    Require.positive("gamma", gamma);
    Require.positive("eigenvalue", a);
    Require.nonNegative("rho2", rho2);
    return gamma * (gamma / a) * rho2 / (2 * (gamma + mu));
  }

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
      OptionalDouble variance = variance(scheme, p, eigenvalues[i], variances[i]);
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
      sum += continuousTime(mu, gamma, a, rho2);
    }
    return sum;
  }

  /** Returns {@code count} times one number. */
  static double[] same(int count, double value) {
    return DoubleStream.generate(() -> value).limit(count).toArray();
  }
}
