package org.ironopt.linalg;

import java.util.Arrays;
import java.util.function.DoubleConsumer;
import org.ironopt.linalg.internal.Require;

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
  protected LinearOperator preconditioner;

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
  public final LinearReport solveFromZero(
      LinearOperator a, double[] b, double[] x, KrylovTolerance options) {
    return solveFromZero(a, null, b, x, options);
  }

  /** Solves {@code A x = b} from {@code x = 0}; {@code inverse} applies M^-1. */
  public final LinearReport solveFromZero(
      LinearOperator a, LinearOperator inverse, double[] b, double[] x, KrylovTolerance options) {
    Arrays.fill(x, 0);
    return solve(a, inverse, b, x, options);
  }

  /** Solves {@code A x = b} from the start given in {@code x}, without a preconditioner. */
  public final LinearReport solve(
      LinearOperator a, double[] b, double[] x, KrylovTolerance options) {
    return solve(a, null, b, x, options);
  }

  /**
   * Solves {@code A x = b} from the start given in {@code x}; a start of zeros saves a product. A
   * right-hand side 0 gives {@code x = 0}.
   *
   * @param inverse applies M^-1, an approximate inverse of A; null for none
   * @param x the start; overwritten with the solution, or with the last finite iterate
   */
  public final LinearReport solve(
      LinearOperator a, LinearOperator inverse, double[] b, double[] x, KrylovTolerance options) {
    Require.lengths(n, "b", b, "x", x);
    preconditioner = inverse;
    lastResidual = options.lastResidual();
    double normB = Vectors.norm(b);
    if (normB == 0) {
      Arrays.fill(x, 0);
      tell(0);
      return new LinearReport(LinearEnding.CONVERGED, 0, 0);
    }
    if (Vectors.maxAbs(x) == 0) {
      Vectors.copy(b, r);
    } else {
      residual(a, b, x);
    }
    double residual = Vectors.norm(r);
    if (!Double.isFinite(residual) || !Double.isFinite(normB)) {
      return new LinearReport(LinearEnding.NOT_FINITE, 0, residual);
    }
    tell(residual);
    double target = options.target(normB);
    double scale = Math.max(normB, residual);
    int limit = options.maxIterations();
    int steps = 0;
    boolean refining = false;
    while (residual > target) {
      if (steps == limit) {
        return new LinearReport(LinearEnding.ITERATION_LIMIT, steps, residual);
      }
      double reachable = Math.max(target, ROUNDING * Math.max(normB, residual));
      cycleSteps = 0;
      cycleResidual = residual;
      LinearEnding ending = cycle(a, x, residual, reachable, limit - steps);
      steps += cycleSteps;
      boolean reached = ending == LinearEnding.CONVERGED;
      if (!Vectors.allFinite(x)) {
        Arrays.fill(x, 0);
        return new LinearReport(LinearEnding.NOT_FINITE, steps, normB);
      }
      if (!reached && (ending != LinearEnding.ITERATION_LIMIT || steps == limit)) {
        return new LinearReport(failure(ending, refining), steps, cycleResidual);
      }
      if (reached && target >= TRUSTED * scale) {
        return new LinearReport(LinearEnding.CONVERGED, steps, cycleResidual);
      }
      double before = residual;
      residual(a, b, x);
      residual = Vectors.norm(r);
      if (!(residual <= target) && !(residual < (reached ? before / 2 : before))) {
        return new LinearReport(LinearEnding.STAGNATED, steps, residual);
      }
      refining = reached;
    }
    return new LinearReport(LinearEnding.CONVERGED, steps, residual);
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
  protected abstract LinearEnding cycle(
      LinearOperator a, double[] x, double residual, double target, int limit);

  /** Tells the listener a residual norm. */
  protected final void tell(double residual) {
    listener.accept(residual);
  }

  /** A breakdown where the residual is at rounding level already is stagnation. */
  private static LinearEnding failure(LinearEnding ending, boolean refining) {
    boolean rounding =
        ending == LinearEnding.NEGATIVE_CURVATURE || ending == LinearEnding.BREAKDOWN;
    return refining && rounding ? LinearEnding.STAGNATED : ending;
  }

  private void residual(LinearOperator a, double[] b, double[] x) {
    a.apply(x, r);
    Vectors.subtract(b, r, r);
  }
}
