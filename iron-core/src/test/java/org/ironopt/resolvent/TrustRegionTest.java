package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.MghProblem;
import org.ironopt.problem.testing.MghProblems;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TrustRegionTest {
  /** With no boundary in sight Steihaug's CG is CG, so the iterations agree bit for bit. */
  @Test
  void infiniteRadiusIsNewtonCg() {
    double infinity = Double.POSITIVE_INFINITY;
    double[] center = {3, -2, 1, 4, -1};
    History newton = new History();
    History region = new History();
    Resolvent.of(Fixtures.tp5(), InnerMethod.NEWTON_CG, newton)
        .solve(30, center, new double[5], new double[5]);
    InnerMethod unbounded =
        InnerMethod.NEWTON_CG.globalization(new Globalization.TrustRegion(infinity, infinity));
    Resolvent.of(Fixtures.tp5(), unbounded, region).solve(30, center, new double[5], new double[5]);
    assertTrue(newton.residuals.size() > 4);
    assertEquals(newton.residuals.size(), region.residuals.size());
    newton.assertStarts(
        1e-13, region.residuals.stream().mapToDouble(Double::doubleValue).toArray());
  }

  /** With accurate CG it is Newton's method, residual by residual. */
  @Test
  void infiniteRadiusIsNewton() {
    double infinity = Double.POSITIVE_INFINITY;
    double[] center = {2, -1};
    History history = new History();
    InnerMethod.Newton exact =
        InnerMethod.TRUST_REGION
            .direction(
                new Direction.Cg(
                    new Direction.ForcingTerm.Fixed(1e-14), new Preconditioner.None(), 9))
            .globalization(new Globalization.TrustRegion(infinity, infinity));
    Resolvent.of(Fixtures.tp4(), exact, history).solve(10, center, center, new double[2]);
    history.assertStarts(
        1e-12, 4.8030754486456253, 1.0782723081573893, 0.019521670412926850, 9.5849733805969974e-6);
  }

  @Test
  void smallRadiusLimitsEveryStep() {
    double[] u = new double[2];
    InnerMethod.Newton tiny =
        InnerMethod.TRUST_REGION.globalization(new Globalization.TrustRegion(1e-3, 1e-3));
    InnerReport report =
        Resolvent.of(Fixtures.tp4(), tiny.truncate(10))
            .solve(10, new double[] {2, -1}, new double[2], u);
    assertEquals(InnerReport.Ending.TRUNCATED, report.ending());
    assertEquals(10, report.newtonSteps());
    assertEquals(1e-2, Vectors.norm(u), 1e-4);
  }

  static List<MghProblem> problems() {
    return MghProblems.all();
  }

  /**
   * A large lambda turns the resolvent into minimisation: grad f(u) = (c - u)/lambda. Every problem
   * ends at a stationary point, without ever increasing phi.
   */
  @ParameterizedTest
  @MethodSource("problems")
  void publishedProblems(MghProblem problem) {
    double lambda = 1e12;
    double[] start = problem.start();
    double[] u = new double[start.length];
    History history = new History();
    // Meyer's valley is so narrow that only accurate steps follow it.
    Direction.ForcingTerm forcing =
        problem.number() == 10
            ? new Direction.ForcingTerm.Fixed(1e-6)
            : new Direction.ForcingTerm.EisenstatWalker2();
    InnerMethod inner =
        InnerMethod.TRUST_REGION
            .direction(new Direction.Cg(forcing, new Preconditioner.None(), 100))
            .globalization(new Globalization.TrustRegion(1, 1e6))
            .tolerance(InnerTolerance.relative(0))
            .maxSteps(500);
    InnerReport report =
        Resolvent.of(problem.objective(), inner, history).solve(lambda, start, start, u);
    assertTrue(report.succeeded(), () -> problem + ": " + report);
    // Its residuals, about 1, are differences of numbers near 3e4 with exponents near 15.
    history.assertMeritNeverIncreases(problem.number() == 10 ? 1e-10 : 1e-12);
    double[] gradient = new double[u.length];
    problem.objective().gradient(u, gradient);
    double bound = (Vectors.distance(u, start) + report.residual()) / lambda;
    assertEquals(0, Vectors.norm(gradient), 1.01 * bound + 1e-14);
    double gap =
        Arrays.stream(problem.minima())
            .map(minimum -> Math.abs(report.value() - minimum) / (1e-3 + minimum))
            .min()
            .orElseThrow();
    assertEquals(0, gap, 1e-2, () -> problem + ": " + report);
  }
}
