package org.ironopt.lab.logistic;

import java.util.List;

/** The slope of a least-squares line through points on logarithmic axes. */
final class Slope {
  private Slope() {}

  /** Returns the slope through points (x, y), all positive. */
  static double of(List<double[]> points) {
    double meanX = 0;
    double meanY = 0;
    for (double[] p : points) {
      meanX += StrictMath.log(p[0]) / points.size();
      meanY += StrictMath.log(p[1]) / points.size();
    }
    double xx = 0;
    double xy = 0;
    for (double[] p : points) {
      double x = StrictMath.log(p[0]) - meanX;
      xx += x * x;
      xy += x * (StrictMath.log(p[1]) - meanY);
    }
    return xy / xx;
  }
}
