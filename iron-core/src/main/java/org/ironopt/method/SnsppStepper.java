package org.ironopt.method;

import java.util.Locale;
import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.InnerReport;

/** {@link Snspp} at work. */
final class SnsppStepper extends State {
  private final Snspp method;
  private final DualTerms sum;
  private final double ridge;
  private final Sampler sampler;
  private final int[] batch;
  private final SemismoothNewton newton;

  /** The snapshot and the gradient of the losses, without ridge, there; empty without snapshots. */
  private final double[] snapshot;

  private final double[] slope;
  private final double[] center;

  SnsppStepper(Snspp method, Objective objective, double[] x0, Streams streams) {
    super(objective, Layout.one(method.name(), objective), null, x0);
    this.method = method;
    sampler = Sampler.of(method.batches(), objective, streams);
    if (!(objective instanceof DualTerms dual)) {
      throw new IllegalArgumentException(
          String.format(
              Locale.ROOT,
              "%s needs terms with conjugates (DualTerms), got %s",
              method.name(),
              objective.getClass().getSimpleName()));
    }
    sum = dual;
    ridge = sum.ridge();
    batch = new int[sampler.largest(sum.terms())];
    newton = new SemismoothNewton(sum, method.regularizer(), batch.length);
    int n = method.snapshotEvery() > 0 ? x.length : 0;
    snapshot = new double[n];
    slope = new double[n];
    center = new double[x.length];
  }

  @Override
  double[][] arrays() {
    return new double[][] {x, snapshot, slope};
  }

  @Override
  public StepReport advance() {
    double eta = method.eta().checked(k);
    Work work = Work.NONE;
    if (snapshot.length > 0 && k % method.snapshotEvery() == 0) {
      sum.gradient(x, slope);
      Vectors.axpy(-ridge, x, slope);
      Vectors.copy(x, snapshot);
      work = Work.gradients(1);
    }
    int count = sampler.terms(k, batch);
    newton.load(batch, count, sampler.weight());
    Vectors.copy(x, center);
    if (snapshot.length > 0) {
      Vectors.axpy(-eta, slope, center);
      newton.addSlopes(snapshot, eta, center);
    }
    newton.addWeakness(x, eta, center);
    InnerReport report = newton.solve(eta, center, method.tolerance(), x);
    k++;
    return Reports.of(k, eta, Optional.of(report), work.plus(Work.of(report)));
  }
}
