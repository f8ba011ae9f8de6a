package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.run.Run.RunFailedException;
import org.junit.jupiter.api.Test;

class MinimizeTest {
  private static final double[] START = {-1.2, 1};

  private static Objective rosenbrock(double sign) {
    return Objective.of(
        2,
        x -> Math.pow(1 - x[0], 2) + 100 * Math.pow(x[1] - x[0] * x[0], 2),
        (x, g) -> {
          g[1] = sign * 200 * (x[1] - x[0] * x[0]);
          g[0] = 2 * (x[0] - 1) - 2 * x[0] * g[1];
        });
  }

  @Test
  void aFunctionOfLambdasIsThatOfTheLibrary() {
    Objective f = rosenbrock(1);
    assertEquals(2, f.dimension());
    assertTrue(DerivativeCheck.at(f, START).passed());
    double[] own = new double[2];
    double[] theirs = new double[2];
    double value = f.valueAndGradient(START, own);
    assertEquals(new Rosenbrock(2).valueAndGradient(START, theirs), value, 1e-12 * value);
    assertArrayEquals(theirs, own, 1e-12);
  }

  @Test
  void aVectorOfAnotherLengthIsRefused() {
    Objective f = rosenbrock(1);
    assertThrows(IllegalArgumentException.class, () -> f.value(new double[3]));
    assertThrows(IllegalArgumentException.class, () -> f.gradient(new double[3], new double[2]));
    assertThrows(IllegalArgumentException.class, () -> f.gradient(new double[2], new double[1]));
    assertThrows(IllegalArgumentException.class, () -> Objective.of(0, x -> 0, (x, g) -> g[0] = 0));
  }

  @Test
  void oneCallIsTheRunWithDefaultStops() {
    RunResult result = Run.minimize(Iron.step(1000), rosenbrock(1), -1.2, 1);
    assertInstanceOf(Ending.Converged.class, result.ending());
    assertArrayEquals(new double[] {1, 1}, result.x(), 1e-7);
    RunResult same = Run.of(Iron.step(1000), rosenbrock(1)).from(START).go();
    assertArrayEquals(same.x(), result.x());
    assertEquals(same.steps(), result.steps());
  }

  @Test
  void aWrongGradientIsNamedWithBothNumbers() {
    for (Method method : List.of(Iron.step(1000), new Lbfgs(), Sgd.step(1e-3))) {
      RunFailedException e =
          assertThrows(
              RunFailedException.class, () -> Run.minimize(method, rosenbrock(-1), -1.2, 1));
      assertInstanceOf(IllegalArgumentException.class, e.getCause());
      assertEquals(2, e.result().best().length);
      assertSame(e.getCause(), assertInstanceOf(Ending.Failed.class, e.result().ending()).cause());
    }
  }

  /** The run converges, to a point above its start. */
  @Test
  void aGradientOfAnotherFunctionIsNoticedAtItsEnd() {
    Objective other = Objective.of(1, x -> x[0] * x[0], (x, g) -> g[0] = 2 * (x[0] - 3));
    assertThrows(RunFailedException.class, () -> Run.minimize(Iron.step(10), other, 1));
  }

  /** What a method cannot do is no fault of a gradient that is right. */
  @Test
  void aRightGradientIsNotBlamed() {
    RunResult result = Run.minimize(Sgd.step(1e-4), rosenbrock(1), -1.2, 1);
    assertFalse(result.ending().goal());
  }
}
