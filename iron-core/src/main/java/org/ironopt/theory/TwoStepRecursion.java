package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/**
 * The bounds that the paper's proofs derive from {@code u_{k+1} <= A/alpha^2 u_k + B/alpha^2
 * u_{k-1} + C sigma^2/alpha}, THEORY (26)-(27): with {@code theta = sqrt(B)/alpha}, {@code V_k =
 * u_k + theta u_{k-1}} and {@code G = 2 sqrt(B) + A},
 *
 * <pre>{@code
 * V_{k+1} <= (G/alpha) V_k + C sigma^2/alpha      (alpha >= 1),
 * limsup u_k <= C sigma^2/(alpha - G)             (alpha > G).
 * }</pre>
 *
 * A bound outside its range is empty, never a number.
 */
public record TwoStepRecursion(double a, double b, double c) {
  public TwoStepRecursion {
    Require.nonNegative("A", a);
    Require.nonNegative("B", b);
    Require.nonNegative("C", c);
  }

  /** Returns {@code G = 2 sqrt(B) + A}, the step from which the theorem contracts. */
  public double g() {
    return 2 * Math.sqrt(b) + a;
  }

  /** Returns {@code theta = sqrt(B)/alpha}, the weight of the lagged error in V. */
  public double theta(double alpha) {
    return Math.sqrt(b) / Require.positive("alpha", alpha);
  }

  /** Returns {@code u + theta uPrevious}. */
  public double lyapunov(double alpha, double u, double uPrevious) {
    return Math.fma(theta(alpha), uPrevious, u);
  }

  /** Returns the bound of {@code V_{k+1}} from {@code V_k}; empty when {@code alpha < 1}. */
  public OptionalDouble next(double alpha, double v, double sigma2) {
    Require.positive("alpha", alpha);
    return ValidRange.when(alpha >= 1, g() / alpha * v + c * sigma2 / alpha);
  }

  /**
   * Returns the closed-form bound of {@code V_k} from {@code V_1}, {@code k >= 1}; empty unless
   * {@code alpha > G} and {@code alpha >= 1}.
   */
  public OptionalDouble after(double alpha, int k, double v1, double sigma2) {
    Require.atLeast("k", 1, k);
    double power = StrictMath.pow(g() / alpha, k - 1);
    double bound = power * v1 + c * sigma2 / (alpha - g()) * (1 - power);
    return ValidRange.when(contracts(alpha), bound);
  }

  /** Returns {@code C sigma^2/(alpha - G)}; empty unless {@code alpha > G, alpha >= 1}. */
  public OptionalDouble limsup(double alpha, double sigma2) {
    return limsup(alpha, sigma2, 0);
  }

  /**
   * Returns the limsup when each step of the recursion adds {@code extra >= 0}: {@code (C sigma^2 +
   * alpha extra)/(alpha - G)}.
   */
  private OptionalDouble limsup(double alpha, double sigma2, double extra) {
    Require.nonNegative("sigma2", sigma2);
    return ValidRange.when(contracts(alpha), (c * sigma2 + alpha * extra) / (alpha - g()));
  }

  /** Returns the recursion with doubled A, B and C, that of an inexact resolvent. */
  public TwoStepRecursion doubled() {
    return new TwoStepRecursion(2 * a, 2 * b, 2 * c);
  }

  /**
   * Returns the bound of {@code limsup E|x_k - x*|^2} when the resolvent is solved up to an error
   * of at most {@code eps} in mean square, THEORY (30). The paper adds {@code O(eps^2)} to its
   * bound; but {@code |a + b|^2 <= 2|a|^2 + 2|b|^2} also doubles A, B and C, hence the threshold:
   *
   * <pre>{@code
   * u_{k+1} <= 2A/alpha^2 u_k + 2B/alpha^2 u_{k-1} + 2C sigma^2/alpha + 2 eps^2,
   * limsup u <= (2C sigma^2 + 2 alpha eps^2)/(alpha - G'),   G' = 2 sqrt(2B) + 2A < alpha.
   * }</pre>
   *
   * Empty unless {@code alpha > G', >= 1}. {@link PositionBound#inexactRms} loses no such factor.
   */
  public OptionalDouble inexactLimsup(double alpha, double sigma2, double eps) {
    Require.nonNegative("eps", eps);
    return doubled().limsup(alpha, sigma2, 2 * eps * eps);
  }

  /** Returns the theorem's last line {@code 2 C sigma^2/alpha}; empty unless alpha >= 2G, 1. */
  public OptionalDouble limsupSimple(double alpha, double sigma2) {
    Require.nonNegative("sigma2", sigma2);
    return ValidRange.when(contracts(alpha) && alpha >= 2 * g(), 2 * c * sigma2 / alpha);
  }

  private boolean contracts(double alpha) {
    return Require.positive("alpha", alpha) >= 1 && alpha > g();
  }
}
