package org.ironopt.model;

import java.util.Locale;
import java.util.Optional;

/** The models that can be fitted. */
public enum ModelKind {
  /** Two classes, one linear output: the log-odds of the second class. */
  LOGISTIC,
  /** Several classes, a linear output for each. */
  SOFTMAX,
  /** A number, by least squares. */
  RIDGE,
  /** A count, or another number {@code >= 0}: the exponential of one linear output. */
  POISSON,
  /** A number above zero, by half its gamma deviance: the exponential of one linear output. */
  GAMMA,
  /** A count of variance {@code m + m^2 / theta}: its mean m is the exponential of one output. */
  NEGBIN,
  /** A number, by squares of residuals up to delta and absolute values beyond. */
  HUBER;

  /** Returns whether the targets are classes, not numbers. */
  public boolean classes() {
    return this == LOGISTIC || this == SOFTMAX;
  }

  /** Returns whether the output is the logarithm of what is predicted. */
  public boolean logarithmic() {
    return this == POISSON || this == GAMMA || this == NEGBIN;
  }

  /** Returns what the number is called that is part of the model beside it; empty if none is. */
  public Optional<String> shape() {
    return switch (this) {
      case NEGBIN -> Optional.of("theta");
      case HUBER -> Optional.of("delta");
      default -> Optional.empty();
    };
  }

  /** Returns whether rows of it have to be on this machine. */
  public boolean local() {
    return this == GAMMA || this == NEGBIN || this == HUBER;
  }

  /** Returns the word for it in files and commands. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
