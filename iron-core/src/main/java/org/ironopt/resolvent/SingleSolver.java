package org.ironopt.resolvent;

/** Solves one resolvent equation, without checks of its arguments and without allocation. */
public interface SingleSolver {
  /**
   * Solves from {@code start} and overwrites {@code u}, which may be any of the other arrays. The
   * tally returned is the solver's own and lives until the next solve.
   */
  public Tally solve(
      double lambda, Tolerance tolerance, double[] center, double[] start, double[] u);

  /** Returns what is remembered from solve to solve, always in the same order. */
  public default double[][] memory() {
    return new double[0][];
  }
}
