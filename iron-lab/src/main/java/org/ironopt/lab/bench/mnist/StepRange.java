package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.List;

/**
 * How much a family minds its step: products to an objective, the mean of two seeds, at steps in
 * factors of root two around the chosen one, and the range of steps within 5 % of the best.
 *
 * @param config the chosen setting
 * @param steps tried
 * @param products taken, infinity if the objective was not reached
 */
record StepRange(Config config, double[] steps, double[] products) {
  private static final int FACTORS = 4;

  /** A step that needs so many times the products of the best is far enough from it. */
  private static final double GIVEN_UP = 1.5;

  /**
   * Looks at steps in factors of root two; one that needs half as much again as the best is the
   * last.
   */
  static StepRange measure(Race race, Config config, double objective) {
    List<double[]> rows = new ArrayList<>();
    double best = Double.POSITIVE_INFINITY;
    for (int direction : new int[] {1, -1}) {
      for (int k = direction == 1 ? 0 : -1; Math.abs(k) <= 2 * FACTORS; k += direction) {
        double step = config.step() * StrictMath.pow(2, 0.5 * k);
        double products = products(race, config.withStep(step), objective, GIVEN_UP * best);
        best = Math.min(best, products);
        rows.add(new double[] {step, products});
        if (products > GIVEN_UP * best) {
          break;
        }
      }
    }
    rows.sort((a, b) -> Double.compare(a[0], b[0]));
    return new StepRange(
        config,
        rows.stream().mapToDouble(r -> r[0]).toArray(),
        rows.stream().mapToDouble(r -> r[1]).toArray());
  }

  /** Returns the mean over the seeds of the tuning, infinity if one of them does not get there. */
  private static double products(Race race, Config config, double objective, double most) {
    double sum = 0;
    for (long seed = Tuning.SEED; seed < Tuning.SEED + Tuning.SEEDS; seed++) {
      sum += race.run(config, seed, config.family().rangeLooks(), most).crossing(objective);
      if (sum == Double.POSITIVE_INFINITY) {
        break;
      }
    }
    return sum / Tuning.SEEDS;
  }

  double best() {
    double best = Double.POSITIVE_INFINITY;
    for (double p : products) {
      best = Math.min(best, p);
    }
    return best;
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
