package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * The effect of rules of numerical integration on the spread of {@code dz = -w z dt + b dW}, THEORY
 * (103)-(104). With {@code x = alpha w} the stationary variance is {@code V(x) b^2/w}; the process
 * itself has 1/2. The paper's 1/alpha law is the dissipation of backward Euler: an A-stable rule
 * that is not L-stable need not have it.
 */
public enum Integrator {
  /** {@code 1/(2 - x)}: blows the spread up, unstable from {@code x = 2} on. */
  EXPLICIT_EULER,
  /** {@code 1/2}: keeps the spread at every step. */
  TRAPEZOID,
  /** {@code 1/(2 + x)}, IRON's rule. */
  BACKWARD_EULER,
  /** BDF2-Maruyama, with the increments of two steps: {@code (4 + 5x)/(2(1 + x)(4 + x))}. */
  BDF2_MARUYAMA,
  /** BDF2 with the last increment only: {@code (2 + x)/((1 + x)(4 + x))}. */
  BDF2_LAST_INCREMENT,
  /** Two L-stable stages, {@code h = 3/2 - sqrt 2}: {@code (1 + hx)/(2 + 2hx + hx^2)}. */
  SDIRK2;

  private static final double H = 1.5 - Math.sqrt(2);

  /** The effect on the spread as the step grows. */
  public enum Effect {
    /** The spread stays as it is, at every step. */
    KEEPS,
    /** It falls like 1/alpha. */
    SHRINKS,
    /** It grows until the rule is unstable. */
    BLOWS_UP
  }

  /** Returns {@code V(x) = V w/b^2}; empty where the rule is unstable. */
  public OptionalDouble variance(double x) {
    Require.positive("x", x);
    return switch (this) {
      case EXPLICIT_EULER -> theta(0, x);
      case TRAPEZOID -> theta(0.5, x);
      case BACKWARD_EULER -> theta(1, x);
      // Divided by 1 + x first: x^2 may leave the range of double.
      case BDF2_MARUYAMA -> OptionalDouble.of((4 + 5 * x) / (1 + x) / (4 + x) / 2);
      case BDF2_LAST_INCREMENT -> OptionalDouble.of((2 + x) / (1 + x) / (4 + x));
      case SDIRK2 -> OptionalDouble.of((1 / x + H) / (2 / x + 2 * H + H * x));
    };
  }

  /** Returns what becomes of the spread. */
  public Effect effect() {
    return switch (this) {
      case EXPLICIT_EULER -> Effect.BLOWS_UP;
      case TRAPEZOID -> Effect.KEEPS;
      default -> Effect.SHRINKS;
    };
  }

  /** Returns the limit of {@code x V(x)} as the step grows; empty unless the spread shrinks. */
  public OptionalDouble limit() {
    return ValidRange.when(effect() == Effect.SHRINKS, this == BDF2_MARUYAMA ? 2.5 : 1);
  }

  /**
   * Returns {@code 1/(2 + (2 theta - 1) x)}, the one-leg theta rule for theta from 0 to 1; empty
   * where it is unstable. Its limit of {@code x V(x)} is {@code 1/(2 theta - 1)}.
   */
  public static OptionalDouble theta(double theta, double x) {
    Require.that(theta >= 0 && theta <= 1, "theta is %s, expected 0 to 1", theta);
    double denominator = 2 + (2 * theta - 1) * Require.positive("x", x);
    return ValidRange.when(denominator > 0, 1 / denominator);
  }

  /**
   * Returns {@code (1 - R)/(x (1 + R))}: any Runge-Kutta rule with the stability value {@code R =
   * R(-x)} and the noise as a constant force over the step; empty unless {@code |R| < 1}. Every
   * L-stable rule has backward Euler's limit 1 of {@code x V(x)}; a rule with {@code R -> R_inf}
   * has {@code (1 - R_inf)/(1 + R_inf)}.
   */
  public static OptionalDouble rungeKutta(double stability, double x) {
    Require.positive("x", x);
    return ValidRange.when(
        Math.abs(stability) < 1, (1 - stability) / x / (1 + Require.finite("R", stability)));
  }
}
