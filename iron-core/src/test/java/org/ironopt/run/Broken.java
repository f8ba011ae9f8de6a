package org.ironopt.run;

import java.util.function.ToDoubleFunction;
import org.ironopt.problem.Objective;

/** Objectives that go wrong: {@code |x|^2/2} whose value is replaced by what a function says. */
record Broken(int dimension, ToDoubleFunction<double[]> factor) implements Objective {
  static Broken nanEverywhere(int dimension) {
    return new Broken(dimension, x -> Double.NaN);
  }

  /** Throws from the given call on. */
  static Broken throwingAtCall(int dimension, int call) {
    int[] calls = {0};
    return new Broken(
        dimension,
        x -> {
          if (++calls[0] >= call) {
            throw new IllegalStateException("the disk with the data is gone");
          }
          return 1;
        });
  }

  @Override
  public double value(double[] x) {
    double sum = 0;
    for (double xi : x) {
      sum += xi * xi / 2;
    }
    return factor.applyAsDouble(x) * sum;
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    double c = factor.applyAsDouble(x);
    for (int i = 0; i < x.length; i++) {
      gradient[i] = c * x[i];
    }
  }
}
