package org.ironopt.lab.compare;

import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.problem.DualTerms;
import org.ironopt.run.Run;
import org.ironopt.run.RunResult;
import org.ironopt.run.Stop;

/** A careful deterministic solve, so that curves have a minimum to fall to. */
final class Reference {
  private static final int STEPS = 200;
  private static final double TOLERANCE = 1e-9;

  private Reference() {}

  /** Returns the best F found and how far from stationary it is; NaN where no solve applies. */
  static double[] of(Instance problem) {
    Method method;
    if (!problem.composite()) {
      method = Iron.step(1e6).mu(problem.mu());
    } else if (problem.objective() instanceof DualTerms) {
      method =
          Snspp.step(100)
              .withoutSnapshots()
              .tolerance(1e-9)
              .regularizer(problem.regularizer())
              .batches(Batches.all());
    } else {
      return new double[] {Double.NaN, Double.NaN};
    }
    RunResult result =
        Run.of(method, problem.objective())
            .from(problem.start())
            .stop(Stop.any(Stop.gradientNorm(TOLERANCE), Stop.steps(STEPS)))
            .go();
    return new double[] {problem.value(result.best()), result.gradientNorm()};
  }
}
