package org.ironopt.resolvent.newton;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Objective;

/** A point of the resolvent equation and everything known there. */
public final class Point {
  final double[] u;
  final double[] gradient;

  /** The residual g = u - c + lambda grad f(u), which is the gradient of phi. */
  public final double[] g;

  private final double[] offset;
  private final Objective objective;
  private final Curvature curvature;

  double value;
  double phi;

  /** |g|. */
  double residual;

  /** lambda |f| + |u - c|^2/2: what the rounding of phi is relative to. */
  double magnitude;

  /** With {@code curvature == null} the point is known to first order only. */
  Point(Objective objective, Curvature curvature) {
    int n = objective.dimension();
    this.objective = objective;
    this.curvature = curvature;
    u = new double[n];
    gradient = new double[n];
    g = new double[n];
    offset = new double[n];
  }

  /** Evaluates everything at {@link #u}; returns whether all of it is finite. */
  boolean evaluate(double lambda, double[] center) {
    value = curvature != null ? curvature.at(u, gradient) : objective.valueAndGradient(u, gradient);
    Vectors.subtract(u, center, offset);
    Vectors.add(offset, lambda, gradient, g);
    double proximity = 0.5 * Vectors.dot(offset, offset);
    phi = Math.fma(lambda, value, proximity);
    magnitude = Math.fma(lambda, Math.abs(value), proximity);
    residual = Vectors.norm(g);
    return isFinite();
  }

  boolean isFinite() {
    return Double.isFinite(phi) && Double.isFinite(residual);
  }

  /** The second-order picture at this point; null for first-order directions. */
  public Curvature curvature() {
    return curvature;
  }
}
