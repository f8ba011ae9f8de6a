package org.ironopt.problem;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.SparseMatrix;

/** The rows of a feature matrix, dense or sparse: all that a regression needs of it. */
interface Rows {
  int rows();

  int columns();

  /** Returns {@code <row i, w>}. */
  double dot(int i, double[] w);

  /** {@code y += a (row i)}. */
  void add(int i, double a, double[] y);

  static Rows of(DenseMatrix m) {
    Require.finite("X", m.data());
    return new Dense(m.data(), m.rows(), m.columns());
  }

  static Rows of(SparseMatrix m) {
    return new Sparse(m);
  }

  /** Row-major. */
  record Dense(double[] data, int rows, int columns) implements Rows {
    /** Four interleaved sums, so that one fused multiply-add need not wait for the last. */
    @Override
    public double dot(int i, double[] w) {
      int row = i * columns;
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      int j = 0;
      for (; j + 4 <= columns; j += 4) {
        s0 = Math.fma(data[row + j], w[j], s0);
        s1 = Math.fma(data[row + j + 1], w[j + 1], s1);
        s2 = Math.fma(data[row + j + 2], w[j + 2], s2);
        s3 = Math.fma(data[row + j + 3], w[j + 3], s3);
      }
      for (; j < columns; j++) {
        s0 = Math.fma(data[row + j], w[j], s0);
      }
      return (s0 + s1) + (s2 + s3);
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
  record Sparse(SparseMatrix m) implements Rows {
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
      return m.rowDot(i, w);
    }

    @Override
    public void add(int i, double a, double[] y) {
      m.addRow(i, a, y);
    }
  }
}
