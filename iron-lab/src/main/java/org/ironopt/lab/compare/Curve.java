package org.ironopt.lab.compare;

import java.util.Arrays;
import java.util.List;

/**
 * One run with a chosen step, with everything on its axes.
 *
 * @param run number of the run, the seeds follow each other
 * @param axes for each {@link Axis} its value at every measured point
 * @param steps steps made
 * @param value F
 * @param relative (F - F*) / (F at the start - F*); infinite where F is not finite
 */
record Curve(long run, double[][] axes, double[] steps, double[] value, double[] relative) {
  /** What a curve can be drawn against. */
  enum Axis {
    PASSES("passes over the data"),
    SECONDS("seconds"),
    GRADIENTS("gradients (of a batch or of all)"),
    PRODUCTS("Hessian products"),
    PROXES("prox calls");

    final String label;

    Axis(String label) {
      this.label = label;
    }
  }

  /** Returns the cost at the first point with a small enough F, infinite if there is none. */
  double cost(Axis axis, double target) {
    for (int i = 0; i < relative.length; i++) {
      if (relative[i] <= target) {
        return axes[axis.ordinal()][i];
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** Returns the median cost of several runs. */
  static double cost(List<Curve> curves, Axis axis, double target) {
    double[] costs = curves.stream().mapToDouble(c -> c.cost(axis, target)).sorted().toArray();
    return costs.length == 0 ? Double.POSITIVE_INFINITY : costs[costs.length / 2];
  }

  /** Returns the best relative value of the run. */
  double best() {
    return Arrays.stream(relative).min().orElse(Double.POSITIVE_INFINITY);
  }
}
