package org.ironopt.problem;

/**
 * An objective whose resolvent is known in closed form: the u with {@code u + lambda grad f(u) =
 * c}, which for convex f is {@code prox_{lambda f}(c) = argmin f(u) + |u - c|^2 / (2 lambda)}.
 */
public interface Proximable extends Objective {
  /** Overwrites {@code u} with prox_{lambda f}(c), {@code lambda >= 0}; {@code u} may be c. */
  void prox(double lambda, double[] c, double[] u);
}
