package org.ironopt.method;

/** Step lengths {@code alpha_k}, a pure function of k = 0, 1, 2, ... */
@FunctionalInterface
public interface Schedule {
  /** Returns alpha_k. */
  double at(long k);

  /** Returns the same step for ever. */
  static Schedule constant(double alpha) {
    return k -> alpha;
  }
}
