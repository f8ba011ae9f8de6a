package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GE;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LE;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static org.ironopt.linalg.kernel.FunctionConstants.*;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link ScalarFunctions} in every lane: the same operations in the same order, branches as blends.
 * A loop goes through whole vectors and returns how far it came: to the last few elements, or to a
 * vector with a special case that is rare (an overflow, a subnormal, a NaN). Those are left to the
 * scalar definition.
 *
 * <p>Each loop is written out without helper methods. The compiler stops inlining them after a
 * certain amount of code, which a polynomial soon reaches, and then makes every vector an object;
 * and a method of more than 325 bytes of code stays out of line, where the callers' depth does not
 * matter. A call of the scalar definition in here would cost a third of the speed: no constant
 * could stay in a register.
 */
final class VectorFunctions {
  private static final VectorSpecies<Double> S = DoubleVector.SPECIES_PREFERRED;
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_PREFERRED;

  /** Elements in a vector. */
  static final int WIDTH = S.length();

  private VectorFunctions() {}

  static int exp(double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = DoubleVector.fromArray(S, x, xo + i);
      if (!v.abs().compare(LE, EXP_CORE).allTrue()) {
        break;
      }
      DoubleVector t = v.fma(broadcast(S, INVERSE_LN2), broadcast(S, SHIFT));
      DoubleVector minusK = broadcast(S, SHIFT).sub(t);
      DoubleVector r = minusK.fma(broadcast(S, LN2_LOW), minusK.fma(broadcast(S, LN2), v));
      DoubleVector p = r.fma(broadcast(S, E12), broadcast(S, E11));
      p = p.fma(r, broadcast(S, E10));
      p = p.fma(r, broadcast(S, E9));
      p = p.fma(r, broadcast(S, E8));
      p = p.fma(r, broadcast(S, E7));
      p = p.fma(r, broadcast(S, E6));
      p = p.fma(r, broadcast(S, E5));
      p = p.fma(r, broadcast(S, E4));
      p = p.fma(r, broadcast(S, E3));
      p = p.fma(r, broadcast(S, 0.5));
      DoubleVector power = t.reinterpretAsLongs().lanewise(LSHL, 52).reinterpretAsDoubles();
      r.mul(r).fma(p, r).add(1).mul(power).intoArray(y, yo + i);
    }
    return i;
  }

  static int log(double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = DoubleVector.fromArray(S, x, xo + i);
      if (!v.compare(GE, Double.MIN_NORMAL).and(v.compare(LE, Double.MAX_VALUE)).allTrue()) {
        break;
      }
      LongVector bits = v.reinterpretAsLongs();
      LongVector above = bits.sub(SQRT_HALF_BITS);
      LongVector biased = above.add(ONE_BITS).lanewise(LSHR, 52);
      DoubleVector k = biased.or(TWO_52_BITS).reinterpretAsDoubles().sub(TWO_52_AND_BIAS);
      DoubleVector z = bits.sub(above.and(EXPONENT_AND_SIGN)).reinterpretAsDoubles();
      DoubleVector f = z.sub(1);
      DoubleVector s = f.div(f.add(2));
      DoubleVector w = s.mul(s);
      DoubleVector p = w.fma(broadcast(S, L6), broadcast(S, L5));
      p = p.fma(w, broadcast(S, L4));
      p = p.fma(w, broadcast(S, L3));
      p = p.fma(w, broadcast(S, L2));
      p = p.fma(w, broadcast(S, L1));
      p = p.fma(w, broadcast(S, L0));
      DoubleVector log1pf = s.neg().fma(f.sub(w.mul(p)), f);
      k.fma(broadcast(S, LN2), k.fma(broadcast(S, LN2_LOW), log1pf)).intoArray(y, yo + i);
    }
    return i;
  }

  static int log1p(double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = DoubleVector.fromArray(S, x, xo + i);
      if (!v.compare(GT, -1).and(v.compare(LT, LOG1P_CORE)).allTrue()) {
        break;
      }
      DoubleVector u = v.add(1);
      DoubleVector nearX = u.sub(1);
      DoubleVector c = v.sub(nearX).add(broadcast(S, 1).sub(u.sub(nearX)));
      LongVector bits = u.reinterpretAsLongs();
      LongVector above = bits.sub(SQRT_HALF_BITS);
      LongVector kBits = above.and(EXPONENT_AND_SIGN);
      VectorMask<Double> zeroK = kBits.compare(EQ, 0).cast(S);
      LongVector biased = above.add(ONE_BITS).lanewise(LSHR, 52);
      DoubleVector k = biased.or(TWO_52_BITS).reinterpretAsDoubles().sub(TWO_52_AND_BIAS);
      DoubleVector f = bits.sub(kBits).reinterpretAsDoubles().sub(1).blend(v, zeroK);
      LongVector inversePower = LongVector.broadcast(LONGS, ONE_BITS).sub(kBits);
      DoubleVector cz = c.mul(inversePower.reinterpretAsDoubles()).blend(0, zeroK);
      DoubleVector s = f.div(f.add(2));
      DoubleVector w = s.mul(s);
      DoubleVector p = w.fma(broadcast(S, L6), broadcast(S, L5));
      p = p.fma(w, broadcast(S, L4));
      p = p.fma(w, broadcast(S, L3));
      p = p.fma(w, broadcast(S, L2));
      p = p.fma(w, broadcast(S, L1));
      p = p.fma(w, broadcast(S, L0));
      DoubleVector log1pf = s.neg().fma(f.sub(w.mul(p)), f);
      DoubleVector inverseZ = s.fma(broadcast(S, 2), broadcast(S, -2)).fma(s, broadcast(S, 1));
      DoubleVector small = k.fma(broadcast(S, LN2_LOW), cz.mul(inverseZ));
      DoubleVector sum = k.fma(broadcast(S, LN2), log1pf.add(small));
      sum.blend(v, v.compare(EQ, 0)).intoArray(y, yo + i);
    }
    return i;
  }

  static int sigmoid(double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = DoubleVector.fromArray(S, x, xo + i);
      if (!v.abs().compare(LE, EXP_CORE).allTrue()) {
        break;
      }
      DoubleVector a = v.abs().neg();
      DoubleVector t = a.fma(broadcast(S, INVERSE_LN2), broadcast(S, SHIFT));
      DoubleVector minusK = broadcast(S, SHIFT).sub(t);
      DoubleVector r = minusK.fma(broadcast(S, LN2_LOW), minusK.fma(broadcast(S, LN2), a));
      DoubleVector p = r.fma(broadcast(S, E12), broadcast(S, E11));
      p = p.fma(r, broadcast(S, E10));
      p = p.fma(r, broadcast(S, E9));
      p = p.fma(r, broadcast(S, E8));
      p = p.fma(r, broadcast(S, E7));
      p = p.fma(r, broadcast(S, E6));
      p = p.fma(r, broadcast(S, E5));
      p = p.fma(r, broadcast(S, E4));
      p = p.fma(r, broadcast(S, E3));
      p = p.fma(r, broadcast(S, 0.5));
      DoubleVector power = t.reinterpretAsLongs().lanewise(LSHL, 52).reinterpretAsDoubles();
      DoubleVector e = r.mul(r).fma(p, r).add(1).mul(power);
      DoubleVector d = e.add(1);
      DoubleVector dLow = e.sub(d.sub(1));
      DoubleVector numerator = broadcast(S, 1).blend(e, v.compare(LT, 0));
      DoubleVector inverse = broadcast(S, 1).div(d);
      DoubleVector q = numerator.mul(inverse);
      DoubleVector minusQ = q.neg();
      DoubleVector rest = minusQ.fma(d, numerator).add(0);
      minusQ.fma(dLow, rest).fma(inverse, q).intoArray(y, yo + i);
    }
    return i;
  }

  static int tanh(double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = DoubleVector.fromArray(S, x, xo + i);
      DoubleVector a = v.abs().mul(-2);
      a = a.blend(TANH_CLAMP, a.compare(LT, TANH_CLAMP));
      DoubleVector t = a.fma(broadcast(S, INVERSE_LN2), broadcast(S, SHIFT));
      DoubleVector minusK = broadcast(S, SHIFT).sub(t);
      DoubleVector high = minusK.fma(broadcast(S, LN2), a);
      DoubleVector r = minusK.fma(broadcast(S, LN2_LOW), high);
      DoubleVector lost = minusK.fma(broadcast(S, LN2_LOW), high.sub(r));
      DoubleVector p = r.fma(broadcast(S, E12), broadcast(S, E11));
      p = p.fma(r, broadcast(S, E10));
      p = p.fma(r, broadcast(S, E9));
      p = p.fma(r, broadcast(S, E8));
      p = p.fma(r, broadcast(S, E7));
      p = p.fma(r, broadcast(S, E6));
      p = p.fma(r, broadcast(S, E5));
      p = p.fma(r, broadcast(S, E4));
      p = p.fma(r, broadcast(S, E3));
      p = p.fma(r, broadcast(S, 0.5));
      DoubleVector s = t.reinterpretAsLongs().lanewise(LSHL, 52).reinterpretAsDoubles();
      DoubleVector sq = s.mul(r.add(r.mul(r).fma(p, lost)));
      DoubleVector g = broadcast(S, 1).sub(s);
      DoubleVector numerator = g.sub(sq);
      DoubleVector numeratorLow = g.sub(numerator).sub(sq);
      DoubleVector h = s.add(1);
      DoubleVector d = h.add(sq);
      DoubleVector dLow = sq.sub(d.sub(h));
      DoubleVector inverse = broadcast(S, 1).div(d);
      DoubleVector q = numerator.mul(inverse);
      DoubleVector minusQ = q.neg();
      DoubleVector rest = minusQ.fma(d, numerator).add(numeratorLow);
      LongVector magnitude = minusQ.fma(dLow, rest).fma(inverse, q).reinterpretAsLongs();
      LongVector sign = v.reinterpretAsLongs().and(Long.MIN_VALUE);
      LongVector bits = magnitude.and(Long.MAX_VALUE).or(sign);
      bits.reinterpretAsDoubles().intoArray(y, yo + i);
    }
    return i;
  }

  static int logcosh(double[] x, int xo, double[] y, int yo, int n) {
    int i = 0;
    for (; i <= n - WIDTH; i += WIDTH) {
      DoubleVector v = DoubleVector.fromArray(S, x, xo + i);
      DoubleVector a = v.abs();
      DoubleVector b = a.mul(-2);
      b = b.blend(LOGCOSH_CLAMP, b.compare(LT, LOGCOSH_CLAMP));
      DoubleVector t = b.fma(broadcast(S, INVERSE_LN2), broadcast(S, SHIFT));
      DoubleVector minusK = broadcast(S, SHIFT).sub(t);
      DoubleVector r = minusK.fma(broadcast(S, LN2_LOW), minusK.fma(broadcast(S, LN2), b));
      DoubleVector p = r.fma(broadcast(S, E12), broadcast(S, E11));
      p = p.fma(r, broadcast(S, E10));
      p = p.fma(r, broadcast(S, E9));
      p = p.fma(r, broadcast(S, E8));
      p = p.fma(r, broadcast(S, E7));
      p = p.fma(r, broadcast(S, E6));
      p = p.fma(r, broadcast(S, E5));
      p = p.fma(r, broadcast(S, E4));
      p = p.fma(r, broadcast(S, E3));
      p = p.fma(r, broadcast(S, 0.5));
      DoubleVector power = t.reinterpretAsLongs().lanewise(LSHL, 52).reinterpretAsDoubles();
      DoubleVector e = r.mul(r).fma(p, r).add(1).mul(power);
      DoubleVector g = e.fma(broadcast(S, G10), broadcast(S, G9));
      g = g.fma(e, broadcast(S, G8));
      g = g.fma(e, broadcast(S, G7));
      g = g.fma(e, broadcast(S, G6));
      g = g.fma(e, broadcast(S, G5));
      g = g.fma(e, broadcast(S, G4));
      g = g.fma(e, broadcast(S, G3));
      g = g.fma(e, broadcast(S, G2));
      g = g.fma(e, broadcast(S, G1));
      g = g.fma(e, broadcast(S, G0));
      DoubleVector h = a.sub(LN2);
      DoubleVector low = a.sub(h).sub(LN2);
      DoubleVector far = h.add(e.mul(e).fma(g, e).add(low.sub(LN2_LOW)));
      far = far.blend(a, a.compare(GT, LOGCOSH_LINEAR));
      DoubleVector z = v.mul(v);
      DoubleVector zLow = v.fma(v, z.neg());
      DoubleVector c = z.fma(broadcast(S, H11), broadcast(S, H10));
      c = c.fma(z, broadcast(S, H9));
      c = c.fma(z, broadcast(S, H8));
      c = c.fma(z, broadcast(S, H7));
      c = c.fma(z, broadcast(S, H6));
      c = c.fma(z, broadcast(S, H5));
      c = c.fma(z, broadcast(S, H4));
      c = c.fma(z, broadcast(S, H3));
      c = c.fma(z, broadcast(S, H2));
      c = c.fma(z, broadcast(S, H1));
      c = c.fma(z, broadcast(S, H0));
      DoubleVector near = z.fma(broadcast(S, 0.5), z.mul(z).fma(c, zLow.mul(0.5)));
      far.blend(near, a.compare(LT, LOGCOSH_SPLIT)).intoArray(y, yo + i);
    }
    return i;
  }
}
