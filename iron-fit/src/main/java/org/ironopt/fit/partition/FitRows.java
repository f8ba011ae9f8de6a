package org.ironopt.fit.partition;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.function.LongConsumer;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.regression.internal.CompensatedLoss;
import org.ironopt.regression.internal.Loss;
import org.ironopt.regression.internal.Separation;

/**
 * The mean loss of the rows of a fit, wherever they are: on this machine ({@link LocalRows}) or in
 * partitions elsewhere ({@link PartitionedRows}). Parameters are those of the user's columns.
 */
public interface FitRows {
  Loss loss();

  TargetSums targets();

  /** Returns whether a look at the rows is a pass over other machines. */
  boolean elsewhere();

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

    /** Overwrites a matrix with the Hessian of all parameters, of several outputs only here. */
    void block(DenseMatrix h);

    /** Returns what a certificate needs. */
    CertificateSums sums();

    /** Returns the mean of divergences, and how many probabilities are too small to count in it. */
    double[] mean(BregmanDivergence divergence);

    /** Returns whether predictions run away. */
    Separation separation();
  }
}
