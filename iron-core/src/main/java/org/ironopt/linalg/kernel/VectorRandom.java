package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static org.ironopt.linalg.kernel.RandomKernels.*;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link RandomKernels} with the Vector API: the same operations, one counter per lane. Normals are
 * made in two sweeps over a block that stays in the nearest cache. The first takes every lane for
 * central and leaves NaN in the tails, without a branch; the second computes the few tails one by
 * one.
 */
final class VectorRandom {
  private static final VectorSpecies<Double> D = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> L = LongVector.SPECIES_PREFERRED;

  /** The elements of a vector. */
  static final int LANES = D.length();

  private VectorRandom() {}

  private static LongVector word(LongVector y, long key) {
    LongVector z = y.add(key);
    LongVector x = y.mul(y).add(y).lanewise(VectorOperators.ROL, 32);
    x = x.mul(x).add(z).lanewise(VectorOperators.ROL, 32);
    x = x.mul(x).add(y).lanewise(VectorOperators.ROL, 32);
    LongVector w = x.mul(x).add(z);
    x = w.lanewise(VectorOperators.ROL, 32);
    return w.lanewise(VectorOperators.XOR, x.mul(x).add(y).lanewise(VectorOperators.LSHR, 32));
  }

  /** Returns the counters 0, dy, 2 dy, ... of the lanes. */
  private static LongVector lanes(long dy) {
    return LongVector.zero(L).addIndex(1).mul(dy);
  }

  private static DoubleVector uniform(LongVector word) {
    return word.lanewise(VectorOperators.LSHR, 12)
        .or(ONE_BITS)
        .reinterpretAsDoubles()
        .sub(BELOW_ONE);
  }

  /** Fills a range with uniforms, for a multiple of the number of lanes. */
  static void uniforms(long y, long dy, long key, double[] out, int from, int count) {
    LongVector lanes = lanes(dy);
    for (int i = 0; i < count; i += LANES) {
      uniform(word(lanes.add(y + i * dy), key)).intoArray(out, from + i);
    }
  }

  /** Fills a range with normals, for a multiple of the number of lanes. */
  static void normals(long y, long dy, long key, double[] out, int from, int count) {
    central(y, dy, key, out, from, count);
    mendTails(y, dy, key, out, from, count);
  }

  private static void central(long y, long dy, long key, double[] out, int from, int count) {
    LongVector lanes = lanes(dy);
    for (int i = 0; i < count; i += LANES) {
      LongVector word = word(lanes.add(y + i * dy), key);
      DoubleVector d = uniform(word);
      DoubleVector x = broadcast(D, 1).sub(d);
      DoubleVector t = x.neg().fma(x, broadcast(D, 1));
      DoubleVector p = broadcast(D, P13).fma(t, broadcast(D, P12));
      DoubleVector q = t.add(Q12);
      p = p.fma(t, broadcast(D, P11));
      q = q.fma(t, broadcast(D, Q11));
      p = p.fma(t, broadcast(D, P10));
      q = q.fma(t, broadcast(D, Q10));
      p = p.fma(t, broadcast(D, P9));
      q = q.fma(t, broadcast(D, Q9));
      p = p.fma(t, broadcast(D, P8));
      q = q.fma(t, broadcast(D, Q8));
      p = p.fma(t, broadcast(D, P7));
      q = q.fma(t, broadcast(D, Q7));
      p = p.fma(t, broadcast(D, P6));
      q = q.fma(t, broadcast(D, Q6));
      p = p.fma(t, broadcast(D, P5));
      q = q.fma(t, broadcast(D, Q5));
      p = p.fma(t, broadcast(D, P4));
      q = q.fma(t, broadcast(D, Q4));
      p = p.fma(t, broadcast(D, P3));
      q = q.fma(t, broadcast(D, Q3));
      p = p.fma(t, broadcast(D, P2));
      q = q.fma(t, broadcast(D, Q2));
      p = p.fma(t, broadcast(D, P1));
      q = q.fma(t, broadcast(D, Q1));
      p = p.fma(t, broadcast(D, P0));
      q = q.fma(t, broadcast(D, Q0));
      DoubleVector z = x.mul(p).div(q).blend(Double.NaN, t.lt(TAIL));
      z.reinterpretAsLongs()
          .or(word.lanewise(VectorOperators.LSHL, 63))
          .reinterpretAsDoubles()
          .intoArray(out, from + i);
    }
  }

  private static void mendTails(long y, long dy, long key, double[] out, int from, int count) {
    for (int i = 0; i < count; i += LANES) {
      DoubleVector z = DoubleVector.fromArray(D, out, from + i);
      if (z.test(VectorOperators.IS_NAN).anyTrue()) {
        for (int l = i; l < i + LANES; l++) {
          if (Double.isNaN(out[from + l])) {
            out[from + l] = RandomKernels.normal(RandomKernels.word(y + l * dy, key));
          }
        }
      }
    }
  }
}
