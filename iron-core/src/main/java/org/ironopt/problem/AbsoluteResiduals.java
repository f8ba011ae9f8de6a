package org.ironopt.problem;

/**
 * A sum of absolute values, {@code f = (1/N) sum_i |c_i(x)|} with smooth {@code c_i}: each term is
 * the convex function {@code |.|} of a smooth one, and so weakly convex. Methods that keep the
 * absolute value and linearise what is inside ask for {@code c_i}.
 */
public interface AbsoluteResiduals extends FiniteSum {
  /** Returns {@code c_i(x)} and overwrites {@code gradient} with its gradient. */
  double residual(int i, double[] x, double[] gradient);
}
