package org.ironopt.gpu;

import org.ironopt.linalg.internal.Require;

/**
 * A matrix in a buffer: element (i, j) stands at {@code i stride + j}, or at {@code j stride + i}
 * if it is transposed.
 *
 * @param rows of the matrix itself, transposed or not
 * @param columns of the matrix itself
 */
public record DeviceMatrix(Buffer data, int rows, int columns, int stride, boolean transposed) {
  public DeviceMatrix {
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
  public static DeviceMatrix of(Buffer data, int rows, int columns, int stride) {
    return new DeviceMatrix(data, rows, columns, stride, false);
  }

  /** Returns a matrix without gaps. */
  public static DeviceMatrix of(Buffer data, int rows, int columns) {
    return of(data, rows, columns, columns);
  }

  /** Returns the transposed matrix in the same memory. */
  public DeviceMatrix transpose() {
    return new DeviceMatrix(data, columns, rows, stride, !transposed);
  }

  /** Returns the kind of the numbers. */
  Buffer.Kind kind() {
    return data.kind();
  }

  /** Returns {@code rows x columns} and the kind of the numbers. */
  @Override
  public String toString() {
    return rows + " x " + columns + " (" + kind() + (transposed ? ", transposed)" : ")");
  }
}
