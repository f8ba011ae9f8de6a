package org.ironopt.linalg;

import org.ironopt.linalg.kernel.Elementary;
import org.ironopt.linalg.kernel.Kernels;

/**
 * Elementary functions with one definition: the same bits for one number and for an array, with
 * SIMD on or off, interpreted or compiled, on every machine. At most 2 ulp from the true value
 * wherever that is a normal number. The array forms overwrite {@code y} with f(x), element by
 * element; {@code y} may be {@code x}.
 */
public final class Functions {
  private static final Kernels KERNELS = Kernels.get();

  private Functions() {}

  /** Returns e^x. */
  public static double exp(double x) {
    return Elementary.exp(x);
  }

  /** Returns e^x - 1, accurate near 0. */
  public static double expm1(double x) {
    return Elementary.expm1(x);
  }

  /** Returns the natural logarithm: -infinity at 0, NaN below. */
  public static double log(double x) {
    return Elementary.log(x);
  }

  /** Returns log(1 + x), accurate near 0. */
  public static double log1p(double x) {
    return Elementary.log1p(x);
  }

  /** Returns 1 / (1 + e^-x), accurate in both tails. */
  public static double sigmoid(double x) {
    return Elementary.sigmoid(x);
  }

  /** Returns the hyperbolic tangent. */
  public static double tanh(double x) {
    return Elementary.tanh(x);
  }

  /** Returns log(cosh(x)): x^2/2 near 0, |x| - log 2 far away. */
  public static double logcosh(double x) {
    return Elementary.logcosh(x);
  }

  /** {@code y = exp(x)}. */
  public static void exp(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    if (Ranges.isShortForFunctions(x.length)) {
      KERNELS.exp(x, 0, y, 0, x.length);
    } else {
      Ranges.forEach(0, x.length, (at, n) -> KERNELS.exp(x, at, y, at, n));
    }
  }

  /** {@code y = log(x)}. */
  public static void log(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    if (Ranges.isShortForFunctions(x.length)) {
      KERNELS.log(x, 0, y, 0, x.length);
    } else {
      Ranges.forEach(0, x.length, (at, n) -> KERNELS.log(x, at, y, at, n));
    }
  }

  /** {@code y = log(1 + x)}. */
  public static void log1p(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    if (Ranges.isShortForFunctions(x.length)) {
      KERNELS.log1p(x, 0, y, 0, x.length);
    } else {
      Ranges.forEach(0, x.length, (at, n) -> KERNELS.log1p(x, at, y, at, n));
    }
  }

  /** {@code y = 1 / (1 + exp(-x))}. */
  public static void sigmoid(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    if (Ranges.isShortForFunctions(x.length)) {
      KERNELS.sigmoid(x, 0, y, 0, x.length);
    } else {
      Ranges.forEach(0, x.length, (at, n) -> KERNELS.sigmoid(x, at, y, at, n));
    }
  }

  /** {@code y = tanh(x)}. */
  public static void tanh(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    if (Ranges.isShortForFunctions(x.length)) {
      KERNELS.tanh(x, 0, y, 0, x.length);
    } else {
      Ranges.forEach(0, x.length, (at, n) -> KERNELS.tanh(x, at, y, at, n));
    }
  }

  /** {@code y = log(cosh(x))}. */
  public static void logcosh(double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    if (Ranges.isShortForFunctions(x.length)) {
      KERNELS.logcosh(x, 0, y, 0, x.length);
    } else {
      Ranges.forEach(0, x.length, (at, n) -> KERNELS.logcosh(x, at, y, at, n));
    }
  }
}
