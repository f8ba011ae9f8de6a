package org.ironopt.lab.explore;

import java.util.Arrays;
import java.util.List;

/**
 * The exact mean-square error of particles on a quadratic, step by step: means (e, w) and
 * covariances 11, 12, 22 of position and velocity point along each eigenvector.
 */
record TransientError(List<Eigendirection> directions, double[][] moments) {
  /** Returns the error at the start {@code x ~ N(0, I)}, {@code v = 0}. */
  static TransientError start(List<Eigendirection> directions, double[] minimiser) {
    double[][] moments = new double[minimiser.length][];
    Arrays.setAll(moments, i -> new double[] {-minimiser[i], -minimiser[i], 1, 0, 0});
    return new TransientError(directions, moments);
  }

  /** Returns the error of the same particles under other directions. */
  TransientError under(List<Eigendirection> next) {
    return new TransientError(
        next, Arrays.stream(moments).map(double[]::clone).toArray(double[][]::new));
  }

  void advance(int steps) {
    for (int i = 0; i < moments.length; i++) {
      for (int k = 0; k < steps; k++) {
        directions.get(i).advance(moments[i]);
      }
    }
  }

  double mse() {
    return Arrays.stream(moments).mapToDouble(z -> z[0] * z[0] + z[2]).sum();
  }

  /** Returns the errors after 0, 1, 2, … times some steps from here. */
  double[] ahead(int steps, int count) {
    TransientError copy = under(directions);
    double[] errors = new double[count];
    for (int i = 0; i < count; i++) {
      errors[i] = copy.mse();
      copy.advance(steps);
    }
    return errors;
  }
}
