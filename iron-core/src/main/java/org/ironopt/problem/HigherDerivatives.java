package org.ironopt.problem;

/**
 * Contractions of the third and fourth derivative, for the plateau correction of the theory. Both
 * are symmetric in all directions, the free one included.
 */
public interface HigherDerivatives extends Curved {
  /**
   * Overwrites {@code out} with {@code T(x)[u, v, .]}, T the third derivative: the derivative of
   * {@code H(x) u} along v.
   */
  void third(double[] x, double[] u, double[] v, double[] out);

  /**
   * Overwrites {@code out} with {@code Q(x)[u, v, w, .]}, Q the fourth derivative: the derivative
   * of {@code T(x)[u, v, .]} along w.
   */
  void fourth(double[] x, double[] u, double[] v, double[] w, double[] out);
}
