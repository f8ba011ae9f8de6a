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
import java.util.List;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

class LogisticExperimentTest {
  private static final Run RUN = new Run(Run.small());
  private static final LogisticProblem PROBLEM = RUN.experiment.problem;
  private static final LogisticSettings SETTINGS = PROBLEM.settings;

  private static CellResult outcome(double tolerance) {
    return RUN.of(RUN.experiment.tolerances).at(tolerance).orElseThrow();
  }

  @Test
  void theMinimizerIsOne() {
    LogisticProblem.Data data = PROBLEM.data();
    assertTrue(data.gradientNorm() <= 1e-12);
    double[] h = data.anchor().eigenvalues();
    assertTrue(h[0] >= SETTINGS.reg(), () -> "smallest eigenvalue " + h[0]);
    assertArrayEquals(h, data.model().eigenvalues(), 1e-14);
  }

  /** One chain of the ensemble, walked again by the paper's Newton iteration alone. */
  @Test
  void aChainIsThatOfThePaper() {
    double alpha = 20;
    long seed = 2;
    double tolerance = 1e-5;
    FlowStepper stepper =
        PROBLEM
            .method(alpha)
            .inner(NewtonSample.paperInner(SETTINGS, 1e-9))
            .start(
                PROBLEM.data().objective(),
                new LogisticChains(PROBLEM).start(seed, new double[SETTINGS.dimension()]),
                new double[SETTINGS.dimension()],
                new RandomStreams(seed));
    double sum = 0;
    for (int k = 1; k <= SETTINGS.iterations(); k++) {
      stepper.advance();
      double distance = Vectors.distance(stepper.x(), PROBLEM.data().minimizer());
      sum += k > SETTINGS.discarded() ? distance * distance : 0;
    }
    double mse = sum / SETTINGS.window();
    NumericColumns chains = outcome(tolerance).trace();
    for (int j = 0; j < chains.rows().size(); j++) {
      if (chains.get(j, "alpha") == alpha && chains.get(j, "seed") == seed) {
        assertEquals(mse, chains.get(j, "mse"), 1e-5 * mse);
        return;
      }
    }
    throw new AssertionError("no such chain");
  }

  /** The sampled equations are those of the chains: both solutions lie within their certificate. */
  @Test
  void sampledEquationsAreThoseOfTheChains() {
    for (double tolerance : RUN.experiment.tolerances.keys()) {
      NumericColumns newton = outcome(tolerance).tables().get("newton");
      assertArrayEquals(PROBLEM.alphas, newton.column("alpha"));
      for (int a = 0; a < PROBLEM.alphas.length; a++) {
        double steps = newton.get(a, "newton_steps");
        double ratio = newton.get(a, "worst_error_ratio");
        assertEquals(3, newton.get(a, "equations"));
        assertTrue(steps >= 1 && steps <= 6, () -> steps + " Newton steps");
        assertTrue(ratio > 0 && ratio <= 1, () -> "ratio " + ratio);
      }
    }
  }

  @Test
  void everySolveReachesItsResidual() {
    for (double tolerance : RUN.experiment.tolerances.keys()) {
      NamedValues values = outcome(tolerance).values();
      assertEquals(25 * 200, values.number("solves"));
      assertEquals(0, values.number("failed_solves"));
      assertTrue(values.number("largest_residual") <= tolerance);
    }
  }

  @Test
  void theControlVariateNarrowsTheInterval() {
    double tightest = RUN.experiment.tolerances.keys().getFirst();
    LogisticReport.Chain chain = new LogisticReport.Chain(PROBLEM, tightest, outcome(tightest));
    int last = PROBLEM.alphas.length - 1;
    double raw = chain.mean("mse", last).standardError();
    double controlled = chain.mean("controlled_mse", last).standardError();
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
  private static CellResult resumed(double tolerance, long until) throws IOException {
    Task first = RUN.experiment.tolerances.cell(tolerance).start();
    while (first.done() < until) {
      first.advance();
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    first.save(new DataOutputStream(bytes));
    Task second = Run.open(Run.small()).tolerances.cell(tolerance).start();
    second.restore(new DataInputStream(new ByteArrayInputStream(bytes.toByteArray())));
    assertEquals(first.done(), second.done());
    while (second.done() < second.total()) {
      second.advance();
    }
    return second.outcome();
  }

  private static void assertSame(CellResult expected, CellResult actual) {
    assertEquals(expected.values().asMap(), actual.values().asMap());
    assertSame(expected.trace(), actual.trace());
    expected.tables().forEach((name, table) -> assertSame(table, actual.tables().get(name)));
  }

  private static void assertSame(NumericColumns expected, NumericColumns actual) {
    assertEquals(expected.rows().size(), actual.rows().size());
    for (int r = 0; r < expected.rows().size(); r++) {
      assertArrayEquals(expected.rows().get(r), actual.rows().get(r));
    }
  }

  @Test
  void badSettingsAreNamed() {
    assertMessage("alpha is 0, expected a number > 0 (--alpha)", "alpha", List.of(1.0, 0.0));
    assertMessage("alpha has one number, expected at least 2", "alpha", List.of(5.0));
    assertMessage("residuals has a number twice", "residuals", List.of(1.0, 1.0));
    assertMessage("loose and residuals both have 0.01", "loose", List.of(0.01));
    assertMessage("chain_seeds has one number, expected at least 2", "chain_seeds", List.of(1L));
    assertMessage("chain_seeds has a number twice", "chain_seeds", List.of(1L, 1L));
    assertMessage("chain_seeds is 0.5, expected a whole number", "chain_seeds", List.of(0.5, 1.0));
    assertMessage("discard is 1, expected at least 0 and < 1 (--discard)", "discard", 1.0);
    assertMessage("rows is 1, expected 2 to", "rows", 1L);
    assertMessage(
        "newton_samples is 500, expected 1 to 140 (--newton-samples)", "newton_samples", 500L);
    assertMessage("damping is 'x', expected updated or frozen (--damping)", "damping", "x");
    assertMessage("fit_from is 150.0, but fewer than two", "fit_from", 150.0);
    assertMessage("reg is -1, expected a number > 0 (--reg)", "reg", -1.0);
  }

  private static void assertMessage(String words, String key, Object value) {
    NamedValues settings = Run.small().with(key, value);
    String message = assertThrows(InputError.class, () -> Run.open(settings)).getMessage();
    assertTrue(message.contains(words), message);
  }
}
