package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.DoubleVector.fromArray;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The products of {@link Tiles} in double with the Vector API, in tiles whose sums stay in
 * registers: a number that was loaded serves five outputs or four rows. Long and flat on purpose,
 * as {@link VectorSums} explains.
 */
final class VectorTiles implements Tiles.Loops<double[]> {
  /** The lanes of a sum. */
  private static final VectorSpecies<Double> Q = DoubleVector.SPECIES_256;

  private static final VectorMask<Double> HIGH = VectorMask.fromLong(Q, 0b1100);
  private static final VectorMask<Double> ODD = VectorMask.fromLong(Q, 0b1010);
  private static final VectorShuffle<Double> BY_TWO = VectorShuffle.fromValues(Q, 2, 3, 0, 1);
  private static final VectorShuffle<Double> BY_ONE = VectorShuffle.fromValues(Q, 1, 0, 3, 2);

  @Override
  public void fiveDots(
      double[] x,
      int xo,
      int rows,
      int stride,
      int depth,
      double[] w,
      int wo,
      double[] z,
      int zo,
      int zs) {
    for (int k = 0; k < rows; k += 4) {
      int row0 = xo + k * stride;
      int row1 = row0 + stride;
      int row2 = row1 + stride;
      int row3 = row2 + stride;
      DoubleVector a0 = DoubleVector.zero(Q);
      DoubleVector a1 = a0;
      DoubleVector a2 = a0;
      DoubleVector a3 = a0;
      DoubleVector b0 = a0;
      DoubleVector b1 = a0;
      DoubleVector b2 = a0;
      DoubleVector b3 = a0;
      DoubleVector c0 = a0;
      DoubleVector c1 = a0;
      DoubleVector c2 = a0;
      DoubleVector c3 = a0;
      DoubleVector d0 = a0;
      DoubleVector d1 = a0;
      DoubleVector d2 = a0;
      DoubleVector d3 = a0;
      DoubleVector e0 = a0;
      DoubleVector e1 = a0;
      DoubleVector e2 = a0;
      DoubleVector e3 = a0;
      int w1 = wo + depth;
      int w2 = w1 + depth;
      int w3 = w2 + depth;
      int w4 = w3 + depth;
      for (int j = 0; j < depth; j += 4) {
        DoubleVector x0 = fromArray(Q, x, row0 + j);
        DoubleVector x1 = fromArray(Q, x, row1 + j);
        DoubleVector x2 = fromArray(Q, x, row2 + j);
        DoubleVector x3 = fromArray(Q, x, row3 + j);
        DoubleVector v = fromArray(Q, w, wo + j);
        a0 = x0.fma(v, a0);
        a1 = x1.fma(v, a1);
        a2 = x2.fma(v, a2);
        a3 = x3.fma(v, a3);
        v = fromArray(Q, w, w1 + j);
        b0 = x0.fma(v, b0);
        b1 = x1.fma(v, b1);
        b2 = x2.fma(v, b2);
        b3 = x3.fma(v, b3);
        v = fromArray(Q, w, w2 + j);
        c0 = x0.fma(v, c0);
        c1 = x1.fma(v, c1);
        c2 = x2.fma(v, c2);
        c3 = x3.fma(v, c3);
        v = fromArray(Q, w, w3 + j);
        d0 = x0.fma(v, d0);
        d1 = x1.fma(v, d1);
        d2 = x2.fma(v, d2);
        d3 = x3.fma(v, d3);
        v = fromArray(Q, w, w4 + j);
        e0 = x0.fma(v, e0);
        e1 = x1.fma(v, e1);
        e2 = x2.fma(v, e2);
        e3 = x3.fma(v, e3);
      }
      DoubleVector even = a0.blend(a2, HIGH).add(a2.blend(a0, HIGH).rearrange(BY_TWO));
      DoubleVector odd = a1.blend(a3, HIGH).add(a3.blend(a1, HIGH).rearrange(BY_TWO));
      DoubleVector four = even.blend(odd, ODD).add(odd.blend(even, ODD).rearrange(BY_ONE)).add(0);
      four.intoArray(z, zo + k);
      even = b0.blend(b2, HIGH).add(b2.blend(b0, HIGH).rearrange(BY_TWO));
      odd = b1.blend(b3, HIGH).add(b3.blend(b1, HIGH).rearrange(BY_TWO));
      four = even.blend(odd, ODD).add(odd.blend(even, ODD).rearrange(BY_ONE)).add(0);
      four.intoArray(z, zo + zs + k);
      even = c0.blend(c2, HIGH).add(c2.blend(c0, HIGH).rearrange(BY_TWO));
      odd = c1.blend(c3, HIGH).add(c3.blend(c1, HIGH).rearrange(BY_TWO));
      four = even.blend(odd, ODD).add(odd.blend(even, ODD).rearrange(BY_ONE)).add(0);
      four.intoArray(z, zo + 2 * zs + k);
      even = d0.blend(d2, HIGH).add(d2.blend(d0, HIGH).rearrange(BY_TWO));
      odd = d1.blend(d3, HIGH).add(d3.blend(d1, HIGH).rearrange(BY_TWO));
      four = even.blend(odd, ODD).add(odd.blend(even, ODD).rearrange(BY_ONE)).add(0);
      four.intoArray(z, zo + 3 * zs + k);
      even = e0.blend(e2, HIGH).add(e2.blend(e0, HIGH).rearrange(BY_TWO));
      odd = e1.blend(e3, HIGH).add(e3.blend(e1, HIGH).rearrange(BY_TWO));
      four = even.blend(odd, ODD).add(odd.blend(even, ODD).rearrange(BY_ONE)).add(0);
      four.intoArray(z, zo + 4 * zs + k);
    }
  }

