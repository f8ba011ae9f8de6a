package org.ironopt.lab.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.data.MalformedData;
import org.ironopt.data.TableSchema.Form;

/**
 * The numbers of a table, by columns. A field that is no number is an error only in a column that
 * is asked for.
 */
public final class NumberTable {
  private final TableFile file;
  private final List<String> names;
  private final double[][] columns;

  /** The first line of each column that is no number, 0 for none, and what is there. */
  private final long[] badLines;

  private final String[] badFields;

  private NumberTable(TableFile file, List<String> names, double[][] columns) {
    this.file = file;
    this.names = names;
    this.columns = columns;
    badLines = new long[names.size()];
    badFields = new String[names.size()];
  }

  /** Reads a table, its layout detected. */
  public static NumberTable read(Path path) throws IOException {
    try (InputFile input = new InputFile(path)) {
      TableFile file = TableFile.of(input);
      TextLayout layout = new TextLayout();
      Format format = Format.of(file, layout);
      int width = format.names().size();
      NumberTable table = new NumberTable(file, format.names(), new double[width][64]);
      int count = 0;
      try (Rows rows = new Rows(file, layout, format.delimiter())) {
        boolean skip = format.header();
        for (TableRow row = rows.next(); row != null; row = rows.next()) {
          if (skip) {
            skip = false;
            continue;
          }
          table.add(row, count++);
        }
      }
      if (count == 0) {
        throw file.error(": there are no rows, expected numbers below the names");
      }
      for (int c = 0; c < width; c++) {
        table.columns[c] = Arrays.copyOf(table.columns[c], count);
      }
      return table;
    }
  }

  private void add(TableRow row, int at) {
    for (int c = 0; c < columns.length; c++) {
      if (at == columns[c].length) {
        columns[c] = Arrays.copyOf(columns[c], 2 * at);
      }
      double number = row.number(c, Form.PLAIN);
      columns[c][at] = number;
      if (!Double.isFinite(number) && badLines[c] == 0) {
        badLines[c] = row.line();
        badFields[c] = row.shown(c);
      }
    }
  }

  /** Returns the names of the columns. */
  public List<String> names() {
    return names;
  }

  /** Returns the names of the columns that are numbers throughout. */
  public List<String> numeric() {
    List<String> numeric = new ArrayList<>();
    for (int c = 0; c < columns.length; c++) {
      if (badLines[c] == 0) {
        numeric.add(names.get(c));
      }
    }
    return numeric;
  }

  /** Returns a column, or names the line where it is no number. */
  public double[] column(String name) throws MalformedData {
    int c = names.indexOf(name);
    if (c < 0) {
      throw file.error(1, "there is no column '%s'; the columns are %s", name, names);
    }
    if (badLines[c] > 0) {
      throw file.error(badLines[c], "column '%s' is '%s', expected a number", name, badFields[c]);
    }
    return columns[c];
  }
}
