package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import org.ironopt.fit.Certificate.Bound;
import org.ironopt.fit.FitResult.CertificateKind;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Points where only rounding is left, bounds that say nothing, and steps in the intercepts. */
class CertificateEdgesTest {
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private static Bound bound(double value, double gap, double floor) {
    return new Bound(value, gap, floor, gap / 2, false, 3, 4);
  }

  @Test
  void aBoundIsRelativeToTheSmallestOptimumThatItAllows() {
    assertEquals(1 / 3.0, bound(4, 1, 0).relative(), 1e-6);
    assertTrue(bound(4, 1, 0).relative() > 1 / 3.0, "rounded up");
    assertEquals(1 / 7.0, bound(4, 1, 0).relativeSolved(), 1e-6);
    assertEquals(INFINITE, bound(4, 4, 0).relative());
    assertEquals(INFINITE, bound(4, 4 / (1 + 1e-6), 0).relative());
    assertEquals(INFINITE, bound(0, 0, 0).relative());
    assertEquals(INFINITE, bound(0, -1, 0).relative());
    Bound exact = new Bound(4, 1, 0, 1, true, 3, 4);
    assertEquals(INFINITE, exact.relative());
    assertEquals(1 / 3.0, exact.relativeSolved(), 1e-6);
    assertEquals(INFINITE, Bound.unknown().relative());
    assertEquals(INFINITE, Bound.unknown().relativeSolved());
  }

  @Test
  void aBoundKnowsWhatItProves() {
    assertEquals(CertificateKind.GAP, bound(4, 1, 0.4).kind());
    assertEquals("rounding", CertificateKind.ROUNDING.word());
    assertEquals(CertificateKind.ROUNDING, bound(4, 1, 0.5).kind());
    assertEquals(CertificateKind.NONE, bound(4, 4, 4).kind());
    assertEquals(CertificateKind.NONE, Bound.unknown().kind());
    assertEquals(CertificateKind.ROUNDING, new Bound(4, 4, 0, 4, true, 3, 4).kind());
    assertTrue(bound(4, 1, 0.25).negligible());
    assertFalse(bound(4, 1, 0.24).negligible());
    assertEquals(4, bound(4, 1, 0).size());
    assertEquals(5, new Bound(4, 1, 0, 1, false, 5, 4).size());
  }

  /** Rows whose derivatives at w = 0 cancel without rounding; the column has mean m, spread 1. */
  private static PlainCertificate balanced(ModelKind kind, double m, double reg, double l1) {
    double[][] x = {{m + 1}, {m + 1}, {m - 1}, {m - 1}};
    double[] y = kind == ModelKind.POISSON ? new double[] {2, 0, 2, 0} : new double[] {1, 0, 1, 0};
    return new PlainCertificate(kind, 2, x, y, new double[] {1, 1, 1, 1}, reg, l1, true);
  }

  private static double[] start(ModelKind kind) {
    return kind == ModelKind.SOFTMAX
        ? new double[4]
        : new double[] {0, kind == ModelKind.RIDGE ? 0.5 : 0};
  }

  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void atAnOptimumTheGapIsWhatRoundingCanDo(ModelKind kind) {
    for (double m : new double[] {0, 3, 1 << 20}) {
      double reg = 0x1p-40;
      PlainCertificate plain = balanced(kind, m, reg, 0);
      FitObjective f = CertificateValuesTest.objective(plain);
      double[] w = start(kind);
      Certificate certificate = new Certificate(f);
      Bound bound = certificate.at(w);
      assertEquals(0, bound.slope());
      assertEquals(0, bound.intercept());
      double error = CertificateValuesTest.error(f, plain, w, bound.value());
      double largest = error * error / (2 * reg);
      double floor = CertificateValuesTest.floor(f, plain, w, bound.value());
      assertEquals(floor, bound.floor(), 1e-12 * floor);
      assertEquals(floor, bound.gap(), 1e-12 * floor);
      assertEquals(bound.gap(), bound.solved());
      assertTrue(largest > 0.1 * floor || m < 4, largest + " of " + floor);
      assertEquals(CertificateKind.ROUNDING, bound.kind());
      assertTrue(bound.negligible());
      assertEquals(bound, certificate.solveIntercept(w, 0));
      assertArrayEquals(start(kind), w);
    }
  }

  /** The rounding of the derivatives is added to their length before the square is taken. */
  @Test
  void roundingIsAddedToTheGradient() {
    double m = 1 << 20;
    double slope = 0x1p-26;
    double reg = 0x1p-20;
    double[][] x = {{m + 1}, {m + 1}, {m - 1}, {m - 1}};
    double[] y = {1 + slope, slope, 1 - slope, -slope};
    PlainCertificate plain =
        new PlainCertificate(ModelKind.RIDGE, 0, x, y, new double[] {1, 1, 1, 1}, reg, 0, true);
    FitObjective f = CertificateValuesTest.objective(plain);
    double[] w = start(ModelKind.RIDGE);
    Bound bound = new Certificate(f).at(w);
    assertEquals(slope, bound.slope());
    assertEquals(0, bound.intercept());
    double error = CertificateValuesTest.error(f, plain, w, bound.value());
    assertTrue(error > 0.01 * slope, error + " of " + slope);
    double rest = bound.floor() - error * error / (2 * reg);
    double expected = (slope + error) * (slope + error) / (2 * reg) + rest;
    assertEquals(expected, bound.gap(), 1e-12 * expected);
  }

