package org.ironopt.lab.foundations;

import java.util.List;
import java.util.function.UnaryOperator;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;

/**
 * The equation of one step: its certificate (section 3.5), its trust-region reading and its
 * Jacobian (section 2), derivatives by central differences. Gaps are relative.
 */
final class ResolventStudy implements Study {
  private static final double DIFFERENCE = 1e-5;
  private static final int RIVALS = 50;

  @Override
  public String label() {
    return "resolvent";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "certificate",
        "trust_region",
        "residual_jacobian",
        "map_jacobian_paper",
        "map_jacobian_true",
        "without_noise",
        "with_noise");
  }

  @Override
  public double[] row(Draw draw) {
    Problem problem = Problem.random(draw);
    int n = problem.dimension();
    IronParameters p =
        new IronParameters(draw.spread(1, 1e3), problem.mu(), problem.mu() * draw.spread(0.1, 10));
    double lambda = p.lambda();
    double[] c = problem.point(draw, 1);
    double[] xi = draw.normals(n);
    Vectors.scale(p.noiseScale(), xi);
    double[] center = c.clone();
    Vectors.axpy(1, xi, center);
    double[] next = problem.prox(lambda, center);

    double[] u = problem.point(draw, draw.spread(1e-3, 10));
    double residual = Vectors.norm(problem.residual(lambda, center, u));
    double certificate =
        Vectors.distance(u, next) / Contraction.error(residual, lambda, problem.mu());

    DenseMatrix scaled = problem.hessian(u).times(lambda);
    DenseMatrix newton = DenseMatrix.identity(n).plus(1, scaled);
    DenseMatrix ofResidual = jacobian(w -> problem.residual(lambda, center, w), u);
    DenseMatrix ofMap = jacobian(w -> map(problem, lambda, center, w), u);
    double noise = Vectors.norm(xi);
    return new double[] {
      certificate,
      trustRegion(draw, problem, center, next),
      gap(ofResidual, newton),
      gap(ofMap, newton),
      gap(ofMap, scaled.times(-1)),
      Vectors.norm(problem.residual(lambda, c, next)) / noise,
      Vectors.norm(problem.residual(lambda, center, next)) / noise
    };
  }

  /** The fixed-point map {@code u -> c + xi - lambda grad f(u)}. */
  private static double[] map(Problem problem, double lambda, double[] center, double[] u) {
    double[] image = center.clone();
    Vectors.axpy(-lambda, problem.gradient(u), image);
    return image;
  }

  private static DenseMatrix jacobian(UnaryOperator<double[]> map, double[] u) {
    int n = u.length;
    DenseMatrix j = DenseMatrix.zeros(n, n);
    for (int k = 0; k < n; k++) {
      double[] moved = u.clone();
      double h = DIFFERENCE * (1 + Math.abs(u[k]));
      moved[k] = u[k] + h;
      double[] above = map.apply(moved);
      moved[k] = u[k] - h;
      double[] below = map.apply(moved);
      for (int i = 0; i < n; i++) {
        j.set(i, k, (above[i] - below[i]) / (2 * h));
      }
    }
    return j;
  }

  private static double gap(DenseMatrix measured, DenseMatrix expected) {
    return measured.plus(-1, expected).norm() / expected.norm();
  }

  /**
   * Returns by how much the best of many points of the ball around the center, whose boundary the
   * step reaches, is better than the step: {@code (f(x+) - f(y))/(f(c) - f(x+))}.
   */
  private static double trustRegion(Draw draw, Problem problem, double[] center, double[] next) {
    double radius = Vectors.distance(center, next);
    double value = problem.f().value(next);
    double best = Double.POSITIVE_INFINITY;
    for (int k = 0; k < RIVALS; k++) {
      double[] y = draw.unit(center.length);
      Vectors.scale(radius * draw.uniform(0, 1), y);
      Vectors.axpy(1, center, y);
      best = Math.min(best, problem.f().value(y));
    }
    return (value - best) / (problem.f().value(center) - value);
  }
}
