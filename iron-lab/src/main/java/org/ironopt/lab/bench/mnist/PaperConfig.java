package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.Stepper;
import org.ironopt.method.Work;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.random.Streams;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.Forcing;
import org.ironopt.resolvent.Inner;
import org.ironopt.resolvent.Preconditioner;
import org.ironopt.resolvent.Tolerance;

/** The paper's own configuration, epoch by epoch in turns with AdamW: what a step costs. */
final class PaperConfig {
  static final String PLAIN_NAME = "Newton-CG";
  static final String FAST_NAME = "predictions";

  /** The authors' inner solve. */
  static final Inner PLAIN =
      Inner.PAPER
          .withDirection(new Direction.Cg(new Forcing.Fixed(1e-3), new Preconditioner.None(), 200))
          .withTolerance(Tolerance.absolute(1e-3))
          .withTruncation(8);

  /** The same residual with as few products as it takes. */
  static final Inner FAST =
      Inner.PREDICTIONS.withTolerance(Tolerance.absolute(1e-3)).withTruncation(200);

  /**
   * A row of the table.
   *
   * @param batch terms of a step
   * @param solver which inner solver
   * @param epochRatio median of IRON's seconds an epoch over AdamW's
   * @param seconds of an epoch, median
   * @param baseSeconds of an epoch of AdamW, median
   * @param products with the batch in a step, on average
   * @param cgSteps in a step, on average
   * @param accuracy after the last epoch
   */
  record Row(
      int batch,
      String solver,
      double epochRatio,
      double seconds,
      double baseSeconds,
      double products,
      double cgSteps,
      double accuracy) {}

  private PaperConfig() {}

  /** Measures both solvers at the two batch sizes of the target. */
  static List<Row> measure(Problem problem, int epochs) {
    List<Row> rows = new ArrayList<>();
    for (int[] pair : new int[][] {{128, 10}, {384, 25}}) {
      Batches batches = Batches.epochs(Math.min(pair[0], problem.rows()));
      Iron iron = Iron.step(pair[1] / 10.0).batches(batches);
      List<Method> methods =
          List.of(
              AdamW.step(2e-3).weightDecay(0).authors().batches(batches),
              iron.inner(PLAIN),
              iron.inner(FAST));
      rows.addAll(measure(problem, pair[0], methods, epochs));
    }
    return rows;
  }

  private static List<Row> measure(Problem problem, int batch, List<Method> methods, int epochs) {
    int count = methods.size();
    int steps = Math.ceilDiv(problem.rows(), batch);
    Stepper[] steppers = new Stepper[count];
    double[][] seconds = new double[count][epochs];
    Work[] work = new Work[count];
    for (int m = 0; m < count; m++) {
      double[] start = new double[problem.plain.dimension()];
      Stepper warm = methods.get(m).start(problem.plain, start, new Streams(99));
      advance(warm, Math.min(steps, 150));
      steppers[m] = methods.get(m).start(problem.plain, start, new Streams(0));
      work[m] = Work.NONE;
    }
    for (int epoch = 0; epoch < epochs; epoch++) {
      for (int m = 0; m < count; m++) {
        long began = System.nanoTime();
        work[m] = work[m].plus(advance(steppers[m], steps));
        seconds[m][epoch] = (System.nanoTime() - began) * 1e-9;
      }
    }
    List<Row> rows = new ArrayList<>();
    for (int m = 1; m < count; m++) {
      double[] ratios = new double[epochs];
      for (int e = 0; e < epochs; e++) {
        ratios[e] = seconds[m][e] / seconds[0][e];
      }
      double all = (double) steps * epochs;
      rows.add(
          new Row(
              batch,
              m == 1 ? PLAIN_NAME : FAST_NAME,
              median(ratios),
              median(seconds[m]),
              median(seconds[0]),
              (2 * work[m].evaluations() + 2 * work[m].products()) / all,
              work[m].linearSteps() / all,
              problem.accuracy(steppers[m].x())));
    }
    return rows;
  }

  private static Work advance(Stepper stepper, int steps) {
    Work work = Work.NONE;
    for (int k = 0; k < steps; k++) {
      work = work.plus(stepper.advance().work());
    }
    return work;
  }

  static double median(double[] values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    return sorted[sorted.length / 2];
  }
}
