package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * The elementary inequalities under the paper's theorems, THEORY (24), as functions of squared
 * distances to the minimiser: {@code x2 = |x - x*|^2}, {@code v2 = |v - x*|^2}. The paper loses a
 * factor 2 in the center coupling; {@link #centerSharp} is what convexity of the square gives.
 */
public final class Lemmas {
  private Lemmas() {}

  /** Returns the upper bound {@code 2/s v2 + 2 tau/s x2} of {@code |c - x*|^2}, as in the paper. */
  public static double center(IronParameters p, double x2, double v2) {
    return 2 * centerSharp(p, x2, v2);
  }

  /** Returns the upper bound {@code v2/s + tau/s x2} of {@code |c - x*|^2}. */
  public static double centerSharp(IronParameters p, double x2, double v2) {
    double s = p.s();
    return v2 / s + p.tau() / s * x2;
  }

  /**
   * Returns the upper bound {@code 6 x2 + 4 previous2} of {@code |v - x*|^2} for a velocity made by
   * a step {@code alpha >= 1}.
   */
  public static double velocity(double x2, double previous2) {
    return 6 * x2 + 4 * previous2;
  }

  /** Returns the lower end gamma_- = min(gamma0, mu) of every damping sequence. */
  public static double gammaMinus(double mu, double gamma0) {
    return Math.min(Require.positive("gamma0", gamma0), Require.positive("mu", mu));
  }

  /** Returns the upper end gamma_+ = max(gamma0, mu) of every damping sequence. */
  public static double gammaPlus(double mu, double gamma0) {
    return Math.max(Require.positive("gamma0", gamma0), Require.positive("mu", mu));
  }

  static void requireOrder(double mu, double l) {
    Require.that(
        l >= mu && l != Double.POSITIVE_INFINITY,
        "L is %s, expected a finite number >= mu = %s",
        l,
        mu);
  }

  /** Returns a number within the range where its formula holds. */
  static OptionalDouble when(boolean holds, double value) {
    return holds ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
