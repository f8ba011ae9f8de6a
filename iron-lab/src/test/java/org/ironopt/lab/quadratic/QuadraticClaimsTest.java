package org.ironopt.lab.quadratic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.theory.Scheme;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Verdicts follow the cells: exact values put into them are agreed with, altered ones are not. */
class QuadraticClaimsTest {
  private static final QuadraticExperiment EXPERIMENT = open(1, 1000, 10_000);
  private static final Map<String, CellResult> OUTCOMES = new HashMap<>();

  private static QuadraticExperiment open(double... grid) {
    return new QuadraticExperiment(
        QuadraticExperiment.CHAPTER.read(
            QuadraticExperiment.CHAPTER
                .paper()
                .with("particles", 640L)
                .with("iterations", 80L)
                .with("grid", grid)
                .with("grid_particles", 64L)));
  }

  @BeforeAll
  static void run() {
    for (Cell cell : EXPERIMENT.cells()) {
      Task task = cell.start();
      while (task.done() < task.total()) {
        task.advance();
      }
      OUTCOMES.put(cell.label(), task.outcome());
    }
  }

  private static Optional<CellResult> found(Cell cell) {
    return Optional.of(OUTCOMES.get(cell.label()));
  }

  private static List<Claim> claims(QuadraticExperiment experiment, ResultStore results) {
    return experiment.report(results).claims();
  }

  private static Map<String, Verdict> verdicts(ResultStore results) {
    Map<String, Verdict> verdicts = new HashMap<>();
    for (Claim claim : claims(EXPERIMENT, results)) {
      verdicts.put(claim.id(), claim.verdict());
    }
    return verdicts;
  }

  @Test
  void everyClaimOfTheFileIsJudged() {
    assertEquals(21, claims(EXPERIMENT, QuadraticClaimsTest::found).size());
  }

  /** A cell whose error is a number with a small standard error. */
  private static CellResult with(CellResult outcome, double mse) {
    NamedValues values = new NamedValues();
    outcome.values().asMap().forEach(values::with);
    values.with("mse", mse).with("mse_standard_error", 1e-4 * mse);
    values.with("mse_low", 0.9998 * mse).with("mse_high", 1.0002 * mse);
    return new CellResult(values, outcome.trace(), outcome.tables());
  }

  private static Verdict verdict(String id, Cell changed, double mse) {
    CellResult other = with(OUTCOMES.get(changed.label()), mse);
    return verdicts(
            cell -> Optional.of(cell.label().equals(changed.label()) ? other : found(cell).get()))
        .get(id);
  }

  private static void turns(String id, Cell cell, double exact) {
    assertEquals(Verdict.REPRODUCED, verdict(id, cell, exact), id);
    assertEquals(Verdict.DIFFERS, verdict(id, cell, 1.2 * exact), id);
  }

  @Test
  void stationaryErrorsTurnTheVerdicts() {
    QuadraticProblem problem = EXPERIMENT.problem;
    double one = problem.paperMse(1).orElseThrow();
    turns("Q4.1", EXPERIMENT.paper.cell(1.0), one);
    Cell far = EXPERIMENT.grid.get(Scheme.IRON).cell(10_000.0);
    turns("Q6", far, problem.constant() / 10_000);
    double own = problem.constant(problem.sigma()) / 1000;
    turns(
        "Q9", EXPERIMENT.correlated.cell(1000.0), problem.mse(1000, problem.sigma()).orElseThrow());
    turns("Q17", EXPERIMENT.correlated.cell(1000.0), own);
    double proxy = problem.constant() / 3 * problem.sigma().trace() / 1000;
    assertEquals(Verdict.DIFFERS, verdict("Q17", EXPERIMENT.correlated.cell(1000.0), proxy));
    double shorter = OUTCOMES.get(EXPERIMENT.correlated.cell(100.0).label()).values().number("mse");
    turns("Q16", EXPERIMENT.correlated.cell(1000.0), shorter / 10);
    assertEquals(Verdict.DIFFERS, verdict("Q2", EXPERIMENT.paper.cell(500.0), 2 * one));
    assertEquals(Verdict.DIFFERS, verdict("Q5", far, 1.0));
    double before =
        OUTCOMES.get(EXPERIMENT.grid.get(Scheme.IRON).cell(1000.0).label()).values().number("mse");
    turns("Q7", far, before / 10);
  }

  @Test
  void tracesTurnTheVerdicts() {
    Cell longest = EXPERIMENT.paper.cell(500.0);
    assertEquals(Verdict.REPRODUCED, trace("Q3", longest, "bias2", 80, 0));
    assertEquals(Verdict.DIFFERS, trace("Q3", longest, "bias2", 80, 1));
    assertEquals(Verdict.REPRODUCED, trace("Q10", longest, "mse", 3, 0));
    assertEquals(Verdict.DIFFERS, trace("Q10", longest, "mse", 3, 1e3));
  }

  private static Verdict trace(String id, Cell changed, String column, int row, double value) {
    CellResult outcome = OUTCOMES.get(changed.label());
    NumericColumns table = new NumericColumns(outcome.trace().columns().toArray(String[]::new));
    outcome.trace().rows().forEach(r -> table.add(r.clone()));
    table.rows().get(row)[table.columns().indexOf(column)] = value;
    CellResult other = new CellResult(outcome.values(), table, outcome.tables());
    return verdicts(
            cell -> Optional.of(cell.label().equals(changed.label()) ? other : found(cell).get()))
        .get(id);
  }

  @Test
  void aGridWithoutLongStepsLeavesTheirClaimsOpen() {
    QuadraticExperiment few = open(1, 100);
    Map<String, Verdict> verdicts = new HashMap<>();
    for (Claim claim : claims(few, cell -> Optional.ofNullable(OUTCOMES.get(cell.label())))) {
      verdicts.put(claim.id(), claim.verdict());
    }
    assertEquals(Verdict.NOT_CHECKABLE, verdicts.get("Q6"));
    assertEquals(Verdict.NOT_CHECKABLE, verdicts.get("Q7"));
  }

  /** The noiseless runs see an unstable scheme: explicit Euler beyond its critical step. */
  @Test
  void noiselessRunsShowInstability() {
    QuadraticProblem problem = EXPERIMENT.problem;
    assertTrue(QuadraticReport.memory(problem, Scheme.IRON, 1) < 1);
    assertTrue(QuadraticReport.memory(problem, Scheme.EXPLICIT_EULER, 0.1) < 1);
    assertTrue(QuadraticReport.memory(problem, Scheme.EXPLICIT_EULER, 1.5) > 1);
  }
}
