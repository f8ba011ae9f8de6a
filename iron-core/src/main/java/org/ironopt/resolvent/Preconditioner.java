package org.ironopt.resolvent;

/** What conjugate gradients are preconditioned with. */
public sealed interface Preconditioner {
  /** Nothing. */
  record None() implements Preconditioner {}

  /** The diagonal of {@code I + lambda H}. */
  record Jacobi() implements Preconditioner {}

  /** A randomized Nystrom approximation of H of the given rank. */
  record Nystrom(int rank, long seed) implements Preconditioner {}
}
