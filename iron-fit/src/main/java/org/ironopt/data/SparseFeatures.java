package org.ironopt.data;

import java.util.Arrays;
import java.util.Objects;
import org.ironopt.linalg.SparseMatrix;

/**
 * Features in compressed rows; what is not stored is zero, and memory is that of the stored
 * elements.
 *
 * @param matrix at least one row and one column; its arrays are live
 */
public record SparseFeatures(SparseMatrix matrix) implements Features {
  /** Checks that there are rows and columns; the matrix has checked the rest. */
  public SparseFeatures {
    FeatureShape.check(matrix.rows(), matrix.columns());
  }

  /**
   * Wraps the arrays of a matrix in compressed rows, without a copy; see {@link SparseMatrix}. A
   * number that is not finite is named by its row and column.
   */
  public static SparseFeatures of(
      int rows, int columns, int[] rowPointers, int[] columnIndices, double[] values) {
    if (rowPointers.length == rows + 1 && columnIndices.length == values.length) {
      for (int i = 0, k = 0; i < rows; i++) {
        for (; k < Math.min(rowPointers[i + 1], values.length); k++) {
          FeatureShape.finite(i, columnIndices[k], values[k]);
        }
      }
    }
    return new SparseFeatures(new SparseMatrix(rows, columns, rowPointers, columnIndices, values));
  }

  @Override
  public int rows() {
    return matrix.rows();
  }

  @Override
  public int columns() {
    return matrix.columns();
  }

  @Override
  public long stored() {
    return matrix.stored();
  }

  @Override
  public double get(int row, int column) {
    Objects.checkIndex(column, matrix.columns());
    int[] starts = matrix.rowPointers();
    int k = Arrays.binarySearch(matrix.columnIndices(), starts[row], starts[row + 1], column);
    return k < 0 ? 0 : matrix.values()[k];
  }

  @Override
  public void copyRow(int row, double[] out, int from) {
    Arrays.fill(out, from, from + matrix.columns(), 0);
    int[] starts = matrix.rowPointers();
    for (int k = starts[row]; k < starts[row + 1]; k++) {
      out[from + matrix.columnIndices()[k]] = matrix.values()[k];
    }
  }

  @Override
  public double rowDot(int row, double[] x, int from) {
    return matrix.rowDot(row, x, from);
  }

  @Override
  public void addRow(int row, double a, double[] y, int from) {
    matrix.addRow(row, a, y, from);
  }

  @Override
  public SparseFeatures taken(int... some) {
    int[] from = matrix.rowPointers();
    int[] starts = new int[some.length + 1];
    for (int i = 0; i < some.length; i++) {
      starts[i + 1] = Math.addExact(starts[i], from[some[i] + 1] - from[some[i]]);
    }
    int[] columns = new int[starts[some.length]];
    double[] values = new double[columns.length];
    for (int i = 0; i < some.length; i++) {
      int count = starts[i + 1] - starts[i];
      System.arraycopy(matrix.columnIndices(), from[some[i]], columns, starts[i], count);
      System.arraycopy(matrix.values(), from[some[i]], values, starts[i], count);
    }
    return of(some.length, matrix.columns(), starts, columns, values);
  }

  @Override
  public String toString() {
    return rows() + " x " + columns() + " sparse, " + stored() + " stored";
  }
}
