package org.ironopt.resolvent;

import java.util.function.Supplier;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Proximable;
import org.ironopt.problem.SampleSpace;
import org.ironopt.resolvent.chord.ChordSolver;
import org.ironopt.resolvent.newton.BlockDirection;
import org.ironopt.resolvent.newton.DampedSteps;
import org.ironopt.resolvent.newton.DiagonalDirection;
import org.ironopt.resolvent.newton.DirectionSolver;
import org.ironopt.resolvent.newton.Equation;
import org.ironopt.resolvent.newton.Globalizer;
import org.ironopt.resolvent.newton.KrylovDirection;
import org.ironopt.resolvent.newton.LbfgsDirection;
import org.ironopt.resolvent.newton.LineSearch;
import org.ironopt.resolvent.newton.NewtonSolver;
import org.ironopt.resolvent.newton.TrustRegionSteps;
import org.ironopt.resolvent.rows.GramSolver;
import org.ironopt.resolvent.rows.PredictionSolver;

/** Builds the solver that an {@link Inner} describes. */
public final class Solvers {
  private Solvers() {}

  public static SingleSolver single(Objective objective, Inner inner, InnerObserver observer) {
    if (inner.direction() instanceof Direction.ClosedForm) {
      return new ClosedFormSolver(proximable(objective));
    }
    if (inner.direction() instanceof Direction.Chord) {
      return new ChordSolver(objective, 1, inner, observer);
    }
    if (inner.direction() instanceof Direction.Predictions) {
      return new PredictionSolver(linear(objective, inner), inner, observer);
    }
    if (inner.direction() instanceof Direction.Gram) {
      LinearSum sum = linear(objective, inner);
      return new GramSolver(sum, sampleSpace(sum), inner, observer);
    }
    Equation equation = equation(objective, inner);
    return new NewtonSolver(equation, globalizer(equation, inner), inner, observer);
  }

  private static Equation equation(Objective objective, Inner inner) {
    if (inner.direction() instanceof Direction.Lbfgs) {
      return new Equation(objective, null, null);
    }
    Supplier<Curvature> curvature = curvature(objective, inner);
    return new Equation(objective, curvature.get(), curvature.get());
  }

  private static Supplier<Curvature> curvature(Objective objective, Inner inner) {
    return switch (inner.model()) {
      case HESSIAN -> curved(objective, inner.direction())::curvature;
      case GAUSS_NEWTON -> gaussNewton(objective)::gaussNewton;
    };
  }

  private static Curved curved(Objective objective, Direction direction) {
    if (objective instanceof Curved curved) {
      return curved;
    }
    throw new IllegalArgumentException(
        missing(objective, "Curved (no Hessian)", direction)
            + ": implement Curved, or use Direction.Lbfgs");
  }

  private static GaussNewton gaussNewton(Objective objective) {
    if (objective instanceof GaussNewton model) {
      return model;
    }
    throw new IllegalArgumentException(
        missing(objective, "GaussNewton", CurvatureModel.GAUSS_NEWTON)
            + ": use CurvatureModel.HESSIAN");
  }

  private static Proximable proximable(Objective objective) {
    if (objective instanceof Proximable p) {
      return p;
    }
    throw new IllegalArgumentException(
        missing(objective, "Proximable (no closed form)", "ClosedForm")
            + ": use a Newton direction, such as Inner.DEFAULT");
  }

  private static LinearSum linear(Objective objective, Inner inner) {
    if (objective instanceof LinearSum sum) {
      return sum;
    }
    throw new IllegalArgumentException(
        missing(objective, "LinearSum (no linear predictions)", inner.direction())
            + ": use Direction.Cg");
  }

  private static SampleSpace sampleSpace(LinearSum sum) {
    if (sum.residuals() instanceof SampleSpace rows) {
      return rows;
    }
    throw new IllegalArgumentException(
        missing(sum, "with residuals in a SampleSpace", "Gram") + ": use Direction.Predictions");
  }

  private static String missing(Objective objective, String type, Object choice) {
    return objective.getClass().getSimpleName() + " is not " + type + ", needed by " + choice;
  }

  private static Globalizer globalizer(Equation equation, Inner inner) {
    return switch (inner.globalization()) {
      case Globalization.FullStep f -> LineSearch.fullStep(direction(equation, inner, false));
      case Globalization.Armijo a -> LineSearch.armijo(direction(equation, inner, true), a);
      case Globalization.ResidualDecrease r ->
          LineSearch.residual(direction(equation, inner, false), r);
      case Globalization.LevenbergMarquardt lm ->
          new DampedSteps(direction(equation, inner, true), lm);
      case Globalization.TrustRegion t ->
          new TrustRegionSteps(equation.n, (Direction.Cg) inner.direction(), t);
    };
  }

  private static DirectionSolver direction(Equation equation, Inner inner, boolean descends) {
    int n = equation.n;
    return switch (inner.direction()) {
      case Direction.Cholesky c -> new BlockDirection(n, n);
      case Direction.BlockDiagonal b -> new BlockDirection(n, Math.min(n, b.blockSize()));
      case Direction.Diagonal d -> new DiagonalDirection(n, descends);
      case Direction.Lbfgs l -> new LbfgsDirection(n, l.memory());
      case Direction.Cg c -> KrylovDirection.cg(equation, c);
      case Direction.Minres m -> KrylovDirection.minres(equation, m);
      case Direction.Gmres g -> KrylovDirection.gmres(equation, g);
      case Direction.Chord c -> throw new AssertionError("chord steps have a solver of their own");
      case Direction.Predictions c -> throw new AssertionError("predictions have their own solver");
      case Direction.Gram c -> throw new AssertionError("predictions have their own solver");
      case Direction.ClosedForm c -> throw new AssertionError("a closed form has no direction");
    };
  }
}
