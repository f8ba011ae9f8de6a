package org.ironopt.table.internal;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.io.internal.Numbers;
import org.ironopt.table.TextLayout;
import org.ironopt.table.internal.ColumnProfile.Problem;
import org.ironopt.table.internal.TableRow.FieldExcerpt;

/**
 * The numbers of a table, by columns. A field that is no number is an error only in a column that
 * is asked for.
 */
public final class NumericTable {
  private final TableFile file;
  private final List<String> names;
  private final double[][] columns;

  /** What is wrong with each column, null if nothing is. */
  private final Problem[] problems;

  /** How the numbers of each column are written. */
  private final Form[] forms;

  private int rows;

  private NumericTable(TableFile file, List<String> names) {
    this.file = file;
    this.names = names;
    columns = new double[names.size()][64];
    problems = new Problem[names.size()];
    forms = new Form[names.size()];
  }

  /** Reads a table; what its layout leaves open is detected, as for a fit. */
  public static NumericTable read(Path path, TextLayout layout) throws IOException {
    try (InputFile input = new InputFile(path)) {
      TableFile file = TableFile.of(input);
      TableDialect format = TableDialect.of(file, layout);
      NumericTable table = new NumericTable(file, format.names());
      NumberCandidates[] readings = new NumberCandidates[table.columns.length];
      Arrays.setAll(readings, c -> new NumberCandidates());
      format.each(
          file,
          layout,
          row -> {
            for (int c = 0; c < readings.length; c++) {
              readings[c].see(row, c);
            }
          });
      table.choose(readings, layout.decimal());
      format.each(file, layout, table::add);
      if (table.rows == 0) {
        throw new MalformedDataException(
            file.path() + ": there are no rows, expected numbers below the names");
      }
      Arrays.setAll(table.columns, c -> Arrays.copyOf(table.columns[c], table.rows));
      return table;
    }
  }

  /** Chooses how each column is written; one may be told by another. */
  private void choose(NumberCandidates[] readings, char given) {
    boolean comma = Arrays.stream(readings).anyMatch(r -> r.decimal() == ',');
    boolean point = Arrays.stream(readings).anyMatch(r -> r.decimal() == '.');
    char usual = comma == point ? 0 : comma ? ',' : '.';
    for (int c = 0; c < readings.length; c++) {
      NumberCandidates.Reading chosen = readings[c].chosen(given, usual).orElse(null);
      boolean plain = chosen == null || chosen.plain;
      forms[c] = plain ? Form.PLAIN : chosen.form();
      if (!plain && readings[c].ambiguous() && given == 0 && usual == 0) {
        refuse(c, chosen.example, "--decimal . or --decimal , to tell which number that is");
      } else if (!plain && !chosen.otherMark.isEmpty()) {
        refuse(
            c, chosen.example, "one unit in all rows, and there is '" + chosen.otherMark + "' too");
      } else if (!plain && chosen.mark.equals("%") && chosen.marked < chosen.read) {
        refuse(c, chosen.example, "a percent sign in all rows or in none");
      }
    }
  }

  private void refuse(int c, FieldExcerpt field, String expected) {
    String text = "column '%s' is '%s', expected %s";
    problems[c] = new Problem(field.line(), Numbers.format(text, names.get(c), field, expected));
  }

  private void add(TableRow row) {
    for (int c = 0; c < columns.length; c++) {
      if (rows == columns[c].length) {
        columns[c] = Arrays.copyOf(columns[c], 2 * rows);
      }
      double number = row.number(c, forms[c]);
      columns[c][rows] = number;
      if (!Double.isFinite(number) && problems[c] == null) {
        refuse(c, row.seen(c), "a number");
      }
    }
    rows++;
  }

  /** Returns how many rows there are. */
  public int rows() {
    return rows;
  }

  /** Returns the names of the columns. */
  public List<String> names() {
    return names;
  }

  /** Returns the names of the columns that are numbers throughout. */
  public List<String> numeric() {
    return IntStream.range(0, columns.length)
        .filter(c -> problems[c] == null)
        .mapToObj(names::get)
        .toList();
  }

  /** Returns a column, or names the line where it is no number. */
  public double[] column(String name) throws MalformedDataException {
    int c = names.indexOf(name);
    if (c < 0) {
      throw file.error("there is no column '%s'; the columns are %s", name, names);
    }
    if (problems[c] != null) {
      throw file.error(problems[c].line(), problems[c].text());
    }
    return columns[c];
  }
}
