package org.ironopt.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The certified answers of all 27 problems, from both starts, with the defaults of the library. */
class NistTest {
  private record Outcome(NistProblem problem, CurveResult result) {
    /** Lanczos1 has residuals of 1e-13: its certified values hold to what those tell. */
    double digits() {
      return problem.digits(result.values());
    }

    @Override
    public String toString() {
      return String.format(
          Locale.ROOT,
          "%s: %.2f digits, rss %.6g (certified %.6g), %d evaluations, %d jacobians, %s",
          problem.name(),
          digits(),
          result.rss(),
          problem.rss(),
          result.evaluations(),
          result.work().newtonSteps(),
          result.ending());
    }
  }

  private static List<Outcome> all(boolean exact) {
    List<Outcome> outcomes = new ArrayList<>();
    for (String name : NistProblem.NAMES) {
      NistProblem problem = Nist.read(name);
      for (double[] start : problem.starts()) {
        ResidualFunction f = problem.residuals();
        Curve curve =
            exact
                ? Curve.model(problem.formula(), problem.inputs(), problem.y())
                : Curve.of(
                    ResidualFunction.of(
                        f.parameters(), f.residuals(), (p, r) -> f.rows(p, 0, r.length, r, null)));
        outcomes.add(new Outcome(problem, curve.start(start).go()));
      }
    }
    return outcomes;
  }

  private static long count(List<Outcome> outcomes, double digits) {
    return outcomes.stream().filter(o -> o.digits() >= digits).count();
  }

  private static void assertTrueEndings(List<Outcome> outcomes) {
    for (Outcome outcome : outcomes) {
      assertTrue(outcome.result.ending().goal(), outcome::toString);
      double rss = outcome.problem.rss();
      // Certified sums have eleven digits; that of Lanczos1 is all rounding.
      double slack = rss < 1e-20 ? 1e-24 : 1e-9 * rss;
      assertEquals(rss, outcome.result.rss(), slack, outcome::toString);
    }
  }

  @Test
  void exactDerivatives() {
    List<Outcome> outcomes = all(true);
    assertTrueEndings(outcomes);
    assertEquals(54, count(outcomes, 6), outcomes::toString);
    assertTrue(count(outcomes, 8) >= 50, outcomes::toString);
    long evaluations = outcomes.stream().mapToLong(o -> o.result.evaluations()).sum();
    assertTrue(evaluations <= 4300, () -> evaluations + " evaluations");
    for (Outcome outcome : outcomes) {
      double[] deviations = outcome.problem.deviations();
      for (int k = 0; k < deviations.length; k++) {
        // Those of Lanczos1 are the size of its rounding.
        double digits = outcome.problem.name().equals("Lanczos1") ? 0.5 : 1e-6;
        assertEquals(
            deviations[k], outcome.result.error(k), digits * deviations[k], outcome::toString);
      }
    }
  }

  @Test
  void differences() {
    List<Outcome> outcomes = all(false);
    assertTrueEndings(outcomes);
    assertTrue(count(outcomes, 6) >= 52, outcomes::toString);
  }
}
