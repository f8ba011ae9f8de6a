package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Stepper;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;

/** Theorem S8 of minibatches, THEORY (94): the mean of the iterates keeps the bias of (54). */
class MinibatchAverageTheoremS8Test {
  private static List<LinearRecursion> methods(SplittableRandom random) {
    IronParameters p =
        new IronParameters(
            Explicit.spread(random, .2, 30), random.nextDouble(), Explicit.spread(random, .1, 2));
    return List.of(
        LinearRecursion.iron(p),
        LinearRecursion.sppm(Explicit.spread(random, .1, 10)),
        LinearRecursion.nagGs(p.step(.3)),
        LinearRecursion.sgd(.2));
  }

  /** K^2 Cov of the mean, term by term, from the matrices of all batches written out. */
  @Test
  void againstAllBatchesWrittenOut() {
    SplittableRandom random = new SplittableRandom(31);
    int stable = 0;
    for (int trial = 0; trial < 12; trial++) {
      QuadraticSum sum = Explicit.random(random, 2, 4, 1 + trial % 2, .3);
      BatchLaw law = BatchLaw.of(sum, SamplingScheme.without(1 + trial % 3));
      for (LinearRecursion r : methods(random)) {
        String where = "trial " + trial + ", " + r;
        Explicit explicit = Explicit.of(law, r, new double[2]);
        if (explicit.radius() >= 1) {
          assertTrue(MinibatchMoments.average(law, r, 3).isEmpty(), where);
          continue;
        }
        stable++;
        double[] mean = explicit.mean();
        DenseMatrix s = explicit.secondMoment();
        DenseMatrix mBar = DenseMatrix.zeros(4, 4);
        explicit.batches.forEach(b -> Vectors.axpy(b.probability(), b.m().data(), mBar.data()));
        QuadraticSum.addOuter(-1, mean, 0, mean, 0, 4, s.data());
        int steps = 1 + random.nextInt(30);
        DenseMatrix all = s.times(steps);
        DenseMatrix power = s;
        for (int j = 1; j < steps; j++) {
          power = mBar.multiply(power);
          all = all.plus(steps - j, power).plus(steps - j, power.transpose());
        }
        MinibatchMoments.Average found = MinibatchMoments.average(law, r, steps).orElseThrow();
        double size = s.norm();
        for (int i = 0; i < 2; i++) {
          assertEquals(mean[i], found.bias()[i], 1e-11, where);
          for (int j = 0; j < 2; j++) {
            double expected = all.get(i, j) / steps / steps;
            assertEquals(expected, found.covariance().get(i, j), 1e-11 * size, where);
          }
        }
        long many = 1L << 40;
        DenseMatrix far =
            MinibatchMoments.average(law, r, many).orElseThrow().covariance().times(many);
        assertArrayEquals(found.limit().data(), far.data(), 1e-8 * far.norm(), where);
      }
    }
    assertTrue(stable > 36, "stable: " + stable);
  }

  /** SGD and NAG-GS have no bias, and K Var tends to A^-1 E Cov_B(grad f_B(x)) A^-1. */
  @Test
  void explicitMethodsReachTheEfficientCovariance() {
    QuadraticSum sum = MinibatchOracleTest.SUM;
    BatchLaw law = BatchLaw.of(sum, SamplingScheme.with(1));
    IronParameters p = new IronParameters(.2, .5, .5);
    for (LinearRecursion r : List.of(LinearRecursion.sgd(.1), LinearRecursion.nagGs(p))) {
      MinibatchMoments.Average found = MinibatchMoments.average(law, r, 10).orElseThrow();
      assertEquals(0, Vectors.norm(found.bias()), 1e-14);
      // NAG-GS takes its gradients at x+ = h'z; for SGD that is x.
      DenseMatrix z = Explicit.of(law, r, new double[2]).secondMoment();
      double[] h = r.h();
      DenseMatrix at = DenseMatrix.zeros(2, 2);
      for (int k = 0; k < 16; k++) {
        int i = k / 4 % 2;
        int j = k % 2;
        double weight = h[k / 8] * h[k / 2 % 2];
        at.set(i, j, at.get(i, j) + weight * z.get(k / 8 * 2 + i, k / 2 % 2 * 2 + j));
      }
      DenseMatrix spread = DenseMatrix.zeros(2, 2);
      for (int[] batch : law.sampling().all(4)) {
        DenseMatrix a = Explicit.hessian(sum, batch).plus(-1, sum.hessian());
        double[] g = sum.gradient(batch);
        spread = spread.plus(.25, a.multiply(at).multiply(a));
        QuadraticSum.addOuter(.25, g, 0, g, 0, 2, spread.data());
      }
      DenseMatrix inverse = Explicit.inverse(sum.hessian());
      DenseMatrix limit = inverse.multiply(spread).multiply(inverse);
      assertArrayEquals(limit.data(), found.limit().data(), 1e-12 * limit.norm(), r.toString());
    }
  }

  /** One row a step at alpha = 1: the mean tends to the bias of section 17, and no K removes it. */
  @Test
  void theBiasStays() {
    BatchLaw law = BatchLaw.of(MinibatchOracleTest.SUM, SamplingScheme.with(1));
    LinearRecursion iron = MinibatchOracleTest.iron(1);
    MinibatchMoments.Average mean = MinibatchMoments.average(law, iron, 1L << 50).orElseThrow();
    assertArrayEquals(new double[] {-.146283116407, .057923519127}, mean.bias(), .51e-12);
    assertTrue(mean.covariance().trace() < 1e-14);
    assertTrue(MinibatchMoments.average(law, LinearRecursion.sgd(3), 5).isEmpty());
    assertThrows(IllegalArgumentException.class, () -> MinibatchMoments.average(law, iron, 0));
  }

  /** Means of 20 steps of the library, 4000 chains, within 4 standard errors. */
  @Test
  void libraryRunsMatchTheLaw() {
    DenseMatrix x = DenseMatrix.of(new double[][] {{1, .5}, {-.5, 2}, {1.5, -1}, {.3, .8}});
    double[] y = {1, -1, 2, .5};
    LinearLeastSquares f = LinearLeastSquares.of(x, y, .5);
    BatchLaw law = BatchLaw.of(MinibatchOracleTest.SUM, SamplingScheme.without(2));
    int steps = 20;
    MinibatchMoments.Average exact =
        MinibatchMoments.average(law, MinibatchOracleTest.iron(1), steps).orElseThrow();
    Iron iron = Iron.step(1).mu(.5).gamma(.5).frozen().batches(Batches.subsets(2));
    double[] star = f.minimizer();
    int chains = 4000;
    double[] sum = new double[2];
    double[] squares = new double[2];
    for (int c = 0; c < chains; c++) {
      Stepper s = iron.start(f, star, new RandomStreams(c));
      double[] mean = new double[2];
      for (int k = 0; k < 30 + steps; k++) {
        s.advance();
        if (k >= 30) {
          Vectors.axpy(1.0 / steps, s.x(), mean);
        }
      }
      for (int i = 0; i < 2; i++) {
        double e = mean[i] - star[i];
        sum[i] += e / chains;
        squares[i] += (e - exact.bias()[i]) * (e - exact.bias()[i]) / chains;
      }
    }
    for (int i = 0; i < 2; i++) {
      double variance = exact.covariance().get(i, i);
      assertEquals(exact.bias()[i], sum[i], 4 * Math.sqrt(variance / chains));
      assertEquals(variance, squares[i], 4 * variance * Math.sqrt(2.0 / chains));
    }
  }
}