  /** With l1 alone derivatives are scaled until they are below it, their rounding included. */
  @Test
  void roundingOfDerivativesCountsAgainstL1() {
    double m = 1 << 20;
    double[] w = start(ModelKind.RIDGE);
    PlainCertificate any = balanced(ModelKind.RIDGE, m, 0, 1);
    FitObjective g = CertificateValuesTest.objective(any);
    double value = new Certificate(g).at(w).value();
    assertEquals(0.125, value);
    double error = CertificateValuesTest.error(g, any, w, value);
    PlainCertificate plain = balanced(ModelKind.RIDGE, m, 0, error / 2);
    Bound bound = new Certificate(CertificateValuesTest.objective(plain)).at(w);
    assertEquals(value / 4 + bound.floor(), bound.gap(), 1e-12);
    PlainCertificate enough = balanced(ModelKind.RIDGE, m, 0, error * (1 + 1e-9));
    Bound none = new Certificate(CertificateValuesTest.objective(enough)).at(w);
    assertEquals(none.floor(), none.gap());
  }

  @Test
  void withoutAPenaltyNothingIsKnown() {
    for (ModelKind kind : EnumSet.range(ModelKind.LOGISTIC, ModelKind.POISSON)) {
      FitObjective f = CertificateValuesTest.objective(balanced(kind, 1, 0, 0));
      Bound bound = new Certificate(f).at(start(kind));
      assertEquals(bound.value(), bound.gap());
      assertEquals(INFINITE, bound.solved());
      assertEquals(CertificateKind.NONE, bound.kind());
      assertEquals(f.value(start(kind)), bound.value());
    }
  }

  /** Residuals that are nothing but rounding leave no number to be a part of. */
  @Test
  void anExactFitIsSaidToBeOne() {
    double[][] x = {{1}, {-1}, {2}, {-2}};
    double[] ones = {1, 1, 1, 1};
    for (double off : new double[] {0, 0x1p-51, 1e-3}) {
      double[] y = {3, -3, 6, -6 + off};
      PlainCertificate plain =
          new PlainCertificate(ModelKind.RIDGE, 0, x, y, ones, 0, 1e-40, false);
      FitObjective f = CertificateValuesTest.objective(plain);
      double[] theta = new double[1];
      f.coordinates().reduce(new double[] {3}, theta);
      Bound bound = new Certificate(f).at(theta);
      assertEquals(off < 1e-3, bound.exact(), bound.toString());
      double predictions = CertificateValuesTest.predictions(plain, new double[] {3});
      assertTrue(off > 0 || Math.abs(bound.floor() - predictions) <= 1e-9 * predictions);
      assertEquals(off < 1e-3, bound.kind() == CertificateKind.ROUNDING, bound.toString());
    }
    // Classes have no residuals that vanish.
    double[] far = {5000, 0};
    Bound separated =
        new Certificate(
                CertificateValuesTest.objective(
                    new PlainCertificate(
                        ModelKind.LOGISTIC, 2, x, new double[] {1, 0, 1, 0}, ones, 0, 0, true)))
            .at(far);
    assertEquals(0, separated.value());
    assertFalse(separated.exact());
  }

  @Test
  void theRoundingFloorNamesTheWorstColumn() {
    double[][] x = {{1, 1e7 + 1, 2e6}, {-1, 1e7, 2e6 + 1}, {1, 1e7, 2e6}, {2, 1e7 + 1, 2e6 + 1}};
    double[] y = {1, 2, 3, 4};
    double[] ones = {1, 1, 1, 1};
    PlainCertificate large = new PlainCertificate(ModelKind.RIDGE, 0, x, y, ones, 1, 0, true);
    Ending.RoundingFloor floor =
        new Certificate(CertificateValuesTest.objective(large)).rounding().floor(3);
    assertEquals(OptionalInt.of(1), floor.column());
    assertEquals(4e7, floor.ratio(), 5e6);
    Ending.RoundingFloor none =
        new Certificate(CertificateValuesTest.objective(balanced(ModelKind.RIDGE, 3, 1, 0)))
            .rounding()
            .floor(3);
    assertEquals(new Ending.RoundingFloor(3, OptionalInt.empty(), Double.NaN), none);
  }

