package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
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
import org.ironopt.random.Streams;
import org.junit.jupiter.api.Test;

/**
 * The proposed batch, steps and passes are run by the library's own steps. {@code -Diron.plan.rows}
 * makes the data larger.
 */
class MinibatchPlanTest {
  private static final int ROWS = Integer.getInteger("iron.plan.rows", 200);
  private static final int SEEDS = 5;
  private static final int CHAINS = 40;

  /** Correlated columns, noisy targets: ridge, logistic and Poisson regression. */
  private static List<Fit> fits() {
    SplittableRandom random = new SplittableRandom(5);
    double[][] x = new double[ROWS][4];
    double[] number = new double[ROWS];
    double[] count = new double[ROWS];
    int[] label = new int[ROWS];
    for (int i = 0; i < ROWS; i++) {
      double common = random.nextGaussian();
      double score = 0;
      for (int j = 0; j < x[i].length; j++) {
        x[i][j] = (.6 * common + .8 * random.nextGaussian()) / (1 + .5 * j);
        score += (j % 2 == 0 ? .7 : -.5) * x[i][j];
      }
      number[i] = 2 * score + random.nextGaussian();
      label[i] = random.nextDouble() < 1 / (1 + StrictMath.exp(-score)) ? 1 : 0;
      double left = StrictMath.exp(-StrictMath.exp(.5 * score));
      for (double p = random.nextDouble(); p > left; p *= random.nextDouble()) {
        count[i]++;
      }
    }
    DenseFeatures features = DenseFeatures.of(x);
    List<Fit> fits = new ArrayList<>();
    fits.add(Fit.ridge(Dataset.regression(features, number)));
    fits.add(Fit.logistic(Dataset.classification(features, label, List.of("no", "yes"))));
    fits.add(Fit.poisson(Dataset.regression(features, count)));
    fits.forEach(fit -> fit.reg(.1).intercept(false));
    return fits;
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
      Stepper stepper = iron.start(model.problem().terms(), x0, x0, new Streams(seed * 1000 + c));
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

  /** One pass, where a schedule is proposed, and five, where the center is corrected. */
  @Test
  void plansKeepWhatTheyPromise() {
    int schedules = 0;
    for (Fit fit : fits()) {
      LocalModel model = fit.local();
      MinibatchPlan.Task task =
          new MinibatchPlan.Task(model.sum(), .1, .1, new double[model.sum().dimension()]);
      for (double passes : new double[] {1, 5}) {
        MinibatchPlan plan = MinibatchPlan.within(task, passes);
        boolean falls = !Double.isInfinite(plan.steps().k0());
        schedules += falls ? 1 : 0;
        for (long seed = 0; seed < SEEDS; seed++) {
          double[] own = errors(model, plan, plan.steps(), seed);
          double[] constant = errors(model, plan, plan.constant(), seed);
          String what = plan + " seed " + seed + ": " + mean(own) + ", " + mean(constant);
          double rmse = Math.sqrt(mean(own));
          assertEquals(plan.rmse(), rmse, .2 * plan.rmse(), what);
          double noise = Math.hypot(standardError(own), standardError(constant));
          assertTrue(mean(own) <= mean(constant) + 2 * noise, what);
          if (falls) {
            assertTrue(mean(own) < mean(constant), what);
          }
        }
      }
    }
    assertTrue(schedules > 0, "no schedule was proposed");
  }
}
