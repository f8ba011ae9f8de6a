package org.ironopt.lab.foundations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.linalg.Parallel;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.api.parallel.ResourceLock;

@Execution(ExecutionMode.CONCURRENT)
class FoundationsExperimentTest {
  private static final FoundationsExperiment EXPERIMENT = open(20);
  private static final Map<String, CellResult> OUTCOMES = new HashMap<>();

  private static FoundationsExperiment open(long instances) {
    NamedValues settings = FoundationsExperiment.CHAPTER.smoke().with("instances", instances);
    return new FoundationsExperiment(FoundationsExperiment.CHAPTER.read(settings));
  }

  @BeforeAll
  static void run() {
    for (Cell cell : EXPERIMENT.cells()) {
      OUTCOMES.put(cell.label(), finish(cell.start()));
    }
  }

  private static CellResult finish(Task task) {
    while (task.done() < task.total()) {
      task.advance();
    }
    return task.outcome();
  }

  private static ChapterReport report() {
    return EXPERIMENT.report(FoundationsExperimentTest::found);
  }

  /** What the code judges and what the file says are the same claims. */
  @Test
  void everyClaimOfTheFileIsJudged() {
    assertEquals(80, report().claims().size());
  }

  private static Optional<CellResult> found(Cell cell) {
    return Optional.of(OUTCOMES.get(cell.label()));
  }

  @Test
  void idsAreUniqueAndEveryDecidedClaimSaysWhatWasMeasured() {
    Set<String> ids = new HashSet<>();
    for (Claim claim : report().claims()) {
      assertTrue(ids.add(claim.id()), claim.id());
      assertTrue(!claim.evidence().isEmpty() && !claim.text().where().isEmpty(), claim::toString);
      assertTrue(
          claim.verdict() == Verdict.NOT_CHECKABLE
              || !claim.criterion().isEmpty() && !claim.measured().isEmpty(),
          claim::toString);
    }
  }

  @Test
  void aStudyThatIsMissingMakesNoClaim() {
    ChapterReport empty = EXPERIMENT.report(cell -> Optional.empty());
    assertTrue(
        empty.claims().stream().allMatch(c -> c.verdict() == Verdict.NOT_CHECKABLE),
        empty.claims()::toString);
  }

  /** One instance that meets or breaks a criterion by its number decides the verdict. */
  @Test
  void theVerdictTurnsWithTheData() {
    turns("F1", "mapping", "velocity", 0, 1e-9);
    turns("F5", "center-noise", "deviation", 3.9, 4.1);
    turns("F9", "resolvent", "trust_region", -1, 1e-6);
    turns("F10", "lemmas", "contraction", 1, 1.001);
    turns("F24", "recursion", "limsup_simple", 0.5, 1.001);
    turns("F29", "orders", "contraction", -2, -1.9);
    turns("F30", "orders", "center_noise", 1, 1.1);
    turns("F31", "orders", "noise", -1, -0.9);
    turns("F58", "velocity", "velocity", 0, 1e-9);
    turns("F60", "velocity", "rest", 1e-9, 1e-7);
    turns("F33", "quadratic", "remainder_order", -3, -2.9);
    turns("F35", "quadratic", "coupling_general", 0.1, 0);
    turns("F36", "quadratic", "euler_growth", 2, 0.9);
    turns("F38", "resolvent", "certificate", 0.5, 1.001);
    turns("F42", "inner", "algorithm_2", 0.5, 1.5);
    turns("F43", "inner", "failures", 0, 1);
    turns("F44", "inner", "products_per_cg_step", 1.5, 2.5);
    turns("F49", "resolvent", "map_jacobian_paper", 0, 1);
    turns("F50", "resolvent", "without_noise", 0, 1);
    turns("F51", "inexact", "kept", 0.5, 1.5);
    turns("F56", "flow", "second_moment", 1, 2);
    turns("F57", "flow", "spread_at_10", 0.5, 1.5);
    turns("B6", "varying", "energy_recursion", 0.5, 1.001);
    turns("B8", "quadratic", "largest_radius", 0.5, 1.001);
    turns("B13", "inertial", "difference", 0, 1e-3);
    turns("B15", "flow", "stationary", 0, 1e-3);
  }

  /** Means over the instances decide these. */
  @Test
  void theVerdictTurnsWithTheMean() {
    for (String[] mean :
        new String[][] {
          {"F6", "center-noise", "ratio", "1", "1.5"},
          {"F37", "batching", "ratio", "1", "1.5"},
          {"F45.1", "chains", "saving_10", "0.2", "0.05"},
          {"F48", "chains", "saving_smooth", "0.2", "-0.04"},
          {"F46", "chains", "one_step_order", "-1", "-0.9"},
          {"F59", "velocity", "heun_order", "1", "0.5"},
          {"F54", "flow", "quadratic_path", "1", "0.5"},
          {"B14", "flow", "euler_maruyama", "1", "1.5"},
          {"B16", "flow", "late", "1", "1.5"}
        }) {
      assertEquals(Verdict.REPRODUCED, around(mean, Double.parseDouble(mean[3])), mean[0]);
      assertEquals(Verdict.DIFFERS, around(mean, Double.parseDouble(mean[4])), mean[0]);
    }
  }

