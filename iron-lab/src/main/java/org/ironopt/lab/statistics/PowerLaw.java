package org.ironopt.lab.statistics;

import java.util.Arrays;
import org.ironopt.linalg.Functions;

/** The exponent of a power law. */
public final class PowerLaw {
  private PowerLaw() {}

  /** Returns the least-squares slope of log y against log x. */
  public static double exponent(double[] x, double[] y) {
    double[] logX = centered(x);
    double[] logY = centered(y);
    double across = 0;
    double along = 0;
    for (int i = 0; i < x.length; i++) {
      across += logX[i] * logY[i];
      along += logX[i] * logX[i];
    }
    return across / along;
  }

  /** Returns logarithms less their mean. */
  private static double[] centered(double[] x) {
    double mean = 0;
    for (double v : x) {
      mean += Functions.log(v) / x.length;
    }
    double middle = mean;
    return Arrays.stream(x).map(v -> Functions.log(v) - middle).toArray();
  }
}
