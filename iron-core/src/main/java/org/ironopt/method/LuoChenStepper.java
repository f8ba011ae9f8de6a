package org.ironopt.method;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.theory.IronParameters;

/** The two explicit schemes of {@link LuoChen} at work. */
final class LuoChenStepper extends FlowState {
  private final LuoChen method;
  private final Sampler sampler;
  private final double[] y;
  private final double[] gradient;

  LuoChenStepper(LuoChen method, Objective objective, Sampler sampler, double[] x0, double[] v0) {
    super(
        objective, Layout.of(objective), Perturbation.NONE, x0, v0, new double[] {method.gamma0()});
    this.method = method;
    this.sampler = sampler;
    y = new double[x.length];
    gradient = new double[x.length];
  }

  @Override
  public StepReport advance() {
    double g = gamma[0];
    double alpha = method.step(k, g);
    double mu = method.mu();
    double part = alpha / (1 + alpha);
    Vectors.interpolate(x, v, part, y, 0, y.length);
    sampler.objective(k).gradient(y, gradient);

    double d = g + alpha * mu;
    Vectors.interpolate(v, y, alpha * mu / d, v, 0, v.length);
    Vectors.axpy(-alpha / d, gradient, v);
    if (method.scheme() == LuoChen.Scheme.GAUSS_SEIDEL) {
      Vectors.add(y, -1 / method.l(), gradient, x);
    } else {
      Vectors.interpolate(x, v, part, x, 0, x.length);
    }
    gamma[0] = new IronParameters(alpha, mu, g).gammaNext();
    k++;
    return StepReport.explicit(k, alpha, g, Double.NaN, layout.members);
  }
}
