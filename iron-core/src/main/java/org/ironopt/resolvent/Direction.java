package org.ironopt.resolvent;

import org.ironopt.linalg.Require;

/**
 * How the step {@code s} of a Newton iteration is found: exactly or approximately from {@code (I +
 * lambda H + nu I) s = -g}, with H the Hessian or its Gauss-Newton model and nu the damping that
 * the globalization asks for (0 unless the curvature is indefinite).
 */
public sealed interface Direction {
  /** Iterations that a Krylov solver may make in one Newton step, unless said otherwise. */
  int KRYLOV_LIMIT = 1000;

  /** Dense Cholesky factorization of the assembled matrix: n^2 memory, n^3/3 work. */
  record Cholesky() implements Direction {}

  /**
   * Conjugate gradients on Hessian products (Newton-CG, Nocedal and Wright, algorithm 7.1). When a
   * direction of negative curvature is met, the descent direction found so far is used.
   */
  record Cg(Forcing forcing, Preconditioner preconditioner, int maxIterations)
      implements Direction {
    public Cg {
      Require.atLeast("maxIterations", 1, maxIterations);
    }

    /** Eisenstat-Walker choice 2, no preconditioner. */
    public Cg() {
      this(new Forcing.EisenstatWalker2(), new Preconditioner.None(), KRYLOV_LIMIT);
    }
  }

  /** MINRES on Hessian products; the matrix may be indefinite, the preconditioner not. */
  record Minres(Forcing forcing, Preconditioner preconditioner, int maxIterations)
      implements Direction {
    public Minres {
      Require.atLeast("maxIterations", 1, maxIterations);
    }

    /** No preconditioner. */
    public Minres(Forcing forcing, int maxIterations) {
      this(forcing, new Preconditioner.None(), maxIterations);
    }

    /** Eisenstat-Walker choice 2, no preconditioner. */
    public Minres() {
      this(new Forcing.EisenstatWalker2(), KRYLOV_LIMIT);
    }
  }

  /**
   * GMRES(restart) on products, preconditioned from the right; for curvature models that are not
   * symmetric.
   */
  record Gmres(int restart, Forcing forcing, Preconditioner preconditioner, int maxIterations)
      implements Direction {
    public Gmres {
      Require.atLeast("restart", 1, restart);
      Require.atLeast("maxIterations", 1, maxIterations);
    }

    /** No preconditioner. */
    public Gmres(int restart, Forcing forcing, int maxIterations) {
      this(restart, forcing, new Preconditioner.None(), maxIterations);
    }

    /** Eisenstat-Walker choice 2, no preconditioner, restarted after 30 steps. */
    public Gmres() {
      this(30, new Forcing.EisenstatWalker2(), KRYLOV_LIMIT);
    }
  }

  /**
   * Limited-memory BFGS on the merit function: gradients only, no products (Nocedal and Wright,
   * algorithm 7.4). The memory is empty at the start of every solve.
   *
   * @param memory pairs kept
   */
  record Lbfgs(int memory) implements Direction {
    public Lbfgs {
      Require.atLeast("memory", 1, memory);
    }

    /** Ten pairs. */
    public Lbfgs() {
      this(10);
    }
  }

  /** {@code s = -g / (1 + lambda diag H)}. */
  record Diagonal() implements Direction {}

  /**
   * Cholesky of diagonal blocks of {@code I + lambda H}.
   *
   * @param blockSize rows of a block; the last block may be shorter
   */
  record BlockDiagonal(int blockSize) implements Direction {
    public BlockDiagonal {
      Require.atLeast("blockSize", 1, blockSize);
    }
  }

  /**
   * Chord steps {@code s = -(I + lambda H)^-1 g} with H the Hessian at one fixed point, decomposed
   * once: Newton's method without a new Hessian, so that a step costs a gradient and two products
   * with an n x n matrix. Converges linearly, the faster the nearer to the anchor, and faster still
   * if the anchor has a third derivative; Anderson's acceleration uses the last few steps. Where a
   * step does not halve |g|, or at the step limit, the solve goes on by Newton-CG with the
   * globalization and the limit asked for. An ensemble whose base is {@code ManyPoints} takes its
   * steps in lock step, one pass over the data for all members.
   *
   * @param anchor the Hessian that is used everywhere
   * @param memory steps that the acceleration looks back, 0 for none
   */
  record Chord(Anchor anchor, int memory) implements Direction {
    public Chord {
      Require.atLeast("memory", 0, memory);
    }

    /** Looks back three steps. */
    public Chord(Anchor anchor) {
      this(anchor, 3);
    }
  }

  /**
   * Nonlinear conjugate gradients (Polak and Ribiere) for a {@code LinearSum}, with the
   * second-order step length of each direction and the predictions A u kept along the way: k steps
   * take {@code 2k + 2} products with the rows, two fewer than Newton-CG with as many, and the
   * residual of every iterate is the true one, so that the solve stops where the tolerance is met
   * and not a Newton step later. A step that overshoots is shortened by a secant step, for one
   * product more. A step counts as one Newton step and one iteration.
   */
  record Predictions() implements Direction {}

  /**
   * Newton's method on the predictions of a {@code LinearSum}: with the b x b Gram matrix of its
   * rows (Woodbury) a Newton system has as many unknowns as there are predictions, and Newton
   * steps, line searches and conjugate gradients touch no row. A solve takes six products with the
   * rows and the Gram matrix, which is worth b/2 products with one vector, whatever the
   * conditioning; the residual of the report is measured at the returned point. For few rows with
   * many columns. One output and up to 128 rows are solved by Cholesky, others by conjugate
   * gradients in the inner product of K, which are those of Newton-CG.
   */
  record Gram() implements Direction {}

  /** The objective's own closed form ({@code Proximable}); makes no Newton step. */
  record ClosedForm() implements Direction {}
}
