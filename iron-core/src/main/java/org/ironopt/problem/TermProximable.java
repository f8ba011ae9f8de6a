package org.ironopt.problem;

/**
 * A finite sum whose single terms have their resolvent in closed form, or as a scalar root: the
 * oracle of the stochastic proximal point methods. A linear function {@code <l, x>} added to a term
 * moves the center only: its resolvent at u is {@code prox(i, eta, u - eta l)}. For sums that do
 * not have it, and for reports, use {@code org.ironopt.resolvent.internal.TermResolvent}.
 */
public interface TermProximable extends FiniteSum {
  /**
   * Overwrites {@code x} with {@code argmin f_i(x) + |x - u|^2 / (2 eta)}; {@code x} may be {@code
   * u}. Returns the norm of {@code x - u + eta grad f_i(x)} at the answer, which is 0 up to
   * rounding; NaN or infinity if there is no answer.
   */
  double prox(int i, double eta, double[] u, double[] x);
}
