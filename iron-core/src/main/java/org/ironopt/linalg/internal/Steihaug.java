package org.ironopt.linalg.internal;

import java.util.Arrays;
import org.ironopt.linalg.KrylovSolver;
import org.ironopt.linalg.LinearOperator;
import org.ironopt.linalg.Vectors;

/**
 * Truncated conjugate gradients in a trust region: minimises {@code <g, s> + <s, J s> / 2} over
 * {@code |s| <= delta} approximately, for a symmetric J that may be indefinite (Steihaug, 1983, <a
 * href="https://doi.org/10.1137/0720042">10.1137/0720042</a>; Toint, 1981). The iterates are those
 * of {@link org.ironopt.linalg.ConjugateGradient ConjugateGradient} on {@code J s = -g} from 0
 * until one would leave the region, where the path is cut at the boundary, or until a direction of
 * curvature {@code <= 0} is met. The model has no minimum along such a direction; of the two points
 * where it leaves the region the one with the lower model value is taken. An infinite delta gives
 * plain conjugate gradients. Memory: 3 n.
 */
public final class Steihaug {
  /** A step that delivers more than this part of the decrease that its model promises is taken. */
  public static final double ACCEPT = 0.15;

  private static final double POOR = 0.25;
  private static final double GOOD = 0.75;

  private final int n;
  private final double[] r;
  private final double[] p;
  private final double[] jp;

  /** Allocates the workspace for n unknowns. */
  public Steihaug(int n) {
    this.n = Require.atLeast("n", 0, n);
    r = new double[n];
    p = new double[n];
    jp = new double[n];
  }

  /**
   * Solves one subproblem.
   *
   * @param delta radius of the region, positive, possibly infinite
   * @param s overwritten with the step
   * @param options stop at {@code |g + J s| <= max(absolute, relative |g|)}
   */
  public SteihaugReport solve(
      LinearOperator j, double[] g, double delta, double[] s, KrylovSolver.Tolerance options) {
    Require.lengths(n, "g", g, "s", s);
    Require.that(delta > 0, "delta is %s, expected a number > 0", delta);
    Arrays.fill(s, 0);
    double normG = Vectors.norm(g);
    if (!Double.isFinite(normG)) {
      return new SteihaugReport(KrylovSolver.Ending.NOT_FINITE, 0, normG, 0);
    }
    double target = options.target(normG);
    if (normG <= target) {
      return new SteihaugReport(KrylovSolver.Ending.CONVERGED, 0, normG, 0);
    }
    // Squares of norms must neither overflow nor underflow; a power of two changes no digit.
    double unit = Sums.powerOfTwo(normG);
    Vectors.copy(g, r);
    Vectors.scale(-1 / unit, r);
    Vectors.copy(r, p);
    return iterate(j, g, delta / unit, s, unit, target, options.maxIterations());
  }

  /**
   * Returns the radius after a step of some length: a quarter of the length if the step delivered
   * less than 0.25 of the promised decrease, and twice the radius, up to a limit, if it delivered
   * more than 0.75 and ended on the boundary (Nocedal and Wright, algorithm 4.1).
   *
   * @param gain part of the promised decrease that was delivered
   * @param ending of the subproblem
   */
  public static double radius(
      double radius, double maxRadius, double gain, KrylovSolver.Ending ending, double length) {
    boolean atBoundary =
        ending == KrylovSolver.Ending.BOUNDARY || ending == KrylovSolver.Ending.NEGATIVE_CURVATURE;
    if (!(gain >= POOR)) {
      return 0.25 * length;
    }
    return gain > GOOD && atBoundary ? Math.min(2 * radius, maxRadius) : radius;
  }

  private SteihaugReport iterate(
      LinearOperator j,
      double[] g,
      double delta,
      double[] s,
      double unit,
      double target,
      int limit) {
    double rr = Vectors.dot(r, r);
    double rounding = 0x1p-53 * unit * Math.sqrt(rr);
    int steps = 0;
    while (steps < limit) {
      j.apply(p, jp);
      double curvature = Vectors.dot(p, jp);
      if (!Double.isFinite(curvature)) {
        return report(KrylovSolver.Ending.NOT_FINITE, steps, g, s, unit);
      }
      boolean negative = curvature <= 0;
      double alpha = rr / curvature;
      if (negative && delta == Double.POSITIVE_INFINITY) {
        return report(KrylovSolver.Ending.NEGATIVE_CURVATURE, steps, g, s, unit);
      }
      if (negative || leaves(alpha, s, delta)) {
        moveToBoundary(curvature, s, delta);
        KrylovSolver.Ending ending =
            negative ? KrylovSolver.Ending.NEGATIVE_CURVATURE : KrylovSolver.Ending.BOUNDARY;
        return report(ending, steps + 1, g, s, unit);
      }
      Vectors.axpy(-alpha, jp, r);
      double rrNext = Vectors.dot(r, r);
      if (!Double.isFinite(rrNext)) {
        Vectors.axpy(alpha, jp, r);
        return report(KrylovSolver.Ending.NOT_FINITE, steps, g, s, unit);
      }
      Vectors.axpy(alpha, p, s);
      steps++;
      double residual = unit * Math.sqrt(rrNext);
      if (residual <= Math.max(target, rounding)) {
        boolean converged = residual <= target;
        return report(
            converged ? KrylovSolver.Ending.CONVERGED : KrylovSolver.Ending.STAGNATED,
            steps,
            g,
            s,
            unit);
      }
      Vectors.add(r, rrNext / rr, p, p);
      rr = rrNext;
    }
    return report(KrylovSolver.Ending.ITERATION_LIMIT, steps, g, s, unit);
  }

  /** Returns whether {@code |s + alpha p| >= delta}. */
  private boolean leaves(double alpha, double[] s, double delta) {
    if (delta == Double.POSITIVE_INFINITY) {
      return false;
    }
    double growth = Math.fma(alpha, Vectors.dot(p, p), 2 * Vectors.dot(s, p));
    double square = Math.fma(alpha, growth, Vectors.dot(s, s));
    return !(Math.sqrt(Math.max(square, 0)) < delta);
  }

  /**
   * Goes along p to the boundary: forward, or, where the curvature is not positive, to the end with
   * the lower model value.
   */
  private void moveToBoundary(double curvature, double[] s, double delta) {
    double normP = Vectors.norm(p);
    double normS = Vectors.norm(s);
    double half = Vectors.dot(s, p) / normP;
    double product = (normS - delta) * (normS + delta);
    double far = -(half + Math.copySign(Math.sqrt(Math.fma(half, half, -product)), half));
    double near = product / far;
    double tau = Math.max(far, near) / normP;
    double back = Math.min(far, near) / normP;
    if (curvature <= 0) {
      double slope = -Vectors.dot(r, p);
      if (change(back, slope, curvature) < change(tau, slope, curvature)) {
        tau = back;
      }
    }
    Vectors.axpy(tau, p, s);
    Vectors.axpy(-tau, jp, r);
  }

  private static double change(double tau, double slope, double curvature) {
    return tau * Math.fma(0.5 * tau, curvature, slope);
  }

  private SteihaugReport report(
      KrylovSolver.Ending ending, int steps, double[] g, double[] s, double unit) {
    Vectors.scale(unit, s);
    double model = 0.5 * (Vectors.dot(g, s) - unit * Vectors.dot(r, s));
    return new SteihaugReport(ending, steps, unit * Vectors.norm(r), model);
  }
}
