package org.ironopt.resolvent;

import org.ironopt.problem.Objective;

/**
 * Solves {@code u + lambda grad f(u) = c} for one objective, again and again. Owns its workspace;
 * belongs to one thread.
 */
public interface Resolvent {
  /**
   * Solves for one center.
   *
   * @param lambda resolvent parameter, positive
   * @param mu strong convexity used in the certificate, 0 if unknown
   * @param center c, noise included; not changed
   * @param iterate the current outer iterate, used by {@link WarmStart#ITERATE}; not changed
   * @param u overwritten with the solution (read first under {@link WarmStart#GIVEN})
   */
  InnerReport solve(double lambda, double mu, double[] center, double[] iterate, double[] u);

  /** Returns a solver of the given kind, or explains why the objective does not allow it. */
  static Resolvent of(Objective objective, Inner inner) {
    throw new IllegalStateException("no solver for " + inner + " on " + objective);
  }
}
