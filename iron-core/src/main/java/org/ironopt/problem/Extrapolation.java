package org.ironopt.problem;

import java.util.Arrays;
import java.util.function.DoubleFunction;

/**
 * The derivative at t = 0 of a vector function of one number, by central differences at a sequence
 * of halved steps and Richardson extrapolation; each component takes the entry of its own tableau
 * with the smallest error estimate (Ridders, DOI 10.1016/S0141-1195(82)80057-0).
 */
final class Extrapolation {
  private static final int STEPS = 14;
  private static final double FIRST = 0x1p-4;
  private static final double ROUNDING = 0x1p-50;

  final double[] derivative;

  /** Estimated error of {@link #derivative}, by component. */
  final double[] noise;

  Extrapolation(int length, DoubleFunction<double[]> function) {
    derivative = new double[length];
    noise = new double[length];
    double[][] difference = new double[STEPS][length];
    double[][] rounding = new double[STEPS][length];
    for (int k = 0; k < STEPS; k++) {
      double h = Math.scalb(FIRST, -k);
      double[] plus = function.apply(h).clone();
      double[] minus = function.apply(-h);
      for (int i = 0; i < length; i++) {
        difference[k][i] = (plus[i] - minus[i]) / (2 * h);
        rounding[k][i] = ROUNDING * Math.max(Math.abs(plus[i]), Math.abs(minus[i])) / h;
      }
    }
    for (int i = 0; i < length; i++) {
      extrapolate(i, difference, rounding);
    }
  }

  private void extrapolate(int i, double[][] difference, double[][] rounding) {
    double[] above = new double[STEPS];
    double[] row = new double[STEPS];
    derivative[i] = Double.NaN;
    noise[i] = Double.POSITIVE_INFINITY;
    for (int k = 0; k < STEPS; k++) {
      row[0] = difference[k][i];
      double factor = 1;
      for (int j = 1; j <= k; j++) {
        factor *= 4;
        row[j] = row[j - 1] + (row[j - 1] - above[j - 1]) / (factor - 1);
        double spread =
            Math.max(Math.abs(row[j] - row[j - 1]), Math.abs(row[j] - above[j - 1]))
                + rounding[k][i];
        if (spread < noise[i]) {
          noise[i] = spread;
          derivative[i] = row[j];
        }
      }
      double[] swap = above;
      above = row;
      row = swap;
      Arrays.fill(row, 0);
    }
  }
}
