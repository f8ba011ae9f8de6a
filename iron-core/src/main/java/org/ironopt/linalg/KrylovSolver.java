package org.ironopt.linalg;

import java.util.Arrays;
import java.util.function.DoubleConsumer;

/**
 * An in-place solver of {@code A x = b} that knows A by its products only. It owns its workspace,
 * allocates nothing that grows with n and belongs to one thread. Subclasses supply one
 * uninterrupted run of their recurrence, a cycle; the frame around it is the same for all: the stop
 * rule, the restart, and the check of the residual that the recurrence claims against the one
 * recomputed from its definition whenever the tolerance is close enough to rounding level for the
 * two to differ.
 */
public abstract sealed class KrylovSolver permits ConjugateGradient, Minres, Gmres {
  /** Down to this fraction of |b| the residual of the recurrence is believed without a check. */
  private static final double TRUSTED = 1e-8;

  /** Below this fraction of |b| the residual of a recurrence carries no information. */
  private static final double ROUNDING = 0x1p-53;

  private static final DoubleConsumer NOBODY = residual -> {};

  final int n;

  /** On entry to a cycle, {@code b - A x}; the cycle may overwrite it. */
  final double[] r;

  /** Steps of the last cycle that changed x. */
  int cycleSteps;

  /** Residual norm after the last cycle, as its recurrence knows it. */
  double cycleResidual;

  /** Applies M^-1 in the present solve; null for none. */
  LinearOperator preconditioner;

  private DoubleConsumer listener = NOBODY;

  KrylovSolver(int n) {
    this.n = Require.atLeast("n", 0, n);
    this.r = new double[n];
  }

  /** Tells {@code listener} the residual norm at the start and after every step. */
  public final void onResidual(DoubleConsumer listener) {
    this.listener = listener;
  }

  /**
   * Solves {@code A x = b} from the start given in {@code x}. A right-hand side 0 gives {@code x =
   * 0}.
   *
   * @param x the start; overwritten with the solution, or with the last finite iterate
   */
  public final LinearReport solve(LinearOperator a, double[] b, double[] x, Krylov options) {
    checkLengths(b, x);
    double normB = Vectors.norm(b);
    if (normB == 0) {
      return zeroSolution(x);
    }
    residual(a, b, x);
    return run(a, b, normB, x, options);
  }

  /** Solves {@code A x = b} from {@code x = 0}, which saves a product. */
  public final LinearReport solveFromZero(
      LinearOperator a, double[] b, double[] x, Krylov options) {
    checkLengths(b, x);
    double normB = Vectors.norm(b);
    if (normB == 0) {
      return zeroSolution(x);
    }
    Arrays.fill(x, 0);
    Vectors.copy(b, r);
    return run(a, b, normB, x, options);
  }

  /** Solves {@code A x = b} from the start given in {@code x}; {@code inverse} applies M^-1. */
  public final LinearReport solve(
      LinearOperator a, LinearOperator inverse, double[] b, double[] x, Krylov options) {
    begin(inverse);
    try {
      return solve(a, b, x, options);
    } finally {
      preconditioner = null;
    }
  }

  /** Solves {@code A x = b} from {@code x = 0}; {@code inverse} applies M^-1. */
  public final LinearReport solveFromZero(
      LinearOperator a, LinearOperator inverse, double[] b, double[] x, Krylov options) {
    begin(inverse);
    try {
      return solveFromZero(a, b, x, options);
    } finally {
      preconditioner = null;
    }
  }

  private void begin(LinearOperator inverse) {
    reservePreconditioned();
    preconditioner = inverse;
  }

  /** Makes room for what only a preconditioned solve needs. */
  abstract void reservePreconditioned();

  /**
   * Runs the recurrence from x with residual vector {@link #r}, updates x, and sets {@link
   * #cycleSteps} and {@link #cycleResidual}.
   *
   * @param residual the norm of r, positive and finite
   * @param target residual norm to reach
   * @param limit most steps, at least 1
   * @return CONVERGED at the target, ITERATION_LIMIT if the cycle ended before, or a failure
   */
  abstract LinearEnding cycle(
      LinearOperator a, double[] x, double residual, double target, int limit);

  final void tell(double residual) {
    listener.accept(residual);
  }

  private LinearReport run(LinearOperator a, double[] b, double normB, double[] x, Krylov options) {
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

  /** A recurrence that breaks down on a residual made of rounding errors has met no new fact. */
  private static LinearEnding failure(LinearEnding ending, boolean refining) {
    boolean rounding =
        ending == LinearEnding.NEGATIVE_CURVATURE || ending == LinearEnding.BREAKDOWN;
    return refining && rounding ? LinearEnding.STAGNATED : ending;
  }

  private void residual(LinearOperator a, double[] b, double[] x) {
    a.apply(x, r);
    Vectors.subtract(b, r, r);
  }

  private void checkLengths(double[] b, double[] x) {
    Require.length("b", n, b);
    Require.length("x", n, x);
  }

  private LinearReport zeroSolution(double[] x) {
    Arrays.fill(x, 0);
    tell(0);
    return new LinearReport(LinearEnding.CONVERGED, 0, 0);
  }
}
