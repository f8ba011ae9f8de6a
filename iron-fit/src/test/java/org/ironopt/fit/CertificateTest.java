package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.partition.BregmanDivergence;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Poisson;
import org.ironopt.regression.Reference;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.internal.LinearObjective;
import org.junit.jupiter.api.Test;

/** The dual bound against the true gap, which an independent solver gives. */
class CertificateTest {
  private static final long SEED = 19;
  private static final int PROBLEMS = 96;

  /** A small problem: weights over many decades, often one row of a class. */
  private record Problem(ModelKind kind, Dataset data, double reg, double l1, boolean intercept) {
    static Problem of(SplittableRandom random, int number) {
      ModelKind kind = ModelKind.values()[number % 4];
      int n = random.nextInt(4, 30);
      int d = random.nextInt(1, 5);
      double[] x = random.doubles(n * d, -2, 2).toArray();
      for (int k = 0; k < x.length; k++) {
        x[k] += k % d;
      }
      DenseFeatures features = new DenseFeatures(n, d, x);
      int classes = kind == ModelKind.LOGISTIC ? 2 : 3;
      Dataset data;
      if (kind.classes()) {
        boolean single = random.nextBoolean();
        int[] labels = new int[n];
        Arrays.setAll(labels, i -> i < classes ? i : single ? 0 : random.nextInt(classes));
        data = Dataset.classification(features, labels, classes);
      } else {
        double[] y = new double[n];
        Arrays.setAll(
            y,
            i -> kind == ModelKind.POISSON ? random.nextInt(4) + (i == 0 ? 1 : 0) : 3 + x[i * d]);
        Arrays.setAll(y, i -> kind == ModelKind.RIDGE ? y[i] + random.nextDouble() : y[i]);
        data = Dataset.regression(features, y);
      }
      int decades = random.nextInt(1, 11);
      double[] weights = random.doubles(n, -decades, 0).map(e -> StrictMath.pow(10, e)).toArray();
      double reg = StrictMath.pow(10, random.nextDouble(-2, 1));
      double l1 = number % 3 == 2 ? StrictMath.pow(10, random.nextDouble(-2, -1)) : 0;
      boolean ridge = l1 == 0 || random.nextBoolean();
      boolean constant = random.nextInt(4) > 0;
      return new Problem(kind, data.weighted(weights), ridge ? reg : 0, l1, constant);
    }

    Fit fit() {
      return Fit.of(kind, data).reg(reg).l1(l1).intercept(intercept);
    }

    FitObjective objective() {
      Intercept b = intercept ? Intercept.FREE : Intercept.NONE;
      LinearObjective loss =
          switch (kind) {
            case LOGISTIC -> Logistic.of(data, 0, b);
            case SOFTMAX -> Softmax.of(data, 0, b);
            case RIDGE -> Ridge.of(data, 0, b);
            default -> Poisson.of(data, 0, b);
          };
      ColumnMoments moments = ColumnMoments.of(data, kind == ModelKind.POISSON);
      Coordinates x = Coordinates.of(moments, true, loss.terms.loss(), reg, intercept);
      return new FitObjective(loss, x, reg, l1);
    }

    /** Returns the smallest value; with l1 one that is larger by 1e-12 of it, at most. */
    double optimum() {
      return l1 == 0
          ? new Reference(kind, data, reg, true, intercept).minimum()
          : fit().tolerance(1e-12).go().objective();
    }
  }

  @Test
  void noBoundIsBelowTheTrueGap() {
    SplittableRandom random = new SplittableRandom(SEED);
    List<Double> ratios = new ArrayList<>();
    int broken = 0;
    for (int k = 0; k < PROBLEMS; k++) {
      Problem problem = Problem.of(random, k);
      double optimum = problem.optimum();
      FitObjective f = problem.objective();
      Certificate certificate = new Certificate(f);
      Fit fit = problem.fit().tolerance(1e-12);
      double[] best = fit.task().theta(fit.go().model(), f.coordinates());
      for (double far : new double[] {3, 0.3, 1e-3, 1e-5}) {
        double[] theta = best.clone();
        for (int i = 0; i < theta.length; i++) {
          theta[i] += far * random.nextDouble(-1, 1);
        }
        Certificate.Bound bound = certificate.at(theta);
        double gap = bound.value() - optimum;
        double rounding = 1e-12 * optimum;
        String what = "seed " + SEED + ", " + problem + ", " + far + " away: " + bound;
        assertTrue(bound.gap() >= gap - rounding, what + ", true gap " + gap);
        assertTrue(bound.relative() >= (gap - rounding) / optimum, what);
        // Without the mixture that balances the intercepts it is no bound.
        broken += bound.solved() < 0.9 * gap - rounding ? 1 : 0;
        if (problem.reg >= 1 && bound.gap() < bound.value() && gap > 1e4 * rounding) {
          ratios.add(bound.gap() / gap);
        }
      }
    }
    ratios.sort(null);
    assertTrue(ratios.size() > 20, ratios.size() + " ratios");
    assertTrue(ratios.get(ratios.size() / 2) < 3, "seed " + SEED + ": " + ratios);
    assertTrue(broken > 10, "seed " + SEED + ": only " + broken + " broken with t = 0");
  }

  @Test
  void theDivergenceIsNeverTooSmallAndHardlyTooLarge() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int k = 0; k < 10_000; k++) {
      double p = StrictMath.pow(10, random.nextDouble(-3, 3));
      double u = k % 2 == 0 ? random.nextDouble(-0.999, 20) : random.nextDouble(-0.5, 0.5);
      double exact = p * ((1 + u) * StrictMath.log1p(u) - u);
      double bound = BregmanDivergence.of(p, p * u);
      String what = "p " + p + ", u " + u + ", exact " + exact + ", bound " + bound;
      assertTrue(bound >= exact * (1 - 1e-9) - 1e-15 * p, what);
      assertTrue(bound <= 1.05 * exact + 1e-15 * p, what);
    }
    assertEquals(2.5, BregmanDivergence.of(2.5, -2.5));
    assertEquals(0, BregmanDivergence.of(0, 0));
  }

  @Test
  void countsReachTheirOptimum() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (int k = 3; k < 40; k += 4) {
      Problem problem = Problem.of(random, k);
      if (problem.l1 == 0) {
        double best = problem.optimum();
        FitResult result = problem.fit().go();
        assertTrue(result.gap() <= 1e-9, problem + ": " + result.ending().sentence());
        assertEquals(best, result.objective(), 2e-9 * best, problem.toString());
        double[] row = new double[problem.data.columns()];
        problem.data.features().copyRow(0, row, 0);
        double log = result.model().output(problem.data.features(), 0, 0);
        assertEquals(StrictMath.exp(log), result.model().predict(row), 1e-12 * StrictMath.exp(log));
      }
    }
  }
}