  @Override
  public void dots(
      double[] x, int xo, int rows, int stride, int depth, double[] w, int wo, double[] z, int zo) {
    int k = 0;
    for (; k <= rows - 8; k += 8) {
      int row0 = xo + k * stride;
      int row1 = row0 + stride;
      int row2 = row1 + stride;
      int row3 = row2 + stride;
      int row4 = row3 + stride;
      int row5 = row4 + stride;
      int row6 = row5 + stride;
      int row7 = row6 + stride;
      DoubleVector a0 = DoubleVector.zero(Q);
      DoubleVector a1 = a0;
      DoubleVector a2 = a0;
      DoubleVector a3 = a0;
      DoubleVector a4 = a0;
      DoubleVector a5 = a0;
      DoubleVector a6 = a0;
      DoubleVector a7 = a0;
      for (int j = 0; j < depth; j += 4) {
        DoubleVector v = fromArray(Q, w, wo + j);
        a0 = fromArray(Q, x, row0 + j).fma(v, a0);
        a1 = fromArray(Q, x, row1 + j).fma(v, a1);
        a2 = fromArray(Q, x, row2 + j).fma(v, a2);
        a3 = fromArray(Q, x, row3 + j).fma(v, a3);
        a4 = fromArray(Q, x, row4 + j).fma(v, a4);
        a5 = fromArray(Q, x, row5 + j).fma(v, a5);
        a6 = fromArray(Q, x, row6 + j).fma(v, a6);
        a7 = fromArray(Q, x, row7 + j).fma(v, a7);
      }
      DoubleVector even = a0.blend(a2, HIGH).add(a2.blend(a0, HIGH).rearrange(BY_TWO));
      DoubleVector odd = a1.blend(a3, HIGH).add(a3.blend(a1, HIGH).rearrange(BY_TWO));
      DoubleVector four = even.blend(odd, ODD).add(odd.blend(even, ODD).rearrange(BY_ONE)).add(0);
      four.intoArray(z, zo + k);
      even = a4.blend(a6, HIGH).add(a6.blend(a4, HIGH).rearrange(BY_TWO));
      odd = a5.blend(a7, HIGH).add(a7.blend(a5, HIGH).rearrange(BY_TWO));
      four = even.blend(odd, ODD).add(odd.blend(even, ODD).rearrange(BY_ONE)).add(0);
      four.intoArray(z, zo + k + 4);
    }
    if (k < rows) {
      int row0 = xo + k * stride;
      int row1 = row0 + stride;
      int row2 = row1 + stride;
      int row3 = row2 + stride;
      DoubleVector a0 = DoubleVector.zero(Q);
      DoubleVector a1 = a0;
      DoubleVector a2 = a0;
      DoubleVector a3 = a0;
      for (int j = 0; j < depth; j += 4) {
        DoubleVector v = fromArray(Q, w, wo + j);
        a0 = fromArray(Q, x, row0 + j).fma(v, a0);
        a1 = fromArray(Q, x, row1 + j).fma(v, a1);
        a2 = fromArray(Q, x, row2 + j).fma(v, a2);
        a3 = fromArray(Q, x, row3 + j).fma(v, a3);
      }
      DoubleVector even = a0.blend(a2, HIGH).add(a2.blend(a0, HIGH).rearrange(BY_TWO));
      DoubleVector odd = a1.blend(a3, HIGH).add(a3.blend(a1, HIGH).rearrange(BY_TWO));
      DoubleVector four = even.blend(odd, ODD).add(odd.blend(even, ODD).rearrange(BY_ONE)).add(0);
      four.intoArray(z, zo + k);
    }
  }

