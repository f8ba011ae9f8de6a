package org.ironopt.resolvent.internal;

import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;

/**
 * What the building blocks of solvers cost on a problem of a certain shape. Everything that chooses
 * by work asks here: {@link org.ironopt.resolvent.InnerSelection}, and a fit for its matrix and its
 * whitening. The unit is one multiply-add of a matrix kernel that works in cache (about 0.1 ns on
 * one core). Prices count and time nothing, so that a choice is the same on every machine.
 *
 * <p>Relative prices, measured once on one core of a server with rows of 50 to 300 columns: a
 * number of the rows that is read for one output costs 2 units while the rows lie in cache, 4 when
 * they come from memory and up to 12 if they are sparse; {@link #NUMBER} is used for all. From as
 * many outputs on, the arithmetic costs more than the reading. An eigendecomposition takes 20 to 50
 * times as long as a Cholesky factorization, 27 is used. Both run at about a quarter of the speed
 * of a product of matrices, which is left out: where a factorization is worth considering, the
 * matrix costs more than it.
 *
 * @param rows terms of the sum, or n of a problem that is no sum
 * @param columns parameters of one output
 * @param outputs predictions of a row
 * @param stored numbers that a product with all rows and one output reads
 * @param squares sum over the rows of the squares of their lengths: {@code rows columns^2} if they
 *     are dense
 */
public record CostModel(
    double rows, double columns, double outputs, double stored, double squares) {
  /** Price of a number of the rows that is read for one output. */
  public static final double NUMBER = 4;

  /** Price of an eigendecomposition over that of a factorization. */
  private static final double EIGEN = 27;

  /** Larger matrices, of so many entries, are not considered. */
  private static final double LARGEST = 1L << 26;

  /**
   * Returns the prices of an objective. Of one that is no sum over rows nothing is known about a
   * product; they are those of a dense matrix.
   */
  public static CostModel of(Objective f) {
    double n = f.dimension();
    if (f instanceof LinearSum sum) {
      double columns = n / sum.outputs();
      return new CostModel(
          sum.terms(), columns, sum.outputs(), sum.stored(), sum.stored() * columns);
    }
    return new CostModel(n, n, 1, n * n, 2 * n * NUMBER * n * n);
  }

  /** One product with the rows for all outputs, or half a Hessian product. */
  public double pass() {
    return stored * Math.max(outputs, NUMBER);
  }

  /** One product with the rows for a single output. */
  public double passOfOne() {
    return stored * NUMBER;
  }

  /** A Hessian product: two passes. */
  public double product() {
    return 2 * pass();
  }

  /** The Hessian of all parameters: a weighted Gram matrix of the columns, or n products. */
  public double hessian() {
    return outputs == 1 ? squares : columns * outputs * product();
  }

  /** The Gram matrix of the rows, which all outputs share. */
  public double gram() {
    return 0.5 * rows * stored;
  }

  /** The Cholesky factorization of an n x n matrix. */
  public static double factorization(double n) {
    return n * n * n / 3;
  }

  /** The eigendecomposition of a symmetric n x n matrix. */
  public static double eigen(double n) {
    return EIGEN * factorization(n);
  }

  /** Returns whether an n x n matrix is small enough to be formed. */
  public static boolean fits(double n) {
    return n * n <= LARGEST;
  }
}
