package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.flow.WilsonRechtJordan;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.problem.Curved;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.analytic.Rosenbrock;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.run.Run.RunFailedException;
import org.junit.jupiter.api.Test;

class RunTest {
  private final Quadratic f = Fixtures.tp2();
  private final double[] x0 = Fixtures.tp2Start();
  private final Iron iron = Iron.step(2).mu(.8).gamma(.5);

  private Run run() {
    return Run.of(iron, f).from(x0);
  }

  @Test
  void convergesAndSaysSo() {
    RunResult result = run().stop(Stop.gradientNorm(1e-10)).go();
    Ending.Converged ending = assertInstanceOf(Ending.Converged.class, result.ending());
    assertTrue(ending.goal());
    assertTrue(result.gradientNorm() <= 1e-10);
    assertEquals(result.gradientNorm(), ending.gradientNorm());
    assertArrayEquals(Fixtures.tp2Minimizer(), result.x(), 1e-9);
    assertEquals(Fixtures.TP2_VALUE, result.bestValue(), 1e-12);
    assertEquals(result.steps(), ending.step());
    assertTrue(ending.sentence().startsWith("converged after " + result.steps() + " steps"));
    assertTrue(result.toString().startsWith("Converged: converged after"));
    assertArrayEquals(new double[] {1, -1, .5}, x0);
  }

  @Test
  void stepLimitCountsExactly() {
    RunResult result = run().stop(Stop.steps(7)).go();
    assertEquals(new Ending.StepLimit(7), result.ending());
    assertEquals(7, result.steps());
    RunResult none = run().stop(Stop.steps(0)).go();
    assertArrayEquals(x0, none.x());
    assertEquals(f.value(x0), none.bestValue());
  }

  @Test
  void targetValue() {
    RunResult result = run().stop(Stop.targetValue(-6)).go();
    Ending.TargetReached ending = assertInstanceOf(Ending.TargetReached.class, result.ending());
    assertTrue(ending.value() <= -6);
    assertEquals(result.value(), ending.value());
  }

  @Test
  void timeLimit() {
    long[] now = {0};
    RunResult result =
        run()
            .stop(Stop.time(Duration.ofSeconds(5)))
            .clock(() -> now[0])
            .trace(record -> now[0] += 1_000_000_000)
            .go();
    assertEquals(new Ending.TimeLimit(Duration.ofSeconds(5), 4), result.ending());
  }

  @Test
  void anyPrefersAGoalAndAllWaits() {
    Stop never = Stop.targetValue(-1e9);
    assertInstanceOf(Ending.StepLimit.class, run().stop(never.or(Stop.steps(3))).go().ending());
    Stop both = Stop.any(Stop.steps(0), Stop.gradientNorm(1e9));
    assertInstanceOf(Ending.Converged.class, run().stop(both).go().ending());
    Stop all = Stop.all(Stop.steps(30), Stop.gradientNorm(1e-3));
    RunResult result = run().stop(all).go();
    assertInstanceOf(Ending.Converged.class, result.ending());
    assertEquals(30, result.steps());
  }

  @Test
  void interruptionEndsCleanly() {
    RunResult result =
        run()
            .stop(Stop.steps(100))
            .trace(
                record -> {
                  if (record.step() == 5) {
                    Thread.currentThread().interrupt();
                  }
                })
            .go();
    assertTrue(Thread.interrupted(), "the flag stays set for the caller");
    assertEquals(new Ending.Interrupted(5), result.ending());
    assertEquals(f.value(result.best()), result.bestValue());
  }

  @Test
  void divergenceIsAnEndingAndTheBestPointIsKept() {
    RunResult result =
        Run.of(ExplicitEuler.step(30).mu(.8).frozen(), f)
            .from(x0)
            .measureEvery(1)
            .stop(Stop.steps(100_000))
            .go();
    assertInstanceOf(Ending.NotFinite.class, result.ending());
    assertTrue(result.steps() < 100_000);
    assertTrue(Vectors.allFinite(result.best()));
    assertEquals(f.value(result.best()), result.bestValue());
    assertTrue(result.ending().sentence().contains("smaller alpha"));
  }

  /** Noise that overflows is a numerical failure, not a programmer's; the iterate stays. */
  @Test
  void infiniteNoiseEndsTyped() {
    Iron wild = iron.noise(new GradientNoise(new Noise.Stable(.1, 1e300)));
    RunResult result = Run.of(wild, f).from(x0).stop(Stop.steps(100)).go();
    assertInstanceOf(Ending.NotFinite.class, result.ending());
    assertTrue(Vectors.allFinite(result.x()));
  }

  /** Not convex: the resolvent is solved by Newton-CG, and the run ends in one of the minima. */
  @Test
  void logCosh() {
    RunResult result =
        Run.of(Iron.step(10), Fixtures.tp6())
            .from(new double[] {.5, 1, -2})
            .stop(Stop.gradientNorm(1e-10))
            .go();
    assertInstanceOf(Ending.Converged.class, result.ending());
    double[] magnitudes = Arrays.stream(result.x()).map(Math::abs).toArray();
    assertArrayEquals(Fixtures.tp6Minimizer(), magnitudes, 1e-9);
  }

  @Test
  void nanObjectiveEndsTyped() {
    RunResult result = Run.of(NagGs.step(1), Broken.nanEverywhere(2)).from(new double[2]).go();
    assertEquals(new Ending.NotFinite(0, "the value of f"), result.ending());
    assertArrayEquals(new double[2], result.best());
  }

