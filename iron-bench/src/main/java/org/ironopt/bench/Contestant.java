package org.ironopt.bench;

/**
 * A solver that takes part in the comparison. It gets its data before the clock starts, in the form
 * that it likes best.
 */
interface Contestant {
  /** Returns what the table calls it. */
  String name();

  /** Returns whether it can express the objective. */
  boolean applies(BenchSet set);

  /** Takes the data; what this costs is not measured. */
  Solve prepare(BenchSet set);

  /** A solve from zero. */
  @FunctionalInterface
  interface Solve {
    /** Returns the weights, a row for each output; {@code tolerance} in the solver's own terms. */
    double[][] run(double tolerance);
  }
}
