package org.ironopt.linalg.kernel;

import static jdk.incubator.vector.DoubleVector.broadcast;
import static jdk.incubator.vector.VectorOperators.GT;
import static jdk.incubator.vector.VectorOperators.LSHL;
import static jdk.incubator.vector.VectorOperators.LT;
import static org.ironopt.linalg.kernel.FunctionConstants.*;
import static org.ironopt.linalg.kernel.LogisticKernels.SQRT2_MINUS_1;
import static org.ironopt.linalg.kernel.LogisticKernels.UNDERFLOW;

import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorSpecies;

/**
 * {@link LogisticKernels#scalar} in every lane, whole vectors only; returns how far it came in each
 * group. Loss and second derivative may be null. Written out without helper methods, as {@link
 * VectorFunctions} explains.
 */
final class VectorLogistic {
  private static final VectorSpecies<Double> S = DoubleVector.SPECIES_PREFERRED;

  /** Elements in a vector. */
  private static final int WIDTH = S.length();

  private VectorLogistic() {}

  static int losses(
      double[] z, int zo, double[] y, int groups, double[] loss, double[] second, int so, int n) {
    int end = n - n % WIDTH;
    for (int i = 0; i < groups; i++) {
      int g0 = i * n;
      for (int k = 0; k < end; k += WIDTH) {
        DoubleVector label = DoubleVector.fromArray(S, y, k);
        DoubleVector m = label.mul(DoubleVector.fromArray(S, z, zo + g0 + k));
        DoubleVector a = m.abs().neg();
        VectorMask<Double> tiny = a.compare(LT, UNDERFLOW);
        a = a.blend(UNDERFLOW, tiny);
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
        DoubleVector e = r.mul(r).fma(p, r).add(1).mul(power).blend(0, tiny);
        DoubleVector d = e.add(1);
        VectorMask<Double> large = e.compare(GT, SQRT2_MINUS_1);
        DoubleVector f = e.blend(e.sub(1).mul(0.5), large);
        DoubleVector g = f.add(2);
        DoubleVector inverse = broadcast(S, 1).div(d.mul(g));
        DoubleVector inverseD = inverse.mul(g);
        VectorMask<Double> wrong = m.compare(LT, 0);
        e.blend(1, wrong).mul(inverseD).mul(label.neg()).intoArray(z, zo + g0 + k);
        if (second != null) {
          e.mul(inverseD).mul(inverseD).intoArray(second, so + g0 + k);
        }
        if (loss != null) {
          DoubleVector s = f.mul(inverse.mul(d));
          DoubleVector w = s.mul(s);
          DoubleVector q = w.fma(broadcast(S, L6), broadcast(S, L5));
          q = q.fma(w, broadcast(S, L4));
          q = q.fma(w, broadcast(S, L3));
          q = q.fma(w, broadcast(S, L2));
          q = q.fma(w, broadcast(S, L1));
          q = q.fma(w, broadcast(S, L0));
          DoubleVector log1pf = s.neg().fma(f.sub(w.mul(q)), f);
          DoubleVector log = log1pf.blend(log1pf.add(LN2_LOW).add(LN2), large);
          broadcast(S, 0).blend(m.neg(), wrong).add(log).intoArray(loss, g0 + k);
        }
      }
    }
    return end;
  }
}
