package org.ironopt.data;

import java.util.Objects;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;

/**
 * Features in one array of doubles, row after row: element (i, j) is {@code data[i columns + j]}.
 *
 * @param rows at least 1
 * @param columns at least 1
 * @param data the live array of {@code rows * columns} finite numbers
 */
public record DenseFeatures(int rows, int columns, double[] data) implements Features {
  /** Checks the shape and every number. */
  public DenseFeatures {
    FeatureShape.check(rows, columns, data.length);
    if (!Vectors.allFinite(data)) {
      for (int k = 0; k < data.length; k++) {
        FeatureShape.finite(k / columns, k % columns, data[k]);
      }
    }
  }

  /** Returns a copy of rows of equal length. */
  public static DenseFeatures of(double[][] rows) {
    DenseMatrix matrix = DenseMatrix.of(rows);
    return new DenseFeatures(matrix.rows(), matrix.columns(), matrix.data());
  }

  @Override
  public double get(int row, int column) {
    return data[row * columns + Objects.checkIndex(column, columns)];
  }

  @Override
  public void copyRow(int row, double[] out, int from) {
    System.arraycopy(data, row * columns, out, from, columns);
  }

  @Override
  public double rowDot(int row, double[] x, int from) {
    return Vectors.dot(data, row * columns, x, from, columns);
  }

  @Override
  public void addRow(int row, double a, double[] y, int from) {
    int start = row * columns;
    for (int j = 0; j < columns; j++) {
      y[from + j] = Math.fma(a, data[start + j], y[from + j]);
    }
  }

  @Override
  public DenseFeatures taken(int... some) {
    double[] numbers = new double[Math.multiplyExact(some.length, columns)];
    for (int i = 0; i < some.length; i++) {
      System.arraycopy(data, some[i] * columns, numbers, i * columns, columns);
    }
    return new DenseFeatures(some.length, columns, numbers);
  }

  @Override
  public String toString() {
    return rows + " x " + columns + " doubles";
  }
}
