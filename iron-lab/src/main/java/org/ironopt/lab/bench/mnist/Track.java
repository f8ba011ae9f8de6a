package org.ironopt.lab.bench.mnist;

import java.util.List;
import java.util.Optional;

/**
 * A run: the contender, its seed, and the looks at it.
 *
 * @param config the contender
 * @param seed of its batches
 * @param checks in order
 */
record Track(Config config, long seed, List<Check> checks) {
  /** Returns the first look at or below an objective. */
  Optional<Check> reached(double objective) {
    return checks.stream().filter(c -> c.objective() <= objective).findFirst();
  }

  Check last() {
    return checks.getLast();
  }

  /** Returns the lowest objective seen, a large number if the run was never finite. */
  double lowest() {
    return checks.stream()
        .mapToDouble(Check::objective)
        .filter(Double::isFinite)
        .min()
        .orElse(Double.MAX_VALUE / 1e9);
  }

  /**
   * Returns the products at which the objective was crossed, between two looks on the line of the
   * two; infinity if it was not.
   */
  double crossing(double objective) {
    Check before = null;
    for (Check check : checks) {
      if (check.objective() <= objective) {
        if (before == null) {
          return check.products();
        }
        double part = (before.objective() - objective) / (before.objective() - check.objective());
        return before.products() + part * (check.products() - before.products());
      }
      before = check;
    }
    return Double.POSITIVE_INFINITY;
  }
}
