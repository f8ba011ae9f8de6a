package org.ironopt.lab.experiment;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;

/** Finished cells as result tables. */
public final class CellTables {
  private static final List<String> PARTS = List.of("_standard_error", "_low", "_high");

  private CellTables() {}

  /**
   * Returns tables with the settings of an experiment; while some of its cells have not finished,
   * what nobody adds is absent.
   */
  public static ResultTables of(Experiment experiment, ResultStore results) {
    ResultTables tables = settings(experiment.settings());
    if (experiment.cells().stream().anyMatch(cell -> results.of(cell).isEmpty())) {
      tables.incomplete("not all cells have finished");
    }
    return tables;
  }

  /** Returns tables with the settings of a chapter: numbers, lists of them, and words. */
  public static ResultTables settings(NamedValues settings) {
    ResultTables tables = new ResultTables();
    settings
        .asMap()
        .forEach(
            (name, value) -> {
              switch (value) {
                case Number number -> tables.put(name, number.doubleValue());
                case List<?> list when list.stream().allMatch(Number.class::isInstance) ->
                    tables.put(name, settings.numbers(name));
                default -> tables.text(name, value.toString());
              }
            });
    return tables;
  }

  /**
   * Adds a table with a row for each finished cell and a column for each number of its {@code
   * result.json}; a mean with its interval is one column.
   *
   * @param count how many independent values are behind a mean
   */
  public static <K> Rows<Found<K>> cells(
      ResultTables tables, String name, List<Found<K>> cells, int count) {
    Rows<Found<K>> rows = tables.table(name, cells);
    Set<String> names = new LinkedHashSet<>();
    cells.forEach(
        cell ->
            cell.outcome()
                .values()
                .asMap()
                .forEach(
                    (key, value) -> {
                      if (value instanceof Number) {
                        names.add(key);
                      }
                    }));
    for (String number : names) {
      boolean part =
          PARTS.stream().anyMatch(p -> number.endsWith(p) && names.contains(number.replace(p, "")));
      if (names.contains(number + PARTS.getFirst())) {
        rows.means(number, cell -> cell.outcome().interval(number, count));
      } else if (!part) {
        rows.with(number, cell -> cell.has(number) ? cell.number(number) : Double.NaN);
      }
    }
    return rows;
  }

  /**
   * Adds cells whose keys {@code alpha} are steps, with their labels, and {@code step}, the one
   * that is made.
   */
  public static Rows<Found<Double>> steps(
      ResultTables tables,
      String name,
      List<Found<Double>> cells,
      int count,
      DoubleUnaryOperator step) {
    return cells(tables, name, cells, count)
        .labelled(cell -> label(cell.key(), step.applyAsDouble(cell.key())))
        .with("alpha", Found::key)
        .of("step", "alpha", step);
  }

  private static String label(double alpha, double step) {
    String made = "α = " + Numbers.text(step);
    return alpha == step ? made : "scale " + Numbers.text(alpha) + ": " + made;
  }

  /** Adds a file of each cell as the tables {@code NAME_1}, {@code NAME_2} and so on. */
  public static void files(
      ResultTables tables,
      String name,
      List<? extends Found<?>> cells,
      Function<CellResult, NumericColumns> file) {
    for (int i = 0; i < cells.size(); i++) {
      file(tables, name + "_" + (i + 1), file.apply(cells.get(i).outcome()));
    }
  }

  /**
   * Adds a row for each cloud and pair of coordinates {@code p} and {@code q} of the first three:
   * {@code cell}, the number of the cloud, and {@code x} and {@code y}, where a point lies.
   */
  public static Rows<Integer> planes(
      ResultTables values, String name, Rows<?> clouds, double[] point) {
    int planes = point.length == 2 ? 1 : 3;
    int[] p = {1, 1, 2};
    int[] q = {2, 3, 3};
    return values
        .table(name, clouds.size() * planes)
        .labelled(i -> clouds.label(i / planes))
        .with("cell", i -> i / planes + 1)
        .with("p", i -> p[i % planes])
        .with("q", i -> q[i % planes])
        .with("x", i -> point[p[i % planes] - 1])
        .with("y", i -> point[q[i % planes] - 1]);
  }

  /** Adds a table of a file. */
  public static Rows<Integer> file(ResultTables tables, String name, NumericColumns columns) {
    Rows<Integer> rows = tables.table(name, columns.rows().size());
    columns.columns().forEach(c -> rows.with(c, Column.exact(columns.column(c))));
    return rows;
  }

  /**
   * Adds a table of a file in which an empty cell is a number that does not apply: each column
   * without them, with {@code count_of_}, {@code smallest_}, {@code largest_} and {@code mean_} of
   * it.
   */
  public static void samples(ResultTables tables, String name, NumericColumns file) {
    Rows<?> rows = tables.table(name, file.rows().size());
    for (String heading : file.columns()) {
      String column = heading.toLowerCase(Locale.ROOT);
      double[] numbers =
          Arrays.stream(file.column(heading)).filter(v -> !Double.isNaN(v)).toArray();
      DoubleSummaryStatistics all = Arrays.stream(numbers).summaryStatistics();
      boolean none = numbers.length == 0;
      rows.sample(column, Column.exact(numbers))
          .sample("count_of_" + column, Column.exact(numbers.length))
          .sample("smallest_" + column, Column.exact(none ? Double.NaN : all.getMin()))
          .sample("largest_" + column, Column.exact(none ? Double.NaN : all.getMax()));
      if (numbers.length > 1) {
        rows.sample("mean_" + column, Column.of(List.of(ConfidenceInterval.ofMeans(numbers))));
      }
    }
  }
}
