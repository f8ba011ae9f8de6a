package org.ironopt.lab.logcosh;

import org.ironopt.lab.particles.Cloud;

/**
 * Where the numbers of one group lie in its array: for each region a count, sums and squares of the
 * distance to its critical point over the window; for each iteration what the solves did; a few
 * counts of particles; the final coordinates.
 */
final class Sheet {
  /** Columns of an iteration. */
  static final int AT_MINIMIZERS = 0;

  static final int NEWTON_STEPS = 1;
  static final int BACKTRACKS = 2;
  static final int EVALUATIONS = 3;
  static final int FAILED = 4;
  static final int RESIDUAL = 5;
  private static final int TRACE = 6;

  /** Counts. */
  static final int STAYED_ELSEWHERE = 0;

  static final int STAYED_AT_ONE_MINIMIZER = 1;
  static final int INDEFINITE_STARTS = 2;
  static final int SMALLEST_CURVATURE = 3;
  private static final int COUNTS = 4;

  final double[] numbers;
  private final int n;
  private final int kept;
  private final int trace;
  private final int counts;
  private final int cloud;

  private Sheet(Regions regions, int iterations, int kept, double[] numbers) {
    this.n = regions.dimension();
    this.kept = kept;
    trace = regions.count() * (1 + 2 * n);
    counts = trace + (iterations + 1) * TRACE;
    cloud = counts + COUNTS;
    this.numbers = numbers == null ? new double[cloud + n * kept] : numbers;
  }

  static Sheet blank(Regions regions, Cloud cloud, int kept) {
    return new Sheet(regions, cloud.iterations(), kept, null);
  }

  static Sheet of(Regions regions, Cloud cloud, int kept, double[] numbers) {
    return new Sheet(regions, cloud.iterations(), kept, numbers);
  }

  /** Adds one visit at the given offset from the critical point of a region. */
  void visit(int region, double[] offset) {
    int at = region * (1 + 2 * n);
    numbers[at]++;
    for (int i = 0; i < n; i++) {
      numbers[at + 1 + i] += offset[i];
      numbers[at + 1 + n + i] = Math.fma(offset[i], offset[i], numbers[at + 1 + n + i]);
    }
  }

  double visits(int region) {
    return numbers[region * (1 + 2 * n)];
  }

  /** Returns the sum of the offsets along coordinate i. */
  double sum(int region, int i) {
    return numbers[region * (1 + 2 * n) + 1 + i];
  }

  /** Returns the sum of the squared distances from {@code critical point + shift}. */
  double squaresAbout(int region, double[] shift) {
    double squares = 0;
    int at = region * (1 + 2 * n);
    for (int i = 0; i < n; i++) {
      double s = shift[i];
      squares += numbers[at + 1 + n + i] - 2 * s * numbers[at + 1 + i] + numbers[at] * s * s;
    }
    return squares;
  }

  double trace(int iteration, int column) {
    return numbers[trace + iteration * TRACE + column];
  }

  void setTrace(int iteration, int column, double value) {
    numbers[trace + iteration * TRACE + column] = value;
  }

  double count(int which) {
    return numbers[counts + which];
  }

  void setCount(int which, double value) {
    numbers[counts + which] = value;
  }

  int kept() {
    return kept;
  }

  double end(int i, int particle) {
    return numbers[cloud + i * kept + particle];
  }

  void keepEnd(double[] x, int members) {
    for (int i = 0; i < n; i++) {
      System.arraycopy(x, i * members, numbers, cloud + i * kept, kept);
    }
  }
}
