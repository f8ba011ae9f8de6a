package org.ironopt.data;

import java.util.Objects;

/**
 * Features in one array of floats, row after row: element (i, j) is {@code data[i columns + j]}.
 * Half the memory of doubles; sums over them are still taken in double.
 *
 * @param rows at least 1
 * @param columns at least 1
 * @param data the live array of {@code rows * columns} finite numbers
 */
public record FloatFeatures(int rows, int columns, float[] data) implements Features {
  /** Checks the shape and every number. */
  public FloatFeatures {
    FeatureShape.check(rows, columns, data.length);
    for (int k = 0; k < data.length; k++) {
      if (!Float.isFinite(data[k])) {
        FeatureShape.finite(k / columns, k % columns, data[k]);
      }
    }
  }

  @Override
  public double get(int row, int column) {
    return data[row * columns + Objects.checkIndex(column, columns)];
  }

  @Override
  public void copyRow(int row, double[] out, int from) {
    int start = row * columns;
    for (int j = 0; j < columns; j++) {
      out[from + j] = data[start + j];
    }
  }

  @Override
  public double rowDot(int row, double[] x, int from) {
    int start = row * columns;
    double sum = 0;
    for (int j = 0; j < columns; j++) {
      sum = Math.fma(data[start + j], x[from + j], sum);
    }
    return sum;
  }

  @Override
  public void addRow(int row, double a, double[] y, int from) {
    int start = row * columns;
    for (int j = 0; j < columns; j++) {
      y[from + j] = Math.fma(a, data[start + j], y[from + j]);
    }
  }

  @Override
  public FloatFeatures taken(int... some) {
    float[] numbers = new float[Math.multiplyExact(some.length, columns)];
    for (int i = 0; i < some.length; i++) {
      System.arraycopy(data, some[i] * columns, numbers, i * columns, columns);
    }
    return new FloatFeatures(some.length, columns, numbers);
  }

  @Override
  public String toString() {
    return rows + " x " + columns + " floats";
  }
}
