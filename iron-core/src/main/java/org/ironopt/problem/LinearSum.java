package org.ironopt.problem;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * A finite sum of convex losses of linear predictions, {@code f(w) = (1/N) sum_i loss_i(A_i w) +
 * sum_j ridge_j w_j^2 / 2} with K predictions for each term. The gradient of a loss is {@code A_i'
 * r_i}, so that its K residuals {@code r_i = loss_i'(A_i w)} say all of it: a memory of the
 * gradients of all terms takes N K numbers. A terms's weight, relative to the mean, is part of its
 * loss.
 */
public interface LinearSum extends FiniteSum {
  /** Returns K. */
  int outputs();

  /** Overwrites {@code ridge} with the factors of {@code w_j^2 / 2}; 0 where there is none. */
  void ridge(double[] ridge);

  /** Returns how many numbers a product with all rows and one output reads. */
  default long stored() {
    return (long) terms() * (dimension() / outputs());
  }

  /** Returns the smallest ridge factor: the losses are convex, and flat at worst. */
  @Override
  default OptionalDouble modulus() {
    double[] ridge = new double[dimension()];
    ridge(ridge);
    return Arrays.stream(ridge).min();
  }

  /** Returns a new workspace for batches of terms. */
  BatchResiduals residuals();
}
