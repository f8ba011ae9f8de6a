package org.ironopt.method;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;

/** {@link ExplicitEuler} at work, elementwise but for the gradient. */
final class ExplicitEulerStepper extends FlowState {
  private final ExplicitEuler method;
  private final Objective objective;
  private final double[] gradient;
  private double[] next;

  ExplicitEulerStepper(
      ExplicitEuler method,
      Objective objective,
      Layout layout,
      Perturbation noise,
      double[] x0,
      double[] v0) {
    super(objective, layout, noise, x0, v0, new double[] {method.gamma0()});
    this.method = method;
    this.objective = objective;
    gradient = new double[layout.length()];
    next = new double[layout.length()];
  }

  @Override
  public StepReport advance() {
    double alpha = method.alpha().checked(k);
    double mu = method.mu();
    double g = gamma[0];

    objective.gradient(x, gradient);
    layout.forEach(
        0,
        (from, count) -> {
          Vectors.interpolate(x, v, alpha, next, from, count);
          Vectors.interpolate(v, x, alpha * mu / g, v, from, count);
          Vectors.axpy(-alpha / g, gradient, v, from, count);
        });
    noise.add(0, k, noiseFactor(alpha, g), v);

    double[] old = x;
    x = next;
    next = old;
    gamma[0] = method.damping() == Damping.FROZEN ? g : g + alpha * (mu - g);
    k++;
    return StepReport.explicit(k, alpha, g, Double.NaN, layout.members);
  }

  private double noiseFactor(double alpha, double g) {
    return switch (method.noise()) {
      case CenterNoise c -> c.noise().increment(alpha);
      case GradientNoise e -> -alpha / g;
    };
  }
}
