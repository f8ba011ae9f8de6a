package org.ironopt.lab.logcosh;

import org.ironopt.linalg.Require;

/**
 * The cells of space around the critical points of a separable log-cosh objective. With {@code x*}
 * its positive minimiser, every coordinate of a critical point is {@code -x*_i}, 0 or {@code x*_i},
 * so there are 3^n of them: 2^n minimisers, a local maximum at 0, and saddles in between. A point
 * belongs to the critical point that is nearest in every coordinate. Region r has the sign {@code
 * (r / 3^i) % 3 - 1} in coordinate i.
 *
 * @param minimizer x*, all coordinates positive
 */
record Regions(double[] minimizer) {
  /** More coordinates than this give too many regions to tell about. */
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
    int count = 1;
    for (int i = 0; i < dimension(); i++) {
      count *= 3;
    }
    return count;
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
    int r = region;
    for (int k = 0; k < i; k++) {
      r /= 3;
    }
    return r % 3 - 1;
  }

  /** Returns the critical point of a region. */
  double[] point(int region) {
    double[] x = new double[dimension()];
    for (int i = 0; i < x.length; i++) {
      x[i] = sign(region, i) * minimizer[i];
    }
    return x;
  }

  /** Returns along how many coordinates the critical point is a maximum; 0 for a minimiser. */
  int index(int region) {
    int index = 0;
    for (int i = 0; i < dimension(); i++) {
      index += sign(region, i) == 0 ? 1 : 0;
    }
    return index;
  }

  boolean isMinimizer(int region) {
    return index(region) == 0;
  }

  String kind(int region) {
    int index = index(region);
    return index == 0
        ? "minimiser"
        : index == dimension() ? "local maximum" : "saddle of index " + index;
  }

  /** Returns the signs, such as {@code (+, 0, −)}. */
  String name(int region) {
    StringBuilder name = new StringBuilder("(");
    for (int i = 0; i < dimension(); i++) {
      int sign = sign(region, i);
      name.append(i == 0 ? "" : ", ").append(sign == 0 ? "0" : sign > 0 ? "+" : "−");
    }
    return name.append(')').toString();
  }
}
