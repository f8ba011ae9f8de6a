package org.ironopt.resolvent.newton;

import java.util.Arrays;
import org.ironopt.linalg.ConjugateGradient;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Preconditioner;

/** Counts the iterations that one Newton system takes; its solution is not used. */
public final class IterationProbe {
  /** Beyond this many iterations their number is extrapolated. */
  private static final int LIMIT = 200;

  private final ResolventEquation equation;
  private final double[] rhs;
  private final double tolerance;

  /** The center lies at x, so that the right-hand side is {@code -lambda grad f(x)}. */
  public IterationProbe(Curved f, double[] x, double lambda, double tolerance) {
    this.tolerance = tolerance;
    Curvature curvature = f.curvature();
    equation = new ResolventEquation(f, curvature, curvature);
    equation.begin(lambda, x, x, InnerTolerance.relative(tolerance));
    rhs = equation.current().g.clone();
    if (Vectors.norm(rhs) == 0) {
      Arrays.fill(rhs, 1);
    }
  }

  /** Returns the iterations, at least one; those of the limit, scaled up, if it is reached. */
  public int iterations(Preconditioner choice) {
    PreconditionerSolver preconditioner = PreconditionerSolver.of(equation, choice);
    preconditioner.begin();
    preconditioner.linearize(equation);
    preconditioner.damp(0);
    equation.damp(0);
    KrylovSolver.Report report =
        new ConjugateGradient(rhs.length)
            .solve(
                equation,
                preconditioner.active(),
                rhs,
                new double[rhs.length],
                KrylovSolver.Tolerance.toRelative(tolerance, LIMIT));
    if (report.converged()) {
      return Math.max(1, report.iterations());
    }
    double digits = StrictMath.log(tolerance);
    double reached = StrictMath.log(Math.min(0.9, report.residual() / Vectors.norm(rhs)));
    return (int) Math.min(1e6, Math.max(1, report.iterations() * digits / reached));
  }
}
