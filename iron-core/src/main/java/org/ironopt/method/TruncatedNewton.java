package org.ironopt.method;

import java.util.Locale;
import org.ironopt.linalg.Require;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;

/**
 * Truncated Newton in a trust region, a deterministic reference: the model {@code <g, s> + <s, H
 * s>/2} of f is minimised in {@code |s| <= radius} by conjugate gradients, cut at the boundary, at
 * negative curvature or at a residual of {@code min(1/2, sqrt|g|) |g|}. A step that delivers more
 * than 0.15 of the promised decrease is taken; below 0.25 the radius becomes |s|/4, above 0.75 at
 * the boundary it doubles, up to a limit. A step of the method is one trial, taken or not. Where f
 * cannot be told apart by its value any more, slopes decide.
 *
 * <p>Needs values, gradients and Hessian products of all of f. Guarantee: limit points are
 * stationary for smooth f bounded below; quadratic convergence near a minimiser with a positive
 * definite Hessian (of order 3/2 by the residual rule).
 *
 * <p>References: T. Steihaug, DOI 10.1137/0720042; R. S. Dembo, T. Steihaug, DOI
 * 10.1007/BF02592055; constants as in SciPy's trust-ncg. Deviation: where values cannot tell two
 * points apart slopes decide.
 *
 * @param radius0 first radius
 * @param maxRadius largest radius
 */
public record TruncatedNewton(double radius0, double maxRadius) implements Method {
  public TruncatedNewton {
    Require.positive("radius0", radius0);
    if (!(maxRadius >= radius0)) {
      throw new IllegalArgumentException(
          "maxRadius is " + maxRadius + ", expected at least radius0 = " + radius0);
    }
  }

  /** Returns the method with radii from 1 up to 1000. */
  public TruncatedNewton() {
    this(1, 1000);
  }

  @Override
  public String name() {
    return "truncated-newton";
  }

  @Override
  public String description() {
    return String.format(
        Locale.ROOT, "truncated-newton(radius0: %s; maxRadius: %s)", radius0, maxRadius);
  }

  /** Starts at {@code x0}; nothing is random. */
  @Override
  public Stepper start(Objective objective, double[] x0, Streams streams) {
    if (objective instanceof Curved curved) {
      return new TruncatedNewtonStepper(this, curved, x0);
    }
    throw new IllegalArgumentException(
        String.format(
            Locale.ROOT,
            "truncated-newton needs a Curved objective (Hessian products), got %s: use Lbfgs",
            objective.getClass().getSimpleName()));
  }
}
