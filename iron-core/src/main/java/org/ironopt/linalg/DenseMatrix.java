package org.ironopt.linalg;

/** A dense matrix in one flat array, row after row. */
public final class DenseMatrix implements LinearOperator {
  private final int rows;
  private final int columns;
  private final double[] data;

  private DenseMatrix(int rows, int columns, double[] data) {
    this.rows = rows;
    this.columns = columns;
    this.data = data;
  }

  /** Returns a zero matrix. */
  public static DenseMatrix zeros(int rows, int columns) {
    return new DenseMatrix(rows, columns, new double[Math.multiplyExact(rows, columns)]);
  }

  /** Returns a copy of the given rows. */
  public static DenseMatrix of(double[][] rows) {
    DenseMatrix m = zeros(rows.length, rows.length == 0 ? 0 : rows[0].length);
    for (int i = 0; i < rows.length; i++) {
      Require.length("row " + i, m.columns, rows[i]);
      System.arraycopy(rows[i], 0, m.data, i * m.columns, m.columns);
    }
    return m;
  }

  /** Returns a diagonal matrix. */
  public static DenseMatrix diagonal(double... diagonal) {
    DenseMatrix m = zeros(diagonal.length, diagonal.length);
    for (int i = 0; i < diagonal.length; i++) {
      m.set(i, i, diagonal[i]);
    }
    return m;
  }

  /** Returns the identity. */
  public static DenseMatrix identity(int n) {
    DenseMatrix m = zeros(n, n);
    for (int i = 0; i < n; i++) {
      m.set(i, i, 1);
    }
    return m;
  }

  public int rows() {
    return rows;
  }

  public int columns() {
    return columns;
  }

  /** Returns the live backing array, row-major: element (i, j) is at {@code i * columns + j}. */
  public double[] data() {
    return data;
  }

  public double get(int i, int j) {
    return data[i * columns + j];
  }

  public void set(int i, int j, double value) {
    data[i * columns + j] = value;
  }

  @Override
  public void apply(double[] x, double[] y) {
    Require.length("x", columns, x);
    Require.length("y", rows, y);
    for (int i = 0; i < rows; i++) {
      double sum = 0;
      for (int j = 0; j < columns; j++) {
        sum = Math.fma(data[i * columns + j], x[j], sum);
      }
      y[i] = sum;
    }
  }
}
