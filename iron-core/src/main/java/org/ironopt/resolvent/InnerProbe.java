package org.ironopt.resolvent;

import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.Krylov;
import org.ironopt.linalg.LinearReport;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.resolvent.newton.Equation;
import org.ironopt.resolvent.precondition.PreconditionerSolver;

/** Counts the iterations that one Newton system takes; its solution is not used. */
final class InnerProbe {
  /** Enough to tell much from very much. */
  private static final int LIMIT = 200;

  private final Equation equation;
  private final double[] rhs;
  private final double tolerance;

  /** The center lies at x, so that the right-hand side is {@code -lambda grad f(x)}. */
  InnerProbe(Curved f, double[] x, double lambda, double tolerance) {
    this.tolerance = tolerance;
    Curvature curvature = f.curvature();
    equation = new Equation(f, curvature, curvature);
    equation.begin(lambda, x, x, Tolerance.relative(tolerance));
    rhs = equation.current().g.clone();
    if (Vectors.norm(rhs) == 0) {
      for (int i = 0; i < rhs.length; i++) {
        rhs[i] = 1;
      }
    }
  }

  /** Returns the iterations, at least one; those of the limit, scaled up, if it is reached. */
  int iterations(Preconditioner choice) {
    PreconditionerSolver preconditioner = PreconditionerSolver.of(equation, choice);
    preconditioner.begin();
    preconditioner.linearize(equation);
    preconditioner.damp(0);
    ConjugateGradient cg = new ConjugateGradient(rhs.length);
    Krylov options = Krylov.toRelative(tolerance, LIMIT);
    double[] s = new double[rhs.length];
    equation.damp(0);
    LinearReport report =
        preconditioner.isActive()
            ? cg.solveFromZero(equation, preconditioner, rhs, s, options)
            : cg.solveFromZero(equation, rhs, s, options);
    if (report.converged()) {
      return Math.max(1, report.iterations());
    }
    double digits = StrictMath.log(tolerance);
    double reached = StrictMath.log(Math.min(0.9, report.residual() / Vectors.norm(rhs)));
    return (int) Math.min(1e6, Math.max(1, report.iterations() * digits / reached));
  }
}
