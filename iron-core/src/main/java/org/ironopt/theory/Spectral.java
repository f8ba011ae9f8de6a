package org.ironopt.theory;

/** Checks of the convexity and smoothness constants. */
final class Spectral {
  private Spectral() {}

  static void requireOrder(double mu, double l) {
    if (!(l >= mu) || l == Double.POSITIVE_INFINITY) {
      throw new IllegalArgumentException("L is " + l + ", expected a finite number >= mu = " + mu);
    }
  }
}
