package org.ironopt.problem;

/** An objective whose resolvent {@code u + lambda grad f(u) = c} is known in closed form. */
public interface Proximable extends Objective {
  /** Overwrites {@code u} with prox_{lambda f}(c); {@code u} may be {@code c}. */
  void prox(double lambda, double[] c, double[] u);
}
