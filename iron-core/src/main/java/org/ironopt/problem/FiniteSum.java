package org.ironopt.problem;

/**
 * An average {@code f = (1/N) sum_i f_i}. A minibatch is an objective of its own, the average over
 * its terms, so its value and gradient estimate those of f without bias.
 */
public interface FiniteSum extends Curved {
  /** Returns N. */
  int terms();

  /**
   * Returns the average of the terms {@code indices[from .. to-1]}, repetitions included, as a
   * view: it reads {@code indices} when evaluated and copies no data. Its {@link #modulus} is one
   * for any indices.
   */
  Curved batch(int[] indices, int from, int to);

  /**
   * A sum of absolute values, {@code f = (1/N) sum_i |c_i(x)|} with smooth {@code c_i}: each term
   * is the convex function {@code |.|} of a smooth one, and so weakly convex. Methods that keep the
   * absolute value and linearise what is inside ask for {@code c_i}.
   */
  interface AbsoluteResiduals extends FiniteSum {
    /** Returns {@code c_i(x)} and overwrites {@code gradient} with its gradient. */
    double residual(int i, double[] x, double[] gradient);
  }
}
