package org.ironopt.problem;

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
}