  @Override
  public void addFive(
      double[] x,
      int xo,
      int rows,
      int stride,
      int depth,
      double[] z,
      int zo,
      int zs,
      double[] g,
      int go) {
    int j = 0;
    for (; j <= depth - 16; j += 16) {
      int g1 = go + depth;
      int g2 = g1 + depth;
      int g3 = g2 + depth;
      int g4 = g3 + depth;
      DoubleVector a0 = fromArray(Q, g, go + j);
      DoubleVector a1 = fromArray(Q, g, go + j + 4);
      DoubleVector a2 = fromArray(Q, g, go + j + 8);
      DoubleVector a3 = fromArray(Q, g, go + j + 12);
      DoubleVector b0 = fromArray(Q, g, g1 + j);
      DoubleVector b1 = fromArray(Q, g, g1 + j + 4);
      DoubleVector b2 = fromArray(Q, g, g1 + j + 8);
      DoubleVector b3 = fromArray(Q, g, g1 + j + 12);
      DoubleVector c0 = fromArray(Q, g, g2 + j);
      DoubleVector c1 = fromArray(Q, g, g2 + j + 4);
      DoubleVector c2 = fromArray(Q, g, g2 + j + 8);
      DoubleVector c3 = fromArray(Q, g, g2 + j + 12);
      DoubleVector d0 = fromArray(Q, g, g3 + j);
      DoubleVector d1 = fromArray(Q, g, g3 + j + 4);
      DoubleVector d2 = fromArray(Q, g, g3 + j + 8);
      DoubleVector d3 = fromArray(Q, g, g3 + j + 12);
      DoubleVector e0 = fromArray(Q, g, g4 + j);
      DoubleVector e1 = fromArray(Q, g, g4 + j + 4);
      DoubleVector e2 = fromArray(Q, g, g4 + j + 8);
      DoubleVector e3 = fromArray(Q, g, g4 + j + 12);
      for (int k = 0, row = xo + j; k < rows; k++, row += stride) {
        DoubleVector x0 = fromArray(Q, x, row);
        DoubleVector x1 = fromArray(Q, x, row + 4);
        DoubleVector x2 = fromArray(Q, x, row + 8);
        DoubleVector x3 = fromArray(Q, x, row + 12);
        DoubleVector v = broadcast(Q, z[zo + k]);
        a0 = x0.fma(v, a0);
        a1 = x1.fma(v, a1);
        a2 = x2.fma(v, a2);
        a3 = x3.fma(v, a3);
        v = broadcast(Q, z[zo + zs + k]);
        b0 = x0.fma(v, b0);
        b1 = x1.fma(v, b1);
        b2 = x2.fma(v, b2);
        b3 = x3.fma(v, b3);
        v = broadcast(Q, z[zo + 2 * zs + k]);
        c0 = x0.fma(v, c0);
        c1 = x1.fma(v, c1);
        c2 = x2.fma(v, c2);
        c3 = x3.fma(v, c3);
        v = broadcast(Q, z[zo + 3 * zs + k]);
        d0 = x0.fma(v, d0);
        d1 = x1.fma(v, d1);
        d2 = x2.fma(v, d2);
        d3 = x3.fma(v, d3);
        v = broadcast(Q, z[zo + 4 * zs + k]);
        e0 = x0.fma(v, e0);
        e1 = x1.fma(v, e1);
        e2 = x2.fma(v, e2);
        e3 = x3.fma(v, e3);
      }
      a0.intoArray(g, go + j);
      a1.intoArray(g, go + j + 4);
      a2.intoArray(g, go + j + 8);
      a3.intoArray(g, go + j + 12);
      b0.intoArray(g, g1 + j);
      b1.intoArray(g, g1 + j + 4);
      b2.intoArray(g, g1 + j + 8);
      b3.intoArray(g, g1 + j + 12);
      c0.intoArray(g, g2 + j);
      c1.intoArray(g, g2 + j + 4);
      c2.intoArray(g, g2 + j + 8);
      c3.intoArray(g, g2 + j + 12);
      d0.intoArray(g, g3 + j);
      d1.intoArray(g, g3 + j + 4);
      d2.intoArray(g, g3 + j + 8);
      d3.intoArray(g, g3 + j + 12);
      e0.intoArray(g, g4 + j);
      e1.intoArray(g, g4 + j + 4);
      e2.intoArray(g, g4 + j + 8);
      e3.intoArray(g, g4 + j + 12);
    }
    for (; j <= depth - 4; j += 4) {
      int g1 = go + depth;
      int g2 = g1 + depth;
      int g3 = g2 + depth;
      int g4 = g3 + depth;
      DoubleVector a0 = fromArray(Q, g, go + j);
      DoubleVector b0 = fromArray(Q, g, g1 + j);
      DoubleVector c0 = fromArray(Q, g, g2 + j);
      DoubleVector d0 = fromArray(Q, g, g3 + j);
      DoubleVector e0 = fromArray(Q, g, g4 + j);
      for (int k = 0, row = xo + j; k < rows; k++, row += stride) {
        DoubleVector x0 = fromArray(Q, x, row);
        DoubleVector v = broadcast(Q, z[zo + k]);
        a0 = x0.fma(v, a0);
        v = broadcast(Q, z[zo + zs + k]);
        b0 = x0.fma(v, b0);
        v = broadcast(Q, z[zo + 2 * zs + k]);
        c0 = x0.fma(v, c0);
        v = broadcast(Q, z[zo + 3 * zs + k]);
        d0 = x0.fma(v, d0);
        v = broadcast(Q, z[zo + 4 * zs + k]);
        e0 = x0.fma(v, e0);
      }
      a0.intoArray(g, go + j);
      b0.intoArray(g, g1 + j);
      c0.intoArray(g, g2 + j);
      d0.intoArray(g, g3 + j);
      e0.intoArray(g, g4 + j);
    }
  }

