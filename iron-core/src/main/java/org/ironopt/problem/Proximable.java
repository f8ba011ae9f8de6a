package org.ironopt.problem;

import org.ironopt.linalg.Vectors;

/** An objective whose resolvent {@code u + lambda grad f(u) = c} is known in closed form. */
public interface Proximable extends Objective {
  /** Overwrites {@code u} with prox_{lambda f}(c); {@code u} may be {@code c}. */
  void prox(double lambda, double[] c, double[] u);

  /**
   * Measures the equation at {@code u}: overwrites {@code measure[0]} with the norm of {@code u - c
   * + lambda grad f(u)}, {@code measure[1]} with the size of the terms of which it is the small
   * difference, so that their quotient says whether the residual is rounding, and {@code
   * measure[2]} with the norm of {@code grad f(u)}, which is left alone by those who do not know
   * it.
   */
  default void residual(double lambda, double[] c, double[] u, double[] measure) {
    double[] g = new double[dimension()];
    gradient(u, g);
    measure[2] = Vectors.norm(g);
    measure[1] = Vectors.norm(u) + Vectors.norm(c) + lambda * measure[2];
    for (int i = 0; i < g.length; i++) {
      g[i] = Math.fma(lambda, g[i], u[i] - c[i]);
    }
    measure[0] = Vectors.norm(g);
  }
}
