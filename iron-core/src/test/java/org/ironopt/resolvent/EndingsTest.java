package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Proximable;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every ending, and what is returned with it. */
class EndingsTest {
  private static final double[] CENTER = {2, -1};

  static Iterable<InnerMethod.Newton> combinations() {
    return Combos.all();
  }

  private static InnerReport solve(InnerMethod inner, double[] x, double[] u) {
    return Resolvent.of(Fixtures.tp4(), inner).solve(10, CENTER, x, u);
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void truncatedSolvesMakeExactlyTheirSteps(int steps) {
    InnerMethod.Newton exact =
        InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(1e-13));
    InnerReport report = solve(exact.truncate(steps), CENTER, new double[2]);
    assertEquals(InnerReport.Ending.TRUNCATED, report.ending());
    assertEquals(steps, report.newtonSteps());
    assertEquals(steps + 1, report.evaluations());
    double[] residuals = {1.0782723081573893, 0.019521670412926850, 9.5849733805969974e-6};
    assertEquals(residuals[steps - 1], report.residual(), 5e-12);
    InnerReport limit = solve(exact.maxSteps(steps), CENTER, new double[2]);
    assertEquals(InnerReport.Ending.STEP_LIMIT, limit.ending());
    assertEquals(report.residual(), limit.residual());
    assertFalse(limit.succeeded());
  }

