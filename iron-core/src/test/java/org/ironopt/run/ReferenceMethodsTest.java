package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.method.Method;
import org.ironopt.method.gradient.Lbfgs;
import org.ironopt.method.gradient.TruncatedNewton;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.MghProblem;
import org.ironopt.problem.testing.MghProblems;
import org.ironopt.problem.testing.Points;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The two deterministic references, on problems with known answers. */
class ReferenceMethodsTest {
  private static final int MEYER = 10;

  static List<MghProblem> all() {
    return MghProblems.all();
  }

  private static boolean isMinimum(MghProblem p, double value, double loose) {
    double relative = Math.max(loose, StrictMath.pow(10, -p.digits()));
    return Arrays.stream(p.minima())
        .anyMatch(f -> Math.abs(value - f) <= (f == 0 ? loose : relative * f));
  }

  /** Ten digits of a known minimum from the standard start, all but Meyer's in 300 trials. */
  @ParameterizedTest
  @MethodSource("all")
  void truncatedNewtonFindsAMinimum(MghProblem p) {
    Method method = new TruncatedNewton(1, 1e9);
    int limit = p.number() == MEYER ? 3000 : 300;
    RunResult result =
        Run.of(method, p.objective())
            .from(p.start())
            .tolerateInnerFailures(limit)
            .stop(Stop.gradientNorm(1e-10).or(Stop.steps(limit)))
            .go();
    assertTrue(isMinimum(p, result.value(), 1e-10), () -> p + ": " + result);
  }

  /** f never rises; at the end nothing is left of it to gain that gradients can see. */
  @ParameterizedTest
  @MethodSource("all")
  void quasiNewtonDescends(MghProblem p) {
    List<Double> values = new ArrayList<>();
    RunResult result =
        Run.of(new Lbfgs(), p.objective())
            .from(p.start())
            .stop(Stop.gradientNorm(1e-9).or(Stop.steps(p.number() == MEYER ? 200 : 3000)))
            .trace(record -> values.add(record.value()))
            .go();
    for (int k = 1; k < values.size(); k++) {
      double before = values.get(k - 1);
      assertTrue(values.get(k) <= before + 1e-10 * Math.abs(before), () -> p + ": " + values);
    }
    assertTrue(p.number() == MEYER || isMinimum(p, result.value(), 1e-7), () -> p + ": " + result);
  }

  /** On a quadratic in n dimensions with exact searches BFGS ends in n steps; here in few more. */
  @Test
  void quadraticInAFewSteps() {
    for (Method method : new Method[] {new Lbfgs(), new TruncatedNewton(100, 1000)}) {
      RunResult result =
          Run.of(method, Fixtures.tp2())
              .from(Fixtures.tp2Start())
              .stop(Stop.gradientNorm(1e-12).or(Stop.steps(30)))
              .go();
      assertTrue(result.ending().goal(), () -> method.name() + ": " + result);
      assertArrayEquals(Fixtures.tp2Minimizer(), result.x(), 1e-12);
      assertTrue(result.steps() <= 15, () -> method.name() + ": " + result);
    }
  }

  @Test
  void logisticRegression() {
    for (Method method : new Method[] {new Lbfgs(), new Lbfgs(3), new TruncatedNewton()}) {
      RunResult result =
          Run.of(method, Fixtures.tp5())
              .from(new double[5])
              .stop(Stop.gradientNorm(1e-12).or(Stop.steps(60)))
              .go();
      assertTrue(result.ending().goal(), () -> method.description() + ": " + result);
      assertArrayEquals(Fixtures.tp5Minimizer(), result.x(), 1e-11);
    }
  }

  /** Asked for more than there is, they stay at the minimiser and do not call it a failure. */
  @Test
  void restAtRounding() {
    for (Method method : new Method[] {new Lbfgs(), new TruncatedNewton()}) {
      RunResult result =
          Run.of(method, Fixtures.tp5()).from(new double[5]).stop(Stop.steps(60)).go();
      assertInstanceOf(Ending.StepLimit.class, result.ending(), () -> result.toString());
      assertArrayEquals(Fixtures.tp5Minimizer(), result.x(), 1e-13);
    }
  }

  @Test
  void whatDoesNotFitIsRefused() {
    Objective plain = Points.objective(Fixtures.tp2());
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> new TruncatedNewton().start(plain, new double[3], new RandomStreams(0)));
    assertTrue(
        e.getMessage().startsWith("truncated-newton needs a Curved objective (Hessian products)"));
    assertThrows(IllegalArgumentException.class, () -> new Lbfgs(0));
    assertThrows(IllegalArgumentException.class, () -> new TruncatedNewton(2, 1));
    assertEquals(
        3,
        new Lbfgs().start(plain, new double[3], new RandomStreams(0)).x().length,
        "gradients do");
  }

  abstract static class Deterministic extends MethodContract {
    @Override
    boolean random() {
      return false;
    }

    @Override
    Curved objective() {
      return Fixtures.tp5();
    }

    @Override
    Objective nan() {
      return new BaselineContractTest.NanSum(5);
    }
  }

  @Nested
  class LbfgsContract extends Deterministic {
    @Override
    Method method() {
      return new Lbfgs(4);
    }

    @Override
    Method other() {
      return new Lbfgs(5);
    }
  }

  @Nested
  class TruncatedNewtonContract extends Deterministic {
    @Override
    Method method() {
      return new TruncatedNewton(.2, 1);
    }

    @Override
    Method other() {
      return new TruncatedNewton(.2, 2);
    }
  }
}
