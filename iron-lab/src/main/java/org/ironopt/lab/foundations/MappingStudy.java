package org.ironopt.lab.foundations;

import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.Streams;
import org.ironopt.theory.IronParameters;

/**
 * Section 2: one backward Euler step of the noisy flow against the resolvent form, with the same
 * noise. Differences are relative to 1 plus the size of the state.
 */
final class MappingStudy implements Study {
  @Override
  public String label() {
    return "mapping";
  }

  @Override
  public List<String> columns() {
    return List.of("alpha", "position", "velocity", "damping", "optimality");
  }

  @Override
  public double[] row(Draw draw) {
    Problem problem = Problem.random(draw);
    int n = problem.dimension();
    double mu = problem.mu();
    double gamma = mu * draw.spread(0.1, 10);
    double alpha = draw.spread(1e-2, 1e3);
    double[] x = problem.point(draw, 2);
    double[] v = problem.point(draw, 2);
    Noise law = new Noise.Full(draw.covariance(n, draw.between(1, n)));
    Streams streams = draw.streams();
    double[] zeta = new double[n];
    law.draw(streams.stream("noise"), 0, n, 1, zeta);

    FlowStepper iron =
        Iron.step(alpha)
            .mu(mu)
            .gamma(gamma)
            .noise(new CenterNoise(law))
            .inner(problem.solver())
            .start(problem.f(), x, v, streams);
    iron.advance();
    double[] direct = new CoupledStep(problem, alpha, mu, gamma).solve(x, v, zeta);
    double[] xDirect = Arrays.copyOf(direct, n);
    double[] vDirect = Arrays.copyOfRange(direct, n, 2 * n);
    double size = 1 + Vectors.norm(xDirect);
    double next = iron.gamma()[0];
    double damping = Math.abs(next - gamma - alpha * (mu - next)) / ((1 + alpha) * next);
    return new double[] {
      alpha,
      Vectors.distance(iron.x(), xDirect) / size,
      Vectors.distance(iron.v(), vDirect) / (1 + Vectors.norm(vDirect)),
      damping,
      optimality(problem, new IronParameters(alpha, mu, gamma), x, v, zeta, xDirect)
    };
  }

  /**
   * Returns the residual of {@code (alpha/gamma) grad f(x+) + s (x+ - c) = sqrt(alpha) zeta} at the
   * directly computed point, relative to its largest term.
   */
  private static double optimality(
      Problem problem, IronParameters p, double[] x, double[] v, double[] zeta, double[] next) {
    double[] gradient = problem.gradient(next);
    double residual = 0;
    double size = 1;
    for (int i = 0; i < next.length; i++) {
      double c = (v[i] + p.tau() * x[i]) / p.s();
      double force = p.alpha() / p.gamma() * gradient[i];
      double pull = p.s() * (next[i] - c);
      double noise = Math.sqrt(p.alpha()) * zeta[i];
      residual = Math.max(residual, Math.abs(force + pull - noise));
      size = Math.max(size, Math.abs(force) + Math.abs(pull) + p.s() * Math.abs(c));
    }
    return residual / size;
  }
}
