package org.ironopt.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

class PlanCommandTest {
  @Test
  void textIsSixAlignedLinesAndWhatTheyMean() {
    Cli run = Cli.run("plan --eigenvalues 1,1,3 --rho 1 --target-rmse 0.01");
    assertEquals(
        """
        alpha           21107.3
        lambda          10553.4
        predicted RMSE  0.01
        radius          4.73748e-5
        steps           1
        tolerance       1.05544

        So many steps bring a start at distance 1 to one percent of the target, if every
        inner solve leaves a residual of at most the tolerance.
        No shorter step meets this target.

        Relaxed: alpha = 21108.3 with theta = 0.999976 has the same spread and the radius 2.36874e-05 in
        place of 4.73748e-05: 1.07 times fewer steps.
        """,
        run.out());
    assertEquals(0, run.code());
  }

  @Test
  void thePlannedStepMeetsTheTargetAndASlightlyShorterOneDoesNot() {
    JsonNode plan = Cli.run("plan --eigenvalues 1,1,3 --target-rmse 0.2 --json").json();
    double alpha = plan.get("alpha").asDouble();
    assertTrue(rmse(alpha) <= 0.2);
    assertTrue(rmse(alpha * (1 - 1e-9)) > 0.2);
    double lambda = plan.get("lambda").asDouble();
    assertEquals(0.01 * 0.2 * (1 + lambda), plan.get("tolerance").asDouble(), 1e-15);
    double radius = plan.get("spectralRadius").asDouble();
    int steps = plan.get("steps").asInt();
    assertTrue(Math.pow(radius, steps) <= 0.002 && Math.pow(radius, steps - 1) > 0.002);
  }

  @Test
  void aTargetThatEveryStepMeetsIsSaid() {
    Cli run = Cli.run("plan --eigenvalues 1 --target-rmse 10");
    assertTrue(
        run.out()
            .contains("Every step length meets this target; alpha = 1 is a convenient one.\n"));
    assertTrue(run.out().contains("with theta = 0.5"), run.out());
    assertTrue(run.out().contains("keeps the flow's own spread"), run.out());
  }

  /** Averaging 50 iterates meets the target with a far shorter step, by theory --average too. */
  @Test
  void whetherToAverage() {
    String command = "plan --eigenvalues 1,1,3 --target-rmse 0.1 --iterates 50";
    JsonNode plan = Cli.run(command + " --json").json();
    JsonNode averaging = plan.get("averaging");
    assertEquals(50, averaging.get("steps").asInt());
    assertEquals(
        plan.get("alpha").asDouble(), averaging.get("lastAlpha").asDouble(), 1e-9, "no start left");
    double alpha = averaging.get("alpha").asDouble();
    assertTrue(alpha < 5, "alpha " + alpha);
    Cli law = Cli.run("theory --eigenvalues 1,1,3 --average 50 --json --alpha " + alpha);
    double stationary = law.json().get("rows").get(0).get("averageMse").asDouble();
    assertTrue(stationary < .01 && stationary > .0095, "the start adds its bias: " + stationary);
    Cli text = Cli.run(command);
    assertTrue(text.out().contains("\nAverage the 50 iterates: their mean meets"), text.out());
    assertTrue(text.out().lines().allMatch(line -> line.length() <= 100), text.out());
    assertEquals(2, Cli.run(command.replace("50", "0")).code());
    assertEquals(2, Cli.run(command + " --tails 1.5").code());
  }

  /** Under stable noise the target is a median; theory --tails has it at the planned step. */
  @Test
  void whatHeavyTailsLetReach() {
    String command = "plan --eigenvalues 1,3 --mu 1 --gamma 1 --target-rmse 0.1 --json --tails ";
    double alpha = Cli.run(command + "1.5").json().get("alpha").asDouble();
    JsonNode rows =
        Cli.run("theory --eigenvalues 1,3 --mu 1 --gamma 1 --tails 1.5 --json --alpha " + alpha)
            .json()
            .get("rows");
    assertEquals(.1, rows.get(0).get("median").asDouble(), 1e-9);
    assertTrue(rows.get(1).get("median").asDouble() < .1);
    JsonNode cauchy = Cli.run(command + "1").json();
    assertTrue(cauchy.get("alpha").isNull());
    assertEquals(1, cauchy.get("median").asDouble(), 1e-9);
    Cli text = Cli.run(command.replace(" --json", "") + "0.8");
    assertTrue(text.out().contains("longer steps spread more"), text.out());
    Cli data = Cli.run("plan none.csv --target-rmse 0.1 --tails 1.5");
    assertTrue(data.err().contains("--tails applies to a quadratic"), data.err());
  }

  private static double rmse(double alpha) {
    JsonNode rows =
        Cli.run("theory --eigenvalues 1,1,3 --json --alpha " + alpha).json().get("rows");
    return Math.sqrt(rows.get(0).get("mse").asDouble());
  }
}
