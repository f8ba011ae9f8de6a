package org.ironopt.linalg;

import java.util.Arrays;

/**
 * Collects elements {@code (i, j, value)} in any order and makes a {@link SparseMatrix} of them.
 * Elements given twice are added up, in the order in which they came.
 */
public final class SparseMatrixBuilder {
  private final int rows;
  private final int columns;
  private int[] is = new int[16];
  private int[] js = new int[16];
  private double[] values = new double[16];
  private int count;

  SparseMatrixBuilder(int rows, int columns) {
    this.rows = Require.atLeast("rows", 0, rows);
    this.columns = Require.atLeast("columns", 0, columns);
  }

  /** Adds {@code value} to element (i, j). */
  public SparseMatrixBuilder add(int i, int j, double value) {
    if (i < 0 || i >= rows || j < 0 || j >= columns) {
      throw new IllegalArgumentException(
          "element (" + i + ", " + j + ") is outside a " + rows + " x " + columns + " matrix");
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
