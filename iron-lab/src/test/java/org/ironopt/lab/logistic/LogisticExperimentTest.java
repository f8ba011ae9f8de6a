package org.ironopt.lab.logistic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.ironopt.lab.InputError;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.random.Streams;
import org.junit.jupiter.api.Test;

class LogisticExperimentTest {
  private static final Run RUN = new Run(Run.small());
  private static final LogisticSetup SETUP = RUN.experiment.setup();

  private static Outcome outcome(double tolerance) {
    return RUN.outcomes.get(RUN.experiment.cell(tolerance).label());
  }

  @Test
  void theMinimizerIsOne() {
    LogisticProblem problem = SETUP.problem();
    assertTrue(problem.gradientNorm() <= 1e-12);
    double[] h = problem.anchor().eigenvalues();
    assertTrue(h[0] >= SETUP.reg, () -> "smallest eigenvalue " + h[0]);
    assertArrayEquals(h, problem.model().eigenvalues(), 1e-14);
  }

  /** One chain of the ensemble, walked again by the paper's Newton iteration alone. */
  @Test
  void aChainIsThatOfThePaper() {
    double alpha = 20;
    long seed = 2;
    double tolerance = 1e-5;
    FlowStepper stepper =
        SETUP
            .method(alpha)
            .inner(SETUP.paperInner(1e-9))
            .start(
                SETUP.problem().objective(),
                new Chains(SETUP).start(seed),
                new double[SETUP.dimension],
                new Streams(seed));
    double sum = 0;
    for (int k = 1; k <= SETUP.iterations; k++) {
      stepper.advance();
      double distance = Vectors.distance(stepper.x(), SETUP.problem().minimizer());
      sum += k > SETUP.discarded ? distance * distance : 0;
    }
    double mse = sum / SETUP.window();
    for (double[] row : outcome(tolerance).tables().get("chains").rows()) {
      if (row[0] == alpha && row[1] == seed) {
        assertEquals(mse, row[2], 1e-5 * mse);
        return;
      }
    }
    throw new AssertionError("no such chain");
  }

  /** The sampled equations are those of the chains: both solutions lie within their certificate. */
  @Test
  void sampledEquationsAreThoseOfTheChains() {
    for (double tolerance : SETUP.tolerances) {
      Columns newton = outcome(tolerance).tables().get("newton");
      assertArrayEquals(SETUP.alphas, newton.column("alpha"));
      for (double[] row : newton.rows()) {
        assertEquals(3, row[1]);
        assertTrue(row[2] >= 1 && row[2] <= 6, Arrays.toString(row));
        assertEquals(0, row[4]);
        assertTrue(row[5] > 0 && row[5] <= 1, Arrays.toString(row));
      }
    }
  }

  @Test
  void everySolveReachesItsResidual() {
    for (double tolerance : SETUP.tolerances) {
      Values values = outcome(tolerance).values();
      assertEquals(25 * 200, values.number("solves"));
      assertEquals(0, values.number("failed_solves"));
      assertTrue(values.number("largest_residual") <= tolerance);
    }
  }

  @Test
  void theControlVariateNarrowsTheInterval() {
    LogisticResults results = new LogisticResults(RUN.experiment, RUN);
    LogisticResults.Chain chain = results.good().getFirst();
    int last = SETUP.alphas.length - 1;
    double raw = chain.interval("mse", last).standardError();
    double controlled = chain.interval("controlled_mse", last).standardError();
    assertTrue(controlled < raw / 3, () -> raw + " and " + controlled);
  }

  @Test
  void sameBitsForEveryNumberOfThreadsAndWhenResumed() throws IOException {
    int threads = Parallel.threads();
    try {
      for (int count : new int[] {1, 2, 7}) {
        Parallel.setThreads(count);
        assertSame(outcome(1e-2), resumed(1e-2, 35 + 20 * count));
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  /** Runs to a slice, saves, and lets a new task go on. */
  private static Outcome resumed(double tolerance, long until) throws IOException {
    Task first = RUN.experiment.cell(tolerance).start();
    while (first.done() < until) {
      first.advance();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    first.save(new DataOutputStream(bytes));
    Task second = new LogisticExperiment(Run.small()).cell(tolerance).start();
    second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertEquals(first.done(), second.done());
    while (second.done() < second.total()) {
      second.advance();
    }
    return second.outcome();
  }

  private static void assertSame(Outcome expected, Outcome actual) {
    assertEquals(expected.values().asMap(), actual.values().asMap());
    assertSame(expected.trace(), actual.trace());
    expected.tables().forEach((name, table) -> assertSame(table, actual.tables().get(name)));
  }

  private static void assertSame(Columns expected, Columns actual) {
    assertEquals(expected.rows().size(), actual.rows().size());
    for (int r = 0; r < expected.rows().size(); r++) {
      assertArrayEquals(expected.rows().get(r), actual.rows().get(r));
    }
  }

  @Test
  void badSettingsAreNamed() {
    assertMessage("alpha is 0.0, expected a number > 0 (--alpha)", "alpha", List.of(1.0, 0.0));
    assertMessage("alpha has one number, expected at least two", "alpha", List.of(5.0));
    assertMessage("tolerances has a number twice", "tolerances", List.of(1.0, 1.0));
    assertMessage("loose and tolerances both have 0.01", "loose", List.of(0.01));
    assertMessage("chain_seeds needs at least two numbers", "chain_seeds", List.of(1.0));
    assertMessage("chain_seeds has 0.5, expected whole numbers", "chain_seeds", List.of(0.5, 1.0));
    assertMessage("discard is 1.0, expected a share", "discard", 1.0);
    assertMessage("rows is 1, expected 2 to", "rows", 1L);
    assertMessage(
        "newton_samples is 500, expected 1 to 140 (--newton-samples)", "newton_samples", 500L);
    assertMessage("damping is 'x', expected updated or frozen (--damping)", "damping", "x");
    assertMessage("fit_from is 150.0, but fewer than two", "fit_from", 150.0);
    assertMessage("reg is -1.0, expected a number > 0 (--reg)", "reg", -1.0);
  }

  private static void assertMessage(String words, String key, Object value) {
    Values settings = Run.small().with(key, value);
    String message =
        assertThrows(InputError.class, () -> new LogisticExperiment(settings)).getMessage();
    assertTrue(message.contains(words), message);
  }
}
