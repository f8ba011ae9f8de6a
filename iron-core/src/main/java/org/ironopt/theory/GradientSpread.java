package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * Exact stationary variances along one eigenvalue a of a quadratic under gradient noise of variance
 * {@code sigma2} (sigma_g^2), THEORY (44)-(49), for methods that do not discretise the flow: each
 * is {@link TransitionMatrix.Ar2} in the error, and the formulas are that variance without its
 * cancellations. Empty where the method is unstable. Those of IRON, NAG-GS and explicit Euler are
 * {@link StationaryCovariance} with {@link NoiseSource#GRADIENT}. As {@code eta} grows, implicit
 * methods tend to {@code sigma2/a^2} and explicit ones diverge; the proximal Robbins-Monro step,
 * whose noise is not contracted, diverges too.
 */
public final class GradientSpread {
  private GradientSpread() {}

  /** Returns {@code eta/(a (2 - eta a))}, stable iff {@code eta a < 2}. */
  public static OptionalDouble gradientDescent(double eta, double a, double sigma2) {
    return heavyBall(eta, 0, a, sigma2);
  }

  /**
   * Returns {@code eta (1 + b)/(a (1 - b)(2 (1 + b) - eta a))}, stable iff {@code b < 1} and {@code
   * eta a < 2 (1 + b)}.
   */
  public static OptionalDouble heavyBall(double eta, double b, double a, double sigma2) {
    check(eta, b, a, sigma2);
    double room = 2 * (1 + b) - eta * a;
    return ValidRange.when(b < 1 && room > 0, sigma2 * eta * (1 + b) / (a * (1 - b) * room));
  }

  /**
   * Returns {@code V = (1 + b q) eta/(a (1 - b q)(1 + q + 2 b q))} with {@code q = 1 - eta a},
   * stable iff {@code |b q| < 1} and {@code 1 + q + 2 b q > 0}: the spread of the points behind
   * those where Nesterov's gradients are taken.
   */
  public static OptionalDouble nesterov(double eta, double b, double a, double sigma2) {
    check(eta, b, a, sigma2);
    double q = 1 - eta * a;
    double room = 1 + q + 2 * b * q;
    double spread = sigma2 * (1 + b * q) * eta / (a * (1 - b * q) * room);
    return ValidRange.when(Math.abs(b * q) < 1 && room > 0, spread);
  }

  /**
   * Returns the spread {@code ((1 + b)^2 + b^2) V - 2 b (1 + b) g} of the points where Nesterov's
   * gradients are taken, {@code g = (1 + b) q V/(1 + b q)}; it is that of {@code Sgd.nesterov}.
   */
  public static OptionalDouble nesterovAhead(double eta, double b, double a, double sigma2) {
    OptionalDouble behind = nesterov(eta, b, a, sigma2);
    double v = behind.orElse(Double.NaN);
    double q = 1 - eta * a;
    double lag = (1 + b) * q * v / (1 + b * q);
    double ahead = ((1 + b) * (1 + b) + b * b) * v - 2 * b * (1 + b) * lag;
    return ValidRange.when(behind.isPresent(), ahead);
  }

  /** Returns {@code eta/(a (2 + eta a))}, for every eta. */
  public static double proximalPoint(double eta, double a, double sigma2) {
    return proximalPoint(eta, 0, a, sigma2).getAsDouble();
  }

  /**
   * Returns {@code (1 + b r) r eta/(a (1 - b r)(1 + r + 2 b r))} with {@code r = 1/(1 + eta a)},
   * stable iff {@code b r < 1}: the proximal point method with momentum b, which may exceed 1.
   */
  public static OptionalDouble proximalPoint(double eta, double b, double a, double sigma2) {
    check(eta, b, a, sigma2);
    double r = 1 / (1 + eta * a);
    double spread = sigma2 * (1 + b * r) * r * eta / (a * (1 - b * r) * (1 + r + 2 * b * r));
    return ValidRange.when(b * r < 1, spread);
  }

  /** Returns {@code eta (1 + eta a)^2/(a (2 + eta a))}, for every eta. */
  public static double proximalRobbinsMonro(double eta, double a, double sigma2) {
    check(eta, 0, a, sigma2);
    double s = 1 + eta * a;
    return sigma2 * eta * s * s / (a * (1 + s));
  }

  /**
   * Returns {@code (relax p eta)^2/(1 - phi^2)}, {@code phi = 1 - relax + relax p (1 - eta a)},
   * stable iff {@code |phi| < 1}: forward-backward steps with the regularizer {@code c x^2 / 2},
   * {@code p = 1/(1 + eta c)}.
   */
  public static OptionalDouble forwardBackward(
      double eta, double relax, double c, double a, double sigma2) {
    check(eta, 0, a, sigma2);
    Require.nonNegative("c", c);
    Require.positive("relax", relax);
    double p = 1 / (1 + eta * c);
    double lost = relax * p * eta * (c + a); // 1 - phi
    double step = relax * p * eta;
    return ValidRange.when(lost < 2, sigma2 * step * step / (lost * (2 - lost)));
  }

  private static void check(double eta, double b, double a, double sigma2) {
    Require.positive("eta", eta);
    Require.nonNegative("momentum", b);
    Require.positive("eigenvalue", a);
    Require.nonNegative("sigma2", sigma2);
  }
}
