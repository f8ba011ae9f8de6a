package org.ironopt.lab.table;

/** What is done about a category that training had not seen. */
public enum Unknown {
  /** The file is refused. */
  ERROR,
  /** It is taken for the most frequent category, as a missing value would be. */
  FILL
}