  /** From equal predictions one step of iterative scaling, or of Newton for squares, is exact. */
  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void farInterceptsAreSolvedAtOnce(ModelKind kind) {
    int classes = kind == ModelKind.SOFTMAX ? 3 : 2;
    double[][] x = {{1}, {2}, {-4}, {1}, {0}};
    double[] y =
        kind.classes() ? new double[] {0, 1, 1, classes - 1, 1} : new double[] {3, 1, 0, 2, 5};
    double[] omega = {1, 2, 1, 3, 0.5};
    PlainCertificate plain = new PlainCertificate(kind, classes, x, y, omega, 100, 0, true);
    FitObjective f = CertificateValuesTest.objective(plain);
    double[] theta = new double[f.dimension()];
    for (int c = 0; c < plain.outputs(); c++) {
      theta[2 * c + 1] = 3 * c - 2;
    }
    double[] before = theta.clone();
    Certificate certificate = new Certificate(f);
    Bound bound = certificate.solveIntercept(theta, 0);
    double[] pi = plain.shares();
    switch (kind) {
      case RIDGE -> assertEquals(pi[0], theta[1], 1e-14);
      case POISSON -> assertEquals(StrictMath.log(pi[0]), theta[1], 1e-14);
      case LOGISTIC -> assertEquals(StrictMath.log(pi[1] / pi[0]), theta[1], 1e-14);
      case SOFTMAX -> {
        for (int c = 0; c < classes; c++) {
          double shift = theta[1] - StrictMath.log(pi[0]);
          assertEquals(StrictMath.log(pi[c]) + shift, theta[2 * c + 1], 1e-13);
        }
      }
    }
    for (int c = 0; c < plain.outputs(); c++) {
      assertEquals(before[2 * c], theta[2 * c], "coefficients stay");
    }
    assertEquals(certificate.at(theta), bound);
    assertTrue(bound.intercept() <= 1e-14, bound.toString());
    assertTrue(bound.gap() <= 1.1 * bound.solved());
  }

  /** Near the best intercepts a step is Newton's, and the gap that is asked for ends the steps. */
  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void nearInterceptsTakeNewtonSteps(ModelKind kind) {
    int classes = kind == ModelKind.SOFTMAX ? 3 : 2;
    SplittableRandom random = new SplittableRandom(4);
    int n = 12;
    double[][] x = new double[n][1];
    double[] y = new double[n];
    double[] omega = random.doubles(n, 0.5, 2).toArray();
    for (int i = 0; i < n; i++) {
      x[i][0] = random.nextDouble(-1, 1);
      y[i] = kind.classes() ? i % classes : i % 4;
    }
    PlainCertificate plain = new PlainCertificate(kind, classes, x, y, omega, 1, 0, true);
    FitObjective f = CertificateValuesTest.objective(plain);
    Certificate certificate = new Certificate(f);
    double[] theta = new double[f.dimension()];
    certificate.solveIntercept(theta, 0);
    for (int c = 0; c < plain.outputs(); c++) {
      theta[2 * c + 1] += c == 1 ? -0.3 : 0.3;
    }
    double[] before = theta.clone();
    assertEquals(certificate.at(before), certificate.solveIntercept(theta, INFINITE));
    assertArrayEquals(before, theta, "nothing to do");
    // A tolerance that the first step just meets.
    double tolerance = certificate.at(before).relative() * (1 - 1e-9);
    certificate.solveIntercept(theta, tolerance);
    double[] w = f.coordinates().expanded(before);
    double[] rho = plain.rho(w);
    double sum = 0;
    for (int c = 0; c < plain.outputs(); c++) {
      double s = theta[2 * c + 1] - before[2 * c + 1];
      sum += s;
      double product = 0;
      for (int e = 0; e < plain.outputs(); e++) {
        product +=
            CertificateValuesTest.curvature(plain, w, c, e)
                * (theta[2 * e + 1] - before[2 * e + 1]);
      }
      assertEquals(-rho[kind == ModelKind.LOGISTIC ? 1 : c], product, 1e-14, "Newton's equation");
    }
    assertTrue(Math.abs(sum) < 1e-14 || plain.outputs() == 1, "classes are not shifted together");
  }

  /** Rows of no weight change nothing, whatever they hold. */
  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void rowsWithoutWeightDoNotCount(ModelKind kind) {
    double[][] x = {{1}, {2}, {-4}, {1}, {700}};
    double[] y = {1, 0, 1, 0, 1};
    double[] theta =
        kind == ModelKind.SOFTMAX ? new double[] {.3, .1, -.1, .2} : new double[] {.3, .2};
    PlainCertificate all =
        new PlainCertificate(kind, 2, x, y, new double[] {1, 2, 1, 3, 0}, 0.1, 0, true);
    PlainCertificate some =
        new PlainCertificate(
            kind,
            2,
            Arrays.copyOf(x, 4),
            Arrays.copyOf(y, 4),
            new double[] {1, 2, 1, 3},
            0.1,
            0,
            true);
    Bound bound = new Certificate(CertificateValuesTest.objective(all)).at(theta);
    Bound expected = new Certificate(CertificateValuesTest.objective(some)).at(theta);
    assertEquals(expected.value(), bound.value(), 1e-13 * bound.value());
    assertEquals(expected.gap(), bound.gap(), 1e-12 * bound.gap());
  }
}
