package org.ironopt.resolvent;

import static java.util.Objects.requireNonNull;

import java.util.function.Function;
import org.ironopt.linalg.internal.Require;
import org.ironopt.problem.Curved;
import org.ironopt.problem.GaussNewton;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Proximable;
import org.ironopt.resolvent.chord.ChordSolver;
import org.ironopt.resolvent.newton.NewtonSolver;
import org.ironopt.resolvent.rows.GramSolver;
import org.ironopt.resolvent.rows.PredictionSolver;

/**
 * How a resolvent is solved: by {@link Newton}'s method with a direction and a globalization, by
 * the objective's own {@link ClosedForm}, by {@link Chord} steps, for linear models along their
 * {@link Predictions} or through the {@link Gram} matrix of their rows, or by a solver of one's own
 * ({@link #own}). Each opens its solver for an objective. Known solvers are constants, and a method
 * named like a component changes it. An invalid combination is refused; the message names a valid
 * one. The page {@code docs/how-to/choose-a-solver.md} helps to choose.
 */
public sealed interface InnerMethod extends InnerMethods {
  /** Returns when the residual is small enough. */
  InnerTolerance tolerance();

  /** Returns where the iteration starts. */
  WarmStart start();

  /** Changes the tolerance. */
  InnerMethod tolerance(InnerTolerance tolerance);

  /** Changes the start. */
  InnerMethod start(WarmStart start);

  /**
   * Returns a solver for an objective, or explains why the objective does not allow it.
   *
   * @param observer watches the iterations
   */
  InnerSolver open(Objective objective, Resolvent.Observer observer);

  /** Returns Newton's method with a direction and a globalization, relative 1e-8. */
  static Newton newton(Direction direction, Globalization globalization) {
    CurvatureModel hessian = CurvatureModel.HESSIAN;
    InnerTolerance tolerance = InnerTolerance.relative(1e-8);
    return new Newton(direction, hessian, globalization, tolerance, 100, false, WarmStart.ITERATE);
  }

  /**
   * Returns {@link #LINEARIZED} with another number of conjugate gradient steps and another
   * preconditioner.
   */
  static Newton linearized(int steps, Preconditioner preconditioner) {
    return newton(
            new Direction.Cg(new Direction.ForcingTerm.Fixed(0), preconditioner, steps),
            new Globalization.Unchecked())
        .model(CurvatureModel.GAUSS_NEWTON)
        .truncate(1);
  }

  /**
   * Returns one preconditioned direction from the center, of which a part is gone: the equation is
   * linearised where the inertia leads, {@code u = c - part l M^-1 lambda grad f(c)}, and the
   * length l that minimises the Gauss-Newton model is measured in every fifth solve. A step takes
   * little more than a gradient of the batch and an application of the preconditioner. For
   * networks.
   */
  static Newton relaxed(double part, Preconditioner preconditioner) {
    return linearized(1, preconditioner)
        .globalization(new Globalization.Unchecked(5, part))
        .start(WarmStart.CENTER);
  }

  /**
   * Returns a choice that opens solvers of one's own, with the tolerance relative 1e-8.
   *
   * @param name of the solver, part of the description of a method that uses it
   * @param solver makes the solver for an objective
   */
  static InnerMethod own(String name, Function<Objective, InnerSolver> solver) {
    return new Own(name, solver, InnerTolerance.relative(1e-8), WarmStart.ITERATE);
  }

  /**
   * Returns the default for an objective: its closed form if it has one, else Gauss-Newton if it is
   * a sum of squares, Newton-CG if it has curvature, else L-BFGS. It asks what the objective can do
   * and counts nothing; {@link InnerSelection} compares the work of all solvers that fit.
   */
  static InnerMethod automatic(Objective objective) {
    return switch (objective) {
      case Proximable closed -> CLOSED_FORM;
      case GaussNewton model when model.prefersGaussNewton() -> GAUSS_NEWTON;
      case Curved curved -> NEWTON_CG;
      default -> LBFGS;
    };
  }

