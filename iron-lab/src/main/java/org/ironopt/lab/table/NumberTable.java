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
  private final String[] expected;

  /** How the numbers of each column are written. */
  private final Form[] forms;

  private NumberTable(TableFile file, List<String> names, double[][] columns) {
    this.file = file;
    this.names = names;
    this.columns = columns;
    badLines = new long[names.size()];
    badFields = new String[names.size()];
    expected = new String[names.size()];
    Arrays.fill(expected, "a number");
    forms = new Form[names.size()];
  }

  /** Reads a table; what its layout leaves open is detected, as for a fit. */
  public static NumberTable read(Path path, TextLayout layout) throws IOException {
    try (InputFile input = new InputFile(path)) {
      TableFile file = TableFile.of(input);
      Format format = Format.of(file, layout);
      int width = format.names().size();
      NumberTable table = new NumberTable(file, format.names(), new double[width][64]);
      NumberReadings[] readings = new NumberReadings[width];
      Arrays.setAll(readings, c -> new NumberReadings());
      rows(
          file,
          layout,
          format,
          (row, _) -> {
            for (int c = 0; c < width; c++) {
              readings[c].see(row, c);
            }
          });
      table.choose(readings, layout.decimal());
      int count = rows(file, layout, format, table::add);
      if (count == 0) {
        throw file.error(": there are no rows, expected numbers below the names");
      }
      for (int c = 0; c < width; c++) {
        table.columns[c] = Arrays.copyOf(table.columns[c], count);
      }
      return table;
    }
  }

  private interface Eye {
    void see(TableRow row, int index);
  }

  /** Shows all rows below the header; returns how many there are. */
  private static int rows(TableFile file, TextLayout layout, Format format, Eye eye)
      throws IOException {
    int count = format.header() ? -1 : 0;
    try (Rows rows = new Rows(file, layout, format.delimiter())) {
      for (TableRow row = rows.next(); row != null; row = rows.next(), count++) {
        if (count >= 0) {
          eye.see(row, count);
        }
      }
    }
    return Math.max(0, count);
  }

  /** Chooses how each column is written; one may be told by another. */
  private void choose(NumberReadings[] readings, char given) {
    boolean comma = Arrays.stream(readings).anyMatch(r -> r.decimal() == ',');
    boolean point = Arrays.stream(readings).anyMatch(r -> r.decimal() == '.');
    char usual = comma == point ? 0 : comma ? ',' : '.';
    for (int c = 0; c < readings.length; c++) {
      NumberReadings.Reading chosen = readings[c].chosen(given, usual).orElse(null);
      boolean plain = chosen == null || chosen.plain;
      forms[c] = plain ? Form.PLAIN : chosen.form();
      if (!plain && readings[c].ambiguous() && given == 0 && usual == 0) {
        refuse(c, chosen, "--decimal . or --decimal , to tell which number that is");
      } else if (!plain && !chosen.otherMark.isEmpty()) {
        refuse(c, chosen, "one unit in all rows, and there is '" + chosen.otherMark + "' too");
      } else if (!plain && chosen.mark.equals("%") && chosen.marked < chosen.read) {
        refuse(c, chosen, "a percent sign in all rows or in none");
      }
    }
  }

  private void refuse(int c, NumberReadings.Reading reading, String sentence) {
    badLines[c] = reading.exampleLine;
    badFields[c] = reading.example;
    expected[c] = sentence;
  }

  private void add(TableRow row, int at) {
    for (int c = 0; c < columns.length; c++) {
      if (at == columns[c].length) {
        columns[c] = Arrays.copyOf(columns[c], 2 * at);
      }
      double number = row.number(c, forms[c]);
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
      throw file.error(
          badLines[c], "column '%s' is '%s', expected %s", name, badFields[c], expected[c]);
    }
    return columns[c];
  }
}
