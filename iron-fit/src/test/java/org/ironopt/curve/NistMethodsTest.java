package org.ironopt.curve;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.Slow;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.TruncatedNewton;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.run.Ending;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/** What other methods with the default stop rule, and the check of derivatives, say of NIST. */
@Execution(ExecutionMode.CONCURRENT)
class NistMethodsTest {
  /** A goal has six digits, or is another minimum; what has six digits ends as a goal. */
  private static int solved(Method method, List<String> names) {
    int solved = 0;
    for (String name : names) {
      NistProblem problem = Nist.read(name);
      SumOfSquares f = SumOfSquares.of(problem.residuals());
      for (double[] start : problem.starts()) {
        RunResult result = Run.of(method, f).from(start).go();
        double digits = problem.digits(result.x());
        boolean goal = result.ending().goal();
        assertTrue(
            goal == digits >= 6 || (goal && isMinimum(method, f, result)),
            () -> name + ", " + digits + " digits: " + result);
        solved += digits >= 6 ? 1 : 0;
      }
    }
    return solved;
  }

  /** Whether the method comes back to f from all sides. */
  private static boolean isMinimum(Method method, SumOfSquares f, RunResult found) {
    RandomStream noise = new RandomStreams(3).stream("noise");
    double value = f.value(found.x());
    boolean all = true;
    for (int side = 0; side < 4; side++) {
      double[] x = found.x().clone();
      for (int j = 0; j < x.length; j++) {
        x[j] *= 1 + 1e-5 * noise.normal(side, j);
      }
      double back = f.value(Run.of(method, f).from(x).go().x());
      all &= f.value(x) > value && Math.abs(back - value) <= 1e-9 * value;
    }
    return all;
  }

  /** From start 2 of Thurber it finds the best fit of those with a pole among the data. */
  @Test
  void endingsOfLbfgsAreTrue() {
    assertTrue(solved(new Lbfgs(), NistProblem.NAMES) >= 44);
  }

  /** Where the exponential left the data f is level to its last digit, and nothing is solved. */
  @Test
  void aLevelPlaceIsAPlateau() {
    NistProblem problem = Nist.read("Rat43");
    RunResult result =
        Run.of(new Lbfgs(), SumOfSquares.of(problem.residuals())).from(problem.starts()[0]).go();
    Ending.Plateau ending = assertInstanceOf(Ending.Plateau.class, result.ending());
    assertTrue(ending.what().contains("x2 went from 1.00 to 131"), ending::what);
  }

  @Test
  @Slow
  void endingsOfTruncatedNewtonAreTrue() {
    assertTrue(solved(new TruncatedNewton(1, 1000), NistProblem.NAMES) >= 47);
  }

  @Test
  void endingsOfIronAreTrue() {
    List<String> names =
        List.of("Bennett5", "Hahn1", "Kirby2", "Lanczos3", "MGH09", "Misra1a", "Roszman1");
    assertTrue(solved(Iron.step(1e8), names) >= 12);
  }

  /** Residuals of 1e-13 are differences of numbers near 1: f is nearly all rounding. */
  @Test
  void trustRegionsEndAtRoundingOnLanczos1() {
    NistProblem problem = Nist.read("Lanczos1");
    for (InnerMethod.CurvatureModel model : InnerMethod.CurvatureModel.values()) {
      Method method = Iron.step(1e8).inner(InnerMethod.TRUST_REGION.model(model));
      for (double[] start : problem.starts()) {
        RunResult result = Run.of(method, SumOfSquares.of(problem.residuals())).from(start).go();
        assertInstanceOf(Ending.AtRounding.class, result.ending());
        double digits = problem.digits(result.x());
        assertTrue(digits >= 8, () -> digits + " digits: " + result);
      }
    }
  }

  /** lambda times the Hessian is 1e33 there, and finite. */
  @Test
  void largeCurvatureIsFinite() {
    NistProblem problem = Nist.read("Hahn1");
    RunResult result =
        Run.of(
                Iron.step(1e8).inner(InnerMethod.NEWTON_CHOLESKY),
                SumOfSquares.of(problem.residuals()))
            .from(problem.starts()[0])
            .go();
    assertFalse(result.ending() instanceof Ending.NotFinite, result::toString);
  }

  /** At both starts and at the answer, where a gradient is nothing but rounding. */
  @ParameterizedTest
  @FieldSource("org.ironopt.curve.NistProblem#NAMES")
  void derivativesAreRight(String name) {
    NistProblem problem = Nist.read(name);
    SumOfSquares f = SumOfSquares.of(problem.residuals());
    for (double[] x : List.of(problem.starts()[0], problem.starts()[1], problem.certified())) {
      DerivativeCheck.Report report = DerivativeCheck.at(f, x);
      assertTrue(report.passed(), report::toString);
    }
  }

  /** What forgives rounding sees an error of 1e-4 in one column of J. */
  @ParameterizedTest
  @FieldSource("org.ironopt.curve.NistProblem#NAMES")
  void wrongDerivativesAreSeen(String name) {
    NistProblem problem = Nist.read(name);
    ResidualFunction right = problem.residuals();
    ResidualFunction wrong =
        new ResidualFunction() {
          @Override
          public int parameters() {
            return right.parameters();
          }

          @Override
          public int residuals() {
            return right.residuals();
          }

          @Override
          public void rows(double[] p, int from, int to, double[] r, double[] j) {
            right.rows(p, from, to, r, j);
            for (int at = 1; j != null && at < j.length; at += parameters()) {
              j[at] *= 1 + 1e-4;
            }
          }
        };
    DerivativeCheck.Report report = DerivativeCheck.at(SumOfSquares.of(wrong), problem.starts()[1]);
    assertFalse(report.passed(), report::toString);
  }
}
