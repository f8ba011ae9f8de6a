package org.ironopt.lab.experiment;

import java.util.List;
import java.util.Map;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;

/**
 * What a finished cell leaves behind; nothing in it depends on the clock.
 *
 * @param values named numbers, for {@code result.json}
 * @param trace one row per iteration, for {@code trace.csv}
 * @param tables further tables, each a CSV file of that name
 */
public record CellResult(
    NamedValues values, NumericColumns trace, Map<String, NumericColumns> tables) {
  private static final String ERROR = "_standard_error";
  private static final String LOW = "_low";
  private static final String HIGH = "_high";

  /** Returns a run by its trace; the finite numbers of the last row are added to the values. */
  public static CellResult last(NamedValues values, NumericColumns trace) {
    for (String column : trace.columns()) {
      if (Double.isFinite(trace.last(column))) {
        values.with(column, trace.last(column));
      }
    }
    return new CellResult(values, trace, Map.of());
  }

  /** Returns a table whose rows are independent slices; {@code ", "} between the columns. */
  public static CellResult of(String columns, List<double[]> rows) {
    NumericColumns table = NumericColumns.of(columns);
    rows.forEach(table::add);
    return new CellResult(new NamedValues(), table, Map.of());
  }

  /** Returns a named number. */
  public double number(String name) {
    return values.number(name);
  }

  /** Adds a mean with its interval to the values of an outcome, and returns them. */
  public static NamedValues with(NamedValues values, String name, ConfidenceInterval mean) {
    return values
        .with(name, mean.mean())
        .with(name + ERROR, mean.standardError())
        .with(name + LOW, mean.low())
        .with(name + HIGH, mean.high());
  }

  /** Adds a mean with its interval, or nothing where none was measured: JSON has no NaN. */
  public static void withFinite(NamedValues values, String name, ConfidenceInterval mean) {
    if (Double.isFinite(mean.standardError())) {
      with(values, name, mean);
    }
  }

  /** Returns the mean in a row of a table with the columns of an interval. */
  public static ConfidenceInterval interval(NumericColumns table, int row, int count) {
    return new ConfidenceInterval(
        table.get(row, "mean"),
        table.get(row, "standard_error"),
        table.get(row, "low"),
        table.get(row, "high"),
        count);
  }

  /**
   * Returns a mean with its interval, all NaN if it was not measurable.
   *
   * @param count how many independent values are behind it
   */
  public ConfidenceInterval interval(String name, int count) {
    return values.has(name)
        ? new ConfidenceInterval(
            number(name), number(name + ERROR), number(name + LOW), number(name + HIGH), count)
        : new ConfidenceInterval(Double.NaN, Double.NaN, Double.NaN, Double.NaN, count);
  }
}
