package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.linalg.Parallel;
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
  private final int threads = Parallel.threads();

  /**
   * @param last the objective at which a run ends
   * @param accuracy whether held-out rows are looked at
   */
  Race(Problem problem, double last, boolean accuracy) {
    this.problem = problem;
    this.last = last;
    this.accuracy = accuracy;
  }

  /** Runs until the last objective, the contender's last epoch, or past so many products. */
  Track run(Config config, long seed, int looks, double mostProducts) {
    int epochs = config.epochs();
    FiniteSum f = config.family().centered ? problem.centered : problem.plain;
    int rows = problem.rows();
    Stepper stepper = config.method(rows).start(f, new double[f.dimension()], new Streams(seed));
    int steps = Math.ceilDiv(rows, config.batch());
    double seconds = config.family().centered ? problem.centeringSeconds : 0;
    Work work = Work.NONE;
    long products = 0;
    long full = 0;
    List<Check> checks = new ArrayList<>();
    for (int look = 1; look <= epochs * looks; look++) {
      long until = (long) look * steps / looks;
      long began = System.nanoTime();
      while (stepper.step() < until) {
        full += config.fullProducts(stepper.step(), rows);
        StepReport report = stepper.advance();
        work = work.plus(report.work());
        products += products(report.work());
      }
      seconds += (System.nanoTime() - began) * 1e-9;
      double[] x = stepper.x();
      double[] w = config.family().centered ? problem.centered.original(x) : x;
      Parallel.setThreads(Runtime.getRuntime().availableProcessors());
      double objective = Vectors.allFinite(w) ? problem.plain.value(w) : Double.NaN;
      double all = full + (double) products * config.batch() / rows;
      checks.add(
          new Check(
              seconds,
              (double) until / steps,
              all,
              work.evaluations(),
              work.linearSteps(),
              objective,
              accuracy ? problem.accuracy(w) : Double.NaN));
      Parallel.setThreads(threads);
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
