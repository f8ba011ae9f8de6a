package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.FloatVector.broadcast;
import static jdk.incubator.vector.FloatVector.fromArray;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;

/**
 * The products of {@link Tiles} in float with the Vector API, in tiles whose sums stay in
 * registers: a number that was loaded serves five outputs or four rows. Long and flat on purpose,
 * as {@link VectorSums} explains.
 */
final class VectorFloatTiles implements Tiles.Loops<float[]> {
  /** The lanes of a sum. */
  private static final VectorSpecies<Float> Q = FloatVector.SPECIES_256;

  private static final VectorMask<Float> HIGH = VectorMask.fromLong(Q, 0b11110000);
  private static final VectorMask<Float> PAIRS = VectorMask.fromLong(Q, 0b11001100);
  private static final VectorShuffle<Float> BY_FOUR =
      VectorShuffle.fromValues(Q, 4, 5, 6, 7, 0, 1, 2, 3);
  private static final VectorShuffle<Float> BY_TWO =
      VectorShuffle.fromValues(Q, 2, 3, 0, 1, 6, 7, 4, 5);
  private static final VectorShuffle<Float> BY_ONE =
      VectorShuffle.fromValues(Q, 1, 0, 3, 2, 5, 4, 7, 6);

  @Override
  public void fiveDots(
      float[] x,
      int xo,
      int rows,
      int stride,
      int depth,
      float[] w,
      int wo,
      float[] z,
      int zo,
      int zs) {
    for (int k = 0; k < rows; k += 4) {
      int row0 = xo + k * stride;
      int row1 = row0 + stride;
      int row2 = row1 + stride;
      int row3 = row2 + stride;
      FloatVector a0 = FloatVector.zero(Q);
      FloatVector a1 = a0;
      FloatVector a2 = a0;
      FloatVector a3 = a0;
      FloatVector b0 = a0;
      FloatVector b1 = a0;
      FloatVector b2 = a0;
      FloatVector b3 = a0;
      FloatVector c0 = a0;
      FloatVector c1 = a0;
      FloatVector c2 = a0;
      FloatVector c3 = a0;
      FloatVector d0 = a0;
      FloatVector d1 = a0;
      FloatVector d2 = a0;
      FloatVector d3 = a0;
      FloatVector e0 = a0;
      FloatVector e1 = a0;
      FloatVector e2 = a0;
      FloatVector e3 = a0;
      int w1 = wo + depth;
      int w2 = w1 + depth;
      int w3 = w2 + depth;
      int w4 = w3 + depth;
      for (int j = 0; j < depth; j += 8) {
        FloatVector x0 = fromArray(Q, x, row0 + j);
        FloatVector x1 = fromArray(Q, x, row1 + j);
        FloatVector x2 = fromArray(Q, x, row2 + j);
        FloatVector x3 = fromArray(Q, x, row3 + j);
        FloatVector v = fromArray(Q, w, wo + j);
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
      FloatVector even = a0.blend(a2, HIGH).add(a2.blend(a0, HIGH).rearrange(BY_FOUR));
      FloatVector odd = a1.blend(a3, HIGH).add(a3.blend(a1, HIGH).rearrange(BY_FOUR));
      FloatVector four = even.blend(odd, PAIRS).add(odd.blend(even, PAIRS).rearrange(BY_TWO));
      four = four.add(four.rearrange(BY_ONE)).add(0);
      z[zo + k] = four.lane(0);
      z[zo + k + 1] = four.lane(2);
      z[zo + k + 2] = four.lane(4);
      z[zo + k + 3] = four.lane(6);
      even = b0.blend(b2, HIGH).add(b2.blend(b0, HIGH).rearrange(BY_FOUR));
      odd = b1.blend(b3, HIGH).add(b3.blend(b1, HIGH).rearrange(BY_FOUR));
      four = even.blend(odd, PAIRS).add(odd.blend(even, PAIRS).rearrange(BY_TWO));
      four = four.add(four.rearrange(BY_ONE)).add(0);
      z[zo + zs + k] = four.lane(0);
      z[zo + zs + k + 1] = four.lane(2);
      z[zo + zs + k + 2] = four.lane(4);
      z[zo + zs + k + 3] = four.lane(6);
      even = c0.blend(c2, HIGH).add(c2.blend(c0, HIGH).rearrange(BY_FOUR));
      odd = c1.blend(c3, HIGH).add(c3.blend(c1, HIGH).rearrange(BY_FOUR));
      four = even.blend(odd, PAIRS).add(odd.blend(even, PAIRS).rearrange(BY_TWO));
      four = four.add(four.rearrange(BY_ONE)).add(0);
      z[zo + 2 * zs + k] = four.lane(0);
      z[zo + 2 * zs + k + 1] = four.lane(2);
      z[zo + 2 * zs + k + 2] = four.lane(4);
      z[zo + 2 * zs + k + 3] = four.lane(6);
      even = d0.blend(d2, HIGH).add(d2.blend(d0, HIGH).rearrange(BY_FOUR));
      odd = d1.blend(d3, HIGH).add(d3.blend(d1, HIGH).rearrange(BY_FOUR));
      four = even.blend(odd, PAIRS).add(odd.blend(even, PAIRS).rearrange(BY_TWO));
      four = four.add(four.rearrange(BY_ONE)).add(0);
      z[zo + 3 * zs + k] = four.lane(0);
      z[zo + 3 * zs + k + 1] = four.lane(2);
      z[zo + 3 * zs + k + 2] = four.lane(4);
      z[zo + 3 * zs + k + 3] = four.lane(6);
      even = e0.blend(e2, HIGH).add(e2.blend(e0, HIGH).rearrange(BY_FOUR));
      odd = e1.blend(e3, HIGH).add(e3.blend(e1, HIGH).rearrange(BY_FOUR));
      four = even.blend(odd, PAIRS).add(odd.blend(even, PAIRS).rearrange(BY_TWO));
      four = four.add(four.rearrange(BY_ONE)).add(0);
      z[zo + 4 * zs + k] = four.lane(0);
      z[zo + 4 * zs + k + 1] = four.lane(2);
      z[zo + 4 * zs + k + 2] = four.lane(4);
      z[zo + 4 * zs + k + 3] = four.lane(6);
    }
  }

  @Override
  public void dots(
      float[] x, int xo, int rows, int stride, int depth, float[] w, int wo, float[] z, int zo) {
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
      FloatVector a0 = FloatVector.zero(Q);
      FloatVector a1 = a0;
      FloatVector a2 = a0;
      FloatVector a3 = a0;
      FloatVector a4 = a0;
      FloatVector a5 = a0;
      FloatVector a6 = a0;
      FloatVector a7 = a0;
      for (int j = 0; j < depth; j += 8) {
        FloatVector v = fromArray(Q, w, wo + j);
        a0 = fromArray(Q, x, row0 + j).fma(v, a0);
        a1 = fromArray(Q, x, row1 + j).fma(v, a1);
        a2 = fromArray(Q, x, row2 + j).fma(v, a2);
        a3 = fromArray(Q, x, row3 + j).fma(v, a3);
        a4 = fromArray(Q, x, row4 + j).fma(v, a4);
        a5 = fromArray(Q, x, row5 + j).fma(v, a5);
        a6 = fromArray(Q, x, row6 + j).fma(v, a6);
        a7 = fromArray(Q, x, row7 + j).fma(v, a7);
      }
      FloatVector even = a0.blend(a2, HIGH).add(a2.blend(a0, HIGH).rearrange(BY_FOUR));
      FloatVector odd = a1.blend(a3, HIGH).add(a3.blend(a1, HIGH).rearrange(BY_FOUR));
      FloatVector four = even.blend(odd, PAIRS).add(odd.blend(even, PAIRS).rearrange(BY_TWO));
      four = four.add(four.rearrange(BY_ONE)).add(0);
      z[zo + k] = four.lane(0);
      z[zo + k + 1] = four.lane(2);
      z[zo + k + 2] = four.lane(4);
      z[zo + k + 3] = four.lane(6);
      even = a4.blend(a6, HIGH).add(a6.blend(a4, HIGH).rearrange(BY_FOUR));
      odd = a5.blend(a7, HIGH).add(a7.blend(a5, HIGH).rearrange(BY_FOUR));
      four = even.blend(odd, PAIRS).add(odd.blend(even, PAIRS).rearrange(BY_TWO));
      four = four.add(four.rearrange(BY_ONE)).add(0);
      z[zo + k + 4] = four.lane(0);
      z[zo + k + 5] = four.lane(2);
      z[zo + k + 6] = four.lane(4);
      z[zo + k + 7] = four.lane(6);
    }
    if (k < rows) {
      int row0 = xo + k * stride;
      int row1 = row0 + stride;
      int row2 = row1 + stride;
      int row3 = row2 + stride;
      FloatVector a0 = FloatVector.zero(Q);
      FloatVector a1 = a0;
      FloatVector a2 = a0;
      FloatVector a3 = a0;
      for (int j = 0; j < depth; j += 8) {
        FloatVector v = fromArray(Q, w, wo + j);
        a0 = fromArray(Q, x, row0 + j).fma(v, a0);
        a1 = fromArray(Q, x, row1 + j).fma(v, a1);
        a2 = fromArray(Q, x, row2 + j).fma(v, a2);
        a3 = fromArray(Q, x, row3 + j).fma(v, a3);
      }
      FloatVector even = a0.blend(a2, HIGH).add(a2.blend(a0, HIGH).rearrange(BY_FOUR));
      FloatVector odd = a1.blend(a3, HIGH).add(a3.blend(a1, HIGH).rearrange(BY_FOUR));
      FloatVector four = even.blend(odd, PAIRS).add(odd.blend(even, PAIRS).rearrange(BY_TWO));
      four = four.add(four.rearrange(BY_ONE)).add(0);
      z[zo + k] = four.lane(0);
      z[zo + k + 1] = four.lane(2);
      z[zo + k + 2] = four.lane(4);
      z[zo + k + 3] = four.lane(6);
    }
  }

