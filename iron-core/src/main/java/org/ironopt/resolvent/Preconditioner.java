package org.ironopt.resolvent;

import org.ironopt.linalg.internal.Require;

/** A preconditioner for Krylov solvers on {@code I + lambda H}. */
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
   * A running average of the objective's Kronecker-factored models, for batches that change from
   * solve to solve: the average moves by {@code max(1/k, weight)} of the way to the k-th model, and
   * its inverse, with lambda at that time, serves several solves. The first solves take a model
   * each and renew the inverse often. Like {@link Kept} it makes a solve a function of those before
   * it, and is saved. Without a finite model or a definite inverse there is no preconditioner.
   *
   * @param every solves between two models
   * @param renew solves between two inverses
   * @param weight of a new model at least
   * @param part of the terms of a batch that a model uses
   * @param seed of the random numbers of the models
   */
  record Averaged(int every, int renew, double weight, double part, long seed)
      implements Preconditioner {
    public Averaged {
      Require.atLeast("solves between models", 1, every);
      Require.atLeast("solves between inverses", 1, renew);
      Require.positive("weight", weight);
      Require.positive("part", part);
      String sentence = "weight and part are %s and %s, expected at most 1";
      Require.that(weight <= 1 && part <= 1, sentence, weight, part);
    }

    /** Returns whether a solve, from 0, takes a model. */
    public boolean learns(long solve) {
      return solve < every || solve % every == 0;
    }

    /** Returns whether a solve, from 0, is due for a new inverse; the first ones often are. */
    public boolean renews(long solve) {
      return solve % renew == 0 || solve < renew && Long.bitCount(solve) == 1;
    }

    /** A model of a quarter of the rows in every 5th solve, weight 0.05, 20 solves an inverse. */
    public Averaged(long seed) {
      this(5, 20, 0.05, 0.25, seed);
    }
  }

  /**
   * A sketch that serves many solves: it is renewed after a number of solves, or when a solve takes
   * more than {@code growth} times the iterations of the first one with it, and two. A solve is
   * then a function of those before it; {@link Resolvent#memory} has what it depends on, and
   * methods that do not save that refuse it.
   *
   * @param of {@link Nystrom} or {@link Kronecker}
   * @param solves that a sketch serves at most
   * @param growth of the iterations up to which a sketch is kept, at least 1
   */
  record Kept(Preconditioner of, int solves, double growth) implements Preconditioner {
    public Kept {
      Require.that(
          of instanceof Nystrom || of instanceof Kronecker,
          "only a sketch is worth keeping, got %s: use Preconditioner.Nystrom or Kronecker inside"
              + " Kept",
          of);
      Require.atLeast("solves", 1, solves);
      Require.that(growth >= 1, "growth is %s, expected at least 1", growth);
    }

    /** Up to twice the iterations. */
    public Kept(Preconditioner of, int solves) {
      this(of, solves, 2);
    }
  }
}
