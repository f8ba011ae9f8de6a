package org.ironopt.lab;

import java.util.ArrayList;
import java.util.List;

/** Rows of text as lines for a terminal: every column as wide as its widest cell. */
public final class Aligned {
  private Aligned() {}

  /** Returns a line for each row, cells to the right, two blanks between columns. */
  public static List<String> lines(List<List<String>> rows) {
    return lines(rows, false);
  }

  /** Returns a line for each row, cells to the left, two blanks between columns. */
  public static List<String> left(List<List<String>> rows) {
    return lines(rows, true);
  }

  private static List<String> lines(List<List<String>> rows, boolean left) {
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
