package org.ironopt.lab.quadratic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.linalg.Parallel;
import org.ironopt.theory.Scheme;
import org.junit.jupiter.api.Test;

class QuadraticExperimentTest {
  private static NamedValues small() {
    return QuadraticExperiment.CHAPTER
        .paper()
        .with("particles", 3_200L)
        .with("iterations", 80L)
        .with("grid", new double[] {0.1, 1, 100})
        .with("grid_particles", 640L);
  }

  private static QuadraticExperiment open(NamedValues settings) {
    return new QuadraticExperiment(QuadraticExperiment.CHAPTER.read(settings));
  }

  private static CellResult run(Cell cell) {
    Task task = cell.start();
    while (task.done() < task.total()) {
      task.advance();
    }
    return task.outcome();
  }

  @Test
  void everyPaperStepAgreesWithTheExactCovariance() {
    QuadraticExperiment experiment = open(small().with("seed", 1L));
    QuadraticProblem problem = experiment.problem;
    for (double alpha : new double[] {1, 10, 200, 500}) {
      CellResult outcome = run(experiment.paper.cell(alpha));
      double exact = problem.mse(Scheme.IRON, alpha);
      double deviation = ParticleCloud.mean(outcome, "mse").deviation(exact);
      assertTrue(deviation <= 4, () -> "alpha " + alpha + ": " + deviation + " standard errors");
      assertTrue(outcome.values().number("largest_decomposition_gap") <= 1e-12);
    }
  }

  @Test
  void theAuthorsReadingHasTheirRealSteps() {
    QuadraticExperiment experiment = open(small().with("reading", "authors"));
    QuadraticProblem problem = experiment.problem;
    double[] nominal = {1, 10, 200, 500};
    double[] scaled = {0.841253476901, 1.84664745789, 2.09629262409, 2.10516128954};
    for (int i = 0; i < nominal.length; i++) {
      double step = problem.step(nominal[i]);
      assertEquals(nominal[i] * 2.732050807568877, step, 1e-12 * step);
      assertEquals(scaled[i], step * problem.paperMse(step).orElseThrow(), 1e-11);
      double deviation =
          ParticleCloud.mean(run(experiment.paper.cell(nominal[i])), "mse")
              .deviation(scaled[i] / step);
      assertTrue(deviation <= 4, () -> deviation + " standard errors");
    }
  }

  @Test
  void resultsDoNotDependOnThreads() {
    Cell cell = open(small()).paper.cell(10.0);
    int before = Parallel.threads();
    try {
      Parallel.setThreads(1);
      CellResult alone = run(cell);
      for (int threads : new int[] {2, 7}) {
        Parallel.setThreads(threads);
        CellResult outcome = run(cell);
        assertEquals(alone.values().asMap(), outcome.values().asMap());
        for (int row = 0; row < alone.trace().rows().size(); row++) {
          assertArrayEquals(alone.trace().rows().get(row), outcome.trace().rows().get(row));
        }
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void theMinimiserAndTheMatrixBelongTogether() {
    QuadraticProblem problem = open(small()).problem;
    double[] gradient = new double[3];
    problem.a.apply(problem.minimizer, gradient);
    for (double g : gradient) {
      assertEquals(5, g, 1e-12);
    }
    problem.objective.gradient(problem.minimizer, gradient);
    for (double g : gradient) {
      assertEquals(0, g, 1e-12);
    }
  }

  @Test
  void theReportIsMadeFromFinishedCellsAndSkipsTheOthers() {
    QuadraticExperiment experiment = open(small());
    assertTrue(experiment.report(cell -> Optional.empty()).claims().isEmpty());
  }

  @Test
  void badSettingsAreNamed() {
    refused("alpha is 0, expected a number > 0", small().with("alpha", new double[] {1, 0}));
    refused("particles is -3, expected at least 64", small().with("particles", -3L));
    refused("reading is 'x', expected paper or authors", small().with("reading", "x"));
    refused("alpha is an empty list", small().with("alpha", new double[0]));
    refused(
        "iterations is 10, expected at least 50: the last 50 count",
        small().with("iterations", 10L));
    refused("covariance has 4 numbers", small().with("covariance", new double[4]));
    double[] indefinite = {1, 2, 0, 2, 1, 0, 0, 0, 1};
    refused("not positive semidefinite", small().with("covariance", indefinite));
  }

  private static void refused(String message, NamedValues settings) {
    RuntimeException e =
        assertThrows(
            RuntimeException.class,
            () -> {
              for (Cell cell : open(settings).cells()) {
                cell.settings();
              }
            });
    assertTrue(
        e instanceof InputError || e instanceof IllegalArgumentException, () -> e.toString());
    assertTrue(e.getMessage().contains(message), e::getMessage);
  }
}
