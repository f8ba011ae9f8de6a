package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.Noise;
import org.ironopt.random.Stream;
import org.ironopt.random.Streams;
import org.ironopt.theory.IronParameters;

/**
 * Section 1 sets IRON apart from stochastic proximal point methods by its inertial center. With
 * constant parameters and {@code v_0 = x_0} the iterates are those of the proximal point method
 * with momentum, {@code x_{k+1} = prox_{lambda f}(x_k + beta (x_k - x_{k-1}) + xi_k)} with {@code
 * beta = 1/(alpha s)}.
 */
final class InertialStudy implements Study {
  private static final int STEPS = 20;

  @Override
  public String label() {
    return "inertial";
  }

  @Override
  public List<String> columns() {
    return List.of("alpha", "difference", "offset");
  }

  @Override
  public double[] row(Draw draw) {
    Problem problem = Problem.random(draw);
    int n = problem.dimension();
    IronParameters p =
        new IronParameters(
            draw.spread(0.1, 1e3), problem.mu(), problem.mu() * draw.spread(0.1, 10));
    Noise law = new Noise.Isotropic(draw.spread(0.1, 1));
    Streams streams = draw.streams();
    Stream noise = streams.stream("noise");
    double[] x = problem.point(draw, 2);
    double[] before = x.clone();
    FlowStepper iron =
        Iron.step(p.alpha())
            .mu(p.mu())
            .gamma(p.gamma())
            .frozen()
            .noise(new CenterNoise(law))
            .inner(problem.solver())
            .start(problem.f(), x, x, streams);
    double difference = 0;
    double offset = 0;
    double[] zeta = new double[n];
    for (int k = 0; k < STEPS; k++) {
      law.draw(noise, k, n, 1, zeta);
      double[] center = new double[n];
      for (int i = 0; i < n; i++) {
        center[i] = x[i] + p.delta() * (x[i] - before[i]) + p.noiseScale() * zeta[i];
      }
      offset = Math.max(offset, p.delta() * Vectors.distance(x, before));
      before = x;
      x = problem.prox(p.lambda(), center);
      iron.advance();
      difference = Math.max(difference, Vectors.distance(iron.x(), x) / (1 + Vectors.norm(x)));
    }
    return new double[] {p.alpha(), difference, offset};
  }
}
