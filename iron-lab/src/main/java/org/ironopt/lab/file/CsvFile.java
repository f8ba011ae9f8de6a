package org.ironopt.lab.file;

import java.util.List;

/** Tables of numbers as CSV with all their digits; an empty cell is NaN. */
public final class CsvFile {
  private CsvFile() {}

  public static String write(Columns table) {
    StringBuilder out = new StringBuilder(String.join(",", table.columns())).append('\n');
    for (double[] row : table.rows()) {
      for (int c = 0; c < row.length; c++) {
        out.append(c == 0 ? "" : ",").append(number(row[c]));
      }
      out.append('\n');
    }
    return out.toString();
  }

  public static Columns read(String text) {
    List<String> lines = text.lines().toList();
    Columns table = new Columns(lines.getFirst().split(",", -1));
    for (String line : lines.subList(1, lines.size())) {
      String[] cells = line.split(",", -1);
      double[] row = new double[cells.length];
      for (int c = 0; c < cells.length; c++) {
        row[c] = cells[c].isEmpty() ? Double.NaN : Double.parseDouble(cells[c]);
      }
      table.add(row);
    }
    return table;
  }

  private static String number(double value) {
    if (Double.isNaN(value)) {
      return "";
    }
    return value == Math.rint(value) && Math.abs(value) < 1e15
        ? Long.toString((long) value)
        : Double.toString(value);
  }
}
