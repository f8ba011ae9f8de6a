package org.ironopt.lab.quadratic;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.Noise;
import org.ironopt.random.Streams;
import org.ironopt.theory.Scheme;

/**
 * Whether IRON forgets its start, seen from its own steps without noise rather than from a formula:
 * on the quadratic with this spectrum and its minimiser at 0, the length of the state after 2K
 * steps over that after K steps.
 */
final class Stability {
  private static final int STEPS = 30;
  private static final double TIME = 5;
  private static final int LEAST = 10;

  private Stability() {}

  /** Returns the largest ratio over steps that are equally spaced in scale. */
  static double worst(QuadraticSetup setup, double shortest, double longest) {
    double worst = 0;
    for (double alpha : Grid.logarithmic(shortest, longest, STEPS)) {
      worst = Math.max(worst, ratio(setup, Scheme.IRON, alpha));
    }
    return worst;
  }

  /** Returns the ratio for one step of a scheme. */
  static double ratio(QuadraticSetup setup, Scheme scheme, double alpha) {
    int n = setup.dimension();
    Quadratic f = Quadratic.ofEigen(setup.eigenvalues, DenseMatrix.identity(n), new double[n]);
    double[] start = new double[n];
    Arrays.fill(start, 1);
    FlowStepper iron =
        setup
            .method(scheme, alpha, new Noise.Isotropic(0))
            .start(f, start, start, new Streams(setup.seed));
    int k = LEAST + (int) Math.ceil(TIME / alpha);
    double half = length(iron, k);
    return length(iron, k) / half;
  }

  private static double length(FlowStepper iron, int steps) {
    for (int k = 0; k < steps; k++) {
      iron.advance();
    }
    double x = Vectors.norm(iron.x());
    double v = Vectors.norm(iron.v());
    return Math.sqrt(x * x + v * v);
  }
}
