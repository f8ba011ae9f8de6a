package org.ironopt.fit.partition;

import java.io.Serializable;

/** A query to each partition. It is complete in itself; rows keep values only to save time. */
public sealed interface Query extends Serializable {
  /** How many rows there are, and mean and spread of their columns. */
  record Moments() implements Query {}

  /**
   * Loss, gradient and what a certificate needs at a point.
   *
   * @param w parameters in the units of the columns
   * @param matrix whether the Hessian is wanted too
   * @param rough whether that of some rows will do, times what makes it one of all
   */
  record Point(double[] w, boolean matrix, boolean rough) implements Query {
    /** Asks for the Hessian of all rows, if it is wanted. */
    public Point(double[] w, boolean matrix) {
      this(w, matrix, false);
    }
  }

  /** The Hessian at w times v. */
  record Product(double[] w, double[] v) implements Query {}

  /**
   * The sums of a {@link org.ironopt.regression.internal.CompensatedLoss} at w; error NaN if
   * unknown.
   */
  record Loss(double[] w) implements Query {}

  /** How far moved predictions are from those at w. */
  record Divergence(double[] w, BregmanDivergence moved) implements Query {}
}
