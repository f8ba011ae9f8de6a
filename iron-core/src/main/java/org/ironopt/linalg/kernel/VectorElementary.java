package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.VectorOperators.EQ;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LSHR;
import static jdk.incubator.vector.VectorOperators.LT;
import static org.ironopt.linalg.kernel.Coefficients.*;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link Elementary} in every lane of a vector: the same operations in the same order, branches as
 * blends. The methods are small enough for the compiler to inline them into a loop, without which
 * every vector would be an object.
 */
final class VectorElementary {
  static final VectorSpecies<Double> SPECIES = DoubleVector.SPECIES_PREFERRED;
  static final VectorSpecies<Long> LONGS = VectorSpecies.of(long.class, SPECIES.vectorShape());

  private VectorElementary() {}

  static DoubleVector constant(double value) {
    return DoubleVector.broadcast(SPECIES, value);
  }

  /** e^x for {@code |x| <= EXP_CORE} in every lane. */
  static DoubleVector exp(DoubleVector x) {
    DoubleVector t = x.fma(constant(INVERSE_LN2), constant(SHIFT));
    DoubleVector q = expm1OfReduced(reduced(x, constant(SHIFT).sub(t)));
    return q.add(1).mul(powerOfTwo(t));
  }

  private static DoubleVector reduced(DoubleVector x, DoubleVector minusK) {
    return minusK.fma(constant(LN2_LOW), minusK.fma(constant(LN2), x));
  }

  private static DoubleVector powerOfTwo(DoubleVector t) {
    return t.reinterpretAsLongs().lanewise(LSHL, 52).reinterpretAsDoubles();
  }

  private static DoubleVector expm1OfReduced(DoubleVector r) {
    return r.mul(r).fma(expTail(r), r);
  }

  private static DoubleVector accurateExpm1OfReduced(DoubleVector x, DoubleVector minusK) {
    DoubleVector high = minusK.fma(constant(LN2), x);
    DoubleVector r = minusK.fma(constant(LN2_LOW), high);
    DoubleVector lost = minusK.fma(constant(LN2_LOW), high.sub(r));
    return r.add(r.mul(r).fma(expTail(r), lost));
  }

  private static DoubleVector expTail(DoubleVector r) {
    return r.fma(constant(E12), constant(E11))
        .fma(r, constant(E10))
        .fma(r, constant(E9))
        .fma(r, constant(E8))
        .fma(r, constant(E7))
        .fma(r, constant(E6))
        .fma(r, constant(E5))
        .fma(r, constant(E4))
        .fma(r, constant(E3))
        .fma(r, constant(0.5));
  }

  /** The natural logarithm of positive normal numbers. */
  static DoubleVector log(DoubleVector x) {
    LongVector bits = x.reinterpretAsLongs();
    LongVector i = bits.sub(SQRT_HALF_BITS);
    DoubleVector k = exponent(i);
    DoubleVector f = bits.sub(i.and(EXPONENT_AND_SIGN)).reinterpretAsDoubles().sub(1);
    DoubleVector log1pf = log1pOfReduced(f, f.div(f.add(2)));
    return k.fma(constant(LN2), k.fma(constant(LN2_LOW), log1pf));
  }

  private static DoubleVector exponent(LongVector i) {
    return i.add(ONE_BITS)
        .lanewise(LSHR, 52)
        .or(TWO_52_BITS)
        .reinterpretAsDoubles()
        .sub(TWO_52_AND_BIAS);
  }

  /** Returns log(1 + f) where s = f / (2 + f). */
  private static DoubleVector log1pOfReduced(DoubleVector f, DoubleVector s) {
    DoubleVector w = s.mul(s);
    DoubleVector p =
        w.fma(constant(L6), constant(L5))
            .fma(w, constant(L4))
            .fma(w, constant(L3))
            .fma(w, constant(L2))
            .fma(w, constant(L1))
            .fma(w, constant(L0));
    return s.neg().fma(f.sub(w.mul(p)), f);
  }

