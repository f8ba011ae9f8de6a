package org.ironopt.linalg;

import java.util.Arrays;
import java.util.Objects;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.kernel.Kernels;

/** A dense matrix in one flat array, row after row. */
public final class DenseMatrix implements LinearOperator {
  /** Products with more multiplications are worth several threads. */
  private static final double SHARED = 1e6;

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
    Require.atLeast("rows", 0, rows);
    Require.atLeast("columns", 0, columns);
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
    m.addDiagonal(1);
    return m;
  }

  /** Returns a copy of the given elements, row after row. */
  public static DenseMatrix of(int rows, int columns, double... elements) {
    DenseMatrix m = zeros(rows, columns);
    Vectors.copy(Require.length("elements", m.data.length, elements), m.data);
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
    return data[i * columns + Objects.checkIndex(j, columns)];
  }

  public void set(int i, int j, double value) {
    data[i * columns + Objects.checkIndex(j, columns)] = value;
  }

  /** Returns a copy of row i. */
  public double[] row(int i) {
    Objects.checkIndex(i, rows);
    return Arrays.copyOfRange(data, i * columns, (i + 1) * columns);
  }

  /** Returns a copy of column j. */
  public double[] column(int j) {
    double[] column = new double[rows];
    for (int i = 0; i < rows; i++) {
      column[i] = get(i, j);
    }
    return column;
  }

  /** Returns a copy. */
  public DenseMatrix copy() {
    return new DenseMatrix(rows, columns, data.clone());
  }

  /** Returns the transpose. */
  public DenseMatrix transpose() {
    DenseMatrix t = zeros(columns, rows);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < columns; j++) {
        t.data[j * rows + i] = data[i * columns + j];
      }
    }
    return t;
  }

  /** Returns {@code this B}. */
  public DenseMatrix multiply(DenseMatrix b) {
    Require.sameLength("columns of A", columns, "rows of B", b.rows);
    DenseMatrix c = zeros(rows, b.columns);
    boolean shared = (double) data.length * b.columns > SHARED;
    Parallel.forEach(rows, shared, i -> multiplyRow(i, b, c.data));
    return c;
  }

  /** Adds the rows of B to row i of the product in their order, four at a time. */
  private void multiplyRow(int i, DenseMatrix b, double[] c) {
    int m = b.columns;
    int ci = i * m;
    double[] y = b.data;
    int k = 0;
    for (; k + 3 < columns; k += 4) {
      int ik = i * columns + k;
      double a0 = data[ik];
      double a1 = data[ik + 1];
      double a2 = data[ik + 2];
      double a3 = data[ik + 3];
      int bk = k * m;
      for (int j = 0; j < m; j++) {
        double sum = Math.fma(a0, y[bk + j], c[ci + j]);
        sum = Math.fma(a1, y[bk + m + j], sum);
        sum = Math.fma(a2, y[bk + 2 * m + j], sum);
        c[ci + j] = Math.fma(a3, y[bk + 3 * m + j], sum);
      }
    }
    for (; k < columns; k++) {
      double aik = data[i * columns + k];
      int bk = k * m;
      for (int j = 0; j < m; j++) {
        c[ci + j] = Math.fma(aik, y[bk + j], c[ci + j]);
      }
    }
  }

  /** Returns {@code this + a B}. */
  public DenseMatrix plus(double a, DenseMatrix b) {
    Require.shape("B", rows, columns, b);
    DenseMatrix sum = copy();
    Vectors.axpy(a, b.data, sum.data);
    return sum;
  }

  /** Returns {@code a this}. */
  public DenseMatrix times(double a) {
    DenseMatrix product = copy();
    Vectors.scale(a, product.data);
    return product;
  }

  /** {@code this += a I}, in place. */
  public void addDiagonal(double a) {
    Require.shape("matrix", rows, rows, this);
    for (int i = 0; i < rows; i++) {
      data[i * columns + i] += a;
    }
  }

  /** {@code this = (this + this^T) / 2}, in place. */
  public void symmetrize() {
    Require.shape("matrix", rows, rows, this);
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < i; j++) {
        double mean = 0.5 * (get(i, j) + get(j, i));
        set(i, j, mean);
        set(j, i, mean);
      }
    }
  }

  /** Returns the sum of the diagonal. */
  public double trace() {
    Require.shape("matrix", rows, rows, this);
    double sum = 0;
    for (int i = 0; i < rows; i++) {
      sum += data[i * columns + i];
    }
    return sum;
  }

  /** Returns the Frobenius norm. */
  public double norm() {
    return Vectors.norm(data);
  }

  @Override
  public void apply(double[] x, double[] y) {
    Require.length("x", columns, x);
    Require.length("y", rows, y);
    for (int i = 0; i < rows; i++) {
      y[i] = Vectors.dot(data, i * columns, x, 0, columns);
    }
  }

  /** Overwrites {@code y} with {@code A^T x}; {@code x} and {@code y} are different arrays. */
  public void applyTransposed(double[] x, double[] y) {
    Require.length("x", rows, x);
    Require.length("y", columns, y);
    Arrays.fill(y, 0);
    Kernels.get().addRows(data, 0, rows, columns, x, 0, y, 0);
  }
}