  /**
   * Newton's method on the residual (the paper's Algorithm 2 with its variants).
   *
   * @param direction how a step is found
   * @param model the curvature in the Newton system
   * @param globalization what is done when a step is bad
   * @param tolerance when the residual is small enough
   * @param maxSteps Newton steps at most
   * @param truncated whether stopping at {@code maxSteps} is the plan (ending {@code TRUNCATED}) or
   *     a failure ({@code STEP_LIMIT})
   * @param start where the iteration starts
   */
  record Newton(
      Direction direction,
      CurvatureModel model,
      Globalization globalization,
      InnerTolerance tolerance,
      int maxSteps,
      boolean truncated,
      WarmStart start)
      implements InnerMethod {
    public Newton {
      requireNonNull(direction, "direction");
      requireNonNull(model, "model");
      requireNonNull(globalization, "globalization");
      requireNonNull(start, "start");
      Require.atLeast("maxSteps", 1, maxSteps);
      InnerRequirements.withoutNoise(tolerance, direction);
      InnerRequirements.combination(direction, model, globalization);
    }

    public Newton direction(Direction direction) {
      return new Newton(direction, model, globalization, tolerance, maxSteps, truncated, start);
    }

    public Newton model(CurvatureModel model) {
      return new Newton(direction, model, globalization, tolerance, maxSteps, truncated, start);
    }

    public Newton globalization(Globalization globalization) {
      return new Newton(direction, model, globalization, tolerance, maxSteps, truncated, start);
    }

    @Override
    public Newton tolerance(InnerTolerance tolerance) {
      return new Newton(direction, model, globalization, tolerance, maxSteps, truncated, start);
    }

    /** Limits the steps; reaching the limit is a failure. */
    public Newton maxSteps(int maxSteps) {
      return new Newton(direction, model, globalization, tolerance, maxSteps, false, start);
    }

    /** Makes at most this many Newton steps, on purpose (the paper's truncated inner solve). */
    public Newton truncate(int steps) {
      return new Newton(direction, model, globalization, tolerance, steps, true, start);
    }

    @Override
    public Newton start(WarmStart start) {
      return new Newton(direction, model, globalization, tolerance, maxSteps, truncated, start);
    }

    @Override
    public InnerSolver open(Objective f, Resolvent.Observer observer) {
      Require.that(
          !(globalization instanceof Globalization.Unchecked) || truncated && maxSteps == 1,
          "after a step that is not checked nothing is known for another one: use"
              + " truncate(1), or Globalization.FullStep");
      return new NewtonSolver(InnerRequirements.equation(f, direction, model), this, observer);
    }
  }

  /**
   * The objective's own closed form ({@code Proximable}); makes no Newton step. The equation is
   * checked at the answer.
   */
  record ClosedForm(InnerTolerance tolerance, WarmStart start) implements InnerMethod {
    public ClosedForm {
      InnerRequirements.withoutNoise(tolerance, "ClosedForm");
      requireNonNull(start, "start");
    }

    @Override
    public ClosedForm tolerance(InnerTolerance tolerance) {
      return new ClosedForm(tolerance, start);
    }

    @Override
    public ClosedForm start(WarmStart start) {
      return new ClosedForm(tolerance, start);
    }

    @Override
    public InnerSolver open(Objective f, Resolvent.Observer observer) {
      if (f instanceof Proximable closed) {
        return new ClosedFormSolver(closed);
      }
      throw InnerRequirements.missing(
          f,
          "Proximable (no closed form)",
          "ClosedForm",
          "Newton's method, such as InnerMethod.DEFAULT");
    }
  }

  /**
   * Chord steps {@code s = -(I + lambda H)^-1 g} with H the Hessian at one fixed point, decomposed
   * once: Newton's method without a new Hessian, so that a step costs a gradient and two products
   * with an n x n matrix. Converges linearly, the faster the nearer to the anchor, and faster still
   * if the anchor has a third derivative; Anderson's acceleration uses the last few steps. Where a
   * step does not halve |g|, or at the step limit, {@code newton} continues from there. An ensemble
   * whose base is {@code MultiPointGradient} takes its steps in lock step, one pass over the data
   * for all members.
   *
   * @param anchor the Hessian that is used everywhere
   * @param memory steps that the acceleration looks back, 0 for none
   * @param newton the method where chord steps do not contract; its tolerance, limit and start are
   *     those of the chord steps
   */
  record Chord(HessianEigenbasis anchor, int memory, Newton newton) implements InnerMethod {
    public Chord {
      requireNonNull(anchor, "anchor");
      Require.atLeast("memory", 0, memory);
      Require.that(
          newton.model() != CurvatureModel.GAUSS_NEWTON,
          "a chord step uses the Hessian of its anchor: use CurvatureModel.HESSIAN");
    }

    /** Looks back three steps, and goes on by {@link InnerMethod#NEWTON_CG}. */
    public Chord(HessianEigenbasis anchor) {
      this(anchor, 3, NEWTON_CG);
    }

    @Override
    public InnerTolerance tolerance() {
      return newton.tolerance();
    }

    @Override
    public WarmStart start() {
      return newton.start();
    }

    @Override
    public Chord tolerance(InnerTolerance tolerance) {
      return new Chord(anchor, memory, newton.tolerance(tolerance));
    }

    @Override
    public Chord start(WarmStart start) {
      return new Chord(anchor, memory, newton.start(start));
    }

    @Override
    public InnerSolver open(Objective f, Resolvent.Observer observer) {
      return new ChordSolver(f, 1, this, observer);
    }
  }