  @Test
  void truncatedSolvesMayConvergeEarlier() {
    InnerMethod.Newton loose = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(.1));
    InnerReport report = solve(loose.truncate(50), CENTER, new double[2]);
    assertEquals(InnerReport.Ending.CONVERGED, report.ending());
    assertEquals(2, report.newtonSteps());
  }

  /** Started at its own answer, a relative tolerance cannot be met again and need not be. */
  @ParameterizedTest
  @MethodSource("combinations")
  void convergedWarmStartEndsAtRounding(InnerMethod inner) {
    double[] x = new double[2];
    solve(inner.tolerance(InnerTolerance.relative(0)), new double[2], x);
    double[] u = new double[2];
    InnerReport again = solve(inner.tolerance(InnerTolerance.relative(1e-8)), x, u);
    assertEquals(InnerReport.Ending.ROUNDING, again.ending(), () -> inner + ": " + again);
    assertTrue(again.newtonSteps() <= 4, () -> inner + ": " + again);
    assertArrayEquals(x, u, 1e-14);
  }

  /** Steps that only damping makes short are no sign of rounding. */
  @Test
  void tinyDampedStepsAreNotRounding() {
    Globalization[] tiny = {
      new Globalization.LevenbergMarquardt(1e20, 4, 1), new Globalization.TrustRegion(1e-20, 1e-20)
    };
    for (Globalization globalization : tiny) {
      InnerMethod inner = InnerMethod.NEWTON_CG.globalization(globalization).maxSteps(5);
      InnerReport report = solve(inner, new double[] {1, 1}, new double[2]);
      assertEquals(InnerReport.Ending.STEP_LIMIT, report.ending(), () -> inner + ": " + report);
    }
  }

  @Test
  void absoluteToleranceAcceptsAGoodStartAsItIs() {
    double[] x = {0.8630931, 0.0681591};
    double[] u = new double[2];
    InnerReport report = solve(InnerMethod.PAPER, x, u);
    assertEquals(InnerReport.Ending.CONVERGED, report.ending());
    assertEquals(0, report.newtonSteps());
    assertArrayEquals(x, u);
  }

  @Test
  void exactStartConverges() {
    InnerReport report =
        Resolvent.of(Fixtures.tp6(), InnerMethod.DEFAULT)
            .solve(1, new double[3], new double[3], new double[3]);
    assertEquals(InnerReport.Ending.CONVERGED, report.ending());
    assertEquals(0, report.residual());
  }

  @Test
  void warmStartsDiffer() {
    double[] given = {5, 5};
    InnerReport[] reports = new InnerReport[3];
    for (InnerMethod.WarmStart start : InnerMethod.WarmStart.values()) {
      History history = new History();
      double[] u = given.clone();
      reports[start.ordinal()] =
          Resolvent.of(Fixtures.tp4(), InnerMethod.NEWTON_CHOLESKY.start(start), history)
              .solve(10, CENTER, new double[2], u);
      double first = history.residuals.getFirst();
      switch (start) {
        case ITERATE -> assertEquals(3.2596012026013246, first, 1e-12);
        case CENTER -> assertEquals(4.8030754486456253, first, 1e-12);
        case GIVEN -> assertTrue(first > 10);
      }
    }
    assertNotEquals(reports[0], reports[2]);
  }

  /** The objective -x^2: phi has no minimum once lambda exceeds 1/2. */
  private static Objective concave() {
    return Quadratic.ofSymmetric(DenseMatrix.diagonal(-2), new double[1]);
  }

  /** Under the paper's rule on |g| a step that does not decrease it is reported, not taken. */
  @Test
  void residualRuleReportsAStepThatDoesNotDecrease() {
    double[] u = {1};
    InnerReport report =
        Resolvent.of(concave(), InnerMethod.PAPER).solve(1, new double[] {-5}, new double[] {1}, u);
    assertEquals(InnerReport.Ending.NO_DECREASE, report.ending());
    assertEquals(1, u[0]);
    assertEquals(0, report.newtonSteps());
    assertEquals(4, report.residual());
    assertEquals(61, report.backtracks());
  }

  /** phi is unbounded below: every descent method goes on until its limit or the largest number. */
  @Test
  void unboundedMeritEndsTyped() {
    for (InnerMethod.Newton inner : Combos.descending().toList()) {
      double[] u = new double[1];
      InnerReport report =
          Resolvent.of(concave(), inner.maxSteps(20))
              .solve(1, new double[] {-5}, new double[] {1}, u);
      assertFalse(report.succeeded(), () -> inner + ": " + report);
      assertTrue(Double.isFinite(u[0]));
    }
  }

  @Test
  void wrongClosedFormIsNotBelieved() {
    Proximable wrong =
        new Proximable() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public double value(double[] x) {
            return x[0] * x[0] / 2;
          }

          @Override
          public void gradient(double[] x, double[] gradient) {
            gradient[0] = x[0];
          }

          @Override
          public OptionalDouble modulus() {
            return OptionalDouble.of(1);
          }

          @Override
          public void prox(double lambda, double[] c, double[] u) {
            u[0] = c[0];
          }
        };
    InnerReport report =
        Resolvent.of(wrong, InnerMethod.CLOSED_FORM)
            .solve(1, new double[] {3}, new double[] {3}, new double[1]);
    assertEquals(InnerReport.Ending.STEP_LIMIT, report.ending());
    assertEquals(3, report.residual());
    assertEquals(1.5, report.certificate().orElseThrow());
  }

  /** A solve depends on its arguments only, not on the solves before it. */
  @ParameterizedTest
  @MethodSource("combinations")
  void nothingIsRemembered(InnerMethod inner) {
    double[] first = new double[2];
    double[] second = new double[2];
    Resolvent resolvent = Resolvent.of(Fixtures.tp4(), inner);
    InnerReport a = resolvent.solve(10, CENTER, new double[2], first);
    resolvent.solve(500, new double[] {-7, 9}, new double[] {1, 1}, new double[2]);
    InnerReport b = resolvent.solve(10, CENTER, new double[2], second);
    assertEquals(a, b);
    assertArrayEquals(first, second);
  }

  @Test
  void arraysMayBeShared() {
    double[] expected = new double[2];
    solve(InnerMethod.DEFAULT, CENTER, expected);
    double[] shared = CENTER.clone();
    Resolvent.of(Fixtures.tp4(), InnerMethod.DEFAULT).solve(10, shared, shared, shared);
    assertArrayEquals(expected, shared);
  }
}
