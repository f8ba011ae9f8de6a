package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.ConstantStepBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.ironopt.theory.Transition;
import org.ironopt.theory.TwoStepRecursion;

/**
 * Section 3.5: what a fixed residual does to the error of a solve and to the stationary error; and
 * an inner solver with correlated errors, which tells the doubled bound from the one that keeps the
 * constants of Theorem 3.1.
 */
final class InexactStudy implements Study {
  private static final int STATIONARY = 200;

  @Override
  public String label() {
    return "inexact";
  }

  @Override
  public List<String> columns() {
    return List.of(
        "error_order", "stationary_order", "contribution_order", "kept", "doubled", "position");
  }

  @Override
  public double[] row(Draw draw) {
    Problem problem = Problem.random(draw);
    double mu = problem.mu();
    double gamma = mu * draw.spread(0.2, 5);
    double[] spectrum = draw.spectrum(draw.between(1, 5), mu, draw.spread(1, 30));
    double[] variances = draw.variances(spectrum.length);
    double far = 1e3 * (1 + gamma / mu) * problem.l() / mu;
    double[] correlated = correlated(draw);
    return new double[] {
      errorOrder(draw, problem, gamma, far),
      Orders.slope(1e5, 1e7, alpha -> mse(alpha, mu, gamma, spectrum, variances, 1)),
      Orders.slope(
          1e5, 1e7, alpha -> mse(alpha, mu, gamma, spectrum, new double[spectrum.length], 1)),
      correlated[0],
      correlated[1],
      correlated[2]
    };
  }

  /**
   * A point with residual exactly d, |d| = 1, is the resolvent at the center moved by d. Returns
   * the order in alpha of its distance to the resolvent point.
   */
  private static double errorOrder(Draw draw, Problem problem, double gamma, double far) {
    double[] center = problem.point(draw, 1);
    double[] moved = center.clone();
    Vectors.axpy(1, draw.unit(center.length), moved);
    return Orders.slope(
        far,
        1e3 * far,
        alpha -> {
          double lambda = new IronParameters(alpha, problem.mu(), gamma).lambda();
          return Vectors.distance(problem.prox(lambda, center), problem.prox(lambda, moved));
        });
  }

  /**
   * The stationary error on a quadratic when every solve leaves a residual of length delta in a
   * random direction: more center noise, of covariance {@code delta^2/n I}.
   */
  private static double mse(
      double alpha, double mu, double gamma, double[] spectrum, double[] variances, double delta) {
    IronParameters p = new IronParameters(alpha, mu, gamma);
    double[] total = variances.clone();
    double scale = p.noiseScale();
    for (int i = 0; i < total.length; i++) {
      total[i] += delta * delta / (total.length * scale * scale);
    }
    return StationaryCovariance.mse(Scheme.IRON, p, spectrum, total).orElseThrow();
  }

  /**
   * A solver that overshoots: it returns {@code x* + (1 + t)(x+ - x*)}. On {@code A = mu I} with
   * gamma far below mu, where Theorem 3.1 is nearly tight, returns the stationary error over the
   * bound with constants kept and {@code K eps^2} added, over the doubled one, and over the
   * position bound. Whatever K is, {@code t = 1/K} is a t that tells them apart.
   */
  private static double[] correlated(Draw draw) {
    double mu = draw.spread(0.1, 5);
    double gamma = mu * draw.spread(1e-3, 1e-2);
    double k = draw.spread(2, 10);
    double t = 1 / k;
    double sigma2 = draw.spread(0.1, 10);
    TwoStepRecursion theorem = new ConstantStepBound(mu, mu, gamma).recursion();
    double alpha = theorem.g() * draw.spread(1e2, 1e4);
    IronParameters p = new IronParameters(alpha, mu, gamma);
    double u = overshooting(p, t, sigma2);
    double eps = t / (1 + t) * Math.sqrt(u);
    double kept = (theorem.c() * sigma2 + k * alpha * eps * eps) / (alpha - theorem.g());
    double rms = new PositionBound(p).inexactRms(sigma2, eps).orElseThrow();
    return new double[] {
      u / kept, RecursionStudy.ratio(u, theorem.inexactLimsup(alpha, sigma2, eps)), u / (rms * rms)
    };
  }

  /** Returns the stationary error of the overshooting solver, by iterating its exact moments. */
  private static double overshooting(IronParameters p, double t, double sigma2) {
    Transition exact = new Transition(Scheme.IRON, p, p.mu());
    double[] m = exact.matrix();
    double[] g = exact.noise();
    double stretch = 1 + t;
    double slope = 1 + 1 / p.alpha();
    double[] matrix = {
      stretch * m[0], stretch * m[1], slope * stretch * m[0] - 1 / p.alpha(), slope * stretch * m[1]
    };
    double[] noise = {stretch * g[0], slope * stretch * g[0]};
    double[] second = new double[3];
    for (int k = 0; k < STATIONARY; k++) {
      second = ExactMoments.next(matrix, noise, exact.noiseVariance() * sigma2, second);
    }
    return second[0];
  }
}
