package org.ironopt.resolvent;

import static java.util.Objects.requireNonNull;

import org.ironopt.linalg.Require;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Proximable;

/**
 * How a resolvent is solved: direction x globalization x tolerance x limit x start. Known solvers
 * are constants, {@code with...} methods change one choice, and a combination that makes no sense
 * is refused with the one to use instead. The page {@code docs/CHOOSING.md} helps to choose.
 *
 * @param direction how a step is found
 * @param model the curvature in the Newton system
 * @param globalization what is done when a step is bad
 * @param tolerance when the residual is small enough
 * @param maxSteps Newton steps at most
 * @param truncated whether stopping at {@code maxSteps} is the plan (ending {@code TRUNCATED}) or a
 *     failure ({@code STEP_LIMIT})
 * @param start where the iteration starts
 */
public record Inner(
    Direction direction,
    CurvatureModel model,
    Globalization globalization,
    Tolerance tolerance,
    int maxSteps,
    boolean truncated,
    WarmStart start) {
  /** Newton-CG: conjugate gradients, Eisenstat-Walker 2, Armijo on phi, relative 1e-8. */
  public static final Inner NEWTON_CG =
      newton(new Direction.Cg(), new Globalization.Armijo(), Tolerance.relative(1e-8));

  /** What is used when nothing is said: {@link #NEWTON_CG}. */
  public static final Inner DEFAULT = NEWTON_CG;

  /** Newton with a dense Cholesky factorization, Armijo on phi, relative 1e-8. */
  public static final Inner NEWTON_CHOLESKY = NEWTON_CG.withDirection(new Direction.Cholesky());

  /**
   * Algorithm 2 of the paper: Newton, halving until |g| decreases, an absolute residual tolerance
   * (1e-6), from the current iterate.
   */
  public static final Inner PAPER =
      newton(
          new Direction.Cholesky(), new Globalization.ResidualDecrease(), Tolerance.absolute(1e-6));

  /** Damped Newton: (J + nu I) s = -g by Cholesky, relative 1e-8. */
  public static final Inner LEVENBERG_MARQUARDT =
      NEWTON_CHOLESKY.withGlobalization(new Globalization.LevenbergMarquardt());

  /** Trust region by Steihaug's CG, Eisenstat-Walker 2, relative 1e-8. */
  public static final Inner TRUST_REGION =
      NEWTON_CG.withGlobalization(new Globalization.TrustRegion());

  /** Newton-MINRES with Armijo on phi, for curvature that is indefinite on the way. */
  public static final Inner NEWTON_MINRES = NEWTON_CG.withDirection(new Direction.Minres());

  /** L-BFGS with ten pairs and Armijo on phi: gradients only, relative 1e-6. */
  public static final Inner LBFGS =
      newton(new Direction.Lbfgs(), new Globalization.Armijo(), Tolerance.relative(1e-6))
          .withMaxSteps(1000);

  /** The diagonal of the Newton matrix and Armijo on phi: no product, no factorization. */
  public static final Inner DIAGONAL =
      NEWTON_CG.withDirection(new Direction.Diagonal()).withMaxSteps(1000);

  /** Conjugate gradients with kept predictions, for linear models, relative 1e-8. */
  public static final Inner PREDICTIONS =
      newton(new Direction.Predictions(), new Globalization.FullStep(), Tolerance.relative(1e-8))
          .withMaxSteps(1000);

  /** Newton's method through the Gram matrix of the rows, for linear models, relative 1e-8. */
  public static final Inner GRAM =
      newton(new Direction.Gram(), new Globalization.FullStep(), Tolerance.relative(1e-8));

  /** The objective's own formula. */
  public static final Inner CLOSED_FORM =
      newton(new Direction.ClosedForm(), new Globalization.FullStep(), Tolerance.relative(1e-8));

  public Inner {
    requireNonNull(direction, "direction");
    requireNonNull(model, "model");
    requireNonNull(globalization, "globalization");
    requireNonNull(tolerance, "tolerance");
    requireNonNull(start, "start");
    Require.atLeast("maxSteps", 1, maxSteps);
    Combinations.check(direction, model, globalization);
    Combinations.check(direction, tolerance);
  }

  /**
   * Returns what is chosen for an objective when nothing is said: its closed form if it has one,
   * else Newton-CG if it has curvature, else L-BFGS.
   */
  public static Inner automatic(Objective objective) {
    return switch (objective) {
      case Proximable closed -> CLOSED_FORM;
      case Curved curved -> NEWTON_CG;
      default -> LBFGS;
    };
  }

  /** Returns whether a solve depends on those before it, by a kept preconditioner. */
  public boolean remembers() {
    return switch (direction) {
      case Direction.Cg d -> d.preconditioner() instanceof Preconditioner.Kept;
      case Direction.Minres d -> d.preconditioner() instanceof Preconditioner.Kept;
      case Direction.Gmres d -> d.preconditioner() instanceof Preconditioner.Kept;
      default -> false;
    };
  }

  /** Returns this, or explains that {@code owner} does not save what solves would remember. */
  public Inner forgetful(String owner) {
    if (remembers()) {
      throw new IllegalArgumentException(
          owner
              + " does not save a kept preconditioner, so that a resumed run would differ:"
              + " use Iron, or the preconditioner without Kept");
    }
    return this;
  }

  private static Inner newton(
      Direction direction, Globalization globalization, Tolerance tolerance) {
    return new Inner(
        direction, CurvatureModel.HESSIAN, globalization, tolerance, 100, false, WarmStart.ITERATE);
  }

  public Inner withDirection(Direction direction) {
    return new Inner(direction, model, globalization, tolerance, maxSteps, truncated, start);
  }

  public Inner withModel(CurvatureModel model) {
    return new Inner(direction, model, globalization, tolerance, maxSteps, truncated, start);
  }

  public Inner withGlobalization(Globalization globalization) {
    return new Inner(direction, model, globalization, tolerance, maxSteps, truncated, start);
  }

  public Inner withTolerance(Tolerance tolerance) {
    return new Inner(direction, model, globalization, tolerance, maxSteps, truncated, start);
  }

  /** Limits the steps; reaching the limit is a failure. */
  public Inner withMaxSteps(int maxSteps) {
    return new Inner(direction, model, globalization, tolerance, maxSteps, false, start);
  }

  /** Makes at most this many Newton steps, on purpose (the paper's truncated inner solve). */
  public Inner withTruncation(int steps) {
    return new Inner(direction, model, globalization, tolerance, steps, true, start);
  }

  public Inner withStart(WarmStart start) {
    return new Inner(direction, model, globalization, tolerance, maxSteps, truncated, start);
  }
}
