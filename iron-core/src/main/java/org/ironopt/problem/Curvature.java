package org.ironopt.problem;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.LinearOperator;
import org.jspecify.annotations.Nullable;

/**
 * The second-order model of an objective at one point: linearise once, multiply many times. After
 * {@link #at}, {@link #apply} is the product with the Hessian (or with the Gauss-Newton matrix, for
 * a workspace made by {@link GaussNewton#gaussNewton()}) at that point, and uses whatever the
 * evaluation already computed. One workspace belongs to one thread.
 */
public interface Curvature extends LinearOperator {
  /** Returns n. */
  int dimension();

  /**
   * Moves to {@code x}: returns f(x), overwrites {@code gradient}, and keeps what products need.
   * Keeps no reference to {@code x}.
   */
  double at(double[] x, double[] gradient);

  /** Overwrites {@code hv} with H v at the last point. */
  @Override
  void apply(double[] v, double[] hv);

  /** Overwrites {@code diagonal} with the diagonal of H; by n products unless overridden. */
  default void diagonal(double[] diagonal) {
    int n = dimension();
    double[] unit = new double[n];
    double[] column = new double[n];
    for (int j = 0; j < n; j++) {
      unit[j] = 1;
      apply(unit, column);
      unit[j] = 0;
      diagonal[j] = column[j];
    }
  }

  /**
   * Overwrites {@code block} with rows and columns {@code from .. from + block.rows() - 1} of H; by
   * products with unit vectors unless overridden. With {@code from = 0} and n rows this is H.
   */
  default void block(int from, DenseMatrix block) {
    int n = dimension();
    double[] unit = new double[n];
    double[] column = new double[n];
    int size = block.rows();
    for (int j = 0; j < size; j++) {
      Arrays.fill(unit, 0);
      unit[from + j] = 1;
      apply(unit, column);
      for (int i = 0; i < size; i++) {
        block.set(i, j, column[from + i]);
      }
    }
  }

  /**
   * A curvature that has a cheap model M of itself whose shifted systems are solved in closed form,
   * such as a Kronecker product of small matrices. The model is an array of numbers, so that it can
   * be kept while the curvature moves on, saved and restored.
   */
  interface Factored extends Curvature {
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
     * @param part of the terms that it may use, in (0, 1]
     */
    record Draw(long seed, long number, double part) {}

    /**
     * Returns {@code (I + lambda M)^-1} for a model that was written at any point, or for an
     * average of several; null if there is none.
     */
    @Nullable LinearOperator modelInverse(double[] model, double lambda);
  }
}
