package org.ironopt.method.proximal;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.ironopt.method.VarianceReductionTest.START;
import static org.ironopt.method.VarianceReductionTest.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Stepper;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;
import org.ironopt.resolvent.InnerReport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class SnsppTest {
  private static final Regularizer L1 = Regularizer.l1(.2);

  private static Dataset rows(double... labels) {
    return Dataset.regression(
        new DenseFeatures(4, 2, new double[] {1, 0, 0, 1, 1, 1, 1, -1}), labels);
  }

  private static Logistic tp4(double reg) {
    return Logistic.of(rows(1, -1, 1, -1), reg);
  }

  /** One step with snapshot (0.1, 0.1) on the terms 0 and 2, in four Newton steps. */
  @Test
  void oneStep() {
    Logistic f = tp4(0);
    double[] snapshot = {.1, .1};
    double[] slope = new double[2];
    f.gradient(snapshot, slope);
    double[] center = START.clone();
    Vectors.axpy(-.5, slope, center);
    SemismoothNewton newton = new SemismoothNewton(f, L1, 2);
    newton.load(new int[] {0, 2}, 2, 1);
    newton.addSlopes(snapshot, .5, center);
    double[] x = new double[2];
    InnerReport report = newton.solve(.5, center, 1e-13, x);
    assertTrue(report.succeeded());
    assertEquals(4, report.newtonSteps());
    assertNear(new double[] {0.4257216993445559, -0.10431020044071046}, x, 1e-12);
    double[] dual = {-0.39514841166212566, -0.42033179332038917};
    for (int l = 0; l < 2; l++) {
      double[] row = new double[2];
      f.row(new int[] {0, 2}[l], row);
      assertNear(dual[l], f.loss(new int[] {0, 2}[l]).slope(Vectors.dot(row, x)), 1e-12);
    }
  }

  static List<DualTerms> sums() {
    return List.of(
        tp4(0),
        tp4(.1),
        Fixtures.tp3(),
        Fixtures.tp3(0),
        Ridge.of(rows(1, 2, 2.5, -.5), .1),
        Logistic.of(rows(1, -1, 1, -1).weighted(new double[] {1, 2, .5, 4}), .1),
        Logistic.of(rows(1, -1, 1, -1), .1, Intercept.PENALIZED));
  }

  private static List<Regularizer> regularizers() {
    return List.of(
        Regularizer.none(),
        L1,
        Regularizer.elasticNet(.2, .3),
        Regularizer.l2(.3),
        Regularizer.box(-.1, .4),
        Regularizer.ball(.5));
  }

  /** Every step solves {@code x+ = prox_{eta r}(x - eta [grad f_S(x+) - grad f_S(xt) + G])}. */
  @ParameterizedTest
  @MethodSource("sums")
  void stepsSolveTheirEquation(DualTerms f) {
    int n = f.dimension();
    for (Regularizer r : regularizers()) {
      for (double eta : new double[] {.1, 1, 50}) {
        Snspp method = Snspp.step(eta).snapshotEvery(2).regularizer(r).tolerance(1e-12);
        Stepper s = method.batches(Batches.given(2, 0, 2, 1, 3)).start(f, new double[n], seed(0));
        double[] snapshot = s.x().clone();
        s.advance();
        double[] before = s.x().clone();
        assertTrue(s.advance().inner().orElseThrow().succeeded());
        double[] step = gradient(f, s.x());
        Vectors.axpy(-1, gradient(f, snapshot), step);
        double[] whole = new double[n];
        f.gradient(snapshot, whole);
        Vectors.axpy(1, whole, step);
        Vectors.add(before, -eta, step, step);
        r.prox(eta, step, step);
        assertArrayEquals(s.x(), step, 1e-10 * (1 + eta), r + ", eta " + eta);
      }
    }
  }

  private static double[] gradient(DualTerms f, double[] x) {
    double[] g = new double[x.length];
    f.batch(new int[] {1, 3}, 0, 2).gradient(x, g);
    return g;
  }

  /** Without snapshot and regularizer it is the stochastic proximal point method. */
  @Test
  void withoutExtrasItIsTheProximalPointMethod() {
    Batches one = Batches.given(1, Fixtures.regressionIndices());
    Snspp method = Snspp.step(.7).withoutSnapshots().tolerance(1e-14).batches(one);
    double[] x = advance(method.start(tp4(.1), START, seed(0)), 6).x();
    assertNear(new double[] {0.5972463160980309, -0.035485384384187406}, x, 1e-12);
  }

  /** With variance reduction a constant step reaches the minimiser of F; without it does not. */
  @Test
  void constantStepsConverge() {
    Logistic f = tp4(.05);
    Regularizer r = Regularizer.l1(.02);
    Snspp method = Snspp.step(1).regularizer(r).tolerance(1e-12).batches(Batches.epochs(2));
    double[] x = advance(method.start(f, START, seed(4)), 600).x();
    double[] g = new double[2];
    f.gradient(x, g);
    Vectors.add(x, -1, g, g);
    r.prox(1, g, g);
    assertArrayEquals(x, g, 1e-10);
    double[] plain = advance(method.withoutSnapshots().start(f, START, seed(4)), 600).x();
    assertTrue(Vectors.distance(x, plain) > 1e-2);
  }

  @ParameterizedTest
  @CsvSource({"1, 1", "-1, 1", "1, 2.5", "-1, .3"})
  void conjugates(double y, double weight) {
    for (DualTerms.ScalarLoss loss :
        new DualTerms.ScalarLoss[] {
          DualTerms.ScalarLoss.logistic(y, weight), DualTerms.ScalarLoss.squared(y, weight)
        }) {
      for (double z : new double[] {-3, -.4, .7, 5}) {
        double s = loss.slope(z);
        assertEquals(z, loss.conjugateSlope(s), 1e-12);
        double h = 1e-5;
        double second = (loss.slope(z + h) - loss.slope(z - h)) / (2 * h);
        assertEquals(1, second * loss.conjugateCurvature(s), 1e-8);
        double t = h * second;
        double first = (loss.conjugate(s + t) - loss.conjugate(s - t)) / (2 * t);
        assertEquals(z, first, 1e-5);
      }
      assertTrue(Double.isFinite(loss.conjugate(loss.inside())));
    }
    DualTerms.ScalarLoss logistic = DualTerms.ScalarLoss.logistic(y, weight);
    assertEquals(Double.POSITIVE_INFINITY, logistic.conjugate(y * 1e-9));
    assertEquals(0, logistic.conjugate(0));
    assertEquals(0, logistic.conjugate(-y * weight));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused(
        "snspp needs terms with conjugates (DualTerms), got RidgeLogistic",
        () -> Snspp.step(1).start(Fixtures.tp4(), START, seed(0)));
    refused(
        "the dual needs a ridge on all coordinates or none, got reg 0.1 and a free intercept",
        () ->
            Snspp.step(1)
                .start(
                    Logistic.of(rows(1, -1, 1, -1), .1, Intercept.FREE), new double[3], seed(0)));
    refused("tolerance is 0.0, expected a number > 0", () -> Snspp.step(1).tolerance(0));
    refused(
        "weight of a term is 0.0, expected a number > 0",
        () -> DualTerms.ScalarLoss.logistic(1, 0));
  }
}
