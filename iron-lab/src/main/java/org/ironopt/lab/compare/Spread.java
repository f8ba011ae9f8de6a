package org.ironopt.lab.compare;

import java.util.Arrays;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.Streams;

/** Measures a stationary spread: independent members, after the start is forgotten. */
final class Spread {
  /** Slower methods are not waited for; their exact curve is drawn without a point. */
  private static final int PATIENCE = 3000;

  private static final double FORGOTTEN = 1e-3;
  private static final double LOST = 1e6;

  private Spread() {}

  /** Returns step, mean square, its standard error and the steps made; NaN where not measured. */
  static double[] measure(SpreadMethod method, SpreadConfig c, double step, long seed) {
    double nan = Double.NaN;
    if (method.exact().apply(step).isEmpty()) {
      return new double[] {step, nan, nan, nan};
    }
    int n = c.eigenvalues().length;
    Quadratic f = Quadratic.diagonal(c.eigenvalues(), new double[n]);
    int steps = memory(method.method().make(step, method.noise(0)), f);
    if (steps > PATIENCE) {
      return new double[] {step, nan, nan, nan};
    }
    int m = c.members();
    Stepper stepper =
        method
            .method()
            .make(step, method.noise(c.variance()))
            .start(Ensemble.of(f, m), new double[n * m], new Streams(seed));
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    double sum = 0;
    double squares = 0;
    for (int j = 0; j < m; j++) {
      double square = 0;
      for (int i = 0; i < n; i++) {
        double x = stepper.x()[i * m + j];
        square = Math.fma(x, x, square);
      }
      sum += square;
      squares += square * square;
    }
    double mean = sum / m;
    return new double[] {step, mean, Math.sqrt((squares / m - mean * mean) / (m - 1)), steps};
  }

  /** Returns how many steps without noise it takes to forget a start for good. */
  private static int memory(Method method, Quadratic f) {
    double[] start = new double[f.dimension()];
    Arrays.fill(start, 1);
    Stepper stepper = method.start(f, start, new Streams(0));
    int last = 0;
    for (int k = 1; k <= PATIENCE + 1; k++) {
      stepper.advance();
      double largest = Arrays.stream(stepper.x()).map(Math::abs).max().orElseThrow();
      if (!(largest < LOST)) {
        return PATIENCE + 1;
      }
      if (largest > FORGOTTEN) {
        last = k;
      } else if (k > 2 * last + 20) {
        break;
      }
    }
    return last + 1;
  }
}
