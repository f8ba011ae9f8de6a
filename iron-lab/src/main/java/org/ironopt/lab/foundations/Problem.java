package org.ironopt.lab.foundations;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Resolvent;
import org.ironopt.resolvent.Tolerance;

/**
 * A random smooth strongly convex problem.
 *
 * @param f the objective, mu-strongly convex and l-smooth
 * @param mu convexity constant
 * @param l smoothness constant
 * @param minimizer where the gradient vanishes
 */
record Problem(Curved f, double mu, double l, double[] minimizer) {
  /** As exactly as the rounding of the residual allows. */
  static final Inner EXACT = Inner.NEWTON_CHOLESKY.withTolerance(Tolerance.absolute(0));

  /** Returns a quadratic or a logistic regression, each half of the time. */
  static Problem random(Draw draw) {
    return draw.chance(0.5) ? quadratic(draw, draw.spread(1, 100)) : logistic(draw);
  }

  /** Returns a quadratic of dimension 1 to 5 with the given condition number at most. */
  static Problem quadratic(Draw draw, double kappa) {
    int n = draw.between(1, 5);
    double[] a = draw.spectrum(n, draw.spread(0.05, 5), kappa);
    Quadratic f = Quadratic.ofEigen(a, draw.orthogonal(n), draw.normals(n));
    return new Problem(f, f.smallestEigenvalue(), f.largestEigenvalue(), f.minimizer());
  }

  /** Returns a ridge logistic regression of dimension 2 to 4 on 30 rows. */
  static Problem logistic(Draw draw) {
    int n = draw.between(2, 4);
    RidgeLogistic f = new RidgeLogistic(draw.matrix(30, n), draw.spread(0.02, 0.5));
    return new Problem(f, f.mu(), f.smoothness(), minimize(f));
  }

  /** The proximal point method with a long step: each iteration gains three digits. */
  private static double[] minimize(RidgeLogistic f) {
    double[] x = new double[f.dimension()];
    Resolvent resolvent = Resolvent.of(f, EXACT);
    for (int k = 0; k < 8; k++) {
      double[] center = x.clone();
      resolvent.solve(1000 / f.mu(), center, center, x);
    }
    return x;
  }

  int dimension() {
    return f.dimension();
  }

  /** Returns the most exact way to solve a resolvent of this problem. */
  Inner solver() {
    return f instanceof Quadratic ? Inner.CLOSED_FORM : EXACT;
  }

  /** Returns the root u of {@code u + lambda grad f(u) = center}. */
  double[] prox(double lambda, double[] center) {
    double[] u = center.clone();
    Resolvent.of(f, solver()).solve(lambda, center, minimizer, u);
    return u;
  }

  /** Returns {@code g(u) = u - center + lambda grad f(u)}. */
  double[] residual(double lambda, double[] center, double[] u) {
    double[] g = gradient(u);
    Vectors.scale(lambda, g);
    Vectors.axpy(1, u, g);
    Vectors.axpy(-1, center, g);
    return g;
  }

  double[] gradient(double[] x) {
    double[] g = new double[dimension()];
    f.gradient(x, g);
    return g;
  }

  DenseMatrix hessian(double[] x) {
    Curvature curvature = f.curvature();
    curvature.at(x, new double[dimension()]);
    DenseMatrix h = DenseMatrix.zeros(dimension(), dimension());
    curvature.block(0, h);
    return h;
  }

  /** Returns a normal point around the minimiser. */
  double[] point(Draw draw, double scale) {
    double[] x = draw.normals(dimension());
    Vectors.scale(scale, x);
    Vectors.axpy(1, minimizer, x);
    return x;
  }

  /** Returns {@code |x - x*|^2}. */
  double squaredError(double[] x) {
    double distance = Vectors.distance(x, minimizer);
    return distance * distance;
  }

  /** Returns the mean of {@code |x - x*|^2} over the steps of a run after its first ones. */
  double meanError(FlowStepper iron, int burnIn, int steps) {
    double sum = 0;
    for (int k = 0; k < burnIn + steps; k++) {
      iron.advance();
      sum += k < burnIn ? 0 : squaredError(iron.x());
    }
    return sum / steps;
  }

  /** Returns {@code f(x) - f* + gamma/2 |v - x*|^2}. */
  double energy(double[] x, double[] v, double gamma) {
    return f.value(x) - f.value(minimizer) + gamma / 2 * squaredError(v);
  }
}
