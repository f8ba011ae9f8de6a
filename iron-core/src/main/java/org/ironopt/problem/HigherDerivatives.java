package org.ironopt.problem;

/** Contractions of the third and fourth derivative, for the plateau correction of the theory. */
public interface HigherDerivatives extends Curved {
  /** Overwrites {@code out} with {@code T(x)[u, v, .]}, T the third derivative. */
  void third(double[] x, double[] u, double[] v, double[] out);

  /** Overwrites {@code out} with {@code Q(x)[u, v, w, .]}, Q the fourth derivative. */
  void fourth(double[] x, double[] u, double[] v, double[] w, double[] out);
}
