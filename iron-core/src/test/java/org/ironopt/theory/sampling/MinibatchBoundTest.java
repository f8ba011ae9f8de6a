package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.junit.jupiter.api.Test;

/** The bound of minibatch IRON against exact moments on random sums of quadratics. */
class MinibatchBoundTest {
  private static final long SEED = 31;
  private static final int INSTANCES = 2000;
  private static final double ROUNDING = 1 + 1e-9;

  private record Instance(BatchLaw law, IronParameters p) {
    MinibatchBound bound() {
      return new MinibatchBound(p, law.sum().ridge());
    }

    double gradientVariance() {
      return law.sum().gradientVariance(law.sampling());
    }
  }

  /** Rows of any length: with short ones the Hessians are nearly equal and the bound is met. */
  private static Instance instance(SplittableRandom random, int trial) {
    int d = 1 + trial % 2;
    int n = 3 + random.nextInt(3);
    double ridge = Explicit.spread(random, .05, 2);
    double length = Explicit.spread(random, .01, 2);
    DenseMatrix x = DenseMatrix.of(n, d, random.doubles(n * d, -length, length).toArray());
    DenseMatrix g = DenseMatrix.of(n, d, random.doubles(n * d, -1, 1).toArray());
    QuadraticSum sum = QuadraticSum.local(new double[d], x, 1, g, ridge);
    int b = 1 + random.nextInt(2);
    SamplingScheme sampling =
        random.nextBoolean() ? SamplingScheme.with(b) : SamplingScheme.without(b);
    double mu = ridge * Explicit.spread(random, .2, 5);
    IronParameters p =
        new IronParameters(
            Explicit.spread(random, .3, 1000), mu, mu * Explicit.spread(random, .2, 5));
    return new Instance(BatchLaw.of(sum, sampling), p);
  }

  @Test
  void holdsForStationaryErrors() {
    SplittableRandom random = new SplittableRandom(SEED);
    int covered = 0;
    double closest = 0;
    for (int trial = 0; trial < INSTANCES; trial++) {
      Instance one = instance(random, trial);
      int d = one.law().sum().dimension();
      double sigma2 = trial % 3 == 0 ? 0 : Explicit.spread(random, .01, 10);
      LinearRecursion iron = LinearRecursion.iron(one.p());
      DenseMatrix sigma = DenseMatrix.identity(d).times(sigma2 / d);
      MinibatchMoments m =
          MinibatchMoments.of(one.law(), iron, iron.centerNoise(sigma)).orElseThrow();
      var bound = one.bound().limsup(one.gradientVariance(), sigma2);
      assertEquals(one.bound().q() < 1, bound.isPresent());
      assertEquals(bound.isPresent(), m.bound().isPresent());
      if (bound.isPresent()) {
        covered++;
        assertEquals(bound.getAsDouble(), m.bound().getAsDouble(), 1e-12 * bound.getAsDouble());
        double ratio = m.mse() / bound.getAsDouble();
        assertTrue(ratio <= ROUNDING, "seed " + SEED + ", trial " + trial + ": " + ratio);
        closest = Math.max(closest, ratio);
      }
    }
    assertTrue(covered > INSTANCES / 2 && closest > .98, covered + ", closest " + closest);
  }

  /** Inner solves that are all wrong by the same vector. */
  @Test
  void holdsForInexactSolves() {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    double closest = 0;
    for (int trial = 0; trial < INSTANCES / 5; trial++) {
      Instance one = instance(random, trial);
      int d = one.law().sum().dimension();
      double[] shift = random.doubles(d, -1, 1).toArray();
      Vectors.scale(Explicit.spread(random, .01, 3), shift);
      Explicit explicit = Explicit.of(one.law(), LinearRecursion.iron(one.p()), shift);
      DenseMatrix second = explicit.secondMoment();
      double mse = 0;
      for (int i = 0; i < d; i++) {
        mse += second.get(i, i);
      }
      var bound = one.bound().inexactRms(one.gradientVariance(), 0, Vectors.norm(shift));
      if (bound.isPresent()) {
        double ratio = Math.sqrt(mse) / bound.getAsDouble();
        assertTrue(ratio <= ROUNDING, "seed " + SEED + ", trial " + trial + ": " + ratio);
        closest = Math.max(closest, ratio);
      }
    }
    assertTrue(closest > .9, "closest " + closest);
  }

  @Test
  void holdsForEveryStep() {
    SplittableRandom random = new SplittableRandom(SEED + 2);
    for (int trial = 0; trial < INSTANCES / 5; trial++) {
      Instance one = instance(random, trial);
      double[] x0 = one.law().sum().minimizer();
      double far = trial % 2 == 0 ? 0 : 3;
      Arrays.setAll(x0, i -> x0[i] + far);
      TransientMoments state = TransientMoments.from(one.law(), x0);
      LinearRecursion iron = LinearRecursion.iron(one.p());
      double before = state.mse();
      double u = before;
      for (int k = 0; k < 5; k++) {
        state.advance(iron);
        double bound = one.bound().next(u, before, one.gradientVariance(), 0);
        assertTrue(
            state.mse() <= bound * ROUNDING, "seed " + SEED + ", trial " + trial + ", step " + k);
        before = u;
        u = state.mse();
      }
    }
  }

  /** Without batches it is the bound for center noise. */
  @Test
  void withoutBatchesItIsThePositionBound() {
    for (double alpha : new double[] {2, 10, 1000}) {
      IronParameters p = new IronParameters(alpha, .7, .9);
      double known = new PositionBound(p).limsup(3).orElseThrow();
      double rms = new PositionBound(p).inexactRms(3, .2).orElseThrow();
      MinibatchBound bound = new MinibatchBound(p, .7);
      assertEquals(known, bound.limsup(0, 3).orElseThrow(), 1e-13 * known);
      assertEquals(rms, bound.inexactRms(0, 3, .2).orElseThrow(), 1e-13 * rms);
    }
    MinibatchBound far = new MinibatchBound(new IronParameters(1e12, .7, .9), .5);
    assertEquals(4 / .25, far.limsup(4, 0).orElseThrow(), 1e-9);
  }
}
