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
            .endsWith("Every step length meets this target; alpha = 1 is a convenient one.\n"));
  }

  private static double rmse(double alpha) {
    JsonNode rows =
        Cli.run("theory --eigenvalues 1,1,3 --json --alpha " + alpha).json().get("rows");
    return Math.sqrt(rows.get(0).get("mse").asDouble());
  }
}
