package org.ironopt.lab.logcosh;

import java.util.stream.IntStream;
import org.ironopt.linalg.internal.Require;

/**
 * The regions of space around the critical points of a separable log-cosh objective. With {@code
 * x*} its positive minimiser, every coordinate of a critical point is {@code -x*_i}, 0 or {@code
 * x*_i}, so there are 3^n of them: 2^n minimisers, a local maximum at 0, and saddles in between. A
 * point belongs to the critical point that is nearest in every coordinate. Region r has the sign
 * {@code (r / 3^i) % 3 - 1} in coordinate i.
 *
 * @param minimizer x*, all coordinates positive
 */
record Regions(double[] minimizer) {
  /** More coordinates than this have too many regions for a table. */
  static final int MOST_COORDINATES = 5;

  Regions {
    for (double x : minimizer) {
      Require.positive("coordinate of the minimiser", x);
    }
  }

  int dimension() {
    return minimizer.length;
  }

  int count() {
    return power(dimension());
  }

  private static int power(int exponent) {
    int power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= 3;
    }
    return power;
  }

  /** Returns the region of the point whose coordinate i is {@code x[from + i * stride]}. */
  int of(double[] x, int from, int stride) {
    int region = 0;
    int power = 1;
    for (int i = 0; i < dimension(); i++) {
      double xi = x[from + i * stride];
      double half = 0.5 * minimizer[i];
      region += power * (xi > half ? 2 : xi < -half ? 0 : 1);
      power *= 3;
    }
    return region;
  }

  /** Returns -1, 0 or 1. */
  int sign(int region, int i) {
    return region / power(i) % 3 - 1;
  }

  /** Returns the critical point of a region. */
  double[] point(int region) {
    return coordinates().mapToDouble(i -> sign(region, i) * minimizer[i]).toArray();
  }

  private IntStream coordinates() {
    return IntStream.range(0, dimension());
  }

  /** Returns along how many coordinates the critical point is a maximum; 0 for a minimiser. */
  int index(int region) {
    return (int) coordinates().filter(i -> sign(region, i) == 0).count();
  }

  boolean isMinimizer(int region) {
    return index(region) == 0;
  }

  /** Returns the regions of the minimisers. */
  int[] minimizers() {
    return IntStream.range(0, count()).filter(this::isMinimizer).toArray();
  }
}
