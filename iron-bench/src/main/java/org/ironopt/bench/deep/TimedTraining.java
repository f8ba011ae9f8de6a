package org.ironopt.bench.deep;

import org.ironopt.bench.deep.DeepOptimizer.Settings;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.lab.methods.DeviceChoice;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.network.Muon;
import org.ironopt.network.internal.GradientWork;
import org.ironopt.resolvent.Preconditioner;

/** A run of one entrant with its own clock, on which there are steps and nothing else. */
final class TimedTraining implements AutoCloseable {
  private final TrainingProblem problem;
  private final Stepper stepper;
  private final int batch;
  private final Preconditioner preconditioner;

  /** Work of a step beyond its gradients and what its solve reports. */
  private final double extra;

  private long nanos;
  private double gradients;

  TimedTraining(
      TrainingProblem problem, DeviceChoice device, Settings settings, long seed, long steps) {
    this.problem = problem;
    int rows = problem.train().terms();
    batch = settings.batch(rows);
    preconditioner = settings.preconditioner();
    Method method = settings.method(rows, steps);
    extra =
        method instanceof Muon muon
            ? GradientWork.ofFlops(muon.flops(problem.layers()), problem.layers())
            : 0;
    stepper = device.start(method, problem.train(), problem.start(seed), seed);
  }

  /** Makes a step. */
  void step() {
    long solve = stepper.step();
    long began = System.nanoTime();
    StepReport report = stepper.advance();
    nanos += System.nanoTime() - began;
    gradients += extra;
    gradients +=
        report
            .inner()
            .map(inner -> problem.costs().of(solve, batch, inner, preconditioner))
            .orElseGet(() -> (double) batch * report.work().evaluations());
  }

  /** Makes steps until its clock shows so much. */
  void until(double seconds) {
    while (seconds() < seconds) {
      step();
    }
  }

  long steps() {
    return stepper.step();
  }

  double seconds() {
    return nanos * 1e-9;
  }

  /** Returns the work so far, in gradients of a row. */
  double gradients() {
    return gradients;
  }

  /** Returns the loss on all rows. */
  double objective() {
    return Vectors.allFinite(stepper.x()) ? problem.train().value(stepper.x()) : Double.NaN;
  }

  /** Returns the loss on images that were not learnt from. */
  double test() {
    return Vectors.allFinite(stepper.x()) ? problem.test().value(stepper.x()) : Double.NaN;
  }

  /**
   * Returns how many steps some settings make in so many seconds, from the second half of a short
   * trial: the first solves look and invert more often.
   */
  static long pace(TrainingProblem problem, DeviceChoice device, Settings settings, double budget) {
    try (TimedTraining trial = new TimedTraining(problem, device, settings, 0, Integer.MAX_VALUE)) {
      double half = Math.min(5, budget / 10) / 2;
      trial.step();
      trial.until(half);
      double from = trial.seconds();
      long steps = trial.steps();
      trial.step();
      trial.until(from + half);
      double each = (trial.seconds() - from) / (trial.steps() - steps);
      return Math.max(1, (long) (budget / each));
    }
  }

  @Override
  public void close() {
    if (stepper instanceof FitPlugin.RemoteStepper elsewhere) {
      elsewhere.close();
    }
  }
}
