package org.ironopt.method.model;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Stepper;
import org.ironopt.method.model.TruncatedModel.Batching;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The truncated model on numbers computed elsewhere, and what it promises. */
class TruncatedModelTest {
  private static final LinearLeastSquares TP3 = Fixtures.tp3(0);
  private static final double[] START = Fixtures.regressionStart();
  private static final Batches ONE = Batches.given(1, Fixtures.regressionIndices());
  private static final Batches PAIR = Batches.given(2, 0, 2);

  private static double[] after(TruncatedModel method, int steps) {
    return advance(method.start(TP3, START, seed(0)), steps).x();
  }

  @ParameterizedTest
  @EnumSource
  void singleTerms(Batching batching) {
    TruncatedModel method = TruncatedModel.step(5).batching(batching).batches(ONE);
    assertNear(new double[] {1.0625, .3125}, after(method, 1), 1e-12);
    assertNear(new double[] {1.03125, .3125}, after(method, 2), 1e-12);
    assertNear(new double[] {0.75634765625, 1.68408203125}, after(method, 6), 1e-12);
  }

  @Test
  void averageOfTangents() {
    double[] x = after(TruncatedModel.step(5).batches(PAIR), 1);
    assertNear(new double[] {1.078589108910891, 0.22339108910891087}, x, 1e-12);
  }

  @Test
  void averageOfModels() {
    TruncatedModel method = TruncatedModel.step(5).batching(Batching.MODELS).batches(PAIR);
    Stepper s = method.start(TP3, START, seed(0));
    assertTrue(s.advance().inner().orElseThrow().succeeded());
    assertNear(new double[] {1.0625, .3125}, s.x(), 1e-12);
    TruncatedModel.BoxDual dual =
        TruncatedModel.BoxDual.solve(new double[][] {{1.25, 5.625}, {5.625, 50.625}}, excess(), .5);
    assertArrayEquals(new double[] {0, .05}, dual.solution(), 1e-14);
  }

  private static double[] excess() {
    return new double[] {.125, .5 * 2.25 * 2.25};
  }

  @Test
  void averageOfPoints() {
    TruncatedModel method = TruncatedModel.step(5).batching(Batching.POINTS).batches(PAIR);
    assertNear(new double[] {0.90625, 0.03125}, after(method, 1), 1e-12);
  }

  /** The step of the averaged models is the best point, whatever the direction of a change. */
  @ParameterizedTest
  @CsvSource({"3", "11", "29"})
  void averagedModelsAreMinimised(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int b = 6;
    int d = 4;
    double[][] rows = new double[b][d];
    double[] y = new double[b];
    for (int i = 0; i < b; i++) {
      for (int j = 0; j < d; j++) {
        rows[i][j] = random.nextGaussian();
      }
      y[i] = random.nextGaussian();
    }
    LinearLeastSquares f = LinearLeastSquares.of(DenseMatrix.of(rows), y, 0);
    double eta = .7;
    double[] u = {.3, -.2, .5, .1};
    TruncatedModel method = TruncatedModel.step(eta).batching(Batching.MODELS);
    double[] x = advance(method.start(f, u, seed(0)), 1).x();
    double lowest = model(f, eta, u, x);
    for (int trial = 0; trial < 200; trial++) {
      double[] other = x.clone();
      for (int j = 0; j < d; j++) {
        other[j] += 1e-4 * random.nextGaussian();
      }
      assertTrue(model(f, eta, u, other) >= lowest - 1e-15, "seed " + seed + ", trial " + trial);
    }
  }

  private static double model(LinearLeastSquares f, double eta, double[] u, double[] x) {
    double[] g = new double[u.length];
    double[] step = new double[u.length];
    Vectors.subtract(x, u, step);
    double sum = 0;
    for (int i = 0; i < f.terms(); i++) {
      double value = f.batch(new int[] {i}, 0, 1).valueAndGradient(u, g);
      sum += Math.max(0, value + Vectors.dot(g, step)) / f.terms();
    }
    return sum + Vectors.dot(step, step) / (2 * eta);
  }

