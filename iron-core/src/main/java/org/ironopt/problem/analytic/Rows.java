package org.ironopt.problem.analytic;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.linalg.Vectors;

/** The rows of a feature matrix, dense or sparse: all that a regression needs of it. */
interface Rows {
  int rows();

  int columns();

  /** Returns {@code <row i, w>}. */
  double dot(int i, double[] w);

  /** {@code y += a (row i)}. */
  void add(int i, double a, double[] y);

  static Rows of(DenseMatrix m) {
    finite("X", m);
    return new Dense(m.data(), m.rows(), m.columns());
  }

  static Rows of(SparseMatrix m) {
    return new Sparse(m);
  }

  /** Checks that every element is finite and names the first that is not. */
  static DenseMatrix finite(String name, DenseMatrix m) {
    for (int i = 0; i < m.rows(); i++) {
      for (int j = 0; j < m.columns(); j++) {
        if (!Double.isFinite(m.get(i, j))) {
          Require.finite(name + "(" + i + ", " + j + ")", m.get(i, j));
        }
      }
    }
    return m;
  }

  /** Row-major. */
  record Dense(double[] data, int rows, int columns) implements Rows {
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
