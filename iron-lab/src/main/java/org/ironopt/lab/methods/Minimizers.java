package org.ironopt.lab.methods;

import java.util.IdentityHashMap;
import java.util.Map;
import org.ironopt.method.Iron;
import org.ironopt.problem.Objective;
import org.ironopt.run.Run;
import org.ironopt.run.Stop;

/** Minimisers for a method of theory that must know them; found once for each problem. */
final class Minimizers {
  private static final double ALPHA = 1e6;
  private static final double GRADIENT = 1e-10;
  private static final int STEPS = 200;

  private final Map<Objective, double[]> found = new IdentityHashMap<>();

  synchronized double[] of(Target problem) {
    return found.computeIfAbsent(problem.objective(), f -> solve(problem));
  }

  private static double[] solve(Target problem) {
    return Run.of(Iron.step(ALPHA).mu(problem.mu()), problem.objective())
        .from(problem.start())
        .stop(Stop.any(Stop.gradientNorm(GRADIENT), Stop.steps(STEPS)))
        .go()
        .best();
  }
}