  @Override
  public void addFive(
      float[] x,
      int xo,
      int rows,
      int stride,
      int depth,
      float[] z,
      int zo,
      int zs,
      float[] g,
      int go) {
    int j = 0;
    for (; j <= depth - 32; j += 32) {
      int g1 = go + depth;
      int g2 = g1 + depth;
      int g3 = g2 + depth;
      int g4 = g3 + depth;
      FloatVector a0 = fromArray(Q, g, go + j);
      FloatVector a1 = fromArray(Q, g, go + j + 8);
      FloatVector a2 = fromArray(Q, g, go + j + 16);
      FloatVector a3 = fromArray(Q, g, go + j + 24);
      FloatVector b0 = fromArray(Q, g, g1 + j);
      FloatVector b1 = fromArray(Q, g, g1 + j + 8);
      FloatVector b2 = fromArray(Q, g, g1 + j + 16);
      FloatVector b3 = fromArray(Q, g, g1 + j + 24);
      FloatVector c0 = fromArray(Q, g, g2 + j);
      FloatVector c1 = fromArray(Q, g, g2 + j + 8);
      FloatVector c2 = fromArray(Q, g, g2 + j + 16);
      FloatVector c3 = fromArray(Q, g, g2 + j + 24);
      FloatVector d0 = fromArray(Q, g, g3 + j);
      FloatVector d1 = fromArray(Q, g, g3 + j + 8);
      FloatVector d2 = fromArray(Q, g, g3 + j + 16);
      FloatVector d3 = fromArray(Q, g, g3 + j + 24);
      FloatVector e0 = fromArray(Q, g, g4 + j);
      FloatVector e1 = fromArray(Q, g, g4 + j + 8);
      FloatVector e2 = fromArray(Q, g, g4 + j + 16);
      FloatVector e3 = fromArray(Q, g, g4 + j + 24);
      for (int k = 0, row = xo + j; k < rows; k++, row += stride) {
        FloatVector x0 = fromArray(Q, x, row);
        FloatVector x1 = fromArray(Q, x, row + 8);
        FloatVector x2 = fromArray(Q, x, row + 16);
        FloatVector x3 = fromArray(Q, x, row + 24);
        FloatVector v = broadcast(Q, z[zo + k]);
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
      a1.intoArray(g, go + j + 8);
      a2.intoArray(g, go + j + 16);
      a3.intoArray(g, go + j + 24);
      b0.intoArray(g, g1 + j);
      b1.intoArray(g, g1 + j + 8);
      b2.intoArray(g, g1 + j + 16);
      b3.intoArray(g, g1 + j + 24);
      c0.intoArray(g, g2 + j);
      c1.intoArray(g, g2 + j + 8);
      c2.intoArray(g, g2 + j + 16);
      c3.intoArray(g, g2 + j + 24);
      d0.intoArray(g, g3 + j);
      d1.intoArray(g, g3 + j + 8);
      d2.intoArray(g, g3 + j + 16);
      d3.intoArray(g, g3 + j + 24);
      e0.intoArray(g, g4 + j);
      e1.intoArray(g, g4 + j + 8);
      e2.intoArray(g, g4 + j + 16);
      e3.intoArray(g, g4 + j + 24);
    }
    for (; j <= depth - 8; j += 8) {
      int g1 = go + depth;
      int g2 = g1 + depth;
      int g3 = g2 + depth;
      int g4 = g3 + depth;
      FloatVector a0 = fromArray(Q, g, go + j);
      FloatVector b0 = fromArray(Q, g, g1 + j);
      FloatVector c0 = fromArray(Q, g, g2 + j);
      FloatVector d0 = fromArray(Q, g, g3 + j);
      FloatVector e0 = fromArray(Q, g, g4 + j);
      for (int k = 0, row = xo + j; k < rows; k++, row += stride) {
        FloatVector x0 = fromArray(Q, x, row);
        FloatVector v = broadcast(Q, z[zo + k]);
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
      float[] x, int xo, int rows, int stride, int depth, float[] z, int zo, float[] g, int go) {
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
      FloatVector z0 = broadcast(Q, z[zo + k]);
      FloatVector z1 = broadcast(Q, z[zo + k + 1]);
      FloatVector z2 = broadcast(Q, z[zo + k + 2]);
      FloatVector z3 = broadcast(Q, z[zo + k + 3]);
      FloatVector z4 = broadcast(Q, z[zo + k + 4]);
      FloatVector z5 = broadcast(Q, z[zo + k + 5]);
      FloatVector z6 = broadcast(Q, z[zo + k + 6]);
      FloatVector z7 = broadcast(Q, z[zo + k + 7]);
      for (int j = 0; j < depth; j += 8) {
        FloatVector sum = fromArray(Q, g, go + j);
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
      FloatVector z0 = broadcast(Q, z[zo + k]);
      for (int j = 0; j < depth; j += 8) {
        FloatVector sum = fromArray(Q, g, go + j);
        sum = fromArray(Q, x, row0 + j).fma(z0, sum);
        sum.intoArray(g, go + j);
      }
    }
  }
}
