package org.ironopt.lab.logcosh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;

class LogCoshExperimentTest {
  private static final Run RUN = new Run(Run.small());

  @Test
  void sharesAddUpToOne() {
    for (CellResult outcome : RUN.outcomes.values()) {
      NumericColumns regions = outcome.tables().get("regions");
      assertEquals(27, regions.rows().size());
      assertEquals(1, Arrays.stream(regions.column("share")).sum(), 1e-12);
      assertEquals(512 * 12, Arrays.stream(regions.column("visits")).sum());
      double minimizers = 0;
      for (int r = 0; r < 27; r++) {
        minimizers += regions.get(r, "index") == 0 ? regions.get(r, "share") : 0;
      }
      assertEquals(outcome.values().number("minimiser_share"), minimizers, 1e-12);
    }
  }

  @Test
  void everySolveReachesItsResidual() {
    for (CellResult outcome : RUN.outcomes.values()) {
      assertEquals(512 * 24, outcome.values().number("solves"));
      assertEquals(0, outcome.values().number("failed_solves"));
      for (double residual : outcome.trace().column("largest_residual")) {
        assertTrue(residual <= 1e-8, () -> "residual " + residual);
      }
      double[] steps = outcome.trace().column("newton_steps");
      assertTrue(steps[1] > 3 && steps[24] < 3.2, () -> Arrays.toString(steps));
    }
  }

  @Test
  void everyBasinTightensWithTheStep() {
    List<CellResult> outcomes = List.copyOf(RUN.outcomes.values());
    for (int i = 1; i < outcomes.size(); i++) {
      double[] index = outcomes.get(i).tables().get("regions").column("index");
      double[] wide = outcomes.get(i - 1).tables().get("regions").column("spread");
      double[] tight = outcomes.get(i).tables().get("regions").column("spread");
      for (int r = 0; r < index.length; r++) {
        assertTrue(index[r] > 0 || tight[r] < wide[r], "region " + r + ", step " + i);
      }
    }
  }

  /** The pooled spread agrees with the expansion at a minimiser where that applies. */
  @Test
  void theSpreadIsThePredictedOne() {
    LogCoshProblem problem = RUN.experiment.problem;
    for (Found<Double> row : RUN.of(RUN.experiment.steps).found()) {
      double step = problem.step(row.key());
      if (step >= 200) {
        double predicted = problem.expanded(step, LogCoshProblem.SMALL);
        assertTrue(
            ParticleCloud.mean(row.outcome(), "spread").deviation(predicted) < 4,
            () -> "at " + step);
      }
    }
  }

  /** The spread is recomputed from nothing but the final cloud when the window is one iteration. */
  @Test
  void spreadsAreCovarianceTraces() {
    Run run = new Run(Run.small().with("window", 1L).with("alpha", new double[] {10}));
    CellResult outcome = run.outcomes.get("alpha-10");
    Regions regions = run.experiment.problem.regions;
    List<double[]> cloud = outcome.tables().get("cloud").rows();
    assertEquals(512, cloud.size());
    NumericColumns table = outcome.tables().get("regions");
    for (int r = 0; r < regions.count(); r++) {
      int region = (int) table.get(r, "region");
      List<double[]> inside = cloud.stream().filter(x -> regions.of(x, 0, 1) == region).toList();
      assertEquals(inside.size(), table.get(r, "visits"));
      double trace = 0;
      for (int i = 0; i < 3 && !inside.isEmpty(); i++) {
        int at = i;
        double mean = inside.stream().mapToDouble(x -> x[at]).average().orElseThrow();
        assertEquals(mean, table.get(r, "mean_" + (i + 1)), 1e-12);
        trace +=
            inside.stream()
                .mapToDouble(x -> (x[at] - mean) * (x[at] - mean))
                .average()
                .orElseThrow();
      }
      assertEquals(inside.isEmpty() ? Double.NaN : trace, table.get(r, "spread"), 1e-12);
    }
  }

  @Test
  void sameBitsForEveryNumberOfThreads() {
    int threads = Parallel.threads();
    try {
      for (int count : new int[] {1, 2, 7}) {
        Parallel.setThreads(count);
        Run again = new Run(Run.small());
        again.outcomes.forEach((label, outcome) -> assertSame(RUN.outcomes.get(label), outcome));
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  private static void assertSame(CellResult expected, CellResult actual) {
    assertEquals(expected.values().asMap(), actual.values().asMap());
    assertSame(expected.trace(), actual.trace());
    assertEquals(expected.tables().keySet(), actual.tables().keySet());
    expected.tables().forEach((name, table) -> assertSame(table, actual.tables().get(name)));
  }

  private static void assertSame(NumericColumns expected, NumericColumns actual) {
    assertEquals(expected.rows().size(), actual.rows().size());
    for (int r = 0; r < expected.rows().size(); r++) {
      assertArrayEquals(expected.rows().get(r), actual.rows().get(r));
    }
  }

  @Test
  void theAuthorsReadingShortensTheSteps() {
    NamedValues settings = Run.small().with("reading", "authors");
    double[] steps =
        Run.open(settings).cells().stream().mapToDouble(c -> c.settings().number("step")).toArray();
    assertArrayEquals(new double[] {.24, 2.4, 48, 120}, steps, 1e-12);
  }

  @Test
  void badSettingsAreNamed() {
    assertMessage("alpha is 0, expected a number > 0 (--alpha)", "alpha", List.of(0.0));
    assertMessage("particles is -3, expected at least 64 (--particles)", "particles", -3L);
    assertMessage("iterations is 5, expected at least 12 (--iterations)", "iterations", 5L);
    assertMessage("rho is -1, expected a number > 0 (--rho)", "rho", -1.0);
    assertMessage("diagonal has 1 numbers, expected 2 to 5 (--diagonal)", "diagonal", List.of(1.0));
    assertMessage("unknown noise law \"x\"", "noise", "x");
    assertMessage("(--noise)", "noise", "x");
    assertMessage("reading is 'x', expected paper or authors (--reading)", "reading", "x");
  }

  private static void assertMessage(String words, String key, Object value) {
    NamedValues settings = Run.small().with(key, value);
    String message = assertThrows(InputError.class, () -> Run.open(settings)).getMessage();
    assertTrue(message.contains(words), message);
  }
}
