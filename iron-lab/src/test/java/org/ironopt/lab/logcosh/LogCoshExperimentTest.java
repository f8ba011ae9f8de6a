package org.ironopt.lab.logcosh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ironopt.lab.InputError;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.Test;

class LogCoshExperimentTest {
  private static final Run RUN = new Run(Run.small());

  @Test
  void sharesAddUpToOne() {
    for (Outcome outcome : RUN.outcomes.values()) {
      Columns regions = outcome.tables().get("regions");
      assertEquals(27, regions.rows().size());
      assertEquals(1, Arrays.stream(regions.column("share")).sum(), 1e-12);
      assertEquals(512 * 12, Arrays.stream(regions.column("visits")).sum());
      double minimizers = 0;
      for (double[] row : regions.rows()) {
        minimizers += row[1] == 0 ? row[3] : 0;
      }
      assertEquals(outcome.values().number("minimiser_share"), minimizers, 1e-12);
    }
  }

  @Test
  void everySolveReachesItsResidual() {
    for (Outcome outcome : RUN.outcomes.values()) {
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
    List<Outcome> outcomes = List.copyOf(RUN.outcomes.values());
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
    LogCoshTheory theory = new LogCoshTheory(RUN.experiment.setup());
    LogCoshResults results = new LogCoshResults(RUN.experiment, RUN);
    for (LogCoshResults.Row row : results.rows()) {
      if (row.step() >= 200) {
        double predicted = theory.expanded(row.step()).getAsDouble();
        assertTrue(row.interval("spread").deviation(predicted) < 4, () -> "at " + row.step());
      }
    }
  }

  /** The spread is recomputed from nothing but the final cloud when the window is one iteration. */
  @Test
  void spreadsAreCovarianceTraces() {
    Run run = new Run(Run.small().with("window", 1L).with("alpha", new double[] {10}));
    Outcome outcome = run.outcomes.get("alpha-10");
    Regions regions = run.experiment.setup().regions;
    List<double[]> cloud = outcome.tables().get("cloud").rows();
    assertEquals(512, cloud.size());
    for (double[] row : outcome.tables().get("regions").rows()) {
      List<double[]> inside =
          cloud.stream().filter(x -> regions.of(x, 0, 1) == (int) row[0]).toList();
      assertEquals(inside.size(), row[2]);
      double trace = 0;
      for (int i = 0; i < 3 && !inside.isEmpty(); i++) {
        int at = i;
        double mean = inside.stream().mapToDouble(x -> x[at]).average().orElseThrow();
        assertEquals(mean, row[9 + i], 1e-12);
        trace +=
            inside.stream()
                .mapToDouble(x -> (x[at] - mean) * (x[at] - mean))
                .average()
                .orElseThrow();
      }
      assertEquals(inside.isEmpty() ? Double.NaN : trace, row[12], 1e-12);
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

  private static void assertSame(Outcome expected, Outcome actual) {
    assertEquals(expected.values().asMap(), actual.values().asMap());
    assertSame(expected.trace(), actual.trace());
    assertEquals(expected.tables().keySet(), actual.tables().keySet());
    expected.tables().forEach((name, table) -> assertSame(table, actual.tables().get(name)));
  }

  private static void assertSame(Columns expected, Columns actual) {
    assertEquals(expected.rows().size(), actual.rows().size());
    for (int r = 0; r < expected.rows().size(); r++) {
      assertArrayEquals(expected.rows().get(r), actual.rows().get(r));
    }
  }

  @Test
  void theAuthorsReadingShortensTheSteps() {
    Values settings = Run.small().with("reading", "authors");
    LogCoshExperiment experiment = new LogCoshExperiment(settings);
    double[] steps =
        experiment.cells().stream().mapToDouble(c -> c.settings().number("step")).toArray();
    assertArrayEquals(new double[] {.24, 2.4, 48, 120}, steps, 1e-12);
  }

  @Test
  void badSettingsAreNamed() {
    assertMessage("alpha is 0.0, expected a number > 0 (--alpha)", "alpha", List.of(0.0));
    assertMessage("particles is -3, expected at least 64 (--particles)", "particles", -3L);
    assertMessage("iterations is 5, expected at least 12 (--iterations)", "iterations", 5L);
    assertMessage("rho is -1.0, expected a number > 0 (--rho)", "rho", -1.0);
    assertMessage("diagonal has 1 numbers, expected 2 to 5 (--diagonal)", "diagonal", List.of(1.0));
    assertMessage("unknown noise law \"x\"", "noise", "x");
    assertMessage("reading is 'x', expected paper or authors (--reading)", "reading", "x");
  }

  private static void assertMessage(String words, String key, Object value) {
    Values settings = Run.small().with(key, value);
    String message =
        assertThrows(InputError.class, () -> new LogCoshExperiment(settings)).getMessage();
    assertTrue(message.contains(words), message);
  }
}
