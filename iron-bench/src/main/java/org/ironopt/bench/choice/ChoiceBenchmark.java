package org.ironopt.bench.choice;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.bench.BenchmarkTables;
import org.ironopt.cli.bench.Benchmark;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitMethod;
import org.ironopt.fit.FitResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.ChapterReport.TextTable;

/**
 * {@code bench choice}: work of the chosen solver beside that of every fixed choice, on tables by
 * seed whose columns are hard in different ways. Work is counted in passes by the cost model, with
 * whitening, matrices and factorizations, and never in seconds: the result is the same everywhere.
 */
public final class ChoiceBenchmark implements Benchmark {
  private static final double TOLERANCE = 1e-9;

  /** A fixed choice that needs more steps is not the best one. */
  private static final int STEPS = 60;

  /** How a table was fitted; work that did not lead to the tolerance is NaN. */
  record Row(
      String table,
      String kind,
      int rows,
      int columns,
      Choice chosen,
      double cg,
      double cholesky,
      double lbfgs) {
    double best() {
      double best = Double.POSITIVE_INFINITY;
      for (double work : new double[] {cg, cholesky, lbfgs}) {
        best = work < best ? work : best;
      }
      return best;
    }

    double ratio() {
      return chosen.work / best();
    }
  }

  /**
   * What the chosen solver took.
   *
   * @param matrices formed because products had cost as much
   */
  record Choice(double work, double predicted, int matrices, double gap) {}

  /** A row as it is printed. */
  record Line(
      String table,
      String kind,
      int rows,
      int columns,
      double work,
      double predicted,
      int matrices,
      String fixed,
      double ratio) {}

  @Override
  public String name() {
    return "choice";
  }

  @Override
  public Set<String> options() {
    return Set.of();
  }

  @Override
  public Optional<Result> run(Request request) throws IOException {
    int part = request.quick() ? 10 : 1;
    List<ChoiceTable> tables = new ArrayList<>(ChoiceTable.all(part));
    List<Row> rows = new ArrayList<>();
    for (ChoiceTable table : tables) {
      rows.add(row(table));
      request.log().accept(table.shape() + ": " + Numbers.format("%.2f", rows.getLast().ratio()));
    }
    Row census = row(ChoiceTable.census(part));
    double[] ratios = rows.stream().mapToDouble(Row::ratio).sorted().toArray();
    Map<String, Object> first = new LinkedHashMap<>();
    first.put("tolerance", TOLERANCE);
    first.put("median", ratios[ratios.length / 2]);
    first.put("largest", ratios[ratios.length - 1]);
    first.put("census_work", census.chosen.work);
    first.put("census_gap", census.chosen.gap);
    rows.add(census);
    List<Line> lines = rows.stream().map(ChoiceBenchmark::line).toList();
    String caption =
        Numbers.format(
            "passes to a certified gap of %.0e by the cost model; of %d tables the median of the"
                + " ratios to the best fixed choice is %.2f, the largest %.2f",
            TOLERANCE, ratios.length, ratios[ratios.length / 2], ratios[ratios.length - 1]);
    TextTable table =
        BenchmarkTables.of(
            caption,
            "table|model|rows|columns|work|predicted|matrices|cg, cholesky, lbfgs|ratio",
            "%s|%s|%d|%d|%.1f|%.1f|%d|%s|%.2f",
            lines);
    return BenchmarkTables.result(table, lines, first);
  }

  private static Line line(Row row) {
    Choice c = row.chosen;
    String fixed = Numbers.format("%.1f, %.1f, %.1f", row.cg, row.cholesky, row.lbfgs);
    return new Line(
        row.table,
        row.kind,
        row.rows,
        row.columns,
        c.work,
        c.predicted,
        c.matrices,
        fixed,
        row.ratio());
  }

  private static Row row(ChoiceTable table) {
    FitResult chosen = fit(table).go();
    return new Row(
        table.shape(),
        table.kind().word(),
        table.data().rows(),
        table.data().columns(),
        new Choice(
            work(chosen), chosen.work().predicted(), chosen.work().matrices().size(), chosen.gap()),
        fixed(table, FitMethod.CG),
        fixed(table, FitMethod.CHOLESKY),
        fixed(table, FitMethod.LBFGS));
  }

  private static Fit fit(ChoiceTable table) {
    return Fit.of(table.kind(), table.data()).reg(table.reg()).tolerance(TOLERANCE);
  }

  private static double fixed(ChoiceTable table, FitMethod method) {
    return work(fit(table).method(method).stepLimit(STEPS).go());
  }

  private static double work(FitResult result) {
    return result.gap() <= TOLERANCE ? result.work().spent() : Double.NaN;
  }
}
