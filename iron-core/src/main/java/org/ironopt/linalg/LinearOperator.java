package org.ironopt.linalg;

/** A square or rectangular linear map, known only by its action {@code y = A x}. */
@FunctionalInterface
public interface LinearOperator {
  /** Overwrites {@code y} with {@code A x}; {@code x} and {@code y} are different arrays. */
  void apply(double[] x, double[] y);
}
