package org.ironopt.method;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.theory.IronParameters;

/** {@link NagGs} at work, elementwise but for the gradient. */
final class NagGsStepper extends FlowState {
  private final NagGs method;
  private final Sampler sampler;
  private final double[] gradient;
  private double[] next;

  NagGsStepper(
      NagGs method,
      Objective objective,
      Sampler sampler,
      Layout layout,
      Perturbation noise,
      double[] x0,
      double[] v0) {
    super(objective, layout, noise, x0, v0, new double[] {method.gamma0()});
    this.method = method;
    this.sampler = sampler;
    gradient = new double[layout.length()];
    next = new double[layout.length()];
  }

  @Override
  public StepReport advance() {
    double alpha = method.alpha().checked(k);
    double mu = method.mu();
    double updated = new IronParameters(alpha, mu, gamma[0]).gammaNext();
    boolean frozen = method.damping() == Damping.FROZEN;
    boolean useNext = !frozen && method.convention() == NagGs.Convention.NEXT;
    double g = useNext ? updated : gamma[0];

    layout.forEach(
        0, (from, count) -> Vectors.interpolate(x, v, alpha / (1 + alpha), next, from, count));
    sampler.objective(k).gradient(next, gradient);
    double gradientNorm = sampler.whole() ? Vectors.norm(gradient) : Double.NaN;

    double d = g + alpha * mu;
    layout.forEach(
        0,
        (from, count) -> {
          Vectors.interpolate(v, next, alpha * mu / d, v, from, count);
          Vectors.axpy(-alpha / d, gradient, v, from, count);
        });
    noise.add(0, k, noiseFactor(alpha, g) / d, v);

    double[] old = x;
    x = next;
    next = old;
    gamma[0] = frozen ? g : updated;
    k++;
    return StepReport.explicit(k, alpha, g, gradientNorm, layout.members);
  }

  private double noiseFactor(double alpha, double g) {
    return switch (method.noise()) {
      case CenterNoise c -> g * c.noise().increment(alpha);
      case GradientNoise e -> -alpha;
    };
  }
}