  /** log(1 + x) for {@code -1 < x < LOG1P_CORE} in every lane. */
  static DoubleVector log1p(DoubleVector x) {
    DoubleVector u = x.add(1);
    DoubleVector nearX = u.sub(1);
    DoubleVector c = x.sub(nearX).add(constant(1).sub(u.sub(nearX)));
    LongVector bits = u.reinterpretAsLongs();
    LongVector i = bits.sub(SQRT_HALF_BITS);
    LongVector kBits = i.and(EXPONENT_AND_SIGN);
    VectorMask<Double> zeroK = kBits.compare(EQ, 0).cast(SPECIES);
    DoubleVector k = exponent(i);
    DoubleVector f = bits.sub(kBits).reinterpretAsDoubles().sub(1).blend(x, zeroK);
    DoubleVector inversePower =
        LongVector.broadcast(LONGS, ONE_BITS).sub(kBits).reinterpretAsDoubles();
    DoubleVector cz = c.mul(inversePower).blend(0, zeroK);
    DoubleVector s = f.div(f.add(2));
    DoubleVector log1pf = log1pOfReduced(f, s);
    DoubleVector inverseZ = s.fma(constant(2), constant(-2)).fma(s, constant(1));
    DoubleVector small = k.fma(constant(LN2_LOW), cz.mul(inverseZ));
    return k.fma(constant(LN2), log1pf.add(small)).blend(x, x.compare(EQ, 0));
  }

  /** 1 / (1 + e^-x) for {@code |x| <= EXP_CORE} in every lane. */
  static DoubleVector sigmoid(DoubleVector x) {
    DoubleVector e = exp(x.abs().neg());
    DoubleVector d = e.add(1);
    DoubleVector dLow = e.sub(d.sub(1));
    return quotient(constant(1).blend(e, x.compare(LT, 0)), constant(0), d, dLow);
  }

  private static DoubleVector quotient(
      DoubleVector n, DoubleVector nLow, DoubleVector d, DoubleVector dLow) {
    DoubleVector inverse = constant(1).div(d);
    DoubleVector q = n.mul(inverse);
    DoubleVector minusQ = q.neg();
    return minusQ.fma(dLow, minusQ.fma(d, n).add(nLow)).fma(inverse, q);
  }

  /** The hyperbolic tangent. */
  static DoubleVector tanh(DoubleVector x) {
    DoubleVector y = x.abs().mul(-2);
    y = y.blend(TANH_CLAMP, y.compare(LT, TANH_CLAMP));
    DoubleVector t = y.fma(constant(INVERSE_LN2), constant(SHIFT));
    DoubleVector s = powerOfTwo(t);
    DoubleVector sq = s.mul(accurateExpm1OfReduced(y, constant(SHIFT).sub(t)));
    DoubleVector g = constant(1).sub(s);
    DoubleVector n = g.sub(sq);
    DoubleVector h = s.add(1);
    DoubleVector d = h.add(sq);
    DoubleVector q = quotient(n, g.sub(n).sub(sq), d, sq.sub(d.sub(h)));
    LongVector sign = x.reinterpretAsLongs().and(Long.MIN_VALUE);
    return q.reinterpretAsLongs().and(Long.MAX_VALUE).or(sign).reinterpretAsDoubles();
  }

  /** The logarithm of the hyperbolic cosine. */
  static DoubleVector logcosh(DoubleVector x) {
    DoubleVector a = x.abs();
    DoubleVector y = a.mul(-2);
    DoubleVector e = exp(y.blend(LOGCOSH_CLAMP, y.compare(LT, LOGCOSH_CLAMP)));
    DoubleVector t = a.sub(LN2);
    DoubleVector low = a.sub(t).sub(LN2);
    DoubleVector far = t.add(log1pNearZero(e).add(low.sub(LN2_LOW)));
    return far.blend(a, a.compare(GT, LOGCOSH_LINEAR))
        .blend(logcoshNearZero(x), a.compare(LT, LOGCOSH_SPLIT));
  }

  private static DoubleVector logcoshNearZero(DoubleVector x) {
    DoubleVector z = x.mul(x);
    DoubleVector low = x.fma(x, z.neg());
    DoubleVector p =
        z.fma(constant(H11), constant(H10))
            .fma(z, constant(H9))
            .fma(z, constant(H8))
            .fma(z, constant(H7))
            .fma(z, constant(H6))
            .fma(z, constant(H5))
            .fma(z, constant(H4))
            .fma(z, constant(H3))
            .fma(z, constant(H2))
            .fma(z, constant(H1))
            .fma(z, constant(H0));
    return z.fma(constant(0.5), z.mul(z).fma(p, low.mul(0.5)));
  }

  private static DoubleVector log1pNearZero(DoubleVector e) {
    DoubleVector p =
        e.fma(constant(G10), constant(G9))
            .fma(e, constant(G8))
            .fma(e, constant(G7))
            .fma(e, constant(G6))
            .fma(e, constant(G5))
            .fma(e, constant(G4))
            .fma(e, constant(G3))
            .fma(e, constant(G2))
            .fma(e, constant(G1))
            .fma(e, constant(G0));
    return e.mul(e).fma(p, e);
  }
}
