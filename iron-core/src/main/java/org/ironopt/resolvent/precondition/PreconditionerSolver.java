package org.ironopt.resolvent.precondition;

import org.ironopt.linalg.LinearOperator;
import org.ironopt.problem.Factored;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.resolvent.newton.Equation;

/** Applies an approximate inverse of {@code (1 + nu) I + lambda H}; the default does nothing. */
public abstract class PreconditionerSolver implements LinearOperator {
  public static PreconditionerSolver of(Equation equation, Preconditioner preconditioner) {
    return switch (preconditioner) {
      case Preconditioner.None none -> new Identity();
      case Preconditioner.Jacobi jacobi -> new JacobiPreconditioner(equation.n);
      case Preconditioner.Nystrom nystrom -> new NystromSketch(equation.n, nystrom);
      case Preconditioner.Kronecker k -> new KroneckerSketch(factored(equation));
      case Preconditioner.Kept kept -> new KeptSketch((Sketch) of(equation, kept.of()), kept);
    };
  }

  private static Factored factored(Equation equation) {
    if (equation.current().curvature() instanceof Factored factored) {
      return factored;
    }
    throw new IllegalArgumentException(
        "Preconditioner.Kronecker needs a Hessian with factors of its own (Softmax):"
            + " use Preconditioner.Nystrom");
  }

  /** Begins a solve; forgets earlier ones unless the preconditioner is kept. */
  public void begin() {}

  /** Takes notice of a new current point. */
  public void linearize(Equation equation) {}

  /** Sets nu for the products that follow. */
  public void damp(double nu) {}

  /** Takes notice of the iterations that a linear solve took. */
  public void used(int iterations) {}

  /** Returns what the preconditioner consists of. */
  public double[][] memory() {
    return new double[0][];
  }

  /** Returns whether the operator is positive definite at this point, so that CG may use it. */
  public abstract boolean isActive();

  private static final class Identity extends PreconditionerSolver {
    @Override
    public boolean isActive() {
      return false;
    }

    @Override
    public void apply(double[] r, double[] z) {
      System.arraycopy(r, 0, z, 0, r.length);
    }
  }
}
