package org.ironopt.linalg;

import org.ironopt.linalg.internal.Ranges;
import org.ironopt.linalg.internal.Require;
import org.ironopt.linalg.kernel.Kernels;
import org.ironopt.linalg.kernel.ScalarFunctions;

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
    return ScalarFunctions.exp(x);
  }

  /** Returns e^x - 1, accurate near 0. */
  public static double expm1(double x) {
    return ScalarFunctions.expm1(x);
  }

  /** Returns the natural logarithm: -infinity at 0, NaN below. */
  public static double log(double x) {
    return ScalarFunctions.log(x);
  }

  /** Returns log(1 + x), accurate near 0. */
  public static double log1p(double x) {
    return ScalarFunctions.log1p(x);
  }

  /** Returns 1 / (1 + e^-x), accurate in both tails. */
  public static double sigmoid(double x) {
    return ScalarFunctions.sigmoid(x);
  }

  /** Returns the hyperbolic tangent. */
  public static double tanh(double x) {
    return ScalarFunctions.tanh(x);
  }

  /** Returns log(cosh(x)): x^2/2 near 0, |x| - log 2 far away. */
  public static double logcosh(double x) {
    return ScalarFunctions.logcosh(x);
  }

  /** {@code y = exp(x)}. */
  public static void exp(double[] x, double[] y) {
    map((u, uo, v, vo, n) -> KERNELS.exp(u, uo, v, vo, n), x, y);
  }

  /** {@code y = log(x)}. */
  public static void log(double[] x, double[] y) {
    map((u, uo, v, vo, n) -> KERNELS.log(u, uo, v, vo, n), x, y);
  }

  /** {@code y = log(1 + x)}. */
  public static void log1p(double[] x, double[] y) {
    map((u, uo, v, vo, n) -> KERNELS.log1p(u, uo, v, vo, n), x, y);
  }

  /** {@code y = 1 / (1 + exp(-x))}. */
  public static void sigmoid(double[] x, double[] y) {
    map((u, uo, v, vo, n) -> KERNELS.sigmoid(u, uo, v, vo, n), x, y);
  }

  /** {@code y = tanh(x)}. */
  public static void tanh(double[] x, double[] y) {
    map((u, uo, v, vo, n) -> KERNELS.tanh(u, uo, v, vo, n), x, y);
  }

  /** {@code y = log(cosh(x))}. */
  public static void logcosh(double[] x, double[] y) {
    map((u, uo, v, vo, n) -> KERNELS.logcosh(u, uo, v, vo, n), x, y);
  }

  /** Writes {@code y = f(x)} on ranges; the lambdas capture nothing, so none is allocated. */
  @FunctionalInterface
  private interface Loop {
    void run(double[] x, int xo, double[] y, int yo, int n);
  }

  private static void map(Loop loop, double[] x, double[] y) {
    Require.sameLength("x", x.length, "y", y.length);
    if (Ranges.isShortForFunctions(x.length)) {
      loop.run(x, 0, y, 0, x.length);
    } else {
      Ranges.forEach(0, x.length, (at, n) -> loop.run(x, at, y, at, n));
    }
  }
}
