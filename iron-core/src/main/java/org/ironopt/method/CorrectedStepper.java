package org.ironopt.method;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.InnerReport;

/**
 * The shape of the proximal point methods on batches: {@code x+ = prox_{eta f_B}(x + eta h)} with a
 * correction h that takes some of the batch's noise away. A memory changes only after all oracles
 * of the step were asked.
 */
abstract class CorrectedStepper extends State {
  private final Schedule eta;
  private final BatchProx prox;
  final Objective objective;
  final Sampler sampler;

  /** The center without eta h, then with it. */
  final double[] center;

  final double[] h;
  private double[] next;

  CorrectedStepper(
      String name,
      Schedule eta,
      Batches batches,
      Objective objective,
      double[] x0,
      Streams streams) {
    super(objective, Layout.one(name, objective), null, x0);
    this.eta = eta;
    this.objective = objective;
    sampler = Sampler.of(batches, objective, streams);
    prox = BatchProx.of(objective, sampler);
    center = new double[x.length];
    h = new double[x.length];
    next = new double[x.length];
  }

  /** Overwrites {@link #h} and returns what that cost; changes nothing else that is kept. */
  abstract Work correct();

  /** Updates the memory, given x+, and returns what that cost; {@link #x} is still the old one. */
  abstract Work remember(double step, double[] next);

  @Override
  public final StepReport advance() {
    double step = eta.checked(k);
    Work work = correct();
    Vectors.add(x, step, h, center);
    InnerReport inner = prox.solve(k, step, center, x, next);
    work = work.plus(Work.of(inner)).plus(remember(step, next));
    double[] old = x;
    x = next;
    next = old;
    k++;
    return Reports.of(k, step, Optional.of(inner), work);
  }
}
