package org.ironopt.linalg;

import java.io.Serial;
import java.io.Serializable;
import java.util.Arrays;
import org.ironopt.linalg.internal.Require;

/**
 * A sparse matrix in compressed rows: the elements of row i stand at positions {@code
 * rowPointers[i] .. rowPointers[i + 1] - 1} of {@code columnIndices}, ascending, and {@code
 * values}.
 */
public final class SparseMatrix implements LinearOperator, Serializable {
  @Serial private static final long serialVersionUID = 1L;

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
    int seen = rowPointers.length;
    Require.that(seen == rows + 1, "rowPointers: expected length %d, got %d", rows + 1, seen);
    int stored = values.length;
    Require.sameLength("columnIndices", columnIndices.length, "values", stored);
    if (rowPointers[0] != 0 || rowPointers[rows] != stored) {
      throw Require.failed(
          "rowPointers go from %d to %d, expected from 0 to %d",
          rowPointers[0], rowPointers[rows], stored);
    }
    for (int i = 0; i < rows; i++) {
      if (rowPointers[i + 1] < rowPointers[i] || rowPointers[i + 1] > stored) {
        throw Require.failed(
            "rowPointers[%d] is %d, expected a number between %d and %d",
            i + 1, rowPointers[i + 1], rowPointers[i], stored);
      }
      int previous = -1;
      for (int k = rowPointers[i]; k < rowPointers[i + 1]; k++) {
        if (columnIndices[k] <= previous || columnIndices[k] >= columns) {
          throw Require.failed(
              "row %d: column %d at position %d, expected one above %d and below %d",
              i, columnIndices[k], k, previous, columns);
        }
        previous = columnIndices[k];
      }
    }
  }

  /** Returns an empty collector of elements. */
  public static Builder builder(int rows, int columns) {
    return new Builder(rows, columns);
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

  /** Returns the product of row i and {@code x[from .. from + columns - 1]}. */
  public double rowDot(int i, double[] x, int from) {
    double sum = 0;
    for (int k = rowPointers[i]; k < rowPointers[i + 1]; k++) {
      sum = Math.fma(values[k], x[from + columnIndices[k]], sum);
    }
    return sum;
  }

  /** {@code y[from .. from + columns - 1] += a (row i)}. */
  public void addRow(int i, double a, double[] y, int from) {
    for (int k = rowPointers[i]; k < rowPointers[i + 1]; k++) {
      int j = from + columnIndices[k];
      y[j] = Math.fma(a, values[k], y[j]);
    }
  }

  @Override
  public void apply(double[] x, double[] y) {
    Require.length("x", columns, x);
    Require.length("y", rows, y);
    for (int i = 0; i < rows; i++) {
      y[i] = rowDot(i, x, 0);
    }
  }

  /** Overwrites {@code y} with {@code A^T x}; {@code x} and {@code y} are different arrays. */
  public void applyTransposed(double[] x, double[] y) {
    Require.length("x", rows, x);
    Require.length("y", columns, y);
    Arrays.fill(y, 0);
    for (int i = 0; i < rows; i++) {
      addRow(i, x[i], y, 0);
    }
  }

  /**
   * Collects elements {@code (i, j, value)} in any order and makes a {@link SparseMatrix} of them.
   * Elements given twice are added up, in the order in which they came.
   */
  public static final class Builder {
    private final int rows;
    private final int columns;
    private int[] is = new int[16];
    private int[] js = new int[16];
    private double[] values = new double[16];
    private int count;

    Builder(int rows, int columns) {
      this.rows = Require.atLeast("rows", 0, rows);
      this.columns = Require.atLeast("columns", 0, columns);
    }

    /** Adds {@code value} to element (i, j). */
    public Builder add(int i, int j, double value) {
      if (i < 0 || i >= rows || j < 0 || j >= columns) {
        throw Require.failed("element (%d, %d) is outside a %d x %d matrix", i, j, rows, columns);
      }
      if (count == values.length) {
        int longer = Math.addExact(count, count >> 1);
        is = Arrays.copyOf(is, longer);
        js = Arrays.copyOf(js, longer);
        values = Arrays.copyOf(values, longer);
      }
      is[count] = i;
      js[count] = j;
      values[count++] = Require.finite("value", value);
      return this;
    }

    /** Returns the matrix; the builder can go on collecting. */
    public SparseMatrix build() {
      // Two stable counting sorts, by column and then by row, leave each row in ascending order.
      int[] order = new int[count];
      Arrays.setAll(order, k -> k);
      order = sort(is, rows, sort(js, columns, order));
      int[] rowPointers = new int[rows + 1];
      int[] columnIndices = new int[count];
      double[] elements = new double[count];
      int last = -1;
      int lastRow = -1;
      for (int k : order) {
        if (last >= 0 && lastRow == is[k] && columnIndices[last] == js[k]) {
          elements[last] += values[k];
        } else {
          last++;
          lastRow = is[k];
          columnIndices[last] = js[k];
          elements[last] = values[k];
          rowPointers[is[k] + 1]++;
        }
      }
      for (int i = 0; i < rows; i++) {
        rowPointers[i + 1] += rowPointers[i];
      }
      int stored = last + 1;
      return new SparseMatrix(
          rows,
          columns,
          rowPointers,
          Arrays.copyOf(columnIndices, stored),
          Arrays.copyOf(elements, stored));
    }

    private static int[] sort(int[] keys, int bound, int[] order) {
      int[] next = new int[bound + 1];
      for (int k : order) {
        next[keys[k] + 1]++;
      }
      for (int key = 0; key < bound; key++) {
        next[key + 1] += next[key];
      }
      int[] sorted = new int[order.length];
      for (int k : order) {
        sorted[next[keys[k]]++] = k;
      }
      return sorted;
    }
  }
}
