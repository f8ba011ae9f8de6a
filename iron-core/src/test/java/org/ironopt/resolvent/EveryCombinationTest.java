package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Directions and globalizations are free to choose: on convex problems all reach one solution. */
class EveryCombinationTest {
  private static final double[] R1_CENTER = {.3, -.7, 1.1};
  private static final double[] R1_SOLUTION = {
    0.21820289855072464, 0.8468405797101449, 2.0561159420289856
  };

  static Iterable<InnerMethod.Newton> combinations() {
    return Combos.all();
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void quadratic(InnerMethod inner) {
    assertReaches(inner, Fixtures.tp2(), 1.25, R1_CENTER, R1_SOLUTION, 1e-11);
  }

  @Test
  void quadraticInClosedForm() {
    assertReaches(InnerMethod.CLOSED_FORM, Fixtures.tp2(), 1.25, R1_CENTER, R1_SOLUTION, 1e-15);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void logistic(InnerMethod inner) {
    double[] center = {2, -1};
    double[] solution = {0.8630931003710585, 0.06815913478924603};
    assertReaches(inner, Fixtures.tp4(), 10, center, solution, 1e-11);
  }

  @ParameterizedTest
  @MethodSource("combinations")
  void fiveDimensionalLogisticFarAway(InnerMethod inner) {
    Objective f = Fixtures.tp5();
    double[] center = {3, -2, 1, 4, -1};
    double[] reference = new double[5];
    InnerMethod exact = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(0));
    Resolvent.of(f, exact).solve(30, center, new double[5], reference);
    assertReaches(inner, f, 30, center, reference, 1e-9);
  }

  private static void assertReaches(
      InnerMethod inner,
      Objective f,
      double lambda,
      double[] c,
      double[] solution,
      double accuracy) {
    int n = f.dimension();
    double[] u = new double[n];
    Arrays.fill(u, Double.NaN);
    History history = new History();
    InnerReport report = Resolvent.of(f, inner, history).solve(lambda, c, new double[n], u);
    assertTrue(report.succeeded(), () -> inner + ": " + report);
    assertArrayEquals(solution, u, accuracy, inner.toString());
    assertReportIsTrue(report, f, lambda, c, u);
    if (Combos.descending().anyMatch(inner::equals)) {
      history.assertMeritNeverIncreases();
    }
  }

  private static void assertReportIsTrue(
      InnerReport report, Objective f, double lambda, double[] c, double[] u) {
    double[] g = new double[u.length];
    double value = f.valueAndGradient(u, g);
    assertEquals(Vectors.norm(g), report.gradientNorm(), 1e-15 * Vectors.norm(g));
    for (int i = 0; i < g.length; i++) {
      g[i] = u[i] - c[i] + lambda * g[i];
    }
    double residual = Vectors.norm(g);
    double size = 1e-14 * (Vectors.norm(u) + Vectors.norm(c)) * (1 + lambda);
    assertEquals(residual, report.residual(), size);
    double m = f.modulus().orElseThrow();
    assertEquals(report.residual() / (1 + lambda * m), report.certificate().orElseThrow(), 1e-30);
    // A closed form is reached without f; what is reported must be f at the returned point.
    if (!Double.isNaN(report.value()) || report.newtonSteps() > 0) {
      assertEquals(value, report.value(), 1e-15 * Math.abs(value));
    }
    assertTrue(report.evaluations() > report.newtonSteps());
  }
}
