package org.ironopt.resolvent;

import org.ironopt.linalg.Require;

/**
 * When the residual of the resolvent equation is small enough: {@code |g(u)| <= max(absolute,
 * relative * |g(u0)|)}, with u0 the warm start. An absolute tolerance alone freezes the outer loop
 * once the warm start passes it, so the default is relative.
 *
 * @param relative of the residual at the warm start
 * @param absolute the paper's epsilon
 */
public record Tolerance(double relative, double absolute) {
  public Tolerance {
    Require.nonNegative("relative tolerance", relative);
    Require.nonNegative("absolute tolerance", absolute);
  }

  public static Tolerance relative(double relative) {
    return new Tolerance(relative, 0);
  }

  public static Tolerance absolute(double absolute) {
    return new Tolerance(0, absolute);
  }

  /** Returns the residual norm to reach. */
  public double target(double startResidual) {
    return Math.max(absolute, relative * startResidual);
  }
}
