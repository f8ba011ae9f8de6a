package org.ironopt.lab.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.FigureFiles;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.ClaimFile;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.lab.sampling.NonconvexFunctions.Noisy;
import org.ironopt.lab.sampling.Regressions.Curve;
import org.ironopt.lab.sampling.Regressions.Point;
import org.ironopt.lab.sampling.Regressions.Problem;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Verdicts follow the cells: what the theory says, put into them, is agreed with; else not. */
@Execution(ExecutionMode.CONCURRENT)
class SamplingClaimsTest {
  private static final SamplingExperiment EXPERIMENT = Run.SMALL.experiment;
  private static final Regressions REGRESSIONS = EXPERIMENT.regressions;

  /** Cells whose outcome is replaced, by label. */
  private final Map<String, CellResult> changed = new HashMap<>();

  private Optional<CellResult> found(Cell cell) {
    return Optional.ofNullable(changed.get(cell.label())).or(() -> Run.SMALL.found(cell));
  }

  private Verdict verdict(String id) {
    return EXPERIMENT.report(this::found).claims().stream()
        .filter(claim -> claim.id().equals(id))
        .map(Claim::verdict)
        .findFirst()
        .orElseThrow();
  }

  /** Replaces a mean by a number with a small standard error. */
  private void mean(Cell cell, String name, double value) {
    CellResult outcome = found(cell).orElseThrow();
    NamedValues values = new NamedValues();
    outcome.values().asMap().forEach(values::with);
    double error = 1e-4 * Math.abs(value);
    CellResult.with(
        values, name, new ConfidenceInterval(value, error, value - error, value + error, 40));
    changed.put(cell.label(), new CellResult(values, outcome.trace(), outcome.tables()));
  }

  /** Replaces the rows of the table of a cell. */
  private void rows(Cell cell, UnaryOperator<double[]> row) {
    CellResult outcome = found(cell).orElseThrow();
    NumericColumns table = new NumericColumns(outcome.trace().columns().toArray(String[]::new));
    outcome.trace().rows().forEach(r -> table.add(row.apply(r.clone())));
    changed.put(cell.label(), new CellResult(outcome.values(), table, outcome.tables()));
  }

  private static Cell chains(Problem problem, BatchDraw draw, int batch, double alpha) {
    return REGRESSIONS.chains.cell(new Point(new Curve(problem, draw, batch), alpha));
  }

  /** Returns what the theory says of fresh subsets. */
  private static double exact(Problem problem, int batch, double alpha, String name) {
    NumericColumns curve = exact(new Curve(problem, BatchDraw.WITHOUT, batch));
    return curve.get(Arrays.binarySearch(curve.column("alpha"), alpha), name);
  }

  private static NumericColumns exact(Curve curve) {
    return Run.SMALL.found(REGRESSIONS.exact.cell(curve)).orElseThrow().trace();
  }

  /** A claim holds with the one number in a cell and fails with the other. */
  private void turns(String id, Cell cell, String name, double yes, double no) {
    mean(cell, name, yes);
    assertEquals(Verdict.REPRODUCED, verdict(id), id);
    mean(cell, name, no);
    assertEquals(Verdict.DIFFERS, verdict(id), id);
    changed.clear();
  }

  @Test
  void everyClaimOfTheFileIsJudged() {
    long judged =
        EXPERIMENT.report(this::found).claims().stream()
            .map(claim -> claim.text().id())
            .distinct()
            .count();
    assertEquals(ClaimFile.read(SamplingReport.class).size(), judged);
  }

  /** A cell that is missing leaves its claims open, and no others. */
  @Test
  void claimsWithoutTheirCellsAreOpen() {
    Cell missing = chains(Problem.LOGISTIC, BatchDraw.WITHOUT, 4, 1);
    List<String> open =
        EXPERIMENT
            .report(cell -> cell.label().equals(missing.label()) ? Optional.empty() : found(cell))
            .claims()
            .stream()
            .filter(claim -> claim.verdict() == Verdict.NOT_CHECKABLE)
            .map(Claim::id)
            .toList();
    assertEquals(List.of("SA1", "SA2", "SA5", "SA6", "SA7"), open);
  }

  @Test
  void figuresHaveAllPanels() {
    Map<String, Integer> panels = new TreeMap<>();
    for (ChapterReport.Section section : EXPERIMENT.report(this::found).sections()) {
      for (Figure figure : section.figures()) {
        panels.put(figure.id().replace("sampling-", ""), figure.panels().size());
        String svg = FigureFiles.svg(figure);
        assertFalse(svg.contains("NaN") || svg.contains("Infinity"), figure.id());
      }
    }
    assertEquals(
        "{best-steps=1, bias=2, energy=4, images=1, least-squares=3, logistic=1, nonconvex=3}",
        panels.toString());
  }

  @Test
  void errorAndBiasOfLeastSquares() {
    Cell cell = chains(Problem.SQUARES, BatchDraw.WITHOUT, 2, 1);
    double mse = exact(Problem.SQUARES, 2, 1, "mse");
    double bias = exact(Problem.SQUARES, 2, 1, "bias_0");
    turns("SA1", cell, "mse", mse, 1.01 * mse);
    turns("SA2", cell, "bias_0", bias, 1.01 * bias);
  }

  /** A sample of batches has its own standard error, which counts beside that of the chains. */
  @Test
  void errorsOfASampleOfBatches() {
    Cell cell = chains(Problem.SQUARES, BatchDraw.WITHOUT, 2, 1);
    double error = exact(Problem.SQUARES, 2, 1, "mse");
    double bias = exact(Problem.SQUARES, 2, 1, "bias_0");
    Cell exact = REGRESSIONS.exact.cell(new Curve(Problem.SQUARES, BatchDraw.WITHOUT, 2));
    int mse = found(exact).orElseThrow().trace().columns().indexOf("mse_se");
    rows(exact, row -> set(set(row, mse, .01 * row[1]), mse + 1, .01 * Math.abs(row[2])));
    turns("SA1", cell, "mse", 1.03 * error, 1.05 * error);
    rows(exact, row -> set(set(row, mse, .01 * row[1]), mse + 1, .01 * Math.abs(row[2])));
    turns("SA2", cell, "bias_0", 1.03 * bias, 1.05 * bias);
  }

