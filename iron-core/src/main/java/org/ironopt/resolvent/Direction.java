package org.ironopt.resolvent;

/** How the Newton direction {@code (I + lambda H) s = -g} is found. */
public sealed interface Direction {
  /** Dense Cholesky factorization of the assembled matrix. */
  record Cholesky() implements Direction {}

  /** Conjugate gradients on products. */
  record Cg(Forcing forcing, Preconditioner preconditioner, int maxIterations)
      implements Direction {}

  /** MINRES on products; the matrix may be indefinite. */
  record Minres(Forcing forcing, int maxIterations) implements Direction {}

  /** GMRES(m) on products. */
  record Gmres(int restart, Forcing forcing, int maxIterations) implements Direction {}

  /** Limited-memory BFGS on the merit function; needs gradients only. */
  record Lbfgs(int memory) implements Direction {}

  /** {@code s = -g / (1 + lambda diag H)}. */
  record Diagonal() implements Direction {}

  /** Cholesky of diagonal blocks of the given size (the last block may be shorter). */
  record BlockDiagonal(int blockSize) implements Direction {}

  /** The objective's own closed form ({@code Proximable}). */
  record ClosedForm() implements Direction {}
}
