package org.ironopt.method;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;

/** {@link ProxSvrg} at work. */
final class ProxSvrgStepper extends State {
  private final ProxSvrg method;
  private final Objective objective;
  private final Sampler sampler;
  private final Regularizer regularizer;

  /** The snapshot, the gradient of f there, and the sum of the iterates since. */
  private final double[] z;

  private final double[] full;
  private final double[] sum;

  private final double[] g;
  private final double[] at;

  ProxSvrgStepper(ProxSvrg method, Objective objective, Sampler sampler, double[] x0) {
    super(objective, Layout.of(objective), Perturbation.NONE, x0);
    this.method = method;
    this.objective = objective;
    this.sampler = sampler;
    regularizer = Regularizer.of(objective, method.regularizer());
    z = new double[x.length];
    full = new double[x.length];
    sum = new double[x.length];
    g = new double[x.length];
    at = new double[x.length];
  }

  @Override
  double[][] arrays() {
    return new double[][] {x, z, full, sum};
  }

  @Override
  public StepReport advance() {
    int j = (int) (k % method.m());
    Work work = Work.gradients(2L * layout.members);
    Objective batch = sampler.objective(k);
    batch.gradient(x, g);
    if (j == 0) {
      // x is the new snapshot, where the correction of a batch is its own gradient.
      objective.gradient(x, full);
      Vectors.copy(x, z);
      Vectors.copy(g, at);
    } else {
      batch.gradient(z, at);
    }
    Vectors.subtract(g, at, g);
    Vectors.axpy(1, full, g);
    Vectors.add(x, -method.eta(), g, x);
    regularizer.prox(method.eta(), x, x);
    Vectors.add(x, j == 0 ? 0 : 1, sum, sum);
    k++;
    if (j == method.m() - 1) {
      Vectors.copy(sum, x);
      Vectors.scale(1. / method.m(), x);
    }
    return Reports.of(k, method.eta(), Optional.empty(), work);
  }
}
