package org.ironopt.bench.mnist;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How much an optimizer minds its step: products to an objective, the mean of two seeds, at steps
 * in factors of root two around the chosen one, and the range of steps within 5 % of the best.
 *
 * @param candidate the chosen settings
 * @param steps tried
 * @param products taken, infinity if the objective was not reached
 */
record StepRange(OptimizerSettings candidate, double[] steps, double[] products) {
  /** Steps are tried up to so many factors of root two on either side. */
  private static final int MOST = 8;

  /** A step that needs so many times the products of the best is the last in its direction. */
  private static final double GIVEN_UP = 1.5;

  /** Takes steps with their products, in any order. */
  static StepRange of(OptimizerSettings candidate, List<double[]> rows) {
    List<double[]> sorted = rows.stream().sorted(Comparator.comparingDouble(r -> r[0])).toList();
    return new StepRange(
        candidate,
        sorted.stream().mapToDouble(r -> r[0]).toArray(),
        sorted.stream().mapToDouble(r -> r[1]).toArray());
  }

  /** Returns the step to try after those in order: upwards from the chosen one, then downwards. */
  static OptionalDouble next(double chosen, List<double[]> rows) {
    double best = Double.POSITIVE_INFINITY;
    int at = 0;
    int direction = 1;
    for (double[] row : rows) {
      best = Math.min(best, row[1]);
      at += direction;
      if (row[1] > GIVEN_UP * best || Math.abs(at) > MOST) {
        if (direction < 0) {
          return OptionalDouble.empty();
        }
        direction = -1;
        at = -1;
      }
    }
    return OptionalDouble.of(chosen * StrictMath.pow(2, 0.5 * at));
  }

  /**
   * Tries the next step: the mean over the seeds of the tuning, infinity if one of them does not
   * get there.
   */
  static double[] tried(
      SoftmaxRuns runs, OptimizerSettings c, double objective, List<double[]> rows) {
    double step = next(c.step(), rows).orElseThrow();
    double best = rows.stream().mapToDouble(r -> r[1]).min().orElse(Double.POSITIVE_INFINITY);
    SoftmaxRuns.Course course =
        new SoftmaxRuns.Course(objective, GIVEN_UP * best, c.optimizer().rangeLooks(), false);
    double sum = 0;
    for (int s = 0; s < SettingsSearch.SEEDS && sum < Double.POSITIVE_INFINITY; s++) {
      sum += runs.run(c.withStep(step), SettingsSearch.SEED + s, course).crossing(objective);
    }
    return new double[] {step, sum / SettingsSearch.SEEDS};
  }

  double best() {
    return Arrays.stream(products).min().orElse(Double.POSITIVE_INFINITY);
  }

  /** Returns whether any step led to the objective; if none did there is no range. */
  boolean reached() {
    return best() < Double.POSITIVE_INFINITY;
  }

  /** Returns the smallest and the largest step next to the best within 5 % of it. */
  double[] range() {
    int at = 0;
    for (int i = 1; i < steps.length; i++) {
      at = products[i] < products[at] ? i : at;
    }
    int low = at;
    int high = at;
    while (low > 0 && products[low - 1] <= 1.05 * products[at]) {
      low--;
    }
    while (high < steps.length - 1 && products[high + 1] <= 1.05 * products[at]) {
      high++;
    }
    return new double[] {steps[low], steps[high]};
  }
}
