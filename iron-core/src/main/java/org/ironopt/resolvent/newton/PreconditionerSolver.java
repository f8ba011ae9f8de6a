package org.ironopt.resolvent.newton;

import java.util.Arrays;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curvature;
import org.ironopt.resolvent.Preconditioner;

/** Applies an approximate inverse of {@code (1 + nu) I + lambda H}. */
abstract class PreconditionerSolver implements LinearOperator {
  /** No preconditioner: never active. */
  private static final PreconditionerSolver NONE =
      new PreconditionerSolver() {
        @Override
        LinearOperator active() {
          return null;
        }

        @Override
        public void apply(double[] r, double[] z) {
          System.arraycopy(r, 0, z, 0, r.length);
        }
      };

  static PreconditionerSolver of(ResolventEquation equation, Preconditioner preconditioner) {
    return switch (preconditioner) {
      case Preconditioner.None none -> NONE;
      case Preconditioner.Jacobi jacobi -> new Jacobi(equation.n);
      case Preconditioner.Nystrom nystrom -> new SketchPreconditioner.Nystrom(equation.n, nystrom);
      case Preconditioner.Kronecker k -> new SketchPreconditioner.Kronecker(factored(equation));
      case Preconditioner.Averaged rule -> new AveragedFactors(factored(equation), rule);
      case Preconditioner.Kept kept ->
          new SketchPreconditioner.Kept((SketchPreconditioner) of(equation, kept.of()), kept);
    };
  }

  private static Curvature.Factored factored(ResolventEquation equation) {
    Require.that(
        equation.current().curvature() instanceof Curvature.Factored,
        "Preconditioner.Kronecker and Averaged need a Hessian with factors of its own"
            + " (Softmax, Network): use Preconditioner.Nystrom");
    return (Curvature.Factored) equation.current().curvature();
  }

  /** Begins a solve; forgets earlier ones unless the preconditioner is kept. */
  void begin() {}

  /** Prepares for systems at a new current point. */
  void linearize(ResolventEquation equation) {}

  /** Sets nu for the products that follow. */
  void damp(double nu) {}

  /** Records the iterations of a linear solve. */
  void used(int iterations) {}

  /** Returns what is kept from solve to solve, to be saved; nothing where each makes its own. */
  double[][] memory() {
    return new double[0][];
  }

  /** Returns this, or null where it is not positive definite, so that CG may not use it. */
  abstract LinearOperator active();

  /** Returns what is saved, and one array more. */
  static double[][] with(double[][] inside, double[] header) {
    double[][] all = Arrays.copyOf(inside, inside.length + 1);
    all[inside.length] = header;
    return all;
  }

  /** {@code z = r / ((1 + nu) + lambda diag H)}, used where every entry is positive. */
  static final class Jacobi extends PreconditionerSolver {
    private final double[] hessian;
    private final double[] diagonal;
    private double lambda;
    private boolean positive;

    Jacobi(int n) {
      hessian = new double[n];
      diagonal = new double[n];
    }

    @Override
    void linearize(ResolventEquation equation) {
      equation.current().curvature().diagonal(hessian);
      lambda = equation.lambda();
    }

    @Override
    void damp(double nu) {
      positive = true;
      for (int i = 0; i < diagonal.length; i++) {
        diagonal[i] = Math.fma(lambda, hessian[i], 1 + nu);
        positive &= diagonal[i] > 0;
      }
    }

    @Override
    LinearOperator active() {
      return positive ? this : null;
    }

    @Override
    public void apply(double[] r, double[] z) {
      for (int i = 0; i < r.length; i++) {
        z[i] = r[i] / diagonal[i];
      }
    }
  }
}
