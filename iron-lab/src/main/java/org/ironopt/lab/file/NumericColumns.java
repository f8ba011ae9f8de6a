package org.ironopt.lab.file;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.linalg.internal.Require;

/** Named columns of numbers. */
public final class NumericColumns {
  private final List<String> columns;
  private final List<double[]> rows = new ArrayList<>();

  public NumericColumns(String... columns) {
    this.columns = List.of(columns);
  }

  /** Returns an empty table of columns with {@code ", "} between their names. */
  public static NumericColumns of(String columns) {
    return new NumericColumns(columns.split(", "));
  }

  public List<String> columns() {
    return columns;
  }

  public List<double[]> rows() {
    return rows;
  }

  /** Appends a row. */
  public void add(double... row) {
    rows.add(Require.length("row of " + columns, columns.size(), row).clone());
  }

  /** Returns a copy of one column. */
  public double[] column(String name) {
    int c = index(name);
    return rows.stream().mapToDouble(r -> r[c]).toArray();
  }

  /** Returns one number. */
  public double get(int row, String name) {
    return rows.get(row)[index(name)];
  }

  /** Returns the last number of a column. */
  public double last(String name) {
    return rows.getLast()[index(name)];
  }

  private int index(String name) {
    int c = columns.indexOf(name);
    if (c < 0) {
      throw new IllegalArgumentException("no column '" + name + "', there are " + columns);
    }
    return c;
  }
}
