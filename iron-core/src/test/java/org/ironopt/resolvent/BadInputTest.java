package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.OptionalDouble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

class BadInputTest {
  private static final double[] OK = {1, 2};

  private static void assertMessage(String words, Runnable call) {
    String message = assertThrows(IllegalArgumentException.class, call::run).getMessage();
    assertTrue(message.contains(words), message);
  }

  private static void solve(double lambda, double[] c, double[] x, double[] u) {
    Resolvent.of(Fixtures.tp4(), InnerMethod.DEFAULT).solve(lambda, c, x, u);
  }

  @Test
  void numbers() {
    double[] u = new double[2];
    assertMessage("lambda is 0.0, expected a number > 0", () -> solve(0, OK, OK, u));
    assertMessage("lambda is -1.0, expected a number > 0", () -> solve(-1, OK, OK, u));
    assertMessage("lambda is NaN", () -> solve(Double.NaN, OK, OK, u));
    assertMessage("lambda is Infinity", () -> solve(1 / 0., OK, OK, u));
    Objective concave =
        new Objective() {
          @Override
          public int dimension() {
            return 1;
          }

          @Override
          public double value(double[] x) {
            return -x[0] * x[0];
          }

          @Override
          public void gradient(double[] x, double[] gradient) {
            gradient[0] = -2 * x[0];
          }

          @Override
          public OptionalDouble modulus() {
            return OptionalDouble.of(-2);
          }
        };
    assertMessage(
        "modulus is -2.0, expected a number >= 0", () -> Resolvent.of(concave, InnerMethod.LBFGS));
  }

  @Test
  void arrays() {
    double[] u = new double[2];
    double[] three = new double[3];
    double[] nan = {1, Double.NaN};
    assertMessage("center: expected length 2, got 3", () -> solve(1, three, OK, u));
    assertMessage("iterate: expected length 2, got 3", () -> solve(1, OK, three, u));
    assertMessage("u: expected length 2, got 3", () -> solve(1, OK, OK, three));
    assertMessage("center[1] is NaN", () -> solve(1, nan, OK, u));
    assertMessage("iterate[1] is NaN", () -> solve(1, OK, nan, u));
    Resolvent given =
        Resolvent.of(Fixtures.tp4(), InnerMethod.DEFAULT.start(InnerMethod.WarmStart.GIVEN));
    assertMessage("u[1] is NaN", () -> given.solve(1, OK, null, nan));
  }

  private static final Objective FIRST_ORDER =
      new Objective() {
        @Override
        public int dimension() {
          return 1;
        }

        @Override
        public double value(double[] x) {
          return x[0] * x[0];
        }

        @Override
        public void gradient(double[] x, double[] gradient) {
          gradient[0] = 2 * x[0];
        }
      };

  @Test
  void objectivesThatLackWhatTheSolverNeeds() {
    assertMessage("use Direction.Lbfgs", () -> Resolvent.of(FIRST_ORDER, InnerMethod.DEFAULT));
    assertMessage("is not Proximable", () -> Resolvent.of(Fixtures.tp6(), InnerMethod.CLOSED_FORM));
    InnerMethod gaussNewton = InnerMethod.DEFAULT.model(InnerMethod.CurvatureModel.GAUSS_NEWTON);
    assertMessage("use CurvatureModel.HESSIAN", () -> Resolvent.of(FIRST_ORDER, gaussNewton));
    double[] u = new double[1];
    InnerReport report =
        Resolvent.of(FIRST_ORDER, InnerMethod.LBFGS).solve(1, new double[] {3}, u.clone(), u);
    assertTrue(report.succeeded() && Math.abs(u[0] - 1) < 1e-6, report::toString);
  }
}
