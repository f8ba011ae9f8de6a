package org.ironopt.method.gradient;

import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;

/**
 * Looks along a direction for a point with the weak Wolfe conditions: too far where f does not fall
 * enough or is no number, not far enough where it still falls steeply.
 */
final class WolfeSearch {
  private static final double DECREASE = 1e-4;
  private static final double CURVATURE = 0.9;

  /** Differences of f below this part of it are rounding. */
  private static final double HIDDEN = 1e-10;

  private static final int TRIALS = 60;

  private final Objective f;

  /** The point found, f and its gradient there. */
  final double[] x;

  final double[] gradient;
  double value;

  /** Evaluations of the last search. */
  int evaluations;

  WolfeSearch(Objective f) {
    this.f = f;
    x = new double[f.dimension()];
    gradient = new double[f.dimension()];
  }

  /** Searches {@code start + t d} from t0 on; returns whether a point was found. */
  boolean search(double[] start, double at, double[] d, double slope, double t0) {
    evaluations = 0;
    double low = 0;
    double high = Double.POSITIVE_INFINITY;
    double t = t0;
    for (int trial = 0; trial < TRIALS; trial++) {
      boolean finite = evaluate(start, t, d);
      double slopeHere = Vectors.dot(gradient, d);
      if (!finite || !falls(at, t * slope, t * slopeHere)) {
        high = t;
      } else if (slopeHere < CURVATURE * slope) {
        low = t;
      } else {
        return true;
      }
      t = high < Double.POSITIVE_INFINITY ? 0.5 * (low + high) : 2 * low;
    }
    return low > 0 && evaluate(start, low, d);
  }

  private boolean evaluate(double[] start, double t, double[] d) {
    Vectors.add(start, t, d, x);
    value = f.valueAndGradient(x, gradient);
    evaluations++;
    return Double.isFinite(value) && Vectors.allFinite(gradient);
  }

  /** Whether f falls by enough of what the slope at the start promises. */
  private boolean falls(double at, double promised, double here) {
    double hidden = HIDDEN * Math.max(Math.abs(at), Math.abs(value));
    if (-promised > hidden) {
      return value - at <= DECREASE * promised;
    }
    return value - at <= hidden && 0.5 * (promised + here) <= DECREASE * promised;
  }
}
