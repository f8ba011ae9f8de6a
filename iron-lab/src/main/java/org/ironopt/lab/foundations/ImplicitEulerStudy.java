package org.ironopt.lab.foundations;

import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;

/**
 * Section 2: without noise IRON with {@code alpha = t} and {@code gamma = mu} is the implicit Euler
 * method of Wilson, Recht and Jordan, {@code x+ - x = t (z+ - x+)}, {@code z+ - z = t (x+ - z+ -
 * grad f(x+)/mu)}. Theirs is solved by eliminating {@code z+} from the second equation, so that the
 * auxiliary state comes from the gradient and not from the difference of positions.
 */
final class ImplicitEulerStudy implements Study {
  private static final int STEPS = 8;

  @Override
  public String label() {
    return "implicit-euler";
  }

  @Override
  public List<String> columns() {
    return List.of("t", "position", "auxiliary");
  }

  @Override
  public double[] row(Draw draw) {
    Problem problem = Problem.random(draw);
    int n = problem.dimension();
    double mu = problem.mu();
    double t = draw.spread(1e-2, 1e2);
    double[] x = problem.point(draw, 2);
    double[] z = problem.point(draw, 2);
    FlowStepper iron =
        Iron.step(t).mu(mu).inner(problem.solver()).start(problem.f(), x, z, draw.streams());
    double position = 0;
    double auxiliary = 0;
    for (int k = 0; k < STEPS; k++) {
      // (1 + 2t) x+ + (t^2/mu) grad f(x+) = (1 + t) x + t z
      double[] center = new double[n];
      for (int i = 0; i < n; i++) {
        center[i] = ((1 + t) * x[i] + t * z[i]) / (1 + 2 * t);
      }
      x = problem.prox(t * t / (mu * (1 + 2 * t)), center);
      double[] gradient = problem.gradient(x);
      for (int i = 0; i < n; i++) {
        z[i] = (z[i] + t * (x[i] - gradient[i] / mu)) / (1 + t);
      }
      iron.advance();
      position = Math.max(position, Vectors.distance(iron.x(), x) / (1 + Vectors.norm(x)));
      auxiliary = Math.max(auxiliary, Vectors.distance(iron.v(), z) / (1 + Vectors.norm(z)));
    }
    return new double[] {t, position, auxiliary};
  }
}
