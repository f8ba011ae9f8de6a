package org.ironopt.linalg;

import java.util.Arrays;

/**
 * A sparse matrix in compressed rows: the elements of row i stand at positions {@code
 * rowPointers[i] .. rowPointers[i + 1] - 1} of {@code columnIndices}, ascending, and {@code
 * values}.
 */
public final class SparseMatrix implements LinearOperator {
  private final int rows;
  private final int columns;
  private final int[] rowPointers;
  private final int[] columnIndices;
  private final double[] values;
  private final boolean pattern;

  /**
   * Wraps the three arrays; they are checked and kept, not copied.
   *
   * @param rowPointers {@code rows + 1} positions, ascending from 0 to the number of elements
   * @param columnIndices strictly ascending within each row
   * @param values finite numbers
   */
  public SparseMatrix(
      int rows, int columns, int[] rowPointers, int[] columnIndices, double[] values) {
    this.rows = Require.atLeast("rows", 0, rows);
    this.columns = Require.atLeast("columns", 0, columns);
    this.rowPointers = rowPointers;
    this.columnIndices = columnIndices;
    this.values = Require.finite("values", values);
    this.pattern = allOnes(values);
    checkPattern();
  }

  private static boolean allOnes(double[] values) {
    for (double value : values) {
      if (value != 1) {
        return false;
      }
    }
    return true;
  }

  private void checkPattern() {
    if (rowPointers.length != rows + 1) {
      throw new IllegalArgumentException(
          "rowPointers: expected length " + (rows + 1) + ", got " + rowPointers.length);
    }
    Require.sameLength("columnIndices", columnIndices.length, "values", values.length);
    if (rowPointers[0] != 0 || rowPointers[rows] != values.length) {
      throw new IllegalArgumentException(
          "rowPointers go from "
              + rowPointers[0]
              + " to "
              + rowPointers[rows]
              + ", expected from 0 to "
              + values.length);
    }
    for (int i = 0; i < rows; i++) {
      if (rowPointers[i + 1] < rowPointers[i] || rowPointers[i + 1] > values.length) {
        throw new IllegalArgumentException(
            "rowPointers["
                + (i + 1)
                + "] is "
                + rowPointers[i + 1]
                + ", expected a number between "
                + rowPointers[i]
                + " and "
                + values.length);
      }
      int previous = -1;
      for (int k = rowPointers[i]; k < rowPointers[i + 1]; k++) {
        if (columnIndices[k] <= previous || columnIndices[k] >= columns) {
          throw new IllegalArgumentException(
              "row "
                  + i
                  + ": column "
                  + columnIndices[k]
                  + " at position "
                  + k
                  + ", expected one above "
                  + previous
                  + " and below "
                  + columns);
        }
        previous = columnIndices[k];
      }
    }
  }

  /** Returns an empty collector of elements. */
  public static SparseMatrixBuilder builder(int rows, int columns) {
    return new SparseMatrixBuilder(rows, columns);
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  /** Returns the number of stored elements. */
  public int stored() {
    return values.length;
  }

  /** Returns whether all stored elements were one when the matrix was made. */
  public boolean isPattern() {
    return pattern;
  }

  /** Returns the live array of row starts. */
  public int[] rowPointers() {
    return rowPointers;
  }

  /** Returns the live array of column indices. */
  public int[] columnIndices() {
    return columnIndices;
  }

  /** Returns the live array of elements; where they are all one, they must stay so. */
  public double[] values() {
    return values;
  }

  /** Returns the product of row i and {@code x}. */
  public double rowDot(int i, double[] x) {
    double sum = 0;
    for (int k = rowPointers[i]; k < rowPointers[i + 1]; k++) {
      sum = Math.fma(values[k], x[columnIndices[k]], sum);
    }
    return sum;
  }

  /** {@code y += a (row i)}. */
  public void addRow(int i, double a, double[] y) {
    for (int k = rowPointers[i]; k < rowPointers[i + 1]; k++) {
      int j = columnIndices[k];
      y[j] = Math.fma(a, values[k], y[j]);
    }
  }

  @Override
  public void apply(double[] x, double[] y) {
    Require.length("x", columns, x);
    Require.length("y", rows, y);
    for (int i = 0; i < rows; i++) {
      y[i] = rowDot(i, x);
    }
  }

  /** Overwrites {@code y} with {@code A^T x}; {@code x} and {@code y} are different arrays. */
  public void applyTransposed(double[] x, double[] y) {
    Require.length("x", rows, x);
    Require.length("y", columns, y);
    Arrays.fill(y, 0);
    for (int i = 0; i < rows; i++) {
      addRow(i, x[i], y);
    }
  }

  /** Returns the same matrix with its zeros written out. */
  public DenseMatrix toDense() {
    DenseMatrix dense = DenseMatrix.zeros(rows, columns);
    for (int i = 0; i < rows; i++) {
      for (int k = rowPointers[i]; k < rowPointers[i + 1]; k++) {
        dense.set(i, columnIndices[k], values[k]);
      }
    }
    return dense;
  }
}
