package org.ironopt.curve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.TruncatedNewton;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.problem.DerivativeReport;
import org.ironopt.resolvent.Inner;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What other methods with the default stop rule, and the check of derivatives, say of NIST. */
class NistMethodsTest {
  /** A goal is true and a limit is met on unsolved problems only; Lanczos1 is all rounding. */
  private static int solved(Method method, List<String> names) {
    int solved = 0;
    for (String name : names) {
      NistProblem problem = NistProblem.read(name);
      for (double[] start : problem.starts()) {
        RunResult result = Run.of(method, SumOfSquares.of(problem.residuals())).from(start).go();
        double digits = problem.digits(result.x());
        assertEquals(
            result.ending().goal(),
            digits >= 4 && !name.equals("Lanczos1"),
            () -> name + ", " + digits + " digits: " + result);
        solved += digits >= 6 ? 1 : 0;
      }
    }
    return solved;
  }

  @Test
  void endingsOfTruncatedNewtonAreTrue() {
    assertTrue(solved(new TruncatedNewton(1, 1000), NistProblem.NAMES) >= 47);
  }

  @Test
  void endingsOfIronAreTrue() {
    List<String> names =
        List.of("Bennett5", "Hahn1", "Kirby2", "Lanczos3", "MGH09", "Misra1a", "Roszman1");
    assertTrue(solved(Iron.step(1e8), names) >= 12);
  }

  /** lambda times the Hessian is 1e33 there, and finite. */
  @Test
  void largeCurvatureIsFinite() {
    NistProblem problem = NistProblem.read("Hahn1");
    RunResult result =
        Run.of(Iron.step(1e8).inner(Inner.NEWTON_CHOLESKY), SumOfSquares.of(problem.residuals()))
            .from(problem.starts()[0])
            .go();
    assertFalse(result.ending() instanceof Ending.NotFinite, result::toString);
  }

  /** Parameters of 1e-7 are moved by less than themselves. */
  @ParameterizedTest
  @ValueSource(strings = {"Kirby2", "Hahn1", "Bennett5", "MGH10", "Thurber"})
  void derivativesAreRight(String name) {
    NistProblem problem = NistProblem.read(name);
    SumOfSquares f = SumOfSquares.of(problem.residuals());
    DerivativeReport report = DerivativeCheck.at(f, problem.starts()[1]);
    assertTrue(report.passed(), report::toString);
  }
}
