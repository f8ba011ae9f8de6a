package org.ironopt.resolvent;

import static java.util.Objects.requireNonNull;

import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curved;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.newton.ResolventEquation;

/** What an {@link InnerMethod} cannot do, and what to use instead. */
final class InnerRequirements {
  private InnerRequirements() {}

  /** Refuses directions and globalizations that do not go together. */
  static void combination(
      Direction direction, InnerMethod.CurvatureModel model, Globalization globalization) {
    if (direction instanceof Direction.Lbfgs) {
      Require.that(
          globalization instanceof Globalization.Armijo
              || globalization instanceof Globalization.ResidualDecrease,
          "L-BFGS needs a line search, got %s: use Globalization.Armijo, or a Direction with"
              + " curvature",
          globalization);
      Require.that(
          model != InnerMethod.CurvatureModel.GAUSS_NEWTON,
          "L-BFGS builds its curvature from gradients: use CurvatureModel.HESSIAN,"
              + " or Direction.Cg for a Gauss-Newton model");
    }
    if (globalization
        instanceof Globalization.Unchecked(int _, double part, long _, double _, int _)) {
      Require.that(
          direction instanceof Direction.Cg || direction instanceof Direction.Cholesky,
          "a step that is not checked has to minimise the model, got %s: use Direction.Cg or"
              + " Cholesky, or Globalization.FullStep",
          direction);
      Require.that(
          part >= 1 || direction instanceof Direction.Cg cg && cg.maxIterations() == 1,
          "a part of a step is taken along one direction, got %s: use Direction.Cg with one"
              + " iteration, or Globalization.Unchecked with part 1",
          direction);
    }
    Require.that(
        !(globalization instanceof Globalization.TrustRegion)
            || direction instanceof Direction.Cg cg
                && cg.preconditioner() instanceof Preconditioner.None,
        "a trust region minimises its model by Steihaug's CG without preconditioner, got %s: use"
            + " Direction.Cg with Preconditioner.None, or Globalization.LevenbergMarquardt",
        direction);
  }

  /** Returns the equation with the curvature that a choice needs. */
  static ResolventEquation equation(
      Objective f, Direction direction, InnerMethod.CurvatureModel model) {
    if (direction instanceof Direction.Lbfgs) {
      return new ResolventEquation(f, null, null);
    }
    if (model == InnerMethod.CurvatureModel.GAUSS_NEWTON) {
      if (f instanceof GaussNewton g) {
        return new ResolventEquation(f, g.gaussNewton(), g.gaussNewton());
      }
      throw missing(f, "GaussNewton", model, "CurvatureModel.HESSIAN");
    }
    if (f instanceof Curved curved) {
      return new ResolventEquation(f, curved.curvature(), curved.curvature());
    }
    throw missing(f, "Curved (no Hessian)", direction, "Direction.Lbfgs, or implement Curved");
  }

  /** Returns the objective as a linear model. */
  static LinearSum linear(Objective f, String choice) {
    if (f instanceof LinearSum sum) {
      return sum;
    }
    throw missing(f, "LinearSum (no linear predictions)", choice, "InnerMethod.NEWTON_CG");
  }

  static IllegalArgumentException missing(Objective f, String type, Object choice, String instead) {
    String name = f.getClass().getSimpleName();
    return new IllegalArgumentException(
        name + " is not " + type + ", needed by " + choice + ": use " + instead);
  }

  static void withoutNoise(InnerTolerance tolerance, Object choice) {
    Require.that(
        !(requireNonNull(tolerance, "tolerance").noise() > 0),
        "a noise tolerance is measured on residuals of linear models, got %s: use"
            + " InnerMethod.PREDICTIONS or InnerMethod.GRAM, or a relative tolerance",
        choice);
  }
}
