package org.ironopt.theory;

import java.util.OptionalDouble;
import java.util.Random;
import org.ironopt.problem.Proximable;

/**
 * Sums {@code w_i phi_i(x_i)} of convex functions with minimum 0 at 0 whose resolvents are known:
 * {@code sqrt(1 + x^2) - 1}, {@code |x|}, {@code x^4/4}, a flat valley beside a slope, and Huber's.
 */
record ConvexFunction(int[] kind, double[] weight) implements Proximable {
  private static final int HYPERBOLA = 0;
  private static final int ABSOLUTE = 1;
  private static final int QUARTIC = 2;
  private static final int VALLEY = 3;

  static ConvexFunction hyperbola() {
    return new ConvexFunction(new int[] {HYPERBOLA}, new double[] {1});
  }

  static ConvexFunction absolute() {
    return new ConvexFunction(new int[] {ABSOLUTE}, new double[] {1});
  }

  static ConvexFunction random(Random random, int n) {
    return new ConvexFunction(
        random.ints(n, 0, 5).toArray(),
        random.doubles(n).map(u -> .05 * StrictMath.pow(100, u)).toArray());
  }

  @Override
  public int dimension() {
    return kind.length;
  }

  @Override
  public OptionalDouble modulus() {
    return OptionalDouble.of(0);
  }

  @Override
  public double value(double[] x) {
    double sum = 0;
    for (int i = 0; i < x.length; i++) {
      double size = Math.abs(x[i]);
      double phi =
          switch (kind[i]) {
            case HYPERBOLA -> size * size / (1 + Math.sqrt(1 + size * size));
            case ABSOLUTE -> size;
            case QUARTIC -> size * size * size * size / 4;
            case VALLEY -> Math.max(0, x[i]);
            default -> size < 1 ? size * size / 2 : size - .5;
          };
      sum += weight[i] * phi;
    }
    return sum;
  }

  @Override
  public void gradient(double[] x, double[] gradient) {
    for (int i = 0; i < x.length; i++) {
      gradient[i] = weight[i] * slope(kind[i], x[i]);
    }
  }

  private static double slope(int kind, double x) {
    return switch (kind) {
      case HYPERBOLA -> x / Math.sqrt(1 + x * x);
      case ABSOLUTE -> Math.signum(x);
      case QUARTIC -> x * x * x;
      case VALLEY -> x > 0 ? 1 : 0;
      default -> Math.max(-1, Math.min(1, x));
    };
  }

  @Override
  public void prox(double lambda, double[] c, double[] u) {
    for (int i = 0; i < c.length; i++) {
      double t = lambda * weight[i];
      double size = Math.abs(c[i]);
      u[i] =
          switch (kind[i]) {
            case ABSOLUTE -> Math.copySign(Math.max(0, size - t), c[i]);
            case VALLEY -> c[i] > t ? c[i] - t : Math.min(c[i], 0);
            case HYPERBOLA, QUARTIC -> Math.copySign(root(kind[i], t, size), c[i]);
            default -> Math.copySign(size <= 1 + t ? size / (1 + t) : size - t, c[i]);
          };
    }
  }

  /** Returns the root of {@code u + t slope(u) = c >= 0} by bisection to the last bit. */
  private static double root(int kind, double t, double c) {
    double low = 0;
    double high = c;
    while (true) {
      double middle = (low + high) / 2;
      if (!(middle > low && middle < high)) {
        return low;
      }
      if (middle + t * slope(kind, middle) < c) {
        low = middle;
      } else {
        high = middle;
      }
    }
  }

  /** Where the slope jumps a residual says nothing; the resolvents are exact. */
  @Override
  public void residual(double lambda, double[] c, double[] u, double[] measure) {
    measure[0] = 0;
    measure[1] = 1;
  }
}
