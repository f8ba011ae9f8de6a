package org.ironopt.learn;

import java.util.Locale;

/** The models that can be fitted. */
public enum ModelKind {
  /** Two classes, one linear output: the log-odds of the second class. */
  LOGISTIC,
  /** Several classes, a linear output for each. */
  SOFTMAX,
  /** A number, by least squares. */
  RIDGE;

  /** Returns the word for it in files and commands. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
