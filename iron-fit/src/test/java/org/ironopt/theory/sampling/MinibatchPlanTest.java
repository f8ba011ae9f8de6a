package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.Slow;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Center;
import org.ironopt.method.Iron;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The proposed batch, steps and passes are run by the library's own steps. {@code -Diron.plan.rows}
 * makes the data larger.
 */
@Execution(ExecutionMode.CONCURRENT)
class MinibatchPlanTest {
  private static final int ROWS = Integer.getInteger("iron.plan.rows", 200);
  private static final int SEEDS = 5;
  private static final int CHAINS = 400;

  /** Correlated columns, columns that are mostly 0, and heavy tails. */
  private enum Columns {
    CORRELATED,
    RARE,
    HEAVY
  }

  private static double[][] columns(Columns kind, SplittableRandom random) {
    double[][] x = new double[ROWS][4];
    for (double[] row : x) {
      double common = random.nextGaussian();
      for (int j = 0; j < row.length; j++) {
        row[j] =
            switch (kind) {
              case CORRELATED -> (.6 * common + .8 * random.nextGaussian()) / (1 + .5 * j);
              case RARE -> random.nextDouble() < .2 ? 1 + random.nextDouble() : 0;
              case HEAVY -> random.nextGaussian() / Math.sqrt(.3 + random.nextDouble());
            };
      }
    }
    return x;
  }

  private static double[] scores(double[][] x) {
    return Arrays.stream(x)
        .mapToDouble(row -> .7 * row[0] - .5 * row[1] + .7 * row[2] - .5 * row[3])
        .toArray();
  }

  private static Fit ridge(Columns kind) {
    SplittableRandom random = new SplittableRandom(5);
    double[][] x = columns(kind, random);
    double[] y = Arrays.stream(scores(x)).map(s -> 2 * s + random.nextGaussian()).toArray();
    return Fit.ridge(Dataset.regression(DenseFeatures.of(x), y)).reg(.1).intercept(false);
  }

