package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Inner;

/**
 * Section 3.6: what a center noise of covariance Sigma/b does to the stationary error, in chains of
 * IRON on random quadratics. The two chains that are compared see different noise.
 */
final class BatchingStudy implements Study {
  private static final int STEPS = 4000;
  private static final int BURN_IN = 400;

  @Override
  public String label() {
    return "batching";
  }

  @Override
  public int count(int instances) {
    return Math.max(8, instances / 8);
  }

  @Override
  public List<String> columns() {
    return List.of("alpha", "b", "whole", "part", "ratio");
  }

  @Override
  public double[] row(Draw draw) {
    int n = draw.between(2, 4);
    double mu = draw.spread(0.1, 5);
    double[] spectrum = draw.spectrum(n, mu, draw.spread(2, 30));
    Quadratic f = Quadratic.ofEigen(spectrum, draw.orthogonal(n), draw.normals(n));
    double alpha = draw.spread(1, 100);
    double gamma = mu * draw.spread(0.3, 3);
    int b = draw.between(2, 512);
    DenseMatrix sigma = draw.covariance(n, n);
    Problem problem = new Problem(f, mu, f.largestEigenvalue(), f.minimizer());
    double whole = error(problem, alpha, gamma, sigma, draw.streams());
    double part = error(problem, alpha, gamma, sigma.times(1.0 / b), draw.streams());
    return new double[] {alpha, b, whole, part, b * part / whole};
  }

  private static double error(
      Problem problem, double alpha, double gamma, DenseMatrix sigma, Streams streams) {
    double[] start = problem.minimizer().clone();
    FlowStepper iron =
        Iron.step(alpha)
            .mu(problem.mu())
            .gamma(gamma)
            .frozen()
            .noise(new CenterNoise(new Noise.Full(sigma)))
            .inner(Inner.CLOSED_FORM)
            .start(problem.f(), start, start, streams);
    double sum = 0;
    for (int k = 0; k < BURN_IN + STEPS; k++) {
      iron.advance();
      sum += k < BURN_IN ? 0 : problem.squaredError(iron.x());
    }
    return sum / STEPS;
  }
}
