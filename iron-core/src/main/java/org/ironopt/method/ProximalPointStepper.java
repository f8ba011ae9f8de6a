package org.ironopt.method;

import java.util.List;
import java.util.Optional;
import org.ironopt.linalg.Require;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.resolvent.InnerReport;

/** {@link ProximalPoint} at work. */
final class ProximalPointStepper extends State {
  private final ProximalPoint method;
  private final Regularizer regularizer;
  private final BatchProx prox;

  /** The set of each term; empty if there are none. */
  private final List<Regularizer> constraints;

  private final Sampler sampler;
  private final int[] term = new int[1];

  /** Whether the report may speak for f at x. */
  private final boolean speaks;

  /** The iterate, which is x unless that is the average. */
  private double[] point;

  /** The iterate before; empty without momentum. */
  private final double[] before;

  private final double[] c;
  private double[] u;

  ProximalPointStepper(
      ProximalPoint method,
      Objective objective,
      Sampler sampler,
      Layout layout,
      Perturbation noise,
      double[] x0) {
    super(objective, layout, noise, x0);
    this.method = method;
    boolean ofTerms = method.minibatch() == ProximalPoint.Minibatch.ITERATE;
    prox =
        ofTerms
            ? BatchProx.averageOfTerms(method.name(), objective, sampler, method.inner())
            : BatchProx.of(objective, sampler, method.inner());
    regularizer = Regularizer.of(objective, method.regularizer());
    this.sampler = sampler;
    constraints = method.constraints();
    if (!constraints.isEmpty()) {
      requireTerms(objective);
    }
    boolean plain = method.regularizer().equals(Regularizer.none()) && !method.averaged();
    speaks = plain && constraints.isEmpty() && !ofTerms && sampler.whole();
    point = method.averaged() ? x.clone() : x;
    before = method.momentum() > 0 ? x.clone() : new double[0];
    c = new double[x.length];
    u = new double[x.length];
  }

  private void requireTerms(Objective objective) {
    int terms = objective instanceof FiniteSum sum ? sum.terms() : 0;
    Require.sameLength("constraints", constraints.size(), "the list of terms", terms);
    if (sampler.largest(terms) != 1) {
      throw new IllegalArgumentException(
          "constraints of terms take one term per step, got batches of " + sampler.largest(terms));
    }
  }

  @Override
  double[][] arrays() {
    return method.averaged() ? new double[][] {x, point, before} : new double[][] {x, before};
  }

  @Override
  public StepReport advance() {
    double eta = method.eta().checked(k);
    center(eta);
    InnerReport report = prox.solve(k, eta, c, point, u);
    if (constraints.isEmpty()) {
      regularizer.prox(eta, u, u);
    } else {
      sampler.terms(k, term);
      constraints.get(term[0]).prox(eta, u, u);
    }
    move();
    k++;
    return new StepReport(
        k,
        eta,
        Double.NaN,
        eta,
        speaks ? report.value() : Double.NaN,
        speaks ? report.gradientNorm() : Double.NaN,
        Optional.of(report),
        Optional.empty(),
        Work.of(report));
  }

  private void center(double eta) {
    if (before.length == 0) {
      Vectors.copy(point, c);
    } else {
      Vectors.interpolate(point, before, -method.momentum(), c, 0, c.length);
    }
    noise.add(0, k, -eta, c);
  }

  private void move() {
    if (before.length > 0) {
      Vectors.copy(point, before);
    }
    double[] old = point;
    point = u;
    u = old;
    if (method.averaged()) {
      Vectors.interpolate(x, point, 1. / (k + 1), x, 0, x.length);
    } else {
      x = point;
    }
  }
}
