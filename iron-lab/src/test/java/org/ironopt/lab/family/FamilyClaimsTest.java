package org.ironopt.lab.family;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.Slow;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Batches;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** Verdicts follow the cells: a broken number turns the verdict of its claim. */
class FamilyClaimsTest {
  private static final FamilyExperiment EXPERIMENT =
      new FamilyExperiment(
          FamilyExperiment.CHAPTER.read(
              FamilyExperiment.CHAPTER
                  .smoke()
                  .with("theta", new double[] {0.8, 1})
                  .with("alpha", new double[] {1, 1000, 10_000})
                  .with("particles", 31L)));

  private static final Map<String, CellResult> OUTCOMES = new HashMap<>();

  private static void run() {
    for (Cell cell : EXPERIMENT.cells()) {
      Task task = cell.start();
      while (task.done() < task.total()) {
        task.advance();
      }
      OUTCOMES.put(cell.label(), task.outcome());
    }
  }

  private static Map<String, Verdict> verdicts(ResultStore results) {
    Map<String, Verdict> verdicts = new HashMap<>();
    for (Claim claim : EXPERIMENT.report(results).claims()) {
      verdicts.put(claim.id(), claim.verdict());
    }
    return verdicts;
  }

  private static ResultStore with(Cell cell, CellResult other) {
    return c ->
        Optional.ofNullable(c.label().equals(cell.label()) ? other : OUTCOMES.get(c.label()));
  }

  /** Moves a mean with its interval and the largest value of a row, counted from the end. */
  private static void turns(String id, Cell cell, int fromEnd, double by) {
    CellResult outcome = OUTCOMES.get(cell.label());
    NumericColumns table = new NumericColumns(outcome.trace().columns().toArray(String[]::new));
    outcome.trace().rows().forEach(r -> table.add(r.clone()));
    double[] row = table.rows().get(table.rows().size() - fromEnd);
    for (int column : new int[] {1, 3, 4, 5}) {
      row[column] += by;
    }
    CellResult other = new CellResult(outcome.values(), table, outcome.tables());
    assertEquals(Verdict.DIFFERS, verdicts(with(cell, other)).get(id), id);
  }

  @Slow
  @Test
  void brokenNumbersTurnTheVerdicts() {
    run();
    Map<String, Verdict> plain = verdicts(cell -> Optional.of(OUTCOMES.get(cell.label())));
    assertEquals(Set.of(Verdict.REPRODUCED), Set.copyOf(plain.values()));
    Cell relaxed = EXPERIMENT.relaxed.cell(0.8);
    turns("X1", relaxed, 2, 1);
    turns("X2", relaxed, 1, 1);
    turns("X3", EXPERIMENT.nonlinear.cell(0.8), 1, 1);
    turns("X5", EXPERIMENT.heavy.cell(1.5), 2, 0.5);
    turns("X6", EXPERIMENT.heavy.cell(1.5), 1, 0.5);
    turns("X7", EXPERIMENT.averages.cell("relaxed"), 2, 1);
    turns("X8", EXPERIMENT.averages.cell("nag-gs"), 1, 1);
    turns("X9", EXPERIMENT.convex.cell(1.0), 1, 1);
    turns("X10", EXPERIMENT.withMu, 1, 1);
    turns("X10", EXPERIMENT.withMu, 1, -1);
    turns("X11", EXPERIMENT.ball.cell(10.0), 1, 0.1);
    turns("X12", EXPERIMENT.ball.cell(10.0), 1, -0.2);
    int tail = FamilyExperiment.TAIL.length - FamilyExperiment.TOP;
    turns("X13", EXPERIMENT.sgd, tail, 3);
  }

  @Test
  void anUnfinishedRunLeavesItsClaimsOpen() {
    ResultStore none = cell -> Optional.empty();
    assertEquals(Set.of(Verdict.NOT_CHECKABLE), Set.copyOf(verdicts(none).values()));
  }

  /** Of exact Pareto quantiles Hill's estimate is the inverse index. */
  @Test
  void hillOfPareto() {
    int n = 100_000;
    double[] sorted = new double[n];
    for (int i = 0; i < n; i++) {
      sorted[i] = Math.pow(1 - (i + 0.5) / n, -2);
    }
    assertEquals(2, FamilyExperiment.hill(sorted, 10_000), 2e-3);
  }

  /** SGD's recursion of the chapter is the library's step on each row. */
  @Test
  void theRecursionIsSgd() {
    for (int i = 0; i < 2; i++) {
      double a = FamilyExperiment.SLOPES[i];
      double b = FamilyExperiment.OFFSETS[i];
      DenseMatrix row = DenseMatrix.of(1, 1, Math.sqrt(a));
      var f = LinearLeastSquares.of(row, new double[] {b / Math.sqrt(a)}, 0);
      var sgd = Sgd.step(FamilyExperiment.SGD_STEP).batches(Batches.withReplacement(1));
      var stepper = sgd.start(f, new double[] {0.3}, new RandomStreams(0));
      stepper.advance();
      assertEquals(0.3 - FamilyExperiment.SGD_STEP * (a * 0.3 - b), stepper.x()[0], 1e-15);
    }
  }
}
