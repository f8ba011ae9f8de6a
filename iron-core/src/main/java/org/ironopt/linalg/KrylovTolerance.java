package org.ironopt.linalg;

import org.ironopt.linalg.internal.Require;

/**
 * When an iterative linear solver stops: at {@code |b - A x| <= max(absolute, relative |b|)}, or
 * after a number of steps. The relative part refers to the right-hand side, so it asks for the same
 * accuracy from a good start as from a bad one.
 *
 * @param relative tolerance as a fraction of {@code |b|}
 * @param absolute tolerance on the residual norm itself
 * @param maxIterations most Krylov steps, over all restarts
 * @param lastResidual whether the residual after that many steps is wanted; without it the last
 *     step of conjugate gradients takes {@code <p, A p>} alone, and the report says NaN
 */
public record KrylovTolerance(
    double relative, double absolute, int maxIterations, boolean lastResidual) {
  public KrylovTolerance {
    Require.nonNegative("relative", relative);
    Require.nonNegative("absolute", absolute);
    Require.atLeast("maxIterations", 0, maxIterations);
  }

  /** Returns the rule {@code |b - A x| <= relative |b|}. */
  public static KrylovTolerance toRelative(double relative, int maxIterations) {
    return new KrylovTolerance(relative, 0, maxIterations, true);
  }

  /** Leaves the residual after the last permitted step unknown. */
  public KrylovTolerance withoutLastResidual() {
    return new KrylovTolerance(relative, absolute, maxIterations, false);
  }

  /** Returns the residual norm that counts as converged for a right-hand side of this norm. */
  public double target(double normB) {
    return Math.max(absolute, relative * normB);
  }
}