  @Override
  public void add(
      double[] x, int xo, int rows, int stride, int depth, double[] z, int zo, double[] g, int go) {
    int k = 0;
    for (; k <= rows - 8; k += 8) {
      int row0 = xo + k * stride;
      int row1 = row0 + stride;
      int row2 = row1 + stride;
      int row3 = row2 + stride;
      int row4 = row3 + stride;
      int row5 = row4 + stride;
      int row6 = row5 + stride;
      int row7 = row6 + stride;
      DoubleVector z0 = broadcast(Q, z[zo + k]);
      DoubleVector z1 = broadcast(Q, z[zo + k + 1]);
      DoubleVector z2 = broadcast(Q, z[zo + k + 2]);
      DoubleVector z3 = broadcast(Q, z[zo + k + 3]);
      DoubleVector z4 = broadcast(Q, z[zo + k + 4]);
      DoubleVector z5 = broadcast(Q, z[zo + k + 5]);
      DoubleVector z6 = broadcast(Q, z[zo + k + 6]);
      DoubleVector z7 = broadcast(Q, z[zo + k + 7]);
      for (int j = 0; j < depth; j += 4) {
        DoubleVector sum = fromArray(Q, g, go + j);
        sum = fromArray(Q, x, row0 + j).fma(z0, sum);
        sum = fromArray(Q, x, row1 + j).fma(z1, sum);
        sum = fromArray(Q, x, row2 + j).fma(z2, sum);
        sum = fromArray(Q, x, row3 + j).fma(z3, sum);
        sum = fromArray(Q, x, row4 + j).fma(z4, sum);
        sum = fromArray(Q, x, row5 + j).fma(z5, sum);
        sum = fromArray(Q, x, row6 + j).fma(z6, sum);
        sum = fromArray(Q, x, row7 + j).fma(z7, sum);
        sum.intoArray(g, go + j);
      }
    }
    for (; k <= rows - 1; k += 1) {
      int row0 = xo + k * stride;
      DoubleVector z0 = broadcast(Q, z[zo + k]);
      for (int j = 0; j < depth; j += 4) {
        DoubleVector sum = fromArray(Q, g, go + j);
        sum = fromArray(Q, x, row0 + j).fma(z0, sum);
        sum.intoArray(g, go + j);
      }
    }
  }
}
