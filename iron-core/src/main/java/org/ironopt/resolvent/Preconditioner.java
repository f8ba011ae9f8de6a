package org.ironopt.resolvent;

import org.ironopt.linalg.Require;

/** What a Krylov solver on {@code I + lambda H} is preconditioned with. */
public sealed interface Preconditioner {
  /** Nothing. */
  record None() implements Preconditioner {}

  /** The diagonal of {@code I + lambda H}; nothing while that diagonal is not positive. */
  record Jacobi() implements Preconditioner {}

  /**
   * A randomized Nystrom approximation of H at the start of the solve, inverted on its range
   * together with the shift {@code 1/lambda}; pays when H has a few large eigenvalues and the solve
   * needs more products than {@code rank} (Frangella, Tropp and Udell 2023, DOI
   * 10.1137/21M1466244). The sketch is a function of the seed alone, so a solve stays a function of
   * its arguments.
   *
   * @param rank columns of the sketch, at most n are used
   * @param seed of the sketch
   */
  record Nystrom(int rank, long seed) implements Preconditioner {
    public Nystrom {
      Require.atLeast("rank", 1, rank);
    }
  }
}
