package org.ironopt.linalg.kernel;

import static java.lang.Math.fma;
import static org.ironopt.linalg.kernel.FunctionConstants.*;

/**
 * The logistic loss and its derivatives in one loop. With the margin {@code m = y z} and {@code e =
 * exp(-|m|)}, which never overflows, the loss is {@code max(-m, 0) + log(1 + e)}, its derivative in
 * z is {@code -y (e or 1) / (1 + e)} and its second derivative {@code e / (1 + e)^2}. The logarithm
 * goes through {@code log(1 + e) = k ln 2 + log(1 + f)} with k = 0 or 1 and {@code s = f / (2 +
 * f)}; one division serves both s and {@code 1 / (1 + e)}. Errors are a few units in the last
 * place. The numbers have the same bits with the loss and without it, with SIMD and without.
 */
public final class LogisticKernels {
  /** Below this exponent e is taken to be zero. */
  static final double UNDERFLOW = -708;

  /** From this e on, 1 + e is halved. */
  static final double SQRT2_MINUS_1 = 0.41421356237309503;

  private static final LogisticKernels INSTANCE = new LogisticKernels(Kernels.simd());

  private final boolean simd;
  private final KernelSelection losses = new KernelSelection();
  private final KernelSelection derivatives = new KernelSelection();

  LogisticKernels(boolean simd) {
    this.simd = simd;
  }

  /** Returns the kernels of this process. */
  public static LogisticKernels get() {
    return INSTANCE;
  }

  /**
   * For groups of n predictions, all with the labels {@code y[0 .. n-1]}, +1 or -1: overwrites
   * {@code z[zo + i n + k]} with the derivative, {@code second[so + i n + k]}, unless it is null,
   * with the second derivative, and {@code loss[i n + k]}, unless it is null, with the loss.
   */
  public void losses(
      double[] z, int zo, double[] y, int groups, double[] loss, double[] second, int so, int n) {
    KernelSelection trial = loss == null ? derivatives : losses;
    KernelSelection.Variant way = simd ? trial.next() : KernelSelection.Variant.SCALAR;
    long start = way.start();
    int done = way.simd ? VectorLogistic.losses(z, zo, y, groups, loss, second, so, n) : 0;
    for (int i = 0; i < groups; i++) {
      for (int k = done; k < n; k++) {
        scalar(z, zo + i * n + k, y[k], loss, i * n + k, second, so + i * n + k);
      }
    }
    trial.end(way, start, (long) groups * n);
  }

  /** The definition, for one number; loss and second may be null. */
  static void scalar(double[] z, int zo, double y, double[] loss, int lo, double[] second, int so) {
    double m = y * z[zo];
    double a = -Math.abs(m);
    double e = a < UNDERFLOW ? 0 : ScalarFunctions.expCore(a);
    double d = 1 + e;
    boolean large = e > SQRT2_MINUS_1;
    double f = large ? (e - 1) * 0.5 : e;
    double g = 2 + f;
    double inverse = 1 / (d * g);
    double inverseD = inverse * g;
    z[zo] = (m < 0 ? 1 : e) * inverseD * -y;
    if (second != null) {
      second[so] = e * inverseD * inverseD;
    }
    if (loss != null) {
      double s = f * (inverse * d);
      double log1pf = fma(-s, f - ScalarFunctions.artanhTail(s * s), f);
      double log = large ? (log1pf + LN2_LOW) + LN2 : log1pf;
      loss[lo] = (m < 0 ? -m : 0) + log;
    }
  }
}
