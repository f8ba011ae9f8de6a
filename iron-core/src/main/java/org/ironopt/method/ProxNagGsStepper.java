package org.ironopt.method;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;

/** {@link ProxNagGs} at work. */
final class ProxNagGsStepper extends FlowState {
  private final ProxNagGs method;
  private final Sampler sampler;
  private final Regularizer regularizer;
  private final double[] gradient;

  /** One member's gradient; empty if there is but one. */
  private final double[] own;

  private double[] next;

  ProxNagGsStepper(
      ProxNagGs method,
      Objective objective,
      Sampler sampler,
      Layout layout,
      Perturbation noise,
      double[] x0,
      double[] v0) {
    super(objective, layout, noise, x0, v0, new double[] {method.muHat()});
    this.method = method;
    this.sampler = sampler;
    regularizer = Regularizer.of(objective, method.regularizer());
    gradient = new double[x.length];
    own = new double[layout.members == 1 ? 0 : layout.n];
    next = new double[x.length];
  }

  @Override
  public StepReport advance() {
    double a = method.a();
    double t = a / method.muHat();
    Vectors.interpolate(x, v, a, next, 0, next.length);
    sampler.objective(k).gradient(next, gradient);
    noise.add(0, k, 1, gradient);
    clip();
    Vectors.interpolate(v, next, a, v, 0, v.length);
    Vectors.axpy(-t, gradient, v);
    regularizer.prox(t, v, v);
    double[] old = x;
    x = next;
    next = old;
    k++;
    return StepReport.explicit(k, a / (1 - a), gamma[0], Double.NaN, layout.members);
  }

  private void clip() {
    if (own.length == 0 || method.robust() instanceof RobustMap.Identity) {
      method.robust().apply(gradient);
      return;
    }
    for (int j = 0; j < layout.members; j++) {
      for (int i = 0; i < layout.n; i++) {
        own[i] = gradient[i * layout.members + j];
      }
      method.robust().apply(own);
      for (int i = 0; i < layout.n; i++) {
        gradient[i * layout.members + j] = own[i];
      }
    }
  }
}
