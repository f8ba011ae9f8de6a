package org.ironopt.lab.cli;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Right-aligned columns of six-digit numbers; a value that does not exist is a dash. */
final class Table {
  private static final MathContext DIGITS = new MathContext(6);
  private final List<List<String>> rows = new ArrayList<>();

  Table(String... titles) {
    rows.add(List.of(titles));
  }

  void add(OptionalDouble... values) {
    List<String> row = new ArrayList<>();
    for (OptionalDouble value : values) {
      row.add(value.isPresent() ? text(value.getAsDouble()) : "-");
    }
    rows.add(row);
  }

  /** Returns a number with at most six significant digits, plain where that is short. */
  static String text(double value) {
    if (value == 0 || !Double.isFinite(value)) {
      return value == 0 ? "0" : Double.toString(value);
    }
    BigDecimal rounded = new BigDecimal(value).round(DIGITS).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= -4 && exponent < 7) {
      return rounded.toPlainString();
    }
    String digits = rounded.unscaledValue().abs().toString();
    String fraction = digits.length() == 1 ? "" : "." + digits.substring(1);
    return (value < 0 ? "-" : "") + digits.charAt(0) + fraction + "e" + exponent;
  }

  /** Returns the lines of the table, titles first. */
  List<String> lines() {
    int columns = rows.get(0).size();
    int[] width = new int[columns];
    for (List<String> row : rows) {
      for (int c = 0; c < columns; c++) {
        width[c] = Math.max(width[c], row.get(c).length());
      }
    }
    return rows.stream().map(row -> line(row, width)).toList();
  }

  private static String line(List<String> row, int[] width) {
    StringBuilder line = new StringBuilder();
    for (int c = 0; c < width.length; c++) {
      String cell = row.get(c);
      line.append(c == 0 ? "" : "  ").append(" ".repeat(width[c] - cell.length())).append(cell);
    }
    return line.toString();
  }
}
