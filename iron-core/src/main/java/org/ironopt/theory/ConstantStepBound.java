package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * Theorem 3.1 of Leplat and Hildebrand with the constants that its proof gives, THEORY (24)-(27),
 * for f mu-strongly convex and L-smooth, constant {@code alpha >= 1} and frozen gamma:
 *
 * <pre>{@code
 * m1 = mu/2   m2 = max(L, gamma)/2   c_E = max(2/mu, 2/gamma)   m2bar = 7 m2
 * K1 = ((2 gamma + mu)/mu)^2   C1 = 4 K1 c_E   C2 = C = K1/(1 + mu/gamma)^2
 * A = 7 C1 m2   B = 4 C1 m2   G = 2 sqrt(B) + A   theta = sqrt(B)/alpha
 * }</pre>
 *
 * The constants are valid but loose; {@link PositionBound} needs only {@code alpha^2 mu > 2 gamma}.
 *
 * <p>The coupling lemmas under the proof bound squared distances to the minimiser, {@code x2 = |x -
 * x*|^2} and {@code v2 = |v - x*|^2}. The paper loses a factor 2 in {@link #center}; {@link
 * #centerSharp} is what convexity of the square gives.
 *
 * @param mu convexity constant of f and of the flow, positive
 * @param l smoothness constant of f
 * @param gamma frozen damping, positive
 */
public record ConstantStepBound(double mu, double l, double gamma) {
  public ConstantStepBound {
    Require.positive("mu", mu);
    Require.positive("gamma", gamma);
    ValidRange.requireOrder(mu, l);
  }

  public double m1() {
    return mu / 2;
  }

  public double m2() {
    return Math.max(l, gamma) / 2;
  }

  /** Returns {@code 7 m2}, which bounds both coefficients of the energy by positions. */
  public double m2bar() {
    return 7 * m2();
  }

  public double cE() {
    return 2 / Math.min(mu, gamma);
  }

  public double k1() {
    double ratio = (2 * gamma + mu) / mu;
    return ratio * ratio;
  }

  public double c1() {
    return 4 * k1() * cE();
  }

  /** Returns {@code C2}, which is also the theorem's C. */
  public double c2() {
    double s = 1 + mu / gamma;
    return k1() / (s * s);
  }

  /** Returns the recursion with this theorem's A, B and C. */
  public TwoStepRecursion recursion() {
    double scale = c1() * m2();
    return new TwoStepRecursion(7 * scale, 4 * scale, c2());
  }

  /**
   * Returns the one-step bound {@code C1/alpha^2 E_k + C2 sigma^2/alpha} of {@code E|x_{k+1} -
   * x*|^2} from the expected energy {@code f - f* + gamma/2 |v - x*|^2}; empty when {@code alpha <
   * 1}.
   */
  public OptionalDouble oneStep(double alpha, double energy, double sigma2) {
    Require.positive("alpha", alpha);
    double next = c1() / alpha * (energy / alpha) + c2() * sigma2 / alpha;
    return ValidRange.when(alpha >= 1, next);
  }

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
}