  /**
   * Nonlinear conjugate gradients (Polak and Ribiere) for a {@code LinearSum}, with the
   * second-order step length of each direction and the predictions A u kept along the way: k steps
   * take {@code 2k + 2} products with the rows, two fewer than Newton-CG with as many, and the
   * residual of every iterate is the true one, so that the solve stops where the tolerance is met
   * and not a Newton step later. A step that overshoots is shortened by a secant step, for one
   * product more. A step counts as one Newton step and one iteration; {@code maxSteps} and {@code
   * truncated} are those of {@link Newton}.
   */
  record Predictions(InnerTolerance tolerance, int maxSteps, boolean truncated, WarmStart start)
      implements InnerMethod {
    public Predictions {
      requireNonNull(tolerance, "tolerance");
      requireNonNull(start, "start");
      Require.atLeast("maxSteps", 1, maxSteps);
    }

    @Override
    public Predictions tolerance(InnerTolerance tolerance) {
      return new Predictions(tolerance, maxSteps, truncated, start);
    }

    @Override
    public Predictions start(WarmStart start) {
      return new Predictions(tolerance, maxSteps, truncated, start);
    }

    /** Makes at most this many steps, on purpose. */
    public Predictions truncate(int steps) {
      return new Predictions(tolerance, steps, true, start);
    }

    @Override
    public InnerSolver open(Objective f, Resolvent.Observer observer) {
      return new PredictionSolver(InnerRequirements.linear(f, "Predictions"), this, observer);
    }
  }

  /**
   * Newton's method on the predictions of a {@code LinearSum}: with the b x b Gram matrix of its
   * rows (Woodbury) a Newton system has as many unknowns as there are predictions, and Newton
   * steps, line searches and conjugate gradients touch no row. A solve takes six products with the
   * rows and the Gram matrix, which is worth b/2 products with one vector, whatever the
   * conditioning; the residual of the report is measured at the returned point. For few rows with
   * many columns. One output and up to 128 rows are solved by Cholesky, others by conjugate
   * gradients in the inner product of K, which are those of Newton-CG. {@code maxSteps} and {@code
   * truncated} are those of {@link Newton}.
   */
  record Gram(InnerTolerance tolerance, int maxSteps, boolean truncated, WarmStart start)
      implements InnerMethod {
    public Gram {
      requireNonNull(tolerance, "tolerance");
      requireNonNull(start, "start");
      Require.atLeast("maxSteps", 1, maxSteps);
    }

    @Override
    public Gram tolerance(InnerTolerance tolerance) {
      return new Gram(tolerance, maxSteps, truncated, start);
    }

    @Override
    public Gram start(WarmStart start) {
      return new Gram(tolerance, maxSteps, truncated, start);
    }

    /** Makes at most this many Newton steps, on purpose. */
    public Gram truncate(int steps) {
      return new Gram(tolerance, steps, true, start);
    }

    @Override
    public InnerSolver open(Objective f, Resolvent.Observer observer) {
      LinearSum sum = InnerRequirements.linear(f, "Gram");
      if (sum.residuals() instanceof LinearSum.SharedRowResiduals rows) {
        return new GramSolver(sum, rows, this, observer);
      }
      throw InnerRequirements.missing(
          f, "with residuals in SharedRowResiduals", "Gram", "InnerMethod.PREDICTIONS");
    }
  }

  /**
   * A solver of one's own, see {@link InnerMethod#own}.
   *
   * @param name of the solver
   * @param solver makes the solver for an objective
   * @param tolerance when the residual is small enough
   * @param start where the iteration starts
   */
  record Own(
      String name,
      Function<Objective, InnerSolver> solver,
      InnerTolerance tolerance,
      WarmStart start)
      implements InnerMethod {
    public Own {
      requireNonNull(name, "name");
      requireNonNull(solver, "solver");
      InnerRequirements.withoutNoise(tolerance, name);
      requireNonNull(start, "start");
    }

    @Override
    public Own tolerance(InnerTolerance tolerance) {
      return new Own(name, solver, tolerance, start);
    }

    @Override
    public Own start(WarmStart start) {
      return new Own(name, solver, tolerance, start);
    }

    @Override
    public InnerSolver open(Objective f, Resolvent.Observer observer) {
      return solver.apply(f);
    }

    /** Without the function, whose name differs from process to process. */
    @Override
    public String toString() {
      return "Own[name=" + name + ", tolerance=" + tolerance + ", start=" + start + "]";
    }
  }

  /** Where the inner iteration starts. */
  enum WarmStart {
    /** At the current iterate x_k. */
    ITERATE,
    /** At the (noisy) center. */
    CENTER,
    /** At the point that the caller left in the solution array. */
    GIVEN;

    /** Returns the array in which the start lies, checked. */
    double[] of(int n, double[] center, double[] iterate, double[] u) {
      return switch (this) {
        case ITERATE -> Require.finite("iterate", Require.length("iterate", n, iterate));
        case CENTER -> center;
        case GIVEN -> Require.finite("u", u);
      };
    }
  }

  /** Which matrix stands for the curvature in the Newton system. */
  enum CurvatureModel {
    /** The Hessian. */
    HESSIAN,
    /** Gauss-Newton, or Fisher: positive semidefinite, needs a {@code GaussNewton} objective. */
    GAUSS_NEWTON
  }
}
