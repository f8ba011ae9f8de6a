package org.ironopt.curve;

import java.util.Locale;

/** A formula that cannot be read: what was found, what was expected, and where. */
public final class FormulaException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** The place is an index in the text, which may have several lines. */
  FormulaException(String message, String text, int place) {
    super(message + where(text, place));
  }

  /** Returns an index in a text in words, such as {@code at line 1, column 8}. */
  public static String where(String text, int place) {
    long line = 1 + text.substring(0, place).chars().filter(c -> c == '\n').count();
    int column = place - text.lastIndexOf('\n', place - 1);
    return String.format(Locale.ROOT, " at line %d, column %d", line, column);
  }
}
