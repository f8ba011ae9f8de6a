package org.ironopt.method;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;

/** {@link ProximalRobbinsMonro} at work. */
final class ProximalRobbinsMonroStepper extends State {
  private final ProximalRobbinsMonro method;
  private final Sampler sampler;

  /** Null in the approximate method. */
  private final Resolvent resolvent;

  /** Gradients, and so draws, in a step. */
  private final int draws;

  private final double[] w;
  private final double[] gradient;

  ProximalRobbinsMonroStepper(
      ProximalRobbinsMonro method,
      Objective objective,
      Sampler sampler,
      Layout layout,
      Perturbation noise,
      double[] x0) {
    super(objective, layout, noise, x0);
    this.method = method;
    this.sampler = sampler;
    boolean ideal = method.approximate().isEmpty();
    resolvent =
        ideal
            ? Resolvent.of(
                objective,
                method.inner().orElseGet(() -> Inner.automatic(objective)).forgetful(method.name()))
            : null;
    draws = method.approximate().orElse(0) + 1;
    w = new double[x.length];
    gradient = new double[x.length];
  }

  @Override
  double[][] arrays() {
    return new double[][] {x};
  }

  @Override
  public StepReport advance() {
    double eta = method.eta().checked(k);
    return resolvent == null ? approximate(eta) : ideal(eta);
  }

  private StepReport ideal(double eta) {
    InnerReport report = resolvent.solve(eta, x, x, w);
    Work work = Work.of(report);
    if (sampler.whole()) {
      noise.add(0, k, -eta, w);
      Vectors.copy(w, x);
    } else {
      noisyGradient(k);
      Vectors.axpy(-eta, gradient, x);
      work = work.plus(Work.gradients(1));
    }
    k++;
    return Reports.of(k, eta, Optional.of(report), work);
  }

  private StepReport approximate(double eta) {
    Vectors.copy(x, w);
    for (int j = 0; j < draws - 1; j++) {
      double a = method.innerSteps().checked(j);
      noisyGradient(k * draws + j);
      Vectors.interpolate(w, x, a, w, 0, w.length);
      Vectors.axpy(-a * eta, gradient, w);
    }
    noisyGradient(k * draws + draws - 1);
    Vectors.axpy(-eta, gradient, x);
    k++;
    return Reports.of(k, eta, Optional.empty(), Work.gradients((long) draws * layout.members));
  }

  /** W(w) in its own draw. */
  private void noisyGradient(long draw) {
    sampler.objective(draw).gradient(w, gradient);
    noise.add(0, draw, 1, gradient);
  }
}
