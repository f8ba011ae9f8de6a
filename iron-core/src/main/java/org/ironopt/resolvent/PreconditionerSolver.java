package org.ironopt.resolvent;

import org.ironopt.linalg.LinearOperator;

/** Applies an approximate inverse of {@code (1 + nu) I + lambda H}; the default does nothing. */
abstract class PreconditionerSolver implements LinearOperator {
  static PreconditionerSolver of(int n, Preconditioner preconditioner) {
    return switch (preconditioner) {
      case Preconditioner.None none -> new Identity();
      case Preconditioner.Jacobi jacobi -> new JacobiPreconditioner(n);
      case Preconditioner.Nystrom nystrom -> new NystromSketch(n, nystrom);
    };
  }

  /** Forgets earlier solves. */
  void begin() {}

  /** Takes notice of a new current point. */
  void linearize(Equation equation) {}

  /** Sets nu for the products that follow. */
  void damp(double nu) {}

  /** Returns whether the operator is positive definite at this point, so that CG may use it. */
  abstract boolean isActive();

  private static final class Identity extends PreconditionerSolver {
    @Override
    boolean isActive() {
      return false;
    }

    @Override
    public void apply(double[] r, double[] z) {
      System.arraycopy(r, 0, z, 0, r.length);
    }
  }
}
