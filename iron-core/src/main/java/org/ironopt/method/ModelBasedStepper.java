package org.ironopt.method;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.AbsoluteResiduals;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.InnerReport;

/** {@link ModelBased} at work. */
final class ModelBasedStepper extends State {
  private static final int ROOT_STEPS = 200;
  private static final double ROUNDING = 0x1p-51;

  private final ModelBased method;
  private final Objective objective;
  private final Sampler sampler;
  private final Regularizer r;

  /** Null unless terms are solved for. */
  private final BatchProx prox;

  private final int[] term = new int[1];
  private final double[] gradient;
  private final double[] shifted;
  private double[] next;

  ModelBasedStepper(ModelBased method, Objective objective, double[] x0, Streams streams) {
    super(objective, Layout.one(method.name(), objective), null, x0);
    this.method = method;
    this.objective = objective;
    sampler = Sampler.of(method.batches(), objective, streams);
    r = method.regularizer();
    prox = method.model() == ModelBased.Model.PROX_POINT ? prox() : null;
    if (method.model() == ModelBased.Model.PROX_LINEAR) {
      requireTerms();
    }
    gradient = new double[x.length];
    shifted = new double[x.length];
    next = new double[x.length];
  }

  private BatchProx prox() {
    BatchProx terms = BatchProx.of(objective, sampler);
    return r.equals(Regularizer.none()) ? terms : new SplitProx(terms, r);
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
        r.prox(eta, x, x);
      }
      case PROX_LINEAR -> {
        sampler.terms(k, term);
        double c = ((AbsoluteResiduals) objective).residual(term[0], x, gradient);
        proxLinear(eta, sampler.weight(), c);
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

  /**
   * Moves x to {@code y(s) = prox_{eta r}(x - eta s g)}, s being a slope of {@code w |.|} where
   * {@code h(s) = c + <g, y(s) - x>} is: at an end of [-w, w], or a root of h, which falls.
   */
  private void proxLinear(double eta, double w, double c) {
    double square = Vectors.dot(gradient, gradient);
    double s = square == 0 ? 0 * c : Math.max(-w, Math.min(w, c / (eta * square)));
    if (!r.equals(Regularizer.none())) {
      s = root(eta, w, c, s);
    }
    Vectors.axpy(-eta * s, gradient, x);
    r.prox(eta, x, x);
  }

  /** Newton's method in a bracket, which for a piecewise linear h ends after a few pieces. */
  private double root(double eta, double w, double c, double first) {
    if (model(eta, w, c) >= 0) {
      return w;
    }
    if (model(eta, -w, c) <= 0) {
      return -w;
    }
    double low = -w;
    double high = w;
    double s = first;
    for (int j = 0; j < ROOT_STEPS && !Double.isNaN(s); j++) {
      double h = model(eta, s, c);
      if (h == 0) {
        return s;
      }
      low = h > 0 ? s : low;
      high = h < 0 ? s : high;
      r.jacobian(eta, shifted, gradient, next);
      double newton = s + h / (eta * Vectors.dot(gradient, next));
      double middle = low + 0.5 * (high - low);
      double better = newton > low && newton < high ? newton : middle;
      if (Math.abs(better - s) <= ROUNDING * w) {
        return better;
      }
      s = better;
    }
    return s;
  }

  /** Returns h(s). */
  private double model(double eta, double s, double c) {
    Vectors.add(x, -eta * s, gradient, shifted);
    r.prox(eta, shifted, next);
    Vectors.subtract(next, x, next);
    return c + Vectors.dot(gradient, next);
  }
}
