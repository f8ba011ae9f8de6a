package org.ironopt.lab.particles;

import org.ironopt.linalg.Vectors;

/** One coordinate of all particles of a group, copied so that it can be shifted and summed fast. */
final class CoordinateBuffer {
  private final double[] values;

  CoordinateBuffer(int particles) {
    values = new double[particles];
  }

  /** Takes the row that starts at {@code from}. */
  void of(double[] x, int from) {
    System.arraycopy(x, from, values, 0, values.length);
  }

  /** Subtracts a number from every value. */
  void shift(double point) {
    for (int j = 0; j < values.length; j++) {
      values[j] -= point;
    }
  }

  double mean() {
    return Vectors.sum(values) / values.length;
  }

  /** Returns the sum of squares. */
  double squares() {
    return Vectors.dot(values, values);
  }

  /** Returns the sum of products with another row. */
  double products(CoordinateBuffer other) {
    return Vectors.dot(values, other.values);
  }
}
