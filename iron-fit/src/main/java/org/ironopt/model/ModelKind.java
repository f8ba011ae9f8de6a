package org.ironopt.model;

import java.util.Locale;

/** The models that can be fitted. */
public enum ModelKind {
  /** Two classes, one linear output: the log-odds of the second class. */
  LOGISTIC,
  /** Several classes, a linear output for each. */
  SOFTMAX,
  /** A number, by least squares. */
  RIDGE,
  /** A count, or another number {@code >= 0}: the exponential of one linear output. */
  POISSON;

  /** Returns whether the targets are classes, not numbers. */
  public boolean classes() {
    return this == LOGISTIC || this == SOFTMAX;
  }

  /** Returns the word for it in files and commands. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
