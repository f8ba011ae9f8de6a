package org.ironopt.curve;

import java.util.Locale;

/** A formula that cannot be read: what was found, what was expected, and where. */
public final class FormulaException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;
  private final int line;
  private final int column;

  /** The place is an index in the text, which may have several lines. */
  FormulaException(String message, String text, int place) {
    super(message + where(text, place));
    line = line(text, place);
    column = column(text, place);
  }

  /** Returns the line, from 1. */
  public int line() {
    return line;
  }

  /** Returns the place in the line, from 1. */
  public int column() {
    return column;
  }

  /** Returns an index in a text in words, such as {@code at line 1, column 8}. */
  public static String where(String text, int place) {
    return String.format(
        Locale.ROOT, " at line %d, column %d", line(text, place), column(text, place));
  }

  private static int line(String text, int place) {
    return 1 + (int) text.substring(0, place).chars().filter(c -> c == '\n').count();
  }

  private static int column(String text, int place) {
    return place - text.lastIndexOf('\n', place - 1);
  }
}
