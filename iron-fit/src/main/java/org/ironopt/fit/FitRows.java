package org.ironopt.fit;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.regression.CompensatedLoss;
import org.ironopt.regression.Loss;
import org.ironopt.regression.Separation;

/**
 * The mean loss of the rows of a fit, wherever they are: on this machine ({@link LocalData.Rows})
 * or in parts elsewhere ({@link PartedData}). Parameters are those of the user's columns.
 */
interface FitRows {
  Loss loss();

  Facts facts();

  /**
   * What is the same at all points.
   *
   * @param count the number of rows
   * @param shares of the classes in the weight, or the mean of numbers
   * @param additions that stand behind one another, at most, in a sum over the rows
   * @param offset mean of {@code y log y - y} for counts y, what half a deviance adds; or zero
   * @param magnitude mean of the sizes of those terms
   */
  record Facts(long count, double[] shares, int additions, double offset, double magnitude) {}

  /**
   * Returns a workspace.
   *
   * @param reads is told of the rows before they are read
   */
  Linearized curvature(LongConsumer reads);

  /**
   * Returns the losses at a point, half the deviance for counts, with few rounding errors. An error
   * that is NaN is not known: the sums are then no better than those of {@link Linearized#at}.
   */
  CompensatedLoss accurate(double[] w);

  /** Writes what later answers depend on besides their points: nothing, unless it is said. */
  default void save(DataOutput out) throws IOException {}

  /** Reads what {@link #save} wrote. */
  default void restore(DataInput in) throws IOException {}

  /** The loss at the last point: what is kept of it. */
  interface Linearized {
    /** Moves to a point, overwrites the gradient and returns the mean loss. */
    double at(double[] w, double[] gradient);

    /** Overwrites {@code hv} with the Hessian times v. */
    void apply(double[] v, double[] hv);

    /** Overwrites a matrix with the Hessian of all parameters of the only output. */
    void block(DenseMatrix h);

    /** Overwrites a matrix with the Hessian of the intercepts. */
    void interceptBlock(DenseMatrix block);

    /** Returns at least the mean divergence of moved predictions, see {@link Divergence}. */
    double divergence(double tau, double t, double[] mixed, double logarithm);

    /** Returns the weighted mean of the squared derivatives of a Poisson loss. */
    double squares();

    /** Returns whether predictions run away. */
    Separation separation();
  }
}
