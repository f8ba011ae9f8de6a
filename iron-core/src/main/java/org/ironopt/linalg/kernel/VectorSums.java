package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.ironopt.linalg.kernel.Kernels.LANES;
import static org.ironopt.linalg.kernel.Kernels.QUAD;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * Sums with the Vector API: four accumulators of four lanes are exactly the logical lanes of {@link
 * Kernels}. The methods are long on purpose: the compiler does not inline a method of more than 325
 * bytes of code into its callers, and deep inside a caller it would not inline the Vector API
 * either, and make every vector an object.
 */
final class VectorSums {
  /** The lanes of an accumulator. */
  private static final VectorSpecies<Double> Q = DoubleVector.SPECIES_256;

  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Double> DOUBLES = DoubleVector.SPECIES_PREFERRED;

  private VectorSums() {}

  /** Returns {@code <x, y>}, n at least LANES. */
  static double dot(double[] x, int xo, double[] y, int yo, int n) {
    DoubleVector a = DoubleVector.zero(Q);
    DoubleVector b = a;
    DoubleVector c = a;
    DoubleVector d = a;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      a = fromArray(Q, x, xo + i).fma(fromArray(Q, y, yo + i), a);
      b = fromArray(Q, x, xo + i + 4).fma(fromArray(Q, y, yo + i + 4), b);
      c = fromArray(Q, x, xo + i + 8).fma(fromArray(Q, y, yo + i + 8), c);
      d = fromArray(Q, x, xo + i + 12).fma(fromArray(Q, y, yo + i + 12), d);
    }
    if (i <= n - 4) {
      a = fromArray(Q, x, xo + i).fma(fromArray(Q, y, yo + i), a);
      if (i <= n - 8) {
        b = fromArray(Q, x, xo + i + 4).fma(fromArray(Q, y, yo + i + 4), b);
        if (i <= n - 12) {
          c = fromArray(Q, x, xo + i + 8).fma(fromArray(Q, y, yo + i + 8), c);
        }
      }
    }
    DoubleVector lanes = a.add(c).add(b.add(d));
    double sum = (lanes.lane(0) + lanes.lane(2)) + (lanes.lane(1) + lanes.lane(3));
    for (i = n & -QUAD; i < n; i++) {
      sum = Math.fma(x[xo + i], y[yo + i], sum);
    }
    return sum;
  }

  /** Returns the sum of x, n at least LANES; y is ignored. */
  static double sum(double[] x, int xo, double[] y, int yo, int n) {
    DoubleVector a = DoubleVector.zero(Q);
    DoubleVector b = a;
    DoubleVector c = a;
    DoubleVector d = a;
    int i = 0;
    for (; i <= n - 2 * LANES; i += 2 * LANES) {
      a = a.add(fromArray(Q, x, xo + i));
      b = b.add(fromArray(Q, x, xo + i + 4));
      c = c.add(fromArray(Q, x, xo + i + 8));
      d = d.add(fromArray(Q, x, xo + i + 12));
      a = a.add(fromArray(Q, x, xo + i + 16));
      b = b.add(fromArray(Q, x, xo + i + 20));
      c = c.add(fromArray(Q, x, xo + i + 24));
      d = d.add(fromArray(Q, x, xo + i + 28));
    }
    if (i <= n - LANES) {
      a = a.add(fromArray(Q, x, xo + i));
      b = b.add(fromArray(Q, x, xo + i + 4));
      c = c.add(fromArray(Q, x, xo + i + 8));
      d = d.add(fromArray(Q, x, xo + i + 12));
      i += LANES;
    }
    if (i <= n - 4) {
      a = a.add(fromArray(Q, x, xo + i));
      if (i <= n - 8) {
        b = b.add(fromArray(Q, x, xo + i + 4));
        if (i <= n - 12) {
          c = c.add(fromArray(Q, x, xo + i + 8));
        }
      }
    }
    DoubleVector lanes = a.add(c).add(b.add(d));
    double sum = (lanes.lane(0) + lanes.lane(2)) + (lanes.lane(1) + lanes.lane(3));
    for (i = n & -QUAD; i < n; i++) {
      sum += x[xo + i];
    }
    return sum;
  }

  /** Returns {@code |x - y|^2}, n at least LANES. */
  static double squaredDistance(double[] x, int xo, double[] y, int yo, int n) {
    DoubleVector a = DoubleVector.zero(Q);
    DoubleVector b = a;
    DoubleVector c = a;
    DoubleVector d = a;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      DoubleVector p = fromArray(Q, x, xo + i).sub(fromArray(Q, y, yo + i));
      a = p.fma(p, a);
      DoubleVector q = fromArray(Q, x, xo + i + 4).sub(fromArray(Q, y, yo + i + 4));
      b = q.fma(q, b);
      DoubleVector r = fromArray(Q, x, xo + i + 8).sub(fromArray(Q, y, yo + i + 8));
      c = r.fma(r, c);
      DoubleVector s = fromArray(Q, x, xo + i + 12).sub(fromArray(Q, y, yo + i + 12));
      d = s.fma(s, d);
    }
    if (i <= n - 4) {
      DoubleVector p = fromArray(Q, x, xo + i).sub(fromArray(Q, y, yo + i));
      a = p.fma(p, a);
      if (i <= n - 8) {
        DoubleVector q = fromArray(Q, x, xo + i + 4).sub(fromArray(Q, y, yo + i + 4));
        b = q.fma(q, b);
        if (i <= n - 12) {
          DoubleVector r = fromArray(Q, x, xo + i + 8).sub(fromArray(Q, y, yo + i + 8));
          c = r.fma(r, c);
        }
      }
    }
    DoubleVector lanes = a.add(c).add(b.add(d));
    double sum = (lanes.lane(0) + lanes.lane(2)) + (lanes.lane(1) + lanes.lane(3));
    for (i = n & -QUAD; i < n; i++) {
      double t = x[xo + i] - y[yo + i];
      sum = Math.fma(t, t, sum);
    }
    return sum;
  }

  /** Returns the largest magnitude; y is ignored. */
  static double maxAbs(double[] x, int xo, double[] y, int yo, int n) {
    LongVector max = LongVector.zero(LONGS);
    int i = 0;
    for (; i <= n - LONGS.length(); i += LONGS.length()) {
      LongVector bits = fromArray(DOUBLES, x, xo + i).reinterpretAsLongs();
      max = max.max(bits.and(Long.MAX_VALUE));
    }
    long most = max.reduceLanes(VectorOperators.MAX);
    for (; i < n; i++) {
      most = Math.max(most, Double.doubleToRawLongBits(x[xo + i]) & Long.MAX_VALUE);
    }
    return Double.longBitsToDouble(most);
  }
}
