package org.ironopt.resolvent;

import org.ironopt.io.internal.StableName;
import org.ironopt.linalg.internal.Require;

/**
 * When the residual of the resolvent equation is small enough: {@code |g(u)| <= max(absolute,
 * relative |g(u0)|, noise lambda se)}, with u0 the warm start and se the standard error of the
 * batch's gradient there. An absolute tolerance alone stops the outer iteration once the warm start
 * meets it, so the default is relative. A noise tolerance matches the accuracy of the batch: the
 * resolvent of another batch of the same size would differ by about {@code lambda se} in its
 * equation. It is for linear models ({@link InnerMethod#PREDICTIONS}, {@link InnerMethod#GRAM}),
 * where se comes from residuals and norms of rows.
 *
 * @param relative of the residual at the warm start
 * @param absolute the paper's epsilon
 * @param noise fraction of {@code lambda se}
 */
@StableName("Tolerance")
public record InnerTolerance(double relative, double absolute, double noise) {
  public InnerTolerance {
    Require.nonNegative("relative tolerance", relative);
    Require.nonNegative("absolute tolerance", absolute);
    Require.nonNegative("noise tolerance", noise);
  }

  /** Without a part that depends on the batch. */
  public InnerTolerance(double relative, double absolute) {
    this(relative, absolute, 0);
  }

  public static InnerTolerance relative(double relative) {
    return new InnerTolerance(relative, 0);
  }

  public static InnerTolerance absolute(double absolute) {
    return new InnerTolerance(0, absolute);
  }

  /** Stops at a fraction of {@code lambda se}; 0.1 is a good one. */
  public static InnerTolerance noise(double fraction) {
    return new InnerTolerance(0, 0, fraction);
  }

  /** Returns the residual norm to reach. */
  public double target(double startResidual) {
    return Math.max(absolute, relative * startResidual);
  }

  /** Returns the residual norm to reach where {@code lambda se} is known. */
  public double target(double startResidual, double batchNoise) {
    return Math.max(target(startResidual), noise * batchNoise);
  }

  @Override
  public String toString() {
    String both = "relative=" + relative + ", absolute=" + absolute;
    return "Tolerance[" + both + (noise > 0 ? ", noise=" + noise : "") + "]";
  }
}
