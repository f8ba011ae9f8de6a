package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.VectorOperators.MAX;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * The loops with the Vector API. Sums use four accumulators of four lanes: exactly the {@link
 * #LANES} logical lanes, on every machine with 256 bit or more.
 */
final class VectorKernels implements Kernels {
  private static final VectorSpecies<Double> S = VectorElementary.SPECIES;
  private static final int WIDTH = S.length();

  /** The lanes of a sum. */
  private static final VectorSpecies<Double> Q = DoubleVector.SPECIES_256;

  /** Shorter ranges are left to the scalar twin: vector code is slow until it is compiled. */
  private static final int SHORT = 32;

  private final ScalarKernels scalar = new ScalarKernels();

  /** Returns SIMD kernels, or scalar ones on a machine whose vectors are too narrow to help. */
  static Kernels create() {
    return WIDTH >= QUAD ? new VectorKernels() : new ScalarKernels();
  }

  @Override
  public String description() {
    return "SIMD " + S.vectorBitSize() + " bit";
  }

  @Override
  public double dot(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      return scalar.dot(x, xo, y, yo, n);
    }
    DoubleVector a = DoubleVector.zero(Q);
    DoubleVector b = a;
    DoubleVector c = a;
    DoubleVector d = a;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      a = quad(x, xo + i).fma(quad(y, yo + i), a);
      b = quad(x, xo + i + 4).fma(quad(y, yo + i + 4), b);
      c = quad(x, xo + i + 8).fma(quad(y, yo + i + 8), c);
      d = quad(x, xo + i + 12).fma(quad(y, yo + i + 12), d);
    }
    if (i <= n - 4) {
      a = quad(x, xo + i).fma(quad(y, yo + i), a);
    }
    if (i <= n - 8) {
      b = quad(x, xo + i + 4).fma(quad(y, yo + i + 4), b);
    }
    if (i <= n - 12) {
      c = quad(x, xo + i + 8).fma(quad(y, yo + i + 8), c);
    }
    double sum = reduce(a, b, c, d);
    for (i = n - n % QUAD; i < n; i++) {
      sum = Math.fma(x[xo + i], y[yo + i], sum);
    }
    return sum;
  }

  @Override
  public double sum(double[] x, int xo, int n) {
    if (n < SHORT) {
      return scalar.sum(x, xo, n);
    }
    DoubleVector a = DoubleVector.zero(Q);
    DoubleVector b = a;
    DoubleVector c = a;
    DoubleVector d = a;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      a = a.add(quad(x, xo + i));
      b = b.add(quad(x, xo + i + 4));
      c = c.add(quad(x, xo + i + 8));
      d = d.add(quad(x, xo + i + 12));
    }
    if (i <= n - 4) {
      a = a.add(quad(x, xo + i));
    }
    if (i <= n - 8) {
      b = b.add(quad(x, xo + i + 4));
    }
    if (i <= n - 12) {
      c = c.add(quad(x, xo + i + 8));
    }
    double sum = reduce(a, b, c, d);
    for (i = n - n % QUAD; i < n; i++) {
      sum += x[xo + i];
    }
    return sum;
  }

  @Override
  public double squaredDistance(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      return scalar.squaredDistance(x, xo, y, yo, n);
    }
    DoubleVector a = DoubleVector.zero(Q);
    DoubleVector b = a;
    DoubleVector c = a;
    DoubleVector d = a;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      a = addSquare(quad(x, xo + i).sub(quad(y, yo + i)), a);
      b = addSquare(quad(x, xo + i + 4).sub(quad(y, yo + i + 4)), b);
      c = addSquare(quad(x, xo + i + 8).sub(quad(y, yo + i + 8)), c);
      d = addSquare(quad(x, xo + i + 12).sub(quad(y, yo + i + 12)), d);
    }
    if (i <= n - 4) {
      a = addSquare(quad(x, xo + i).sub(quad(y, yo + i)), a);
    }
    if (i <= n - 8) {
      b = addSquare(quad(x, xo + i + 4).sub(quad(y, yo + i + 4)), b);
    }
    if (i <= n - 12) {
      c = addSquare(quad(x, xo + i + 8).sub(quad(y, yo + i + 8)), c);
    }
    double sum = reduce(a, b, c, d);
    for (i = n - n % QUAD; i < n; i++) {
      double difference = x[xo + i] - y[yo + i];
      sum = Math.fma(difference, difference, sum);
    }
    return sum;
  }

  private static DoubleVector addSquare(DoubleVector d, DoubleVector sum) {
    return d.fma(d, sum);
  }

  private static DoubleVector quad(double[] x, int at) {
    return DoubleVector.fromArray(Q, x, at);
  }

  /** Adds the lanes pairwise: l with l + 8, then + 4, + 2, + 1. */
  private static double reduce(DoubleVector a, DoubleVector b, DoubleVector c, DoubleVector d) {
    DoubleVector s = a.add(c).add(b.add(d));
    return (s.lane(0) + s.lane(2)) + (s.lane(1) + s.lane(3));
  }

  @Override
  public double maxAbs(double[] x, int xo, int n) {
    if (n < SHORT) {
      return scalar.maxAbs(x, xo, n);
    }
    LongVector max = LongVector.zero(VectorElementary.LONGS);
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      max = max.max(load(x, xo + i).reinterpretAsLongs().and(Long.MAX_VALUE));
    }
    double rest = scalar.maxAbs(x, xo + i, n - i);
    return Double.longBitsToDouble(
        Math.max(max.reduceLanes(MAX), Double.doubleToRawLongBits(rest)));
  }

  @Override
  public boolean allFinite(double[] x, int xo, int n) {
    if (n < SHORT) {
      return scalar.allFinite(x, xo, n);
    }
    DoubleVector zero = DoubleVector.zero(S);
    DoubleVector none = zero;
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      none = load(x, xo + i).fma(zero, none);
    }
    return none.eq(0).allTrue() && scalar.allFinite(x, xo + i, n - i);
  }

  @Override
  public void axpy(double a, double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    if (n >= SHORT) {
      DoubleVector av = DoubleVector.broadcast(S, a);
      for (; i <= n - WIDTH; i += WIDTH) {
        av.fma(load(x, xo + i), load(y, yo + i)).intoArray(y, yo + i);
      }
    }
    scalar.axpy(a, x, xo + i, y, yo + i, n - i);
  }

  @Override
  public void add(double[] x, int xo, double a, double[] y, int yo, double[] z, int zo, int n) {
    int i = 0;
    if (n >= SHORT) {
      DoubleVector av = DoubleVector.broadcast(S, a);
      for (; i <= n - WIDTH; i += WIDTH) {
        av.fma(load(y, yo + i), load(x, xo + i)).intoArray(z, zo + i);
      }
    }
    scalar.add(x, xo + i, a, y, yo + i, z, zo + i, n - i);
  }

  @Override
  public void scale(double a, double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    if (n >= SHORT) {
      DoubleVector av = DoubleVector.broadcast(S, a);
      for (; i <= n - WIDTH; i += WIDTH) {
        av.mul(load(x, xo + i)).intoArray(y, yo + i);
      }
    }
    scalar.scale(a, x, xo + i, y, yo + i, n - i);
  }

  @Override
  public void interpolate(
      double[] x, int xo, double[] y, int yo, double a, double[] z, int zo, int n) {
    int i = 0;
    if (n >= SHORT) {
      DoubleVector av = DoubleVector.broadcast(S, a);
      for (; i <= n - WIDTH; i += WIDTH) {
        DoubleVector xv = load(x, xo + i);
        av.fma(load(y, yo + i).sub(xv), xv).intoArray(z, zo + i);
      }
    }
    scalar.interpolate(x, xo + i, y, yo + i, a, z, zo + i, n - i);
  }

  @Override
  public void velocity(
      double[] u, int uo, double[] x, int xo, double alpha, double[] v, int vo, int n) {
    int i = 0;
    if (n >= SHORT) {
      for (; i <= n - WIDTH; i += WIDTH) {
        DoubleVector uv = load(u, uo + i);
        uv.add(uv.sub(load(x, xo + i)).div(alpha)).intoArray(v, vo + i);
      }
    }
    scalar.velocity(u, uo + i, x, xo + i, alpha, v, vo + i, n - i);
  }

  @Override
  public void multiply(double[] x, int xo, double[] y, int yo, double[] z, int zo, int n) {
    int i = 0;
    if (n >= SHORT) {
      for (; i <= n - WIDTH; i += WIDTH) {
        load(x, xo + i).mul(load(y, yo + i)).intoArray(z, zo + i);
      }
    }
    scalar.multiply(x, xo + i, y, yo + i, z, zo + i, n - i);
  }

  @Override
  public void exp(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      scalar.exp(x, xo, y, yo, n);
    } else {
      VectorFunctions.exp(scalar, x, xo, y, yo, n);
    }
  }

  @Override
  public void log(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      scalar.log(x, xo, y, yo, n);
    } else {
      VectorFunctions.log(scalar, x, xo, y, yo, n);
    }
  }

  @Override
  public void log1p(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      scalar.log1p(x, xo, y, yo, n);
    } else {
      VectorFunctions.log1p(scalar, x, xo, y, yo, n);
    }
  }

  @Override
  public void sigmoid(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      scalar.sigmoid(x, xo, y, yo, n);
    } else {
      VectorFunctions.sigmoid(scalar, x, xo, y, yo, n);
    }
  }

  @Override
  public void tanh(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      scalar.tanh(x, xo, y, yo, n);
    } else {
      VectorFunctions.tanh(scalar, x, xo, y, yo, n);
    }
  }

  @Override
  public void logcosh(double[] x, int xo, double[] y, int yo, int n) {
    if (n < SHORT) {
      scalar.logcosh(x, xo, y, yo, n);
    } else {
      VectorFunctions.logcosh(scalar, x, xo, y, yo, n);
    }
  }

  private static DoubleVector load(double[] x, int at) {
    return DoubleVector.fromArray(S, x, at);
  }
}
