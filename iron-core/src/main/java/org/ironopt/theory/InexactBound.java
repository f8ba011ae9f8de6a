package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.Require;

/**
 * Theorem 1 when the resolvent is solved up to an error of at most {@code eps} in mean square,
 * THEORY (30). The paper adds {@code O(eps^2)} to its bound; but {@code |a + b|^2 <= 2|a|^2 +
 * 2|b|^2} also doubles A, B and C, hence the threshold:
 *
 * <pre>{@code
 * u_{k+1} <= 2A/alpha^2 u_k + 2B/alpha^2 u_{k-1} + 2C sigma^2/alpha + 2 eps^2,
 * limsup u <= (2C sigma^2 + 2 alpha eps^2)/(alpha - G'),   G' = 2 sqrt(2B) + 2A < alpha.
 * }</pre>
 *
 * {@link PositionBound#inexactRms} loses no such factor.
 */
public final class InexactBound {
  private InexactBound() {}

  /**
   * Returns the certificate {@code residual/(1 + lambda mu)}, THEORY (7): the distance to the exact
   * resolvent point of a point whose residual {@code u - c + lambda grad f(u)} has this norm.
   *
   * @param mu a modulus of strong convexity of f itself, 0 if it is convex; not that of the flow
   */
  public static double error(double residual, double lambda, double mu) {
    return Require.nonNegative("residual", residual) * Contraction.resolvent(lambda, mu);
  }

  /** Returns the recursion with doubled A, B and C. */
  public static TwoStepRecursion doubled(TwoStepRecursion exact) {
    return new TwoStepRecursion(2 * exact.a(), 2 * exact.b(), 2 * exact.c());
  }

  /** Returns the bound of {@code limsup E|x_k - x*|^2}; empty unless {@code alpha > G', >= 1}. */
  public static OptionalDouble limsup(
      TwoStepRecursion exact, double alpha, double sigma2, double eps) {
    Require.nonNegative("eps", eps);
    return doubled(exact).limsup(alpha, sigma2, 2 * eps * eps);
  }
}
