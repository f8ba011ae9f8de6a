package org.ironopt.method;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.AbsoluteResiduals;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.InnerReport;

/** {@link ModelBased} at work. */
final class ModelBasedStepper extends State {
  private final ModelBased method;
  private final Objective objective;
  private final Sampler sampler;

  /** Null unless terms are solved for. */
  private final BatchProx prox;

  private final int[] term = new int[1];
  private final double[] gradient;
  private double[] next;

  ModelBasedStepper(ModelBased method, Objective objective, double[] x0, Streams streams) {
    super(objective, Layout.one(method.name(), objective), null, x0);
    this.method = method;
    this.objective = objective;
    sampler = Sampler.of(method.batches(), objective, streams);
    prox = method.model() == ModelBased.Model.PROX_POINT ? BatchProx.of(objective, sampler) : null;
    if (method.model() == ModelBased.Model.PROX_LINEAR) {
      requireTerms();
    }
    gradient = new double[x.length];
    next = new double[x.length];
  }

  private void requireTerms() {
    if (!(objective instanceof AbsoluteResiduals sum)) {
      throw new IllegalArgumentException(
          "prox-linear needs terms |c_i(x)| (AbsoluteResiduals), got "
              + objective.getClass().getSimpleName());
    }
    int size = sampler.largest(sum.terms());
    if (size != 1) {
      throw new IllegalArgumentException(
          "prox-linear takes one term per step, got batches of " + size);
    }
  }

  @Override
  double[][] arrays() {
    return new double[][] {x};
  }

  @Override
  public StepReport advance() {
    double eta = method.eta().checked(k);
    Optional<InnerReport> inner = Optional.empty();
    switch (method.model()) {
      case SUBGRADIENT -> {
        sampler.objective(k).gradient(x, gradient);
        Vectors.axpy(-eta, gradient, x);
      }
      case PROX_LINEAR -> {
        sampler.terms(k, term);
        double c = ((AbsoluteResiduals) objective).residual(term[0], x, gradient);
        Vectors.axpy(-length(eta, c, Vectors.dot(gradient, gradient)), gradient, x);
      }
      case PROX_POINT -> {
        inner = Optional.of(prox.solve(k, eta, x, x, next));
        double[] old = x;
        x = next;
        next = old;
      }
    }
    k++;
    Work work = inner.map(Work::of).orElse(Work.gradients(1));
    return Reports.of(k, eta, inner, work);
  }

  /** The minimum of {@code |c - t square| + t^2 square / (2 eta)} over t. */
  private static double length(double eta, double c, double square) {
    return square == 0 ? 0 * c : Math.max(-eta, Math.min(eta, c / square));
  }
}
