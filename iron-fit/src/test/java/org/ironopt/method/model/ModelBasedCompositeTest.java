package org.ironopt.method.model;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.ironopt.method.VarianceReductionTest.ONE;
import static org.ironopt.method.VarianceReductionTest.START;
import static org.ironopt.method.VarianceReductionTest.tp4;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Deviations;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.method.model.ModelBased.Model;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.PhaseRetrieval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Model-based steps with an r: each is the minimum that it claims to be, and bounds hold. */
class ModelBasedCompositeTest {
  private static final double[] A = {1, 2, -.5};
  private static final double[] X = {.8, .35, -.4};

  private static PhaseRetrieval phase() {
    return PhaseRetrieval.of(DenseMatrix.of(new double[][] {A}), new double[] {1.5});
  }

  private static List<Regularizer> regularizers() {
    return List.of(
        Regularizer.l1(.4),
        Regularizer.l2(.7),
        Regularizer.squaredL2(.9),
        Regularizer.elasticNet(.5, .2),
        Regularizer.box(-.2, .6),
        Regularizer.ball(.5),
        Regularizer.groupLasso(.6, new int[] {0, 2}));
  }

  /** What a step minimises; infinite outside of a constraint by more than rounding. */
  private static double value(Model model, Regularizer r, double eta, double[] y) {
    double[] g = new double[3];
    double c = phase().residual(0, X, g);
    double[] step = new double[3];
    Vectors.subtract(y, X, step);
    double part = model == Model.PROX_POINT ? phase().value(y) : Math.abs(c + Vectors.dot(g, step));
    double[] inside = y.clone();
    Vectors.scale(1 - 1e-12, inside);
    return part + r.value(inside) + Vectors.dot(step, step) / (2 * eta);
  }

  /** No small change improves; models are strongly convex, so the least is the only one. */
  @ParameterizedTest
  @CsvSource({
    "PROX_LINEAR, .002",
    "PROX_LINEAR, .05",
    "PROX_LINEAR, 3",
    "PROX_POINT, .002",
    "PROX_POINT, .05"
  })
  void stepsAreMinima(Model model, double eta) {
    SplittableRandom random = new SplittableRandom(8);
    for (Regularizer r : regularizers()) {
      ModelBased method = ModelBased.step(eta).model(model).regularizer(r);
      Stepper s = method.start(phase(), X, seed(0));
      StepReport report = s.advance();
      assertTrue(report.inner().isEmpty() || report.inner().get().succeeded(), r.toString());
      double least = value(model, r, eta, s.x());
      assertTrue(Double.isFinite(least), r.toString());
      for (int trial = 0; trial < 300; trial++) {
        double size = StrictMath.pow(10, -1 - 4 * random.nextDouble());
        double[] y = s.x().clone();
        for (int j = 0; j < 3; j++) {
          y[j] += size * random.nextGaussian();
        }
        assertTrue(value(model, r, eta, y) >= least - 1e-9, r + ", seed 8, trial " + trial);
      }
    }
  }

  /** With {@code c |y|^2 / 2} the minimum is known: clipped in the metric of {@code 1 + eta c}. */
  @Test
  void ridgeInClosedForm() {
    double weight = .9;
    double[] g = new double[3];
    double c = phase().residual(0, X, g);
    for (double eta : new double[] {.002, .05, 3}) {
      double h = 1 + eta * weight;
      double inside = c - Vectors.dot(g, X) * (1 - 1 / h);
      double s = Math.max(-1, Math.min(1, inside * h / (eta * Vectors.dot(g, g))));
      double[] y = new double[3];
      Vectors.add(X, -eta * s, g, y);
      Vectors.scale(1 / h, y);
      Method method = ModelBased.step(eta).regularizer(Regularizer.squaredL2(weight));
      assertArrayEquals(y, advance(method.start(phase(), X, seed(0)), 1).x(), 1e-14);
    }
  }

  /** On convex terms: forward-backward steps, and the plain steps of SNSPP. */
  @Test
  void oldFriends() {
    Regularizer r = Regularizer.l1(.2);
    ModelBased method = ModelBased.step(.7).regularizer(r).batches(ONE);
    double[] tangents =
        advance(method.model(Model.SUBGRADIENT).start(tp4(), START, seed(0)), 6).x();
    Method fobos = ForwardBackward.step(.7).regularizer(r).batches(ONE);
    assertArrayEquals(advance(fobos.start(tp4(), START, seed(0)), 6).x(), tangents, 1e-15);
    double[] terms = advance(method.model(Model.PROX_POINT).start(tp4(), START, seed(0)), 6).x();
    Method dual = Snspp.step(.7).withoutSnapshots().regularizer(r).tolerance(1e-13).batches(ONE);
    assertArrayEquals(advance(dual.start(tp4(), START, seed(0)), 6).x(), terms, 1e-9);
  }

  /**
   * {@code E[F(mean)] - F* <= (|x0 - x*|^2 / 2 + 2 L^2 sum eta^2) / sum eta}, over all seeds, where
   * the terms share their minimiser inside of the box, so that F* = 0.
   */
  @ParameterizedTest
  @CsvSource({
    "SUBGRADIENT, .01", "SUBGRADIENT, .1", "SUBGRADIENT, 1",
    "PROX_LINEAR, .01", "PROX_LINEAR, .1", "PROX_LINEAR, 1",
    "PROX_POINT, .01", "PROX_POINT, .1", "PROX_POINT, 1"
  })
  void convexBound(Model model, double eta) {
    double[][] a = {{1, .5}, {-.3, 1}, {.7, -.7}, {.2, 1.1}, {1, 1}};
    double[] star = {1, -2};
    double[] y = new double[a.length];
    double squares = 0;
    for (int i = 0; i < y.length; i++) {
      y[i] = Vectors.dot(a[i], star);
      squares += Vectors.dot(a[i], a[i]) / y.length;
    }
    Deviations f = new Deviations(a, y);
    int steps = 200;
    double bound = (.5 * Vectors.dot(star, star) + 2 * squares * steps * eta * eta) / (steps * eta);
    for (Regularizer r : List.of(Regularizer.none(), Regularizer.box(-2.5, 1.2))) {
      ModelBased method = ModelBased.step(eta).model(model).regularizer(r);
      double mean = meanGap(method.batches(Batches.withReplacement(1)), f, steps);
      assertTrue(mean <= bound, mean + " and the bound " + bound);
      assertTrue(mean < f.value(new double[2]), "something was learnt");
    }
  }

  private static double meanGap(Method method, Deviations f, int steps) {
    int seeds = 20;
    double mean = 0;
    for (int seed = 0; seed < seeds; seed++) {
      Stepper s = method.start(f, new double[2], seed(seed));
      double[] average = new double[2];
      for (int k = 0; k < steps; k++) {
        s.advance();
        Vectors.axpy(1. / steps, s.x(), average);
      }
      mean += f.value(average) / seeds;
    }
    return mean;
  }
}
