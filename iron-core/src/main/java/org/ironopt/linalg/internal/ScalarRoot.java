package org.ironopt.linalg.internal;

/**
 * The root of an increasing function between two numbers: Newton's method, and bisection where that
 * leaves the bracket, has no finite slope, or does not shrink its own steps.
 *
 * @param shrink a Newton step is taken if it is at most so many times the step before; infinity for
 *     functions on which Newton's method is fast wherever it stays in the bracket
 * @param steps limit on the steps; the search ends earlier once a step changes nothing
 */
public record ScalarRoot(double shrink, int steps) {
  /** An increasing function with its derivative. */
  @FunctionalInterface
  public interface Increasing {
    /** Returns the function at s and overwrites {@code slope[0]} with its derivative there. */
    double at(double s, double[] slope);
  }

  /** Returns the root of g between low and high, found from a start in between. */
  public double of(Increasing g, double low, double high, double start) {
    double below = low;
    double above = high;
    double s = start;
    double last = above - below;
    double[] slope = new double[1];
    for (int k = 0; k < steps && below < above; k++) {
      double value = g.at(s, slope);
      if (value > 0) {
        above = s;
      } else {
        below = s;
      }
      double newton = s - value / slope[0];
      boolean good =
          slope[0] < Double.POSITIVE_INFINITY
              && newton >= below
              && newton <= above
              && Math.abs(newton - s) <= shrink * last;
      double next = good ? newton : 0.5 * below + 0.5 * above;
      last = Math.abs(next - s);
      if (next == s) {
        break;
      }
      s = next;
    }
    return s;
  }
}
