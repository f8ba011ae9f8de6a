package org.ironopt.method;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.theory.IronParameters;

/** {@link Center.Snapshot} at work: shifts the center, then solves the resolvent of the batch. */
final class SnapshotCenter implements Implicit {
  private final Objective objective;
  private final Sampler sampler;
  private final Implicit batch;
  private final int every;

  /** The point x~ and the gradient of f there. */
  private final double[] snapshot;

  private final double[] whole;
  private final double[] part;

  SnapshotCenter(Objective objective, Layout layout, Iron iron, Sampler sampler, int every) {
    this.objective = objective;
    this.sampler = sampler;
    this.every = every;
    batch = Implicit.of(objective, layout, iron, sampler);
    snapshot = new double[layout.length()];
    whole = new double[layout.length()];
    part = new double[layout.length()];
  }

  @Override
  public double[][] memory() {
    return Implicit.together(new double[][] {snapshot, whole}, batch.memory());
  }

  @Override
  public Solved solve(long k, IronParameters[] p, double[] c, double[] x, double[] u) {
    if (sampler.whole()) {
      return batch.solve(k, p, c, x, u); // nothing to correct
    }
    long spent = 1;
    if (k % every == 0) {
      objective.gradient(x, whole);
      Vectors.copy(x, snapshot);
      spent += sampler.stepsPerEpoch();
    }
    sampler.objective(k).gradient(snapshot, part);
    Vectors.axpy(p[0].lambda(), part, c);
    Vectors.axpy(-p[0].lambda(), whole, c);
    Solved solved = batch.solve(k, p, c, x, u);
    return new Solved(solved.total(), solved.members(), false, Work.gradients(spent));
  }
}
