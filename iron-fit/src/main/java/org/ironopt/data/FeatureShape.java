package org.ironopt.data;

import org.ironopt.linalg.internal.Require;

/** The checks that all storages share. */
final class FeatureShape {
  private FeatureShape() {}

  static void check(int rows, int columns) {
    Require.that(
        rows >= 1 && columns >= 1,
        "the data is empty: %d rows and %d columns, expected one or more",
        rows,
        columns);
  }

  static void check(int rows, int columns, int length) {
    check(rows, columns);
    long expected = (long) rows * columns;
    Require.that(
        expected == length,
        "features: expected length %d (%d rows of %d), got %d",
        expected,
        rows,
        columns,
        length);
  }

  static void finite(int row, int column, double value) {
    if (!Double.isFinite(value)) {
      throw Require.failed(
          "the feature in row %d, column %d is %s, expected a finite number", row, column, value);
    }
  }
}
