package org.ironopt.curve;

/** A formula that cannot be read: what was found, what was expected, and where. */
public final class FormulaException extends IllegalArgumentException {
  private static final long serialVersionUID = 1;
  private final int column;

  FormulaException(String message, int column) {
    super(message + " at column " + column);
    this.column = column;
  }

  /** Returns the place in the text, from 1. */
  public int column() {
    return column;
  }
}
