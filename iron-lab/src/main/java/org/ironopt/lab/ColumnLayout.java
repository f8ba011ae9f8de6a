package org.ironopt.lab;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;

/**
 * The columns of a table of text: their titles, and what they show of each row.
 *
 * @param <T> a row
 */
public final class ColumnLayout<T> {
  private final List<String> titles = new ArrayList<>();
  private final List<Function<? super T, String>> cells = new ArrayList<>();

  /** Adds a column. */
  public ColumnLayout<T> text(String title, Function<? super T, String> cell) {
    titles.add(title);
    cells.add(cell);
    return this;
  }

  /** Adds a column of numbers of so many significant digits. */
  public ColumnLayout<T> number(String title, int digits, ToDoubleFunction<? super T> value) {
    return text(title, row -> Numbers.text(value.applyAsDouble(row), digits));
  }

  /** Adds a column of numbers of six significant digits. */
  public ColumnLayout<T> number(String title, ToDoubleFunction<? super T> value) {
    return number(title, 6, value);
  }

  /** Adds a column of such numbers, with a dash where a value does not apply. */
  public ColumnLayout<T> optional(String title, Function<? super T, OptionalDouble> value) {
    return text(title, row -> dashed(value.apply(row)));
  }

  /** Returns a number, or a dash where there is none. */
  public static String dashed(OptionalDouble value) {
    return value.isPresent() ? Numbers.text(value.getAsDouble()) : "-";
  }

  /** Returns the cells, titles first. */
  public List<List<String>> table(List<? extends T> rows) {
    return Stream.concat(
            Stream.of(titles),
            rows.stream().map(row -> cells.stream().map(cell -> cell.apply(row)).toList()))
        .toList();
  }

  /** Returns the cells as lines for a terminal, titles first. */
  public List<String> lines(List<? extends T> rows) {
    return aligned(table(rows));
  }

  /** Returns a line for each row, cells to the right, two blanks between columns. */
  public static List<String> aligned(List<List<String>> rows) {
    return aligned(rows, false);
  }

  /** Returns a line for each row, cells to the left, two blanks between columns. */
  public static List<String> left(List<List<String>> rows) {
    return aligned(rows, true);
  }

  private static List<String> aligned(List<List<String>> rows, boolean left) {
    int[] width = new int[rows.getFirst().size()];
    for (List<String> row : rows) {
      for (int c = 0; c < width.length; c++) {
        width[c] = Math.max(width[c], row.get(c).length());
      }
    }
    List<String> lines = new ArrayList<>();
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int c = 0; c < width.length; c++) {
        String cell = row.get(c);
        String blanks = " ".repeat(width[c] - cell.length());
        line.append(c == 0 ? "" : "  ").append(left ? cell + blanks : blanks + cell);
      }
      lines.add(left ? line.toString().stripTrailing() : line.toString());
    }
    return lines;
  }
}
