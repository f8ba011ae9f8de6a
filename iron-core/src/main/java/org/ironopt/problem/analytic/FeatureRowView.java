package org.ironopt.problem.analytic;

import java.util.Arrays;
import java.util.Objects;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.jspecify.annotations.Nullable;

/** The rows of a feature matrix, dense or sparse, and selections of them: a sum's batches. */
interface FeatureRowView {
  int rows();

  int columns();

  /** Returns {@code <row i, w>}. */
  double dot(int i, double[] w);

  /** {@code y += a (row i)}. */
  void add(int i, double a, double[] y);

  /** Returns the terms of all rows. */
  default Selection all() {
    return new Selection(null, 0, rows());
  }

  /** The terms {@code indices[from .. to-1]}, read when used; null means all rows. */
  record Selection(int @Nullable [] indices, int from, int to) {
    int count() {
      return to - from;
    }

    int row(int k) {
      return indices == null ? from + k : indices[from + k];
    }

    /** Returns the same terms, whatever becomes of the indices. */
    Selection copy() {
      return indices == null
          ? this
          : new Selection(Arrays.copyOfRange(indices, from, to), 0, count());
    }

    /** Returns the terms that {@code chosen[from .. to-1]} names among these. */
    Selection batch(int[] chosen, int from, int to) {
      Objects.checkFromToIndex(from, to, chosen.length);
      Require.atLeast("terms of the batch", 1, to - from);
      if (indices == null) {
        return new Selection(chosen, from, to);
      }
      int[] own = Arrays.copyOfRange(chosen, from, to);
      Arrays.setAll(own, k -> row(own[k]));
      return new Selection(own, 0, own.length);
    }
  }

  static Dense of(DenseMatrix m) {
    Require.finite("X", m);
    return new Dense(m.data(), m.rows(), m.columns());
  }

  static FeatureRowView of(SparseMatrix m) {
    return new Sparse(m);
  }

  /** Row-major. */
  record Dense(double[] data, int rows, int columns) implements FeatureRowView {
    @Override
    public double dot(int i, double[] w) {
      return Vectors.dot(data, i * columns, w, 0, columns);
    }

    @Override
    public void add(int i, double a, double[] y) {
      int row = i * columns;
      for (int j = 0; j < columns; j++) {
        y[j] = Math.fma(a, data[row + j], y[j]);
      }
    }
  }

  /** Compressed rows. */
  record Sparse(SparseMatrix m) implements FeatureRowView {
    @Override
    public int rows() {
      return m.rows();
    }

    @Override
    public int columns() {
      return m.columns();
    }

    @Override
    public double dot(int i, double[] w) {
      return m.rowDot(i, w, 0);
    }

    @Override
    public void add(int i, double a, double[] y) {
      m.addRow(i, a, y, 0);
    }
  }
}
