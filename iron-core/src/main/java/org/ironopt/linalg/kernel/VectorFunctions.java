package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LT;
import static org.ironopt.linalg.kernel.Coefficients.*;

import jdk.incubator.vector.DoubleVector;

/**
 * The loops over arrays of the elementary functions. Where a function needs a special case for
 * arguments that are rare (an overflow, a subnormal, a NaN), one test per vector sends the whole
 * vector to the scalar definition.
 */
final class VectorFunctions {
  private static final int WIDTH = VectorElementary.SPECIES.length();

  private VectorFunctions() {}

  static void exp(Kernels scalar, double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = load(x, xo + i);
      if (v.abs().compare(LE, EXP_CORE).allTrue()) {
        VectorElementary.exp(v).intoArray(y, yo + i);
      } else {
        scalar.exp(x, xo + i, y, yo + i, WIDTH);
      }
    }
    scalar.exp(x, xo + i, y, yo + i, n - i);
  }

  static void log(Kernels scalar, double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = load(x, xo + i);
      if (v.compare(GE, Double.MIN_NORMAL).and(v.compare(LE, Double.MAX_VALUE)).allTrue()) {
        VectorElementary.log(v).intoArray(y, yo + i);
      } else {
        scalar.log(x, xo + i, y, yo + i, WIDTH);
      }
    }
    scalar.log(x, xo + i, y, yo + i, n - i);
  }

  static void log1p(Kernels scalar, double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = load(x, xo + i);
      if (v.compare(GT, -1).and(v.compare(LT, LOG1P_CORE)).allTrue()) {
        VectorElementary.log1p(v).intoArray(y, yo + i);
      } else {
        scalar.log1p(x, xo + i, y, yo + i, WIDTH);
      }
    }
    scalar.log1p(x, xo + i, y, yo + i, n - i);
  }

  static void sigmoid(Kernels scalar, double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = load(x, xo + i);
      if (v.abs().compare(LE, EXP_CORE).allTrue()) {
        VectorElementary.sigmoid(v).intoArray(y, yo + i);
      } else {
        scalar.sigmoid(x, xo + i, y, yo + i, WIDTH);
      }
    }
    scalar.sigmoid(x, xo + i, y, yo + i, n - i);
  }

  static void tanh(Kernels scalar, double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = load(x, xo + i);
      VectorElementary.tanh(v).intoArray(y, yo + i);
    }
    scalar.tanh(x, xo + i, y, yo + i, n - i);
  }

  static void logcosh(Kernels scalar, double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = load(x, xo + i);
      VectorElementary.logcosh(v).intoArray(y, yo + i);
    }
    scalar.logcosh(x, xo + i, y, yo + i, n - i);
  }

  private static DoubleVector load(double[] x, int at) {
    return DoubleVector.fromArray(VectorElementary.SPECIES, x, at);
  }
}
