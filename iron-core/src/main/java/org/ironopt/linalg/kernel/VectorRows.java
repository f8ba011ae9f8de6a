package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.DoubleVector.fromArray;
import static org.ironopt.linalg.kernel.Kernels.LANES;
import static org.ironopt.linalg.kernel.Kernels.QUAD;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Four rows of a matrix at once with the Vector API, with the bits of {@link Kernels#rowDots} and
 * {@link Kernels#addRows}. Long and flat on purpose, as {@link VectorSums} explains.
 */
final class VectorRows {
  /** The lanes of an accumulator of a sum. */
  private static final VectorSpecies<Double> Q = DoubleVector.SPECIES_256;

  private VectorRows() {}

  /** {@code z[zo + k] = <row k, w>} for k = 0 to 3; n columns, at least LANES. */
  static void fourDots(double[] a, int row0, int n, double[] w, int wo, double[] z, int zo) {
    int row1 = row0 + n;
    int row2 = row1 + n;
    int row3 = row2 + n;
    DoubleVector a0 = DoubleVector.zero(Q);
    DoubleVector b0 = a0;
    DoubleVector c0 = a0;
    DoubleVector d0 = a0;
    DoubleVector a1 = a0;
    DoubleVector b1 = a0;
    DoubleVector c1 = a0;
    DoubleVector d1 = a0;
    DoubleVector a2 = a0;
    DoubleVector b2 = a0;
    DoubleVector c2 = a0;
    DoubleVector d2 = a0;
    DoubleVector a3 = a0;
    DoubleVector b3 = a0;
    DoubleVector c3 = a0;
    DoubleVector d3 = a0;
    int i = 0;
    for (; i <= n - LANES; i += LANES) {
      DoubleVector u = fromArray(Q, w, wo + i);
      a0 = fromArray(Q, a, row0 + i).fma(u, a0);
      a1 = fromArray(Q, a, row1 + i).fma(u, a1);
      a2 = fromArray(Q, a, row2 + i).fma(u, a2);
      a3 = fromArray(Q, a, row3 + i).fma(u, a3);
      u = fromArray(Q, w, wo + i + 4);
      b0 = fromArray(Q, a, row0 + i + 4).fma(u, b0);
      b1 = fromArray(Q, a, row1 + i + 4).fma(u, b1);
      b2 = fromArray(Q, a, row2 + i + 4).fma(u, b2);
      b3 = fromArray(Q, a, row3 + i + 4).fma(u, b3);
      u = fromArray(Q, w, wo + i + 8);
      c0 = fromArray(Q, a, row0 + i + 8).fma(u, c0);
      c1 = fromArray(Q, a, row1 + i + 8).fma(u, c1);
      c2 = fromArray(Q, a, row2 + i + 8).fma(u, c2);
      c3 = fromArray(Q, a, row3 + i + 8).fma(u, c3);
      u = fromArray(Q, w, wo + i + 12);
      d0 = fromArray(Q, a, row0 + i + 12).fma(u, d0);
      d1 = fromArray(Q, a, row1 + i + 12).fma(u, d1);
      d2 = fromArray(Q, a, row2 + i + 12).fma(u, d2);
      d3 = fromArray(Q, a, row3 + i + 12).fma(u, d3);
    }
    if (i <= n - 4) {
      DoubleVector u0 = fromArray(Q, w, wo + i + 0);
      a0 = fromArray(Q, a, row0 + i + 0).fma(u0, a0);
      a1 = fromArray(Q, a, row1 + i + 0).fma(u0, a1);
      a2 = fromArray(Q, a, row2 + i + 0).fma(u0, a2);
      a3 = fromArray(Q, a, row3 + i + 0).fma(u0, a3);
      if (i <= n - 8) {
        DoubleVector u1 = fromArray(Q, w, wo + i + 4);
        b0 = fromArray(Q, a, row0 + i + 4).fma(u1, b0);
        b1 = fromArray(Q, a, row1 + i + 4).fma(u1, b1);
        b2 = fromArray(Q, a, row2 + i + 4).fma(u1, b2);
        b3 = fromArray(Q, a, row3 + i + 4).fma(u1, b3);
        if (i <= n - 12) {
          DoubleVector u2 = fromArray(Q, w, wo + i + 8);
          c0 = fromArray(Q, a, row0 + i + 8).fma(u2, c0);
          c1 = fromArray(Q, a, row1 + i + 8).fma(u2, c1);
          c2 = fromArray(Q, a, row2 + i + 8).fma(u2, c2);
          c3 = fromArray(Q, a, row3 + i + 8).fma(u2, c3);
        }
      }
    }
    a0 = a0.add(c0).add(b0.add(d0));
    a1 = a1.add(c1).add(b1.add(d1));
    a2 = a2.add(c2).add(b2.add(d2));
    a3 = a3.add(c3).add(b3.add(d3));
    double sum0 = (a0.lane(0) + a0.lane(2)) + (a0.lane(1) + a0.lane(3));
    double sum1 = (a1.lane(0) + a1.lane(2)) + (a1.lane(1) + a1.lane(3));
    double sum2 = (a2.lane(0) + a2.lane(2)) + (a2.lane(1) + a2.lane(3));
    double sum3 = (a3.lane(0) + a3.lane(2)) + (a3.lane(1) + a3.lane(3));
    for (i = n & -QUAD; i < n; i++) {
      sum0 = Math.fma(a[row0 + i], w[wo + i], sum0);
      sum1 = Math.fma(a[row1 + i], w[wo + i], sum1);
      sum2 = Math.fma(a[row2 + i], w[wo + i], sum2);
      sum3 = Math.fma(a[row3 + i], w[wo + i], sum3);
    }
    z[zo + 0] = sum0;
    z[zo + 1] = sum1;
    z[zo + 2] = sum2;
    z[zo + 3] = sum3;
  }

  /** {@code g += sum_k c[co + k] (row k)}, row after row; g stays in registers meanwhile. */
  static void add(double[] a, int ao, int rows, int n, double[] c, int co, double[] g, int go) {
    int end = ao + rows * n;
    int i = 0;
    for (; i <= n - 32; i += 32) {
      DoubleVector g0 = fromArray(Q, g, go + i);
      DoubleVector g1 = fromArray(Q, g, go + i + 4);
      DoubleVector g2 = fromArray(Q, g, go + i + 8);
      DoubleVector g3 = fromArray(Q, g, go + i + 12);
      DoubleVector g4 = fromArray(Q, g, go + i + 16);
      DoubleVector g5 = fromArray(Q, g, go + i + 20);
      DoubleVector g6 = fromArray(Q, g, go + i + 24);
      DoubleVector g7 = fromArray(Q, g, go + i + 28);
      for (int row = ao + i, k = co; row < end; row += n, k++) {
        DoubleVector x = DoubleVector.broadcast(Q, c[k]);
        g0 = fromArray(Q, a, row).fma(x, g0);
        g1 = fromArray(Q, a, row + 4).fma(x, g1);
        g2 = fromArray(Q, a, row + 8).fma(x, g2);
        g3 = fromArray(Q, a, row + 12).fma(x, g3);
        g4 = fromArray(Q, a, row + 16).fma(x, g4);
        g5 = fromArray(Q, a, row + 20).fma(x, g5);
        g6 = fromArray(Q, a, row + 24).fma(x, g6);
        g7 = fromArray(Q, a, row + 28).fma(x, g7);
      }
      g0.intoArray(g, go + i);
      g1.intoArray(g, go + i + 4);
      g2.intoArray(g, go + i + 8);
      g3.intoArray(g, go + i + 12);
      g4.intoArray(g, go + i + 16);
      g5.intoArray(g, go + i + 20);
      g6.intoArray(g, go + i + 24);
      g7.intoArray(g, go + i + 28);
    }
    for (; i <= n - 16; i += 16) {
      DoubleVector g0 = fromArray(Q, g, go + i);
      DoubleVector g1 = fromArray(Q, g, go + i + 4);
      DoubleVector g2 = fromArray(Q, g, go + i + 8);
      DoubleVector g3 = fromArray(Q, g, go + i + 12);
      for (int row = ao + i, k = co; row < end; row += n, k++) {
        DoubleVector x = DoubleVector.broadcast(Q, c[k]);
        g0 = fromArray(Q, a, row).fma(x, g0);
        g1 = fromArray(Q, a, row + 4).fma(x, g1);
        g2 = fromArray(Q, a, row + 8).fma(x, g2);
        g3 = fromArray(Q, a, row + 12).fma(x, g3);
      }
      g0.intoArray(g, go + i);
      g1.intoArray(g, go + i + 4);
      g2.intoArray(g, go + i + 8);
      g3.intoArray(g, go + i + 12);
    }
    for (; i <= n - 4; i += 4) {
      DoubleVector sum = fromArray(Q, g, go + i);
      for (int row = ao + i, k = co; row < end; row += n, k++) {
        sum = fromArray(Q, a, row).fma(DoubleVector.broadcast(Q, c[k]), sum);
      }
      sum.intoArray(g, go + i);
    }
    for (; i < n; i++) {
      double sum = g[go + i];
      for (int row = ao + i, k = co; row < end; row += n, k++) {
        sum = Math.fma(c[k], a[row], sum);
      }
      g[go + i] = sum;
    }
  }
}
