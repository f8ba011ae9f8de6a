package org.ironopt.data;

import java.util.Arrays;

/** Rows that arrive one after the other, in arrays that grow by half. */
final class SparseRows {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private int rows;
  private int stored;
  private double[] targets = new double[16];
  private int[] ends = new int[16];
  private int[] indices = new int[64];
  private double[] values = new double[64];

  void target(double target) {
    if (rows == targets.length) {
      targets = Arrays.copyOf(targets, larger(rows));
      ends = Arrays.copyOf(ends, larger(rows));
    }
    targets[rows] = target;
  }

  void element(int index, double value) {
    if (stored == indices.length) {
      indices = Arrays.copyOf(indices, larger(stored));
      values = Arrays.copyOf(values, larger(stored));
    }
    indices[stored] = index;
    values[stored++] = value;
  }

  void endRow() {
    ends[rows++] = stored;
  }

  boolean full() {
    return stored >= LARGEST || rows >= LARGEST - 1;
  }

  private static int larger(int size) {
    return (int) Math.min(LARGEST, size + (size >> 1) + 16L);
  }

  int rows() {
    return rows;
  }

  double[] targets() {
    return Arrays.copyOf(targets, rows);
  }

  /** Returns the features; the given number is taken from every index. */
  SparseFeatures features(int columns, int base) {
    int[] pointers = new int[rows + 1];
    System.arraycopy(ends, 0, pointers, 1, rows);
    int[] columnIndices = Arrays.copyOf(indices, stored);
    indices = null;
    for (int k = 0; k < stored; k++) {
      columnIndices[k] -= base;
    }
    double[] exact = Arrays.copyOf(values, stored);
    values = null;
    return SparseFeatures.of(rows, columns, pointers, columnIndices, exact);
  }
}
