package org.ironopt.lab;

import java.util.ArrayList;
import java.util.List;

/** Rows of text as lines for a terminal: every column as wide as its widest cell. */
public final class Aligned {
  private Aligned() {}

  /** Returns a line for each row, cells to the right, two blanks between columns. */
  public static List<String> lines(List<List<String>> rows) {
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
        line.append(c == 0 ? "" : "  ").append(" ".repeat(width[c] - cell.length())).append(cell);
      }
      lines.add(line.toString());
    }
    return lines;
  }
}