  @Test
  void limitAndBoundOfLeastSquares() {
    Curve curve = new Curve(Problem.SQUARES, BatchDraw.WITHOUT, 2);
    Cell cell = REGRESSIONS.exact.cell(curve);
    assertEquals(Verdict.REPRODUCED, verdict("SA3"));
    assertEquals(Verdict.REPRODUCED, verdict("SA4"));
    double limit = exact(curve).last("limit");
    double bound = exact(curve).last("bound");
    rows(cell, row -> set(row, 1, 1.03 * limit));
    assertEquals(Verdict.DIFFERS, verdict("SA3"));
    rows(cell, row -> set(row, 1, 1.01 * bound));
    assertEquals(Verdict.DIFFERS, verdict("SA4"));
  }

  private static double[] set(double[] row, int column, double value) {
    row[column] = value;
    return row;
  }

  @Test
  void epochs() {
    double subsets = exact(Problem.SQUARES, 1, 0.1, "mse");
    Cell cell = chains(Problem.SQUARES, BatchDraw.EPOCHS, 1, 0.1);
    turns("SA5", cell, "mse", 0.49 * subsets, 0.51 * subsets);
  }

  @Test
  void localModelOfTheLogisticLoss() {
    double near = exact(Problem.LOGISTIC, 4, 0.1, "mse");
    turns(
        "SA6.4",
        chains(Problem.LOGISTIC, BatchDraw.WITHOUT, 4, 0.1),
        "mse",
        1.09 * near,
        0.89 * near);
    double far = exact(Problem.LOGISTIC, 1, 1000, "mse");
    turns(
        "SA7.1",
        chains(Problem.LOGISTIC, BatchDraw.WITHOUT, 1, 1000),
        "mse",
        1.11 * far,
        1.09 * far);
  }

  @Test
  void mapOfBestSteps() {
    for (int batch : new int[] {1, 2, 20}) {
      rows(REGRESSIONS.best.cell(batch), row -> set(row, 1, batch / row[0]));
    }
    assertEquals(Verdict.REPRODUCED, verdict("SA8"));
    rows(REGRESSIONS.best.cell(2), row -> set(row, 1, 0.9 / row[0]));
    assertEquals(Verdict.DIFFERS, verdict("SA8"), "a larger batch takes a shorter step");
    rows(REGRESSIONS.best.cell(2), row -> set(row, 1, 2));
    rows(REGRESSIONS.best.cell(20), row -> set(row, 1, 20 + row[0]));
    assertEquals(Verdict.DIFFERS, verdict("SA8"), "more passes take a longer step");
  }

  @Test
  void bestStepsOnImages() {
    double[] alpha = EXPERIMENT.settings.imageAlpha();
    best(5, 0);
    best(30, 2);
    rows(
        REGRESSIONS.predicted.cell(Curve.images(5)),
        row -> set(row, 1, row[0] == alpha[1] ? 1 : 2));
    rows(
        REGRESSIONS.predicted.cell(Curve.images(30)),
        row -> set(row, 1, row[0] == alpha[1] ? 1 : 2));
    assertEquals(Verdict.REPRODUCED, verdict("SA9"));
    assertEquals(Verdict.REPRODUCED, verdict("SA10"));
    rows(
        REGRESSIONS.predicted.cell(Curve.images(30)),
        row -> set(row, 1, row[0] == alpha[0] ? 1 : 2));
    assertEquals(Verdict.DIFFERS, verdict("SA9"));
    best(5, 2);
    assertEquals(Verdict.DIFFERS, verdict("SA10"));
  }

  /** Lets the runs of a batch size be best at one step of the grid. */
  private void best(int batch, int place) {
    double[] alpha = EXPERIMENT.settings.imageAlpha();
    for (int i = 0; i < alpha.length; i++) {
      Cell cell = REGRESSIONS.runs.cell(new Point(Curve.images(batch), alpha[i]));
      mean(cell, "mse", i == place ? 1 : 2);
    }
  }

  @Test
  void withoutConvexity() {
    double longest = 10_000;
    double exact = EXPERIMENT.landscapes.noisy.keys().getFirst().residual();
    Noisy sine = new Noisy(TestFunction.SINE, longest, exact);
    Cell cell = EXPERIMENT.landscapes.noisy.cell(sine);
    double bound = SamplingReport.bound(sine).orElseThrow();
    double law = SamplingReport.law(sine.on()) / longest;
    turns("SA11", cell, "excess", bound, 1.001 * bound);
    turns("SA12.1", cell, "excess", law, 1.001 * law);
    Noisy network = new Noisy(TestFunction.NETWORK, longest, exact);
    double own = SamplingReport.law(network.on()) / longest;
    Cell far = EXPERIMENT.landscapes.noisy.cell(network);
    turns("SA14", far, "excess", 0.8 * own, 1.05 * own);
    turns("SA13", EXPERIMENT.landscapes.saddle.cells().getFirst(), "excess", 0.5, 0);
  }

  @Test
  void energy() {
    Noisy key = EXPERIMENT.landscapes.energy.keys().getLast();
    double bound = SamplingReport.energyBound(key)[7];
    turns("SA15", EXPERIMENT.landscapes.energy.cell(key), "energy_7", bound, 1.001 * bound);
  }
}
