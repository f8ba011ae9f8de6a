package org.ironopt.run;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import org.ironopt.method.Iron;
import org.ironopt.method.IronSweep;
import org.ironopt.method.Schedule;
import org.ironopt.method.flow.ExplicitEuler;
import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.InnerMethod;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Every mistake has one clear sentence. */
class BadInputTest {
  private final Quadratic f = Fixtures.tp2();

  private static void refused(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void starts() {
    Run run = Run.of(Iron.step(1), f);
    refused("x0: expected length 3, got 2", () -> run.from(new double[2]));
    refused(
        "x0[1] is NaN, expected a finite number", () -> run.from(new double[] {0, Double.NaN, 0}));
    refused(
        "x0[2] is Infinity, expected a finite number",
        () -> run.from(new double[] {0, 0, Double.POSITIVE_INFINITY}));
    refused("v0: expected length 3, got 4", () -> run.from(new double[3], new double[4]));
    refused("no start: call from(x0), or resume(checkpoint)", Run.of(Iron.step(1), f)::go);
    RandomStreams streams = new RandomStreams(0);
    refused("x0: expected length 3, got 2", () -> NagGs.step(1).start(f, new double[2], streams));
    refused(
        "v0: expected length 3, got 1",
        () -> Iron.step(1).start(f, new double[3], new double[1], streams));
  }

  @Test
  void parameters() {
    refused("alpha is 0.0, expected a number > 0", () -> Iron.step(0));
    refused("alpha is -1.0, expected a number > 0", () -> NagGs.step(-1));
    refused("alpha is NaN, expected a number > 0", () -> ExplicitEuler.step(Double.NaN));
    refused("gamma0 is 0.0, expected a number > 0", () -> Iron.step(1).gamma(0));
    refused("gamma0 is -2.0, expected a number > 0", () -> NagGs.step(1).gamma(-2));
    refused("gamma0 is -2.0, expected a number > 0", () -> ExplicitEuler.step(1).gamma(-2));
    refused("mu is -1.0, expected a number >= 0", () -> Iron.step(1).mu(-1));
    refused("mu is -1.0, expected a number >= 0", () -> NagGs.step(1).mu(-1));
    refused("mu is -1.0, expected a number >= 0", () -> ExplicitEuler.step(1).mu(-1));
    RandomStreams streams = new RandomStreams(0);
    refused(
        "theta is 0.4, expected 1/2 to 1: below 1/2 a long step is unstable on every quadratic,"
            + " above 1 it is an under-relaxed longer IRON-FI step",
        () -> Iron.step(1).theta(.4));
    refused(
        "gamma0 is 0.0, expected a number > 0",
        () -> Iron.step(1).mu(0).frozen().start(f, new double[3], streams));
    Iron.step(1).mu(0).gamma(1).frozen().start(f, new double[3], streams).advance();
  }

  @Test
  void schedules() {
    refused("number of steps in the list is 0, expected at least 1", Schedule::list);
    refused("alpha_1 is -3.0, expected a number > 0", () -> Schedule.list(1, -3));
    refused("ratio is 0.0, expected a number > 0", () -> Schedule.geometric(1, 0));
    refused(
        "2 boundaries separate 3 steps, got 2", () -> Schedule.piecewise(new long[] {5, 9}, 1, 2));
    refused(
        "boundary 1 is 5, expected more than 5",
        () -> Schedule.piecewise(new long[] {5, 5}, 1, 2, 3));
  }

  @Test
  void sweeps() {
    RandomStreams streams = new RandomStreams(0);
    refused("the sweep is empty, expected at least one group", () -> IronSweep.of(List.of()));
    refused(
        "the sweep is empty, expected at least one group",
        () -> IronSweep.over(new double[0], Iron::step));
    IronSweep two = IronSweep.over(new double[] {1, 2}, Iron::step);
    refused("members of a group is 0, expected at least 1", () -> two.members(0));
    refused(
        "the sweep has 2 members, expected an ensemble of as many (see ensemble(f)), got one of 3",
        () -> two.start(Ensemble.of(f, 3), new double[9], streams));
    refused(
        "the sweep has 2 members, expected an ensemble of as many (see ensemble(f)), got Quadratic",
        () -> two.start(f, new double[3], streams));
    IronSweep mixed =
        IronSweep.of(
            List.of(
                Iron.step(1).inner(InnerMethod.NEWTON_CG),
                Iron.step(1).inner(InnerMethod.NEWTON_CHOLESKY)));
    assertThrows(
        IllegalArgumentException.class,
        () -> mixed.start(mixed.ensemble(f), new double[6], streams));
  }

  @Test
  void stops() {
    refused("step limit is -1, expected at least 0", () -> Stop.steps(-1));
    refused("gradient tolerance is -1.0, expected a number >= 0", () -> Stop.gradientNorm(-1));
    refused("target value is NaN, expected a finite number", () -> Stop.targetValue(Double.NaN));
    refused("number of stop rules is 0, expected at least 1", Stop::any);
    refused(
        "measureEvery is 0, expected at least 1", () -> Run.of(Iron.step(1), f).measureEvery(0));
  }
}
