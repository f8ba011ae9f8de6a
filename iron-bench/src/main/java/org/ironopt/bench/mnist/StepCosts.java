package org.ironopt.bench.mnist;

import java.util.Arrays;
import java.util.List;
import org.ironopt.bench.InterleavedTimer;
import org.ironopt.bench.InterleavedTimer.Effort;
import org.ironopt.bench.InterleavedTimer.Times;
import org.ironopt.data.FloatFeatures;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.linalg.kernel.Tiles;
import org.ironopt.method.Batches;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.problem.LinearSum;
import org.ironopt.random.RandomStreams;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.resolvent.Preconditioner;

/** What steps cost: epochs of the paper's IRON beside AdamW's, and the parts of AdamW's step. */
final class StepCosts {
  /** What takes turns: AdamW, and IRON with the authors' inner solver and the fastest one. */
  static final List<String> METHODS = List.of("AdamW", "Newton-CG", "predictions");

  private static final InnerMethod NEWTON_CG =
      InnerMethod.PAPER
          .direction(
              new Direction.Cg(
                  new Direction.ForcingTerm.Fixed(1e-3), new Preconditioner.None(), 200))
          .tolerance(InnerTolerance.absolute(1e-3))
          .truncate(8);

  /** The same residual with as few products as it takes. */
  private static final InnerMethod PREDICTIONS =
      InnerMethod.PREDICTIONS.tolerance(InnerTolerance.absolute(1e-3)).truncate(200);

  private static final int WARM_STEPS = 150;

  static final List<String> EPOCHS = List.of("solver", "products", "cg_steps", "accuracy");
  static final List<String> PARTS =
      List.of("step", "gather", "products", "elementwise", "forward", "backward");

  /** The paper's configuration: median seconds of an epoch over those of AdamW. */
  record EpochCost(
      int batch,
      String solver,
      double epochRatio,
      double seconds,
      double adamwSeconds,
      double productsPerStep,
      double cgSteps,
      double accuracy) {
    static EpochCost of(int batch, double[] row, NumericColumns times) {
      String solver = METHODS.get((int) row[0]);
      double[] mine = times.column(solver);
      double[] base = times.column(METHODS.getFirst());
      double[] ratios = new double[mine.length];
      Arrays.setAll(ratios, e -> mine[e] / base[e]);
      return new EpochCost(
          batch,
          solver,
          new Times(ratios).median(),
          new Times(mine).median(),
          new Times(base).median(),
          row[1],
          row[2],
          row[3]);
    }
  }

  /** Microseconds of AdamW's step and its parts, and rates of the two products. */
  record PartCosts(
      int batch,
      double stepMicros,
      double gatherMicros,
      double productsMicros,
      double elementwiseMicros,
      double stepOverParts,
      double forwardGflops,
      double backwardGflops) {
    static PartCosts of(int batch, double flops, double[] t) {
      double ratio = t[0] / (t[1] + t[2] + t[3]);
      return new PartCosts(
          batch, t[0], t[1], t[2], t[3], ratio, flops / (1e3 * t[4]), flops / (1e3 * t[5]));
    }
  }

  private StepCosts() {}

  private static AdamW adamW(double step, int batch) {
    return AdamW.step(step).weightDecay(0).authors().batches(Batches.epochs(batch));
  }

  /**
   * The paper's configuration, epoch by epoch in turns with AdamW.
   *
   * @param rows a solver each: products with the batch and CG steps in a step, final accuracy
   * @param clock seconds of every epoch
   */
  static void epochs(
      SoftmaxRuns runs,
      int batch,
      double alpha,
      int epochs,
      NumericColumns rows,
      NumericColumns clock) {
    int size = Math.min(batch, runs.rows());
    Iron iron = Iron.step(alpha).batches(Batches.epochs(size));
    List<Method> methods =
        List.of(adamW(2e-3, size), iron.inner(NEWTON_CG), iron.inner(PREDICTIONS));
    int steps = Math.ceilDiv(runs.rows(), batch);
    double[] start = new double[runs.plain.dimension()];
    for (Method method : methods) {
      advance(method.start(runs.plain, start, new RandomStreams(99)), Math.min(steps, WARM_STEPS));
    }
    List<Stepper> steppers =
        methods.stream().map(m -> m.start(runs.plain, start, new RandomStreams(0))).toList();
    StepReport.Counts[] work = {
      StepReport.Counts.NONE, StepReport.Counts.NONE, StepReport.Counts.NONE
    };
    for (int epoch = 0; epoch < epochs; epoch++) {
      double[] seconds = new double[work.length];
      for (int m = 0; m < work.length; m++) {
        long began = System.nanoTime();
        work[m] = work[m].plus(advance(steppers.get(m), steps));
        seconds[m] = (System.nanoTime() - began) * 1e-9;
      }
      clock.add(seconds);
    }
    double all = (double) steps * epochs;
    for (int m = 1; m < work.length; m++) {
      rows.add(
          m,
          (2 * work[m].evaluations() + 2 * work[m].products()) / all,
          work[m].linearSteps() / all,
          runs.accuracy.of(steppers.get(m).x()));
    }
  }

