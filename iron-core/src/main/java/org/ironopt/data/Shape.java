package org.ironopt.data;

/** The checks that all storages share. */
final class Shape {
  private Shape() {}

  static void check(int rows, int columns) {
    if (rows < 1 || columns < 1) {
      throw new IllegalArgumentException(
          "the data is empty: " + rows + " rows and " + columns + " columns, expected one or more");
    }
  }

  static void check(int rows, int columns, int length) {
    check(rows, columns);
    if ((long) rows * columns != length) {
      throw new IllegalArgumentException(
          "features: expected length "
              + (long) rows * columns
              + " ("
              + rows
              + " rows of "
              + columns
              + "), got "
              + length);
    }
  }

  static void finite(int row, int column, double value) {
    if (!Double.isFinite(value)) {
      throw new IllegalArgumentException(
          "the feature in row "
              + row
              + ", column "
              + column
              + " is "
              + value
              + ", expected a finite number");
    }
  }
}
