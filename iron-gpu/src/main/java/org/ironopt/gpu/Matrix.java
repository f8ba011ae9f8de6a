package org.ironopt.gpu;

import org.ironopt.linalg.Require;

/**
 * A matrix in a buffer: element (i, j) stands at {@code i stride + j}, or at {@code j stride + i}
 * if it is transposed.
 *
 * @param rows of the matrix itself, transposed or not
 * @param columns of the matrix itself
 */
public record Matrix(Buffer data, int rows, int columns, int stride, boolean transposed) {
  public Matrix {
    int stored = transposed ? columns : rows;
    int across = transposed ? rows : columns;
    Require.that(
        across <= stride && (long) (stored - 1) * stride + across <= data.length(),
        "a %d x %d matrix of stride %d does not fit a buffer of %d",
        stored,
        across,
        stride,
        data.length());
  }

  /** Returns a matrix whose rows lie {@code stride} numbers apart. */
  public static Matrix of(Buffer data, int rows, int columns, int stride) {
    return new Matrix(data, rows, columns, stride, false);
  }

  /** Returns a matrix without gaps. */
  public static Matrix of(Buffer data, int rows, int columns) {
    return of(data, rows, columns, columns);
  }

  /** Returns the transposed matrix in the same memory. */
  public Matrix transpose() {
    return new Matrix(data, columns, rows, stride, !transposed);
  }

  /** Returns {@code rows x columns}. */
  public String shape() {
    return rows + " x " + columns;
  }
}
