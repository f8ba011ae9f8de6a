package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.Work;
import org.ironopt.problem.FiniteSum;
import org.ironopt.random.Streams;

/** Runs contenders; only their steps are on the clock. */
final class Race {
  /** Looks at a run in an epoch. */
  static final int CHECKS = 8;

  private final Problem problem;
  private final double last;
  private final boolean accuracy;

  /**
   * @param last the objective at which a run ends
   * @param accuracy whether held-out rows are looked at
   */
  Race(Problem problem, double last, boolean accuracy) {
    this.problem = problem;
    this.last = last;
    this.accuracy = accuracy;
  }

  /** Runs until the last objective, at most so many epochs, or past so many products. */
  Track run(Config config, long seed, int epochs, double mostProducts) {
    FiniteSum f = config.family().centered ? problem.centered : problem.plain;
    int rows = problem.rows();
    Stepper stepper = config.method(rows).start(f, new double[f.dimension()], new Streams(seed));
    int steps = Math.ceilDiv(rows, config.batch());
    double seconds = config.family().centered ? problem.centeringSeconds : 0;
    Work work = Work.NONE;
    long products = 0;
    List<Check> checks = new ArrayList<>();
    for (int look = 1; look <= epochs * CHECKS; look++) {
      long until = (long) look * steps / CHECKS;
      long began = System.nanoTime();
      while (stepper.step() < until) {
        StepReport report = stepper.advance();
        work = work.plus(report.work());
        products += products(report.work());
      }
      seconds += (System.nanoTime() - began) * 1e-9;
      double[] x = stepper.x();
      double[] w = config.family().centered ? problem.centered.original(x) : x;
      double objective = Vectors.allFinite(w) ? problem.plain.value(w) : Double.NaN;
      double all = (double) products * config.batch() / rows;
      checks.add(
          new Check(
              seconds,
              (double) until / steps,
              all,
              work.evaluations(),
              work.linearSteps(),
              objective,
              accuracy ? problem.accuracy(w) : Double.NaN));
      if (!(objective > last) || all > mostProducts || objective > 1e3) {
        break;
      }
    }
    return new Track(config, seed, checks);
  }

  /** A gradient is two products with the batch; k steps of conjugate gradients take 2k - 1 more. */
  private static long products(Work work) {
    return 2 * work.evaluations() + Math.max(0, 2 * work.linearSteps() - 1);
  }
}
