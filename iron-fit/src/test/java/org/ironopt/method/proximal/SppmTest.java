package org.ironopt.method.proximal;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.ironopt.method.VarianceReductionTest.ONE;
import static org.ironopt.method.VarianceReductionTest.START;
import static org.ironopt.method.VarianceReductionTest.refused;
import static org.ironopt.method.VarianceReductionTest.tp4;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Stepper;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The variants of the unified theory. */
class SppmTest {
  private static final double[] P = {.1, .2, .4, .3};

  @Test
  void nonuniform() {
    Sppm method = Sppm.step(.5).nonuniform(P).batches(ONE);
    assertEquals("sppm-ns", method.name());
    Stepper s = advance(method.start(tp4(), START, seed(0)), 1);
    assertNear(new double[] {0.6010524732392271, -0.12622025403350023}, s.x(), 1e-12);
    assertNear(new double[] {0.6253542897222932, -0.24137979382340516}, advance(s, 5).x(), 1e-12);
  }

  /** The distance shrinks by the same factors as computed elsewhere, none above 1/(1 + eta mu). */
  @Test
  void star() {
    double[] star = Fixtures.tp4Minimizer();
    double[] ratios = {
      .8845975996864823,
      .9498375303164074,
      .8400536532666821,
      .8529009252340758,
      .8532214293618962,
      .8845025475909053
    };
    Stepper s = Sppm.step(.5).star(star).batches(ONE).start(tp4(), START, seed(0));
    for (int k = 0; k < 6; k++) {
      double before = Vectors.distance(s.x(), star);
      s.advance();
      double ratio = Vectors.distance(s.x(), star) / before;
      assertNear(ratios[k], ratio, 1e-12);
      assertTrue(ratio <= 1 / 1.05);
      if (k == 0) {
        assertNear(new double[] {0.551907538098172, -0.16237817618754227}, s.x(), 1e-12);
      }
    }
    assertNear(new double[] {0.4967263740883147, 0.13396603173684127}, s.x(), 1e-12);
  }

  @Test
  void corrected() {
    Stepper s = Sppm.step(.5).corrected().batches(ONE).start(tp4(), START, seed(0));
    s.advance();
    assertNear(new double[] {0.4843475308238895, -0.16529613221915362}, s.x(), 1e-12);
    s.advance();
    assertNear(new double[] {0.479153246586154, -0.0837263992776329}, s.x(), 1e-12);
    assertNear(new double[] {0.46250348351082554, 0.12883481372799482}, advance(s, 4).x(), 1e-12);
  }

  /** Uniform probabilities are no probabilities; sets of equal size are batches. */
  @Test
  void uniformSetsAreBatches() {
    double[] plain = advance(Sppm.step(.5).batches(ONE).start(tp4(), START, seed(0)), 6).x();
    Sppm uniform = Sppm.step(.5).nonuniform(.25, .25, .25, .25).batches(ONE);
    assertArrayEquals(plain, advance(uniform.start(tp4(), START, seed(0)), 6).x());
    Sppm sets =
        Sppm.step(.5).sets(List.of(List.of(0, 2), List.of(1, 3)), .5, .5).batches(order(0, 1));
    Sppm batches = Sppm.step(.5).batches(Batches.given(2, 0, 2, 1, 3));
    double[] expected = advance(batches.start(tp4(), START, seed(0)), 4).x();
    assertArrayEquals(expected, advance(sets.start(tp4(), START, seed(0)), 4).x(), 1e-8);
    assertEquals("sppm-as", sets.name());
  }

  private static Batches order(int... sets) {
    return Batches.given(1, sets);
  }

