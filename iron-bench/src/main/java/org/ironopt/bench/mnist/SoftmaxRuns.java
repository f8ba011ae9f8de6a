package org.ironopt.bench.mnist;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.bench.InterleavedTimer;
import org.ironopt.bench.InterleavedTimer.Effort;
import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.lab.data.TestAccuracy;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.problem.FiniteSum;
import org.ironopt.random.RandomStreams;
import org.ironopt.regression.Precision;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.internal.ReparameterizedObjective;

/** Runs of softmax regression on some rows, plain or centred; only their steps are on the clock. */
final class SoftmaxRuns {
  static final double REG = 1e-4;

  /** Looks at a run in an epoch. */
  static final int LOOKS = 8;

  /** Rows whose mean centres the features; any mean is exact. */
  private static final int MEAN_ROWS = 2000;

  /** The time of one such mean is the median of many, for a single one may be far off. */
  private static final Effort MEAN_EFFORT = new Effort(15, 0);

  /** An objective above this is beyond hope. */
  private static final double DIVERGED = 1e3;

  final Softmax plain;
  private final ReparameterizedObjective centered;
  private final double centeringSeconds;

  /** On the held-out rows. */
  final TestAccuracy accuracy;

  SoftmaxRuns(Dataset train, Dataset held) {
    plain = fast(train);
    Runnable mean = () -> ReparameterizedObjective.mean(train, MEAN_ROWS);
    centeringSeconds =
        InterleavedTimer.measure(MEAN_EFFORT, List.of(mean)).getFirst().median() * 1e-9;
    centered =
        ReparameterizedObjective.centered(plain, ReparameterizedObjective.mean(train, MEAN_ROWS));
    accuracy = new TestAccuracy(held, fast(held));
  }

  /** Products in float where the features are floats; the target is far above their rounding. */
  private static Softmax fast(Dataset data) {
    Softmax f = Softmax.of(data, REG);
    return data.features() instanceof FloatFeatures ? f.in(Precision.SINGLE) : f;
  }

  int rows() {
    return plain.terms();
  }

  /**
   * How a run is looked at and when it ends.
   *
   * @param last the objective at which it ends
   * @param products with all rows after which it is given up
   * @param looks in an epoch
   * @param accuracy whether held-out rows are looked at
   */
  record Course(double last, double products, int looks, boolean accuracy) {}

  /** Runs until the end of its course or the candidate's last epoch. */
  TrainingCurve run(OptimizerSettings candidate, long seed, Course course) {
    int threads = Parallel.threads();
    boolean centers = candidate.optimizer().centered;
    FiniteSum f = centers ? centered : plain;
    int rows = rows();
    Stepper stepper =
        candidate.method(rows).start(f, new double[f.dimension()], new RandomStreams(seed));
    int steps = Math.ceilDiv(rows, candidate.batch());
    double seconds = centers ? centeringSeconds : 0;
    StepReport.Counts work = StepReport.Counts.NONE;
    long products = 0;
    long full = 0;
    List<TrainingCurve.Measurement> looks = new ArrayList<>();
    for (int look = 1; look <= candidate.epochs() * course.looks(); look++) {
      long until = (long) look * steps / course.looks();
      long began = System.nanoTime();
      while (stepper.step() < until) {
        full += candidate.fullProducts(stepper.step(), rows);
        StepReport report = stepper.advance();
        work = work.plus(report.work());
        products += products(report.work());
      }
      seconds += (System.nanoTime() - began) * 1e-9;
      double[] x = stepper.x();
      double[] w = centers ? centered.original(x) : x;
      Parallel.setThreads(Runtime.getRuntime().availableProcessors());
      double objective = Vectors.allFinite(w) ? plain.value(w) : Double.NaN;
      double all = full + (double) products * candidate.batch() / rows;
      looks.add(
          new TrainingCurve.Measurement(
              seconds,
              (double) until / steps,
              all,
              work.evaluations(),
              work.linearSteps(),
              objective,
              course.accuracy() ? accuracy.of(w) : Double.NaN));
      Parallel.setThreads(threads);
      if (!(objective > course.last()) || all > course.products() || objective > DIVERGED) {
        break;
      }
    }
    return new TrainingCurve(looks);
  }

  /** A gradient is two products with the batch; k steps of conjugate gradients take 2k - 1 more. */
  private static long products(StepReport.Counts work) {
    return 2 * work.evaluations() + Math.max(0, 2 * work.linearSteps() - 1);
  }
}
