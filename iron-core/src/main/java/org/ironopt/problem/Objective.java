package org.ironopt.problem;

import java.util.OptionalDouble;

/**
 * A differentiable function {@code f: R^n -> R}. Implementations are immutable: any number of
 * threads may evaluate one instance at once. They refuse a vector of the wrong length with an
 * {@link IllegalArgumentException}, change no input, and answer a point that is not finite with a
 * value that is not finite, not with an exception. Run {@link DerivativeCheck} on a new one.
 */
public interface Objective {
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
