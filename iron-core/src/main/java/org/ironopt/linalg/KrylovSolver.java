package org.ironopt.linalg;

import java.util.Arrays;
import java.util.function.DoubleConsumer;
import org.ironopt.linalg.internal.Require;
import org.jspecify.annotations.Nullable;

/**
 * An in-place solver of {@code A x = b} that knows A by its products only. It owns its workspace,
 * allocates nothing that grows with n and belongs to one thread. A subclass supplies one
 * uninterrupted run of its recurrence, a {@link #cycle}; the frame around it is the same for all:
 * the stop rule, the restart, and the check of the residual that the recurrence claims against the
 * one recomputed from its definition whenever the tolerance is close enough to rounding level for
 * the two to differ. A solver of one's own extends this class, and {@code Direction.OwnKrylov}
 * gives it to Newton's method.
 */
public abstract class KrylovSolver {
  /** Down to this fraction of |b| the residual of the recurrence is believed without a check. */
  private static final double TRUSTED = 1e-8;

  /** Below this fraction of |b| the residual of a recurrence carries no information. */
  private static final double ROUNDING = 0x1p-53;

  /** The number of unknowns. */
  protected final int n;

  /** On entry to a cycle, {@code b - A x}; the cycle may overwrite it. */
  protected final double[] r;

  /** Steps of the last cycle that changed x. */
  protected int cycleSteps;

  /** Residual norm after the last cycle, as its recurrence knows it. */
  protected double cycleResidual;

  /** Applies M^-1 in the present solve; null for none. */
  protected @Nullable LinearOperator preconditioner;

  /** Whether the residual after the last permitted step is wanted. */
  protected boolean lastResidual;

  private DoubleConsumer listener = residual -> {};

  /** Allocates the workspace for n unknowns. */
  protected KrylovSolver(int n) {
    this.n = Require.atLeast("n", 0, n);
    this.r = new double[n];
  }

  /** Tells {@code listener} the residual norm at the start and after every step. */
  public final void onResidual(DoubleConsumer listener) {
    this.listener = listener;
  }

  /** Solves {@code A x = b} from {@code x = 0}, which saves a product. */
  public final Report solveFromZero(LinearOperator a, double[] b, double[] x, Tolerance options) {
    return solveFromZero(a, null, b, x, options);
  }

  /** Solves {@code A x = b} from {@code x = 0}; {@code inverse} applies M^-1. */
  public final Report solveFromZero(
      LinearOperator a,
      @Nullable LinearOperator inverse,
      double[] b,
      double[] x,
      Tolerance options) {
    Arrays.fill(x, 0);
    return solve(a, inverse, b, x, options);
  }

  /** Solves {@code A x = b} from the start given in {@code x}, without a preconditioner. */
  public final Report solve(LinearOperator a, double[] b, double[] x, Tolerance options) {
    return solve(a, null, b, x, options);
  }

  /**
   * Solves {@code A x = b} from the start given in {@code x}; a start of zeros saves a product. A
   * right-hand side 0 gives {@code x = 0}.
   *
   * @param inverse applies M^-1, an approximate inverse of A; null for none
   * @param x the start; overwritten with the solution, or with the last finite iterate
   */
  public final Report solve(
      LinearOperator a,
      @Nullable LinearOperator inverse,
      double[] b,
      double[] x,
      Tolerance options) {
    Require.lengths(n, "b", b, "x", x);
    preconditioner = inverse;
    lastResidual = options.lastResidual();
    double normB = Vectors.norm(b);
    if (normB == 0) {
      Arrays.fill(x, 0);
      tell(0);
      return new Report(Ending.CONVERGED, 0, 0);
    }
    if (Vectors.maxAbs(x) == 0) {
      Vectors.copy(b, r);
    } else {
      residual(a, b, x);
    }
    double residual = Vectors.norm(r);
    if (!Double.isFinite(residual) || !Double.isFinite(normB)) {
      return new Report(Ending.NOT_FINITE, 0, residual);
    }
    tell(residual);
    double target = options.target(normB);
    double scale = Math.max(normB, residual);
    int limit = options.maxIterations();
    int steps = 0;
    boolean refining = false;
    while (residual > target) {
      if (steps == limit) {
        return new Report(Ending.ITERATION_LIMIT, steps, residual);
      }
      double reachable = Math.max(target, ROUNDING * Math.max(normB, residual));
      cycleSteps = 0;
      cycleResidual = residual;
      Ending ending = cycle(a, x, residual, reachable, limit - steps);
      steps += cycleSteps;
      boolean reached = ending == Ending.CONVERGED;
      if (!Vectors.allFinite(x)) {
        Arrays.fill(x, 0);
        return new Report(Ending.NOT_FINITE, steps, normB);
      }
      if (!reached && (ending != Ending.ITERATION_LIMIT || steps == limit)) {
        return new Report(failure(ending, refining), steps, cycleResidual);
      }
      if (reached && target >= TRUSTED * scale) {
        return new Report(Ending.CONVERGED, steps, cycleResidual);
      }
      double before = residual;
      residual(a, b, x);
      residual = Vectors.norm(r);
      if (!(residual <= target) && !(residual < (reached ? before / 2 : before))) {
        return new Report(Ending.STAGNATED, steps, residual);
      }
      refining = reached;
    }
    return new Report(Ending.CONVERGED, steps, residual);
  }

