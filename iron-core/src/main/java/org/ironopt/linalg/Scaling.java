package org.ironopt.linalg;

/** Powers of two, by which a number can be multiplied without a rounding error. */
final class Scaling {
  /** Keeps the power and its reciprocal normal numbers. */
  private static final int LARGEST_EXPONENT = 1000;

  private Scaling() {}

  /** Returns the power of two next below {@code |x|}, or 1 for 0. */
  static double powerOfTwo(double x) {
    int e = x == 0 ? 0 : Math.getExponent(x);
    return Math.scalb(1.0, Math.clamp(e, -LARGEST_EXPONENT, LARGEST_EXPONENT));
  }
}
