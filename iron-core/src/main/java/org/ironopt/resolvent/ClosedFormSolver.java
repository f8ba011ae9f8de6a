package org.ironopt.resolvent;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Proximable;
import org.ironopt.resolvent.newton.ResolventEquation;

/**
 * Asks the objective for its own resolvent and checks the equation at the answer. An answer right
 * to rounding is converged, whatever the tolerance; one that is not has to meet the tolerance.
 */
final class ClosedFormSolver implements InnerSolver {
  private static final double ROUNDING = 32 * Math.ulp(1.0);

  private final Proximable objective;
  private final ResolventEquation equation;
  private final double modulus;
  private final double[] answer;
  private final double[] measure = new double[3];

  ClosedFormSolver(Proximable objective) {
    this.objective = objective;
    Curvature curvature = objective instanceof Curved curved ? curved.curvature() : null;
    equation = new ResolventEquation(objective, curvature, curvature);
    modulus = InnerReport.modulus(objective);
    answer = new double[objective.dimension()];
  }

  @Override
  public InnerReport solve(
      double lambda, InnerTolerance tolerance, double[] center, double[] start, double[] u) {
    objective.prox(lambda, center, answer);
    return accept(lambda, tolerance, center, start, answer, u);
  }

  /**
   * Takes a given {@code solution} that is right to rounding, and checks any other: copies it to
   * {@code u} if it is finite, else the start.
   */
  InnerReport accept(
      double lambda,
      InnerTolerance tolerance,
      double[] center,
      double[] start,
      double[] solution,
      double[] u) {
    measure[2] = Double.NaN;
    objective.residual(lambda, center, solution, measure);
    if (isRounding(measure[0], measure[1])) {
      Vectors.copy(solution, u);
      return InnerReport.closedForm(
          InnerReport.Ending.CONVERGED, measure[0], lambda, modulus, measure[2]);
    }
    boolean finite =
        Vectors.allFinite(solution) && equation.begin(lambda, center, solution, tolerance);
    if (!finite) {
      equation.begin(lambda, center, start, tolerance);
      return equation.end(InnerReport.Ending.NOT_FINITE, u);
    }
    double residual = equation.residual();
    boolean converged =
        residual <= tolerance.absolute() || equation.atRounding() || equation.stuckAtRounding();
    if (!converged && tolerance.relative() > 0) {
      equation.begin(lambda, center, start, tolerance);
      converged = residual <= equation.target();
      equation.begin(lambda, center, solution, tolerance);
      equation.counts.evaluations = 3;
    }
    return equation.end(
        converged ? InnerReport.Ending.CONVERGED : InnerReport.Ending.STEP_LIMIT, u);
  }

  /** Returns whether a residual is no more than rounding of terms of the given size gives. */
  static boolean isRounding(double residual, double size) {
    return residual <= ROUNDING * size && size < Double.POSITIVE_INFINITY;
  }
}
