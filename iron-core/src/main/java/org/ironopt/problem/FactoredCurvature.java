package org.ironopt.problem;

import org.ironopt.linalg.LinearOperator;

/**
 * A curvature that has a cheap model M of itself whose shifted systems are solved in closed form,
 * such as a Kronecker product of small matrices. The model is an array of numbers, so that it can
 * be kept while the curvature moves on, saved and restored.
 */
public interface FactoredCurvature extends Curvature {
  /** Returns how many numbers a model has. */
  int modelLength();

  /**
   * Returns whether an average of models is a model too, as one of second moments is and one of
   * their eigenvectors is not.
   */
  default boolean averages() {
    return false;
  }

  /** Overwrites {@code model} with the model at the last point. */
  void model(double[] model, Draw draw);

  /**
   * What a model that is estimated may use.
   *
   * @param seed of its random numbers
   * @param number of the estimate; those of different numbers are independent
   * @param part of the terms that it may look at, in (0, 1]
   */
  record Draw(long seed, long number, double part) {}

  /**
   * Returns {@code (I + lambda M)^-1} for a model that was written at any point, or for an average
   * of several; null if there is none.
   */
  LinearOperator modelInverse(double[] model, double lambda);
}
