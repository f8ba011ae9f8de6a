package org.ironopt.regression.rows;

import java.util.Arrays;
import org.ironopt.linalg.Vectors;
import org.ironopt.regression.LinearTerms;

/** The squared norms of rows with their constant, each computed when it is first asked for. */
public final class RowSquares {
  private final LinearTerms terms;

  /** What is taken from every row first; null for nothing. */
  private final double[] mean;

  private final double[] squares;
  private final double[] row;

  public RowSquares(LinearTerms terms, double[] mean) {
    this.terms = terms;
    this.mean = mean;
    squares = new double[terms.x().rows()];
    Arrays.fill(squares, Double.NaN);
    row = new double[terms.columns()];
  }

  public double of(int stored) {
    if (Double.isNaN(squares[stored])) {
      terms.x().copyRow(stored, row, 0);
      if (mean != null) {
        Vectors.subtract(row, mean, row);
      }
      squares[stored] = Vectors.dot(row, row) + (terms.hasIntercept() ? 1 : 0);
    }
    return squares[stored];
  }
}
