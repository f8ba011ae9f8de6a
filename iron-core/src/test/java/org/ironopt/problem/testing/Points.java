package org.ironopt.problem.testing;

import java.util.SplittableRandom;
import org.ironopt.problem.Objective;

/** Random points and plain views for tests. */
public final class Points {
  private Points() {}

  /** Returns n standard normal numbers. */
  public static double[] normal(int n, SplittableRandom random) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = random.nextGaussian();
    }
    return x;
  }

  /** Returns {@code f} with values and gradients only. */
  public static Objective objective(Objective f) {
    return new Objective() {
      @Override
      public int dimension() {
        return f.dimension();
      }

      @Override
      public double value(double[] x) {
        return f.value(x);
      }

      @Override
      public void gradient(double[] x, double[] gradient) {
        f.gradient(x, gradient);
      }
    };
  }
}