  /** The step of a set solves {@code u + eta sum_C grad f_i(u) / (n p_i) = x}. */
  @Test
  void setsSolveTheirEquation() {
    LinearLeastSquares f = Fixtures.tp3();
    List<List<Integer>> sets = List.of(List.of(0, 1, 2), List.of(2, 3));
    Sppm method = Sppm.step(.5).sets(sets, .25, .75).batches(order(1));
    double[] x = advance(method.start(f, START, seed(0)), 1).x();
    double[] p = {.25, .25, 1, .75};
    double[] left = x.clone();
    double[] g = new double[2];
    for (int i : sets.get(1)) {
      f.batch(new int[] {i}, 0, 1).gradient(x, g);
      Vectors.axpy(.5 / (4 * p[i]), g, left);
    }
    assertArrayEquals(START, left, 1e-8);
  }

  /** Draws follow their probabilities. */
  @Test
  void weightedDraws() {
    Batches weighted = Batches.weighted(P);
    int[] counts = new int[4];
    int epochs = 5000;
    for (int e = 0; e < epochs; e++) {
      for (int i : weighted.epoch(e, 4, seed(5).stream("batches"))) {
        counts[i]++;
      }
    }
    int n = 4 * epochs;
    for (int i = 0; i < 4; i++) {
      assertEquals(n * P[i], counts[i], 4 * Math.sqrt(n * P[i] * (1 - P[i])));
    }
  }

  /** {@code f_+- = (a/2)(x -+ c)^2} and a ridge of nothing: the two-point law. */
  private static LinearLeastSquares twoPoints(double a, double c) {
    double root = Math.sqrt(a);
    double[][] rows = {{root}, {root}};
    return LinearLeastSquares.of(DenseMatrix.of(rows), new double[] {root * c, -root * c}, 0);
  }

  /**
   * Gradient noise of variance {@code (a c)^2} leaves the variance {@code (a c)^2 eta / (a (2 + eta
   * a))} and the lag-one correlation {@code 1/(1 + eta a)}; with {@code eta a = 1} the law is
   * uniform on [-c, c].
   */
  @ParameterizedTest
  @CsvSource({".5", "1", "20"})
  void stationarySpread(double etaTimesA) {
    double a = 1.7;
    double c = 1.3;
    double eta = etaTimesA / a;
    double exact = a * c * c * eta / (2 + etaTimesA);
    if (etaTimesA == 1) {
      assertNear(c * c / 3, exact, 1e-15);
    }
    Stepper s = Sppm.step(eta).start(twoPoints(a, c), new double[1], seed(17));
    advance(s, 100);
    int n = 200_000;
    double sum = 0;
    double squares = 0;
    for (int k = 0; k < n; k++) {
      s.advance();
      double square = s.x()[0] * s.x()[0];
      assertTrue(Math.abs(s.x()[0]) <= c * (1 + 1e-12));
      sum += square;
      squares += square * square;
    }
    // Correlations r of x give r^2 of x^2, and a larger error of its mean.
    double r = 1 / (1 + etaTimesA);
    double mean = sum / n;
    double variance = (squares / n - mean * mean) * (1 + r * r) / (1 - r * r);
    assertEquals(exact, mean, 4 * Math.sqrt(variance / n));
  }

  @Test
  void whatDoesNotFitIsRefused() {
    refused(
        "the probabilities have the sum 0.5, expected 1", () -> Sppm.step(1).nonuniform(.2, .3));
    refused(
        "probability of term 3 is 0.0, expected a number > 0",
        () -> Sppm.step(1).nonuniform(.2, .3, .5, 0).start(tp4(), START, seed(0)));
    refused(
        "probability of term 2 is 0.0, expected a number > 0",
        () -> Sppm.step(1).nonuniform(.4, .6).start(tp4(), START, seed(0)));
    refused(
        "minimizer: expected length 2, got 3",
        () -> Sppm.step(1).star(1, 2, 3).start(tp4(), START, seed(0)));
    refused(
        "sppm-ns looks at single terms and needs a FiniteSum, got Quadratic",
        () -> Sppm.step(1).nonuniform(1).start(Fixtures.tp2(), new double[3], seed(0)));
  }
}
