package org.ironopt.method.model;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.ironopt.method.VarianceReductionTest.ONE;
import static org.ironopt.method.VarianceReductionTest.START;
import static org.ironopt.method.VarianceReductionTest.refused;
import static org.ironopt.method.VarianceReductionTest.tp4;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.method.model.ModelBased.Model;
import org.ironopt.method.proximal.Sppm;
import org.ironopt.problem.analytic.PhaseRetrieval;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ModelBasedTest {
  private static final double[] X = {.8, .35};

  private static PhaseRetrieval tp7() {
    return PhaseRetrieval.of(DenseMatrix.of(new double[][] {{1, 2}}), new double[] {1.5});
  }

  @ParameterizedTest
  @CsvSource({
    "PROX_LINEAR, .2, .75, .25",
    "PROX_LINEAR, .02, .75, .25",
    "PROX_LINEAR, .002, .794, .338",
    "SUBGRADIENT, .002, .794, .338",
    "PROX_POINT, .2, 0.7449489742783179, 0.23989794855663554",
    "PROX_POINT, .02, .75, .25"
  })
  void oneStep(Model model, double eta, double x0, double x1) {
    Stepper s = ModelBased.step(eta).model(model).start(tp7(), X, seed(0));
    assertNear(new double[] {x0, x1}, advance(s, 1).x(), 1e-12);
  }

  /** On convex terms the full model is the stochastic proximal point method. */
  @Test
  void proximalPoint() {
    ModelBased method = ModelBased.step(.5).model(Model.PROX_POINT).batches(ONE);
    double[] expected = advance(Sppm.step(.5).batches(ONE).start(tp4(), START, seed(0)), 6).x();
    assertArrayEquals(expected, advance(method.start(tp4(), START, seed(0)), 6).x());
  }

  @Test
  void subgradient() {
    ModelBased method = ModelBased.step(.3).model(Model.SUBGRADIENT).batches(ONE);
    double[] expected =
        advance(Sgd.step(.3).batches(ONE).start(Fixtures.tp3(), START, seed(0)), 6).x();
    assertArrayEquals(expected, advance(method.start(Fixtures.tp3(), START, seed(0)), 6).x());
  }

  /** Measurements of a known vector, without errors: the answer is found up to its sign. */
  @ParameterizedTest
  @EnumSource
  void recoversTheSignal(Model model) {
    SplittableRandom random = new SplittableRandom(12);
    double[] truth = {1, -1, .5, .25, 0};
    double[][] a = new double[60][5];
    double[] b = new double[60];
    for (int i = 0; i < 60; i++) {
      for (int j = 0; j < 5; j++) {
        a[i][j] = random.nextGaussian();
      }
      double z = Vectors.dot(a[i], truth);
      b[i] = z * z;
    }
    PhaseRetrieval f = PhaseRetrieval.of(DenseMatrix.of(a), b);
    Schedule eta = Schedule.geometric(.1, .997);
    double[] start = {.7, -.5, .3, .4, -.2};
    double[] x = advance(ModelBased.steps(eta).model(model).start(f, start, seed(2)), 4000).x();
    if (x[0] < 0) {
      Vectors.scale(-1, x);
    }
    assertArrayEquals(truth, x, 1e-4);
  }

  @Test
  void restsAtTheKink() {
    PhaseRetrieval exact =
        PhaseRetrieval.of(DenseMatrix.of(new double[][] {{1, 2}}), new double[] {1});
    double[] kink = {1, 0};
    for (Model model : Model.values()) {
      Stepper s = ModelBased.step(.01).model(model).start(exact, kink, seed(0));
      assertArrayEquals(kink, advance(s, 3).x());
    }
    double[] flat = advance(ModelBased.step(.01).start(tp7(), new double[2], seed(0)), 3).x();
    assertTrue(Vectors.maxAbs(flat) == 0, "no gradient, no step");
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused(
        "prox-linear needs terms |c_i(x)| (AbsoluteResiduals), got LinearLeastSquares",
        () -> ModelBased.step(1).start(Fixtures.tp3(), START, seed(0)));
    refused(
        "prox-linear takes one term per step, got batches of 2",
        () -> ModelBased.step(1).batches(Batches.given(2, 0, 0)).start(tp7(), X, seed(0)));
  }
}
