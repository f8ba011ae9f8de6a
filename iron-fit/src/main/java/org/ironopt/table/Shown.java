package org.ironopt.table;

import java.io.Serializable;

/** A field as messages show it, with its line. */
record Shown(String text, long line) implements Serializable {
  static final Shown NONE = new Shown("", 0);

  boolean isEmpty() {
    return text.isEmpty();
  }

  @Override
  public String toString() {
    return text;
  }
}
