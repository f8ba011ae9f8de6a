package org.ironopt.data;

import java.io.Serializable;

/**
 * A table of finite numbers, one row for each sample, in one of three storages. The arrays are
 * checked once, kept without a copy and shown to objectives, which stream over them; callers must
 * not change them.
 */
public sealed interface Features extends Serializable
    permits DenseFeatures, FloatFeatures, SparseFeatures {
  /** Returns the number of rows, at least 1. */
  int rows();

  /** Returns the number of columns, at least 1. */
  int columns();

  /** Returns the number of elements in memory. */
  default long stored() {
    return (long) rows() * columns();
  }

  /** Returns one element; slow for sparse features, whose row is searched. */
  double get(int row, int column);

  /** Overwrites {@code out[from .. from + columns - 1]} with a row, zeros written out. */
  void copyRow(int row, double[] out, int from);

  /** Returns the inner product of a row with {@code x[from .. from + columns - 1]}. */
  double rowDot(int row, double[] x, int from);

  /** {@code y[from .. from + columns - 1] += a (row)}. */
  void addRow(int row, double a, double[] y, int from);

  /** Returns some rows, one or more, in a storage of their own. */
  Features taken(int... some);
}