  private static StepReport.Counts advance(Stepper stepper, int steps) {
    StepReport.Counts work = StepReport.Counts.NONE;
    for (int k = 0; k < steps; k++) {
      work = work.plus(stepper.advance().work());
    }
    return work;
  }

  /**
   * A step of AdamW and each of its parts alone, in turns: the gather of random rows, the two
   * products with the batch, and the elementwise pass. A yardstick is honest if its step takes
   * little more than their sum.
   *
   * @param rows the operations of one product
   * @param clock microseconds
   */
  static void parts(
      SoftmaxRuns runs,
      FloatFeatures x,
      int asked,
      Effort effort,
      NumericColumns rows,
      NumericColumns clock) {
    int batch = Math.min(asked, runs.rows());
    int n = runs.plain.dimension();
    Stepper adamW = adamW(1e-3, batch).start(runs.plain, new double[n], new RandomStreams(0));
    int[] order = new RandomStreams(5).stream("parts").permutation(0, runs.rows());
    int d = x.columns();
    int classes = runs.plain.classes();
    Tiles<float[]> tiles = Tiles.ofFloats();
    int depth = Tiles.padded(d, Tiles.FLOATS);
    int padded = Tiles.padded(batch, Tiles.ROWS);
    float[] rowsAside = new float[padded * d + Tiles.FLOATS];
    float[] weights = new float[classes * depth];
    float[] sums = new float[classes * depth];
    float[] z = new float[padded * classes];
    LinearSum.BatchResiduals residuals = runs.plain.residuals();
    residuals.select(order, 0, batch);
    double[] w = new double[n];
    double[] rho = new double[residuals.length()];
    double[] q = new double[n];
    double[][] state = {new double[n], new double[n], new double[n]};
    Arrays.fill(state[2], 1e-3);
    int[] from = {0};
    List<Times> times =
        InterleavedTimer.measure(
            effort,
            List.of(
                adamW::advance,
                () -> {
                  from[0] = (from[0] + batch) % (runs.rows() - batch + 1);
                  gather(x, order, from[0], batch, rowsAside);
                },
                // The rows of one batch stay in the cache.
                () -> residuals.at(w, null, rho, q),
                () -> elementwise(q, state[0], state[1], state[2]),
                () -> tiles.dots(rowsAside, 0, padded, d, depth, weights, 0, classes, z, 0, padded),
                () -> tiles.add(rowsAside, 0, padded, d, depth, z, 0, padded, classes, sums, 0)));
    rows.add(2.0 * batch * d * classes);
    clock.add(times.stream().mapToDouble(t -> t.median() * 1e-3).toArray());
  }

  private static void gather(FloatFeatures x, int[] order, int from, int batch, float[] out) {
    int d = x.columns();
    for (int k = 0; k < batch; k++) {
      System.arraycopy(x.data(), order[from + k] * d, out, k * d, d);
    }
  }

  private static void elementwise(double[] g, double[] m, double[] w, double[] x) {
    for (int i = 0; i < x.length; i++) {
      m[i] = Math.fma(.9, m[i], .1 * g[i]);
      w[i] = Math.fma(.999, w[i], .001 * (g[i] * g[i]));
      x[i] -= 1e-3 * m[i] / (Math.sqrt(w[i]) + 1e-8);
    }
  }
}
