package org.ironopt.problem;

import java.util.Objects;
import java.util.OptionalDouble;
import java.util.function.BiConsumer;
import java.util.function.ToDoubleFunction;
import org.ironopt.linalg.internal.Require;

/**
 * A differentiable function {@code f: R^n -> R}. Implementations are immutable: any number of
 * threads may evaluate one instance at once. They refuse a vector of the wrong length with an
 * {@link IllegalArgumentException}, change no input, and return a non-finite value at a non-finite
 * point instead of throwing. Run {@link DerivativeCheck} on a new one.
 */
public interface Objective {
  /**
   * Returns a function of n variables that is given by its value and its gradient:
   *
   * <pre>{@code
   * Objective f = Objective.of(1, x -> x[0] * x[0], (x, g) -> g[0] = 2 * x[0]);
   * }</pre>
   *
   * The second overwrites all of g; both must be safe for several threads. No method works with a
   * gradient that is wrong: {@link DerivativeCheck#at} compares it with differences of the value.
   */
  static Objective of(
      int n, ToDoubleFunction<double[]> value, BiConsumer<double[], double[]> gradient) {
    record Function(
        int dimension, ToDoubleFunction<double[]> f, BiConsumer<double[], double[]> slope)
        implements Objective {
      @Override
      public double value(double[] x) {
        return f.applyAsDouble(Require.length("x", dimension, x));
      }

      @Override
      public void gradient(double[] x, double[] gradient) {
        Require.length("gradient", dimension, gradient);
        slope.accept(Require.length("x", dimension, x), gradient);
      }
    }

    return new Function(
        Require.atLeast("n", 1, n),
        Objects.requireNonNull(value),
        Objects.requireNonNull(gradient));
  }

  /** Returns n. */
  int dimension();

  /** Returns f(x). */
  double value(double[] x);

  /** Overwrites {@code gradient} with the gradient at {@code x}. */
  void gradient(double[] x, double[] gradient);

  /** Overwrites {@code gradient} and returns f(x); override where one pass gives both. */
  default double valueAndGradient(double[] x, double[] gradient) {
    gradient(x, gradient);
    return value(x);
  }

  /**
   * Returns a modulus of strong convexity: an m for which {@code f - m |x|^2 / 2} is convex
   * everywhere. It is 0 for a function that is known to be convex and nothing more, and empty where
   * convexity is not known, as here. Errors of inner solves are bounded by it, so it has to be true
   * and may be smaller than the best one. It does not change: a view of a batch answers for
   * whatever terms it may read.
   */
  default OptionalDouble modulus() {
    return OptionalDouble.empty();
  }
}
