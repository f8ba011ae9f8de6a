package org.ironopt.fit;

import java.io.Serializable;
import java.util.List;

/**
 * Rows that are in {@link Part}s elsewhere, on a cluster for example. A fit asks all parts at once
 * and gets back one answer, the sum of theirs; nothing else about them is ever needed. Who
 * implements this adds the answers up in the order of the parts, in a tree that depends on the
 * number of parts only: then the bits of a fit depend on how the rows are parted and on nothing
 * else, whatever runs where, fails and is repeated.
 */
public interface Parts {
  /** Returns the answers of all parts, added up in their order; there is at least one part. */
  Answer ask(Ask ask);

  /**
   * Returns whether each evaluation should bring the Hessian along. It then takes one asking for a
   * Newton step, but sums of about half the square of the number of parameters.
   */
  boolean matrixPays(int parameters);

  /**
   * Returns some rows that stand for all of them, here ({@link Part#sample}). A fit of them is
   * where a fit of all rows begins; without any it begins at zero. They depend on the parts only.
   */
  default List<Part> sample() {
    return List.of();
  }

  /** A question to each part. It says all there is to know: parts remember only to save time. */
  sealed interface Ask extends Serializable {
    /** How many rows there are, and mean and spread of their columns. */
    record Moments() implements Ask {}

    /**
     * Loss, gradient and what a certificate needs at a point.
     *
     * @param w parameters in the units of the columns
     * @param matrix whether the Hessian is wanted too
     * @param rough whether that of some rows will do, times what makes it one of all
     */
    record Point(double[] w, boolean matrix, boolean rough) implements Ask {
      /** Asks for the Hessian of all rows, if it is wanted. */
      public Point(double[] w, boolean matrix) {
        this(w, matrix, false);
      }
    }

    /** The Hessian at w times v. */
    record Product(double[] w, double[] v) implements Ask {}

    /** The sums of a {@link org.ironopt.regression.CompensatedLoss} at w; error NaN if unknown. */
    record Loss(double[] w) implements Ask {}

    /** The divergence of moved predictions at w, see {@link Divergence}. */
    record Moved(double[] w, double tau, double t, double[] mixed) implements Ask {}
  }
}
