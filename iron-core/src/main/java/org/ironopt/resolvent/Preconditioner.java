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

  /**
   * The objective's own Kronecker-factored model of H at the start of the solve (softmax: second
   * moments of the features times those of the classes), inverted in closed form. An application
   * takes {@code 2 K d^2} multiplications and the factors a d x d eigenproblem, so it pays where
   * the rows are many and the columns are not.
   */
  record Kronecker() implements Preconditioner {}

  /**
   * A sketch that serves many solves: it is made anew after a number of solves, or when a solve
   * takes more than {@code growth} times the iterations of the first one with it, and two. A solve
   * is then a function of those before it; {@link Resolvent#memory} has what it depends on, and
   * methods that do not save that refuse it.
   *
   * @param of {@link Nystrom} or {@link Kronecker}
   * @param solves that a sketch serves at most
   * @param growth of the iterations up to which a sketch is kept, at least 1
   */
  record Kept(Preconditioner of, int solves, double growth) implements Preconditioner {
    public Kept {
      if (!(of instanceof Nystrom || of instanceof Kronecker)) {
        throw new IllegalArgumentException(
            "only a sketch is worth keeping, got "
                + of
                + ": use Preconditioner.Nystrom or Kronecker inside Kept");
      }
      Require.atLeast("solves", 1, solves);
      if (!(growth >= 1)) {
        throw new IllegalArgumentException("growth is " + growth + ", expected at least 1");
      }
    }

    /** Up to twice the iterations. */
    public Kept(Preconditioner of, int solves) {
      this(of, solves, 2);
    }
  }
}
