package org.ironopt.method.gradient;

import org.ironopt.linalg.internal.Require;
import org.ironopt.method.AbstractStepper;
import org.ironopt.method.BatchSampler;
import org.ironopt.method.Batches;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.problem.Objective;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.RandomStreams;

/**
 * A method that moves x in place by one gradient at the old point, of f or of the step's batch,
 * with noise added to it. The state changes only after the gradient is there.
 */
abstract class GradientStepper extends AbstractStepper {
  private final Schedule eta;
  private final BatchSampler sampler;
  final double[] gradient = new double[x.length];

  GradientStepper(
      Schedule eta,
      Batches batches,
      GradientNoise noise,
      Objective objective,
      double[] x0,
      RandomStreams streams) {
    BatchSampler ofRun = BatchSampler.of(batches, objective, streams);
    super(objective, noise, x0, streams);
    this.eta = eta;
    sampler = ofRun;
  }

  @Override
  public final StepReport advance() {
    double step = eta.checked(k);
    sampler.objective(k).gradient(x, gradient);
    noise.add(k, 1, gradient);
    update(step);
    k++;
    return StepReport.explicit(k, step, members);
  }

  /** Moves x, given the gradient, which may be overwritten. */
  abstract void update(double step);

  /** Checks {@code 0 <= value < 1}. */
  static double fraction(String name, double value) {
    Require.that(value >= 0 && value < 1, "%s is %s, expected a number >= 0 and < 1", name, value);
    return value;
  }
}
