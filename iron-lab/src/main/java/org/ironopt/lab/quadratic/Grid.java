package org.ironopt.lab.quadratic;

import java.math.BigDecimal;
import java.math.MathContext;

/** Grids of step lengths and their names. */
final class Grid {
  private Grid() {}

  /** Returns log-spaced points from {@code low} to {@code high}, rounded to four digits. */
  static double[] logarithmic(double low, double high, int count) {
    double[] grid = new double[count];
    for (int i = 0; i < count; i++) {
      double exact = low * StrictMath.pow(high / low, i / (count - 1.0));
      grid[i] = new BigDecimal(exact).round(new MathContext(4)).doubleValue();
    }
    return grid;
  }

  /** Returns a number as part of a file name. */
  static String label(double value) {
    return value == Math.rint(value) && value < 1e9
        ? Long.toString((long) value)
        : Double.toString(value).replace("E", "e");
  }
}
