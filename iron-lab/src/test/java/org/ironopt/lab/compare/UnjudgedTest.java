package org.ironopt.lab.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.compare.CompareConfig.Budget;
import org.ironopt.lab.compare.CompareOutcome.OfMethod;
import org.ironopt.lab.compare.Comparison.Budgets;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NumericColumns;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A method that made no step is not judged, and is named with the remedy. */
class UnjudgedTest {
  @TempDir Path folder;

  /** Half a pass: enough for single rows, not for a step on all of them. */
  private static final String CONFIG =
      """
      steps = [0.1, 1.0]
      tuning_passes = %s
      passes = %s
      warm_up = 0
      seeds = 1
      points = 4
      [[problem]]
      name = "quadratic"
      rows = 40
      columns = 3
      [[method]]
      name = "sgd"
      steps = [%s]
      [[method]]
      name = "iron"
      batch = 0
      """;

  private CompareOutcome outcome(String tuning, String passes, String steps) throws IOException {
    Path file =
        Files.writeString(folder.resolve("c.toml"), CONFIG.formatted(tuning, passes, steps));
    CompareExperiment experiment = CompareExperiment.read(file, false, "");
    Map<String, CellResult> outcomes = new HashMap<>();
    ResultStore results = cell -> Optional.ofNullable(outcomes.get(cell.label()));
    run(experiment.cells(), outcomes);
    run(experiment.followUps(results), outcomes);
    CompareOutcome outcome = experiment.outcome(results);
    String page = experiment.report(results).toString();
    assertTrue(page.contains(outcome.advice().sentence()), page);
    outcome.remarks().forEach(r -> assertTrue(page.contains(r.sentence()), page));
    return outcome;
  }

  private static void run(List<Cell> cells, Map<String, CellResult> outcomes) {
    for (Cell cell : cells) {
      Task task = cell.start();
      while (task.done() < task.total()) {
        task.advance();
      }
      outcomes.put(cell.label(), task.outcome());
    }
  }

  private static OfMethod method(CompareOutcome outcome, String name) {
    return outcome.problems().getFirst().methods().stream()
        .filter(m -> m.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static boolean named(CompareOutcome outcome, String method, String key) {
    return outcome.remarks().stream()
        .anyMatch(
            r ->
                r instanceof CompareRemark.NotJudged remark
                    && remark.methods().contains(method)
                    && remark.sentence().contains(key));
  }

  @Test
  void aStepThatDoesNotFitIntoTheTuningBudgetIsNotJudged() throws IOException {
    CompareOutcome outcome = outcome("1.5", "30", "0.1, 1.0");
    assertTrue(
        method(outcome, "iron").unjudged().orElseThrow().sentence().contains("'tuning_passes'"));
    assertEquals(Optional.empty(), method(outcome, "sgd").unjudged());
    assertTrue(named(outcome, "iron on quadratic", "'tuning_passes'"), outcome.remarks()::toString);
    assertFalse(outcome.advice() instanceof CompareRemark.Beaten, outcome.advice()::toString);
  }

  @Test
  void aLargerBudgetIsTheRemedy() throws IOException {
    CompareOutcome outcome = outcome("30", "60", "0.1, 1.0");
    assertEquals(Optional.empty(), method(outcome, "iron").unjudged());
    assertFalse(outcome.remarks().stream().anyMatch(CompareRemark.NotJudged.class::isInstance));
  }

  @Test
  void aMethodWhoseStepsAllFailedIsNotJudged() throws IOException {
    CompareOutcome outcome = outcome("30", "60", "1e200, 1e250");
    assertTrue(method(outcome, "sgd").unjudged().orElseThrow().sentence().contains("'steps'"));
    assertTrue(named(outcome, "sgd on quadratic", "'steps'"), outcome.remarks()::toString);
    assertEquals(Optional.empty(), method(outcome, "iron").unjudged());
  }

  @Test
  void runsWithoutAStepAndPartsOfAPassAreNotJudged() {
    NumericColumns trials = new NumericColumns("step", "steps");
    trials.add(1, 4);
    NumericColumns still = new NumericColumns("steps");
    still.add(0);
    NumericColumns moved = new NumericColumns("steps");
    moved.add(3);
    Budgets whole = new Budgets(new Budget(2, 10), new Budget(3, 10));
    assertEquals(Optional.empty(), whole.unjudged(1, trials, List.of()));
    assertEquals(Optional.empty(), whole.unjudged(1, trials, List.of(still, moved)));
    Unjudged runs = whole.unjudged(1, trials, List.of(still)).orElseThrow();
    assertEquals(new Unjudged(Unjudged.Cause.NO_STEP_IN_RUNS, 3), runs);
    assertTrue(runs.sentence().contains("'passes'"));
    Budgets part = new Budgets(new Budget(.5, 10), new Budget(3, 10));
    Unjudged trial = part.unjudged(1, trials, List.of(moved)).orElseThrow();
    assertEquals(new Unjudged(Unjudged.Cause.PART_OF_PASS_IN_TRIAL, .5), trial);
    assertTrue(trial.sentence().contains("less than one pass"));
  }
}
