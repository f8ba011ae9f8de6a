package org.ironopt.method.proximal;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Layout;
import org.ironopt.method.Reports;
import org.ironopt.method.Sampler;
import org.ironopt.method.Schedule;
import org.ironopt.method.State;
import org.ironopt.method.StepReport;
import org.ironopt.method.Work;
import org.ironopt.problem.Objective;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.InnerReport;

/**
 * The shape of the proximal point methods on batches: {@code x+ = prox_{eta f_B}(x + eta h)} with a
 * correction h that takes some of the batch's noise away. A memory changes only after all oracles
 * of the step were asked.
 */
public abstract class CorrectedStepper extends State {
  private final Schedule eta;
  private final BatchProx prox;
  final Objective objective;
  public final Sampler sampler;

  /** The center without eta h, then with it. */
  public final double[] center;

  public final double[] h;
  private double[] next;

  public CorrectedStepper(
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
  public abstract Work correct();

  /** Updates the memory, given x+, and returns what that cost; {@link #x} is still the old one. */
  public abstract Work remember(double step, double[] next);

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
