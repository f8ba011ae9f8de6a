package org.ironopt.lab.logcosh;

import java.util.Arrays;
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
    return (int) StrictMath.pow(3, dimension());
  }

  /** Returns the region of the point whose coordinate i is {@code x[from + i * stride]}. */
  int of(double[] x, int from, int stride) {
    int region = 0;
    for (int i = dimension() - 1; i >= 0; i--) {
      double xi = x[from + i * stride];
      double half = 0.5 * minimizer[i];
      region = 3 * region + (xi > half ? 2 : xi < -half ? 0 : 1);
    }
    return region;
  }

  /** Returns -1, 0 or 1. */
  int sign(int region, int i) {
    return region / (int) StrictMath.pow(3, i) % 3 - 1;
  }

  /** Returns the critical point of a region. */
  double[] point(int region) {
    double[] point = new double[dimension()];
    Arrays.setAll(point, i -> sign(region, i) * minimizer[i]);
    return point;
  }

  /** Returns along how many coordinates the critical point is a maximum; 0 for a minimiser. */
  int index(int region) {
    int index = 0;
    for (int i = 0, rest = region; i < dimension(); i++, rest /= 3) {
      index += rest % 3 == 1 ? 1 : 0;
    }
    return index;
  }

  boolean isMinimizer(int region) {
    return index(region) == 0;
  }

  /** Returns the regions of the minimisers. */
  int[] minimizers() {
    return IntStream.range(0, count()).filter(this::isMinimizer).toArray();
  }
}