  /** On {@code a x^2 / 2} every step from 1/(2a) on halves x; shorter ones are gradient steps. */
  @ParameterizedTest
  @CsvSource({".3, .49", ".5, .5", "1, .5", "1e9, .5"})
  void parabola(double etaTimesA, double expected) {
    double a = 1.7;
    Quadratic line = Quadratic.diagonal(new double[] {a}, new double[1]);
    TruncatedModel method = TruncatedModel.step(etaTimesA / a);
    double factor = etaTimesA < .5 ? 1 - etaTimesA : expected;
    assertNear(factor, advance(method.start(line, new double[] {1}, seed(0)), 1).x()[0], 1e-15);
  }

  /** The bound may be anything below the terms; where it is not, x rests. */
  @Test
  void lowerBound() {
    Quadratic line = Quadratic.diagonal(new double[] {2}, new double[1]);
    double[] x0 = {1};
    TruncatedModel method = TruncatedModel.step(100);
    assertEquals(.25, advance(method.lower(-.5).start(line, x0, seed(0)), 1).x()[0]);
    assertEquals(1, advance(method.lower(3).start(line, x0, seed(0)), 1).x()[0]);
    assertEquals(0, advance(method.start(line, new double[1], seed(0)), 2).x()[0]);
  }

  /** Without truncation (a bound far below) it is AdaGrad, whose first step has length eta. */
  @Test
  void adaGrad() {
    TruncatedModel method = TruncatedModel.step(.1).lower(-1e9).withAdaGrad().batches(ONE);
    assertArrayEquals(new double[] {.6, -.15}, after(method, 1), 1e-9);
    double[] sums = new double[2];
    double[] g = new double[2];
    double[] x = START.clone();
    for (int i : Fixtures.regressionIndices()) {
      TP3.batch(new int[] {i}, 0, 1).gradient(x, g);
      for (int j = 0; j < 2; j++) {
        sums[j] += g[j] * g[j];
        x[j] -= .1 * g[j] / (Math.sqrt(sums[j]) + 1e-10);
      }
    }
    assertNear(x, after(method, 6), 1e-13);
  }

  /** Truncated in AdaGrad's metric, one term after six steps: computed with NumPy. */
  @Test
  void truncatedAdaGrad() {
    TruncatedModel method = TruncatedModel.step(5).withAdaGrad().batches(ONE);
    assertNear(ADAGRAD_1, after(method, 1), 1e-12);
    assertNear(ADAGRAD_6, after(method, 6), 1e-12);
  }

  private static final double[] ADAGRAD_1 = {1.0625, 0.3125};
  private static final double[] ADAGRAD_6 = {0.7586814654473832, 1.6817766147306734};

  @Test
  void whatDoesNotFitIsRefused() {
    TruncatedModel models = TruncatedModel.step(1).batching(Batching.MODELS);
    String adaGrad = assertThrows(IllegalArgumentException.class, models::withAdaGrad).getMessage();
    assertEquals("AdaGrad's metric needs Batching.TANGENTS, got Batching.MODELS", adaGrad);
    String sum =
        assertThrows(
                IllegalArgumentException.class,
                () -> models.start(Fixtures.tp2(), new double[3], seed(0)))
            .getMessage();
    assertEquals("truncated-pma looks at single terms and needs a FiniteSum, got Quadratic", sum);
    Ensemble two = Ensemble.of(Fixtures.tp2(), 2);
    assertThrows(
        IllegalArgumentException.class,
        () -> TruncatedModel.step(1).start(two, new double[6], seed(0)));
    assertThrows(IllegalArgumentException.class, () -> TruncatedModel.step(1).lower(Double.NaN));
    assertThrows(IllegalArgumentException.class, () -> TruncatedModel.step(-1));
  }
}
