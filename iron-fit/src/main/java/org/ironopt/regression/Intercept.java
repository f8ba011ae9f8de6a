package org.ironopt.regression;

/** Whether a linear model has a constant term, and whether the ridge penalty falls on it. */
public enum Intercept {
  /** No constant term. */
  NONE,
  /** A constant term without penalty. */
  FREE,
  /** A constant term that is penalised like every other parameter. */
  PENALIZED
}