  @Test
  void exceptionKeepsTheBestPoint() {
    Run run =
        Run.of(NagGs.step(1), Broken.throwingAtCall(2, 14))
            .from(new double[] {1, 2})
            .measureEvery(1)
            .stop(Stop.steps(100));
    RunFailedException failed = assertThrows(RunFailedException.class, run::go);
    assertTrue(failed.getMessage().contains("the disk with the data is gone"));
    assertInstanceOf(IllegalStateException.class, failed.getCause());
    assertEquals(4, failed.result().steps());
    assertTrue(failed.result().bestValue() < 2.5);
  }

  @Test
  void badScheduleNamesTheStep() {
    Schedule schedule = Schedule.of("3 - k", k -> 3 - k);
    Run run = Run.of(Iron.steps(schedule), f).from(x0).stop(Stop.steps(9));
    RunFailedException failed = assertThrows(RunFailedException.class, run::go);
    assertEquals(3, failed.result().steps());
    assertEquals(
        "alpha_3 is 0.0, expected a number > 0 (schedule: 3 - k)", failed.getCause().getMessage());
  }

  @Test
  void innerFailuresInARowEndTheRun() {
    InnerMethod hopeless =
        InnerMethod.DIAGONAL.maxSteps(1).tolerance(new InnerTolerance(0, 1e-300));
    List<StepRecord> records = new ArrayList<>();
    RunResult result =
        Run.of(iron.inner(hopeless), f)
            .from(x0)
            .stop(Stop.steps(100))
            .tolerateInnerFailures(3)
            .trace(records::add)
            .go();
    Ending.InnerFailure ending = assertInstanceOf(Ending.InnerFailure.class, result.ending());
    assertEquals(4, ending.inARow());
    assertEquals(4, result.failedSolves());
    assertTrue(!records.get(1).inner().orElseThrow().succeeded(), "visible in the record");
    assertTrue(ending.sentence().contains("STEP_LIMIT"));
  }

  /** However roughly a step is solved, its record has the gradient at the point it returned. */
  @Test
  void gradientsOfImplicitStepsAreThoseAtThePoint() {
    InnerMethod rough = InnerMethod.TRUST_REGION.tolerance(InnerTolerance.relative(.9)).truncate(1);
    List<Method> methods =
        List.of(
            Iron.step(1e6).inner(rough),
            ProximalPoint.step(1e6).inner(rough),
            WilsonRechtJordan.stronglyConvex(1e3, .8).inner(rough));
    for (Method method : methods) {
      for (Curved f : List.of(Fixtures.tp5(), new Rosenbrock(2))) {
        double[] start = new double[f.dimension()];
        start[0] = -1.2;
        double[] gradient = new double[start.length];
        Run.of(method, f)
            .from(start)
            .stop(Stop.steps(12))
            .observe(
                (record, stepper) -> {
                  f.gradient(stepper.x(), gradient);
                  double norm = Vectors.norm(gradient);
                  assertEquals(norm, record.gradientNorm(), 1e-14 * norm, method.name());
                })
            .go();
      }
    }
  }

  @Test
  void convergenceIsMeasuredAtThePoint() {
    Iron loose =
        Iron.step(.5)
            .mu(.01)
            .inner(InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(.3)));
    RunResult result =
        Run.of(loose, Fixtures.tp5())
            .from(new double[5])
            .stop(Stop.any(Stop.gradientNorm(1e-6), Stop.steps(200)))
            .go();
    double[] gradient = new double[5];
    Fixtures.tp5().gradient(result.x(), gradient);
    assertEquals(Vectors.norm(gradient) <= 1e-6, result.ending().goal());
    assertEquals(Vectors.norm(gradient), result.gradientNorm());
  }

  @Test
  void measuringIsNotCharged() {
    NagGs method = NagGs.step(.7).mu(.8);
    StepReport.Counts bare = Run.of(method, f).from(x0).stop(Stop.steps(20)).go().work();
    StepReport.Counts measured =
        Run.of(method, f).from(x0).measureEvery(3).stop(Stop.steps(20)).go().work();
    assertEquals(new StepReport.Counts(20, 0, 0, 0), bare);
    assertEquals(bare, measured);
  }

  @Test
  void measuredRecordsAreTrue() {
    List<StepRecord> records = new ArrayList<>();
    Run.of(ExplicitEuler.step(.3).mu(.8), f)
        .from(x0)
        .measureEvery(2)
        .stop(Stop.steps(6))
        .observe(
            (record, stepper) -> {
              records.add(record);
              if (record.step() % 2 == 0) {
                assertEquals(f.value(stepper.x()), record.value());
              }
            })
        .go();
    assertEquals(7, records.size());
    assertTrue(Double.isNaN(records.get(3).value()));
    assertTrue(records.get(4).measured());
    assertEquals(records.get(6).bestValue(), records.get(6).value());
  }

  @Test
  void recordsOfEqualRunsAreEqual() {
    assertEquals(noisyRecords(1), noisyRecords(1));
    assertTrue(!noisyRecords(1).equals(noisyRecords(2)));
  }

  private List<StepRecord> noisyRecords(long seed) {
    List<StepRecord> records = new ArrayList<>();
    Run.of(iron.noise(new CenterNoise(new Noise.Isotropic(1))), f)
        .from(x0)
        .seed(seed)
        .stop(Stop.steps(20))
        .trace(records::add)
        .go();
    return records;
  }

  @Test
  void startWithVelocity() {
    double[] v0 = {0, 0, 0};
    RunResult moved = Run.of(iron, f).from(x0, v0).stop(Stop.steps(1)).go();
    assertTrue(Vectors.distance(moved.x(), run().stop(Stop.steps(1)).go().x()) > .01);
  }
}