  private static Fit logistic() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] x = columns(Columns.CORRELATED, random);
    int[] label =
        Arrays.stream(scores(x))
            .mapToInt(s -> random.nextDouble() < 1 / (1 + StrictMath.exp(-s)) ? 1 : 0)
            .toArray();
    Dataset data = Dataset.classification(DenseFeatures.of(x), label, List.of("no", "yes"));
    return Fit.logistic(data).reg(.1).intercept(false);
  }

  private static Fit poisson() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] x = columns(Columns.CORRELATED, random);
    double[] y = scores(x);
    for (int i = 0; i < ROWS; i++) {
      double left = StrictMath.exp(-StrictMath.exp(.5 * y[i]));
      y[i] = 0;
      for (double p = random.nextDouble(); p > left; p *= random.nextDouble()) {
        y[i]++;
      }
    }
    return Fit.poisson(Dataset.regression(DenseFeatures.of(x), y)).reg(.1).intercept(false);
  }

  /** Returns the constant step that is best in runs of its own, over two decades around ours. */
  private static StepChoice tuned(LocalModel model, MinibatchPlan plan) {
    StepChoice ours = plan.constant();
    StepChoice best = ours;
    double least = Double.POSITIVE_INFINITY;
    for (double factor : new double[] {1, .1, .3, 3, 10}) {
      StepChoice tried = new StepChoice(factor * ours.step(), ours.k0(), ours.steps(), Double.NaN);
      double mse = mean(errors(model, plan, tried, SEEDS));
      if (mse < least) {
        least = mse;
        best = tried;
      }
    }
    return best;
  }

  private static double[] errors(
      LocalModel model, MinibatchPlan plan, StepChoice steps, long seed) {
    boolean snapshot = plan.corrected() && steps == plan.steps();
    int every = Math.ceilDiv(model.sum().terms(), plan.batch());
    Iron iron =
        Iron.steps(Schedule.of("plan", k -> steps.step(k)))
            .mu(.1)
            .gamma(.1)
            .frozen()
            .batches(Batches.subsets(plan.batch()))
            .center(snapshot ? Center.snapshot(every) : Center.plain());
    double[] errors = new double[CHAINS];
    for (int c = 0; c < CHAINS; c++) {
      double[] x0 = new double[model.sum().dimension()];
      Stepper stepper =
          iron.start(model.problem().terms(), x0, x0, new RandomStreams(seed * 1000 + c));
      for (long k = 0; k < steps.steps(); k++) {
        stepper.advance();
      }
      double distance = Vectors.distance(stepper.x(), model.sum().minimizer());
      errors[c] = distance * distance;
    }
    return errors;
  }

  private static double mean(double[] errors) {
    return Vectors.sum(errors) / errors.length;
  }

  private static double standardError(double[] errors) {
    double mean = mean(errors);
    double squares = 0;
    for (double e : errors) {
      squares += (e - mean) * (e - mean);
    }
    return Math.sqrt(squares / (errors.length - 1) / errors.length);
  }

  @Test
  @Slow
  void aPlanForRidgeKeepsWhatItPromises() {
    keepsWhatItPromises(Columns.CORRELATED);
  }

  @ParameterizedTest
  @EnumSource(value = Columns.class, mode = EnumSource.Mode.EXCLUDE, names = "CORRELATED")
  @Slow
  void plansForRidgeKeepWhatTheyPromise(Columns kind) {
    keepsWhatItPromises(kind);
  }

  /** One pass, where a schedule is proposed, and five, where the center is corrected. */
  private static void keepsWhatItPromises(Columns kind) {
    LocalModel model = ridge(kind).local();
    for (double passes : new double[] {1, 6}) {
      check(model, plan(model, passes), true);
    }
  }

  /** The local model: a plain center, and a corrected one that is better than promised or not. */
  @Test
  @Slow
  void plansForOtherLosses() {
    for (Fit fit : List.of(logistic(), poisson())) {
      LocalModel model = fit.local();
      check(model, plan(model, 1), true);
      // What a corrected center leaves is the start's, where the loss is not its local model.
      check(model, plan(model, 5), false);
    }
  }

  /** Who watches a search sees shares that never fall, and the same plan as who does not. */
  @Test
  @Slow
  void searchesAreWatched() {
    LocalModel model = ridge(Columns.RARE).local();
    double[] x0 = new double[model.sum().dimension()];
    MinibatchPlan.Task task = new MinibatchPlan.Task(model.sum(), .1, .1, x0);
    List<double[]> seen = new ArrayList<>();
    MinibatchPlan.Watch watch =
        (passes, search, searches, share) ->
            seen.add(new double[] {passes, search, searches, share});
    double target = 1.01 * MinibatchPlan.within(task, 2).rmse();
    MinibatchPlan plan = MinibatchPlan.reaching(task, target, watch).orElseThrow();
    assertEquals(MinibatchPlan.reaching(task, target).orElseThrow(), plan);
    assertTrue(plan.passes() <= 2 && plan.rmse() <= target, plan.toString());
    for (int i = 0; i < seen.size(); i++) {
      double[] now = seen.get(i);
      double[] before = i == 0 ? new double[4] : seen.get(i - 1);
      boolean next = now[1] == before[1] + 1 && now[3] < .1;
      boolean same = now[1] == before[1] && now[0] == before[0] && now[3] >= before[3];
      assertTrue((next || same) && now[2] == 4 && now[3] <= 1, Arrays.toString(now));
    }
    assertTrue(seen.getLast()[1] <= 4 && seen.getLast()[3] > .5, "the last share");
  }

  private static MinibatchPlan plan(LocalModel model, double passes) {
    double[] x0 = new double[model.sum().dimension()];
    return MinibatchPlan.within(new MinibatchPlan.Task(model.sum(), .1, .1, x0), passes);
  }

  private static void check(LocalModel model, MinibatchPlan plan, boolean predicted) {
    boolean falls = !Double.isInfinite(plan.steps().k0());
    StepChoice tuned = tuned(model, plan);
    for (long seed = 0; seed < SEEDS; seed++) {
      double[] own = errors(model, plan, plan.steps(), seed);
      double[] constant = errors(model, plan, tuned, seed);
      String what = plan + " seed " + seed + ": " + mean(own) + ", " + mean(constant);
      double rmse = Math.sqrt(mean(own));
      if (predicted) {
        assertEquals(plan.rmse(), rmse, .2 * plan.rmse(), what);
      }
      double noise = Math.hypot(standardError(own), standardError(constant));
      assertTrue(mean(own) <= mean(constant) + 2 * noise, what);
      if (falls || plan.corrected()) {
        assertTrue(mean(own) < mean(constant), what);
      }
    }
  }
}
