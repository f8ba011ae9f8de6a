package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.List;

/**
 * How much a family minds its step: products to an objective at steps in factors of two around the
 * chosen one, and the range of steps within 5 % of the best.
 *
 * @param config the chosen setting
 * @param steps tried
 * @param products taken, infinity if the objective was not reached
 */
record StepRange(Config config, double[] steps, double[] products) {
  private static final int FACTORS = 4;

  /** Looks at steps in factors of root two; one that needs twice the best is given up. */
  static StepRange measure(Race race, Config config, double objective) {
    List<double[]> rows = new ArrayList<>();
    double best = Double.POSITIVE_INFINITY;
    for (int direction : new int[] {1, -1}) {
      for (int k = direction == 1 ? 0 : -1; Math.abs(k) <= 2 * FACTORS; k += direction) {
        double step = config.step() * StrictMath.pow(2, 0.5 * k);
        Track track =
            race.run(config.withStep(step), Tuning.SEED, config.family().tuningLooks(), 1.5 * best);
        double products = track.crossing(objective);
        best = Math.min(best, products);
        rows.add(new double[] {step, products});
        if (products > 1.5 * best) {
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

  double best() {
    double best = Double.POSITIVE_INFINITY;
    for (double p : products) {
      best = Math.min(best, p);
    }
    return best;
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