  /**
   * Runs the recurrence from x with residual vector {@link #r}, updates x, {@link #cycleSteps}
   * (which starts at 0) and {@link #cycleResidual}; calls {@link #tell} after every step.
   *
   * @param residual the norm of r, positive and finite
   * @param target residual norm to reach
   * @param limit most steps, at least 1
   * @return CONVERGED at the target, ITERATION_LIMIT if the cycle ended before, or a failure
   */
  protected abstract Ending cycle(
      LinearOperator a, double[] x, double residual, double target, int limit);

  /** Tells the listener a residual norm. */
  protected final void tell(double residual) {
    listener.accept(residual);
  }

  /** A breakdown where the residual is at rounding level already is stagnation. */
  private static Ending failure(Ending ending, boolean refining) {
    boolean rounding = ending == Ending.NEGATIVE_CURVATURE || ending == Ending.BREAKDOWN;
    return refining && rounding ? Ending.STAGNATED : ending;
  }

  private void residual(LinearOperator a, double[] b, double[] x) {
    a.apply(x, r);
    Vectors.subtract(b, r, r);
  }

  /**
   * When an iterative linear solver stops: at {@code |b - A x| <= max(absolute, relative |b|)}, or
   * after a number of steps. The relative part refers to the right-hand side, so it asks for the
   * same accuracy from a good start as from a bad one.
   *
   * @param relative tolerance as a fraction of {@code |b|}
   * @param absolute tolerance on the residual norm itself
   * @param maxIterations most Krylov steps, over all restarts
   * @param lastResidual whether the residual after that many steps is wanted; without it the last
   *     step of conjugate gradients takes {@code <p, A p>} alone, and the report has NaN
   */
  public record Tolerance(
      double relative, double absolute, int maxIterations, boolean lastResidual) {
    public Tolerance {
      Require.nonNegative("relative", relative);
      Require.nonNegative("absolute", absolute);
      Require.atLeast("maxIterations", 0, maxIterations);
    }

    /** Returns the rule {@code |b - A x| <= relative |b|}. */
    public static Tolerance toRelative(double relative, int maxIterations) {
      return new Tolerance(relative, 0, maxIterations, true);
    }

    /** Leaves the residual after the last permitted step unknown. */
    public Tolerance withoutLastResidual() {
      return new Tolerance(relative, absolute, maxIterations, false);
    }

    /** Returns the residual norm that counts as converged for a right-hand side of this norm. */
    public double target(double normB) {
      return Math.max(absolute, relative * normB);
    }
  }

  /**
   * How a linear solve ended.
   *
   * @param ending the typed reason
   * @param iterations Krylov steps taken; 0 if {@code x} is still the start
   * @param residual norm of {@code b - A x} at the returned point, as known to the recurrence, and
   *     recomputed from its definition where a tolerance near rounding level makes that doubtful
   */
  public record Report(Ending ending, int iterations, double residual) {
    /** Returns whether the residual met the tolerance. */
    public boolean converged() {
      return ending == Ending.CONVERGED;
    }

    /** Returns whether no step was taken, so that the returned point is the start. */
    public boolean atStart() {
      return iterations == 0;
    }
  }

  /** Why a linear solver stopped. */
  public enum Ending {
    /** The residual met the tolerance. */
    CONVERGED,
    /** The iteration limit was reached first. */
    ITERATION_LIMIT,
    /** A direction with {@code <p, A p> <= 0} was met; the last iterate before it is returned. */
    NEGATIVE_CURVATURE,
    /** The solution left the trust region; the point on its boundary is returned. */
    BOUNDARY,
    /** Rounding, or a restarted method that no longer moves, keeps the residual above tolerance. */
    STAGNATED,
    /** The recurrence cannot go on (a singular operator, or a preconditioner that is not SPD). */
    BREAKDOWN,
    /** A NaN or an infinity appeared; the last finite iterate is returned. */
    NOT_FINITE
  }
}