  private static Verdict around(String[] mean, double value) {
    return verdict(mean[0], mean[1], mean[2], i -> value + 1e-3 * (i % 3 - 1));
  }

  private static void turns(String id, String study, String column, double good, double bad) {
    assertEquals(Verdict.REPRODUCED, verdict(id, study, column, i -> good), id);
    assertEquals(Verdict.DIFFERS, verdict(id, study, column, i -> i == 5 ? bad : good), id);
  }

  /** Returns the verdict of a claim with a column replaced by a function of the row. */
  private static Verdict verdict(
      String id, String study, String column, IntToDoubleFunction values) {
    CellResult outcome = OUTCOMES.get(study);
    NumericColumns changed = new NumericColumns(outcome.trace().columns().toArray(String[]::new));
    outcome.trace().rows().forEach(row -> changed.add(row.clone()));
    int at = outcome.trace().columns().indexOf(column);
    for (int i = 0; i < changed.rows().size(); i++) {
      changed.rows().get(i)[at] = values.applyAsDouble(i);
    }
    CellResult wrong = new CellResult(outcome.values(), changed, Map.of());
    ChapterReport report =
        EXPERIMENT.report(
            c -> Optional.of(c.label().equals(study) ? wrong : OUTCOMES.get(c.label())));
    return report.claims().stream().filter(c -> c.id().equals(id)).findFirst().get().verdict();
  }

  @Test
  @ResourceLock("org.ironopt.linalg.Parallel")
  void aTaskThatIsInterruptedGoesOnWithTheSameBits() throws IOException {
    int threads = Parallel.threads();
    try {
      // With as many threads as instances nothing would be left to go on with.
      Parallel.setThreads(3);
      for (Cell cell : EXPERIMENT.cells().subList(4, 9)) {
        Task first = cell.start();
        first.advance();
        assertTrue(first.done() < first.total(), cell.label());
        ByteArrayOutputStream saved = new ByteArrayOutputStream();
        first.save(new DataOutputStream(saved));
        Task second = cell.start();
        second.restore(new DataInputStream(new ByteArrayInputStream(saved.toByteArray())));
        assertEquals(first.done(), second.done());
        assertSameBits(cell, finish(second));
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  @Test
  @ResourceLock("org.ironopt.linalg.Parallel")
  void theNumberOfThreadsChangesNothing() {
    int threads = Parallel.threads();
    try {
      Parallel.setThreads(threads == 1 ? 3 : 1);
      for (Cell cell : EXPERIMENT.cells().subList(0, 4)) {
        assertSameBits(cell, finish(cell.start()));
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  private static void assertSameBits(Cell cell, CellResult again) {
    List<double[]> rows = again.trace().rows();
    List<double[]> straight = OUTCOMES.get(cell.label()).trace().rows();
    assertEquals(straight.size(), rows.size());
    for (int i = 0; i < rows.size(); i++) {
      assertTrue(Arrays.equals(straight.get(i), rows.get(i)), cell.label() + " " + i);
    }
  }

  @Test
  void instancesDependOnTheSeedAndOnTheirNumberOnly() {
    Study study =
        EXPERIMENT.studies.keys().stream()
            .filter(s -> s.label().equals("lemmas"))
            .findFirst()
            .orElseThrow();
    double[] third = study.numbers(0, 3);
    assertTrue(Arrays.equals(third, OUTCOMES.get("lemmas").trace().rows().get(3)));
    assertTrue(!Arrays.equals(third, study.numbers(1, 3)));
  }

  /** Every column is measured, and by its name. */
  @Test
  void aColumnThatIsNotMeasuredOrNotThereIsRefused() {
    Study less = new Study("s", "a, b", (draw, row) -> row.put("a", 1));
    Study more = new Study("s", "a", (draw, row) -> row.put("a", 1).put("b", 1));
    assertEquals("measured [a], the columns are [a, b]", refusal(less));
    assertEquals("measured [a, b], the columns are [a]", refusal(more));
  }

  private static String refusal(Study study) {
    return assertThrows(IllegalArgumentException.class, () -> study.numbers(0, 0)).getMessage();
  }

  @Test
  void tooFewInstancesAreRefused() {
    assertEquals(
        "instances is 3, expected 12 to 1000000 (--instances)",
        assertThrows(InputError.class, () -> open(3)).getMessage());
  }
}
