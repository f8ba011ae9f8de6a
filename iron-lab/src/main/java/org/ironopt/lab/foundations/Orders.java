package org.ironopt.lab.foundations;

import java.util.function.DoubleUnaryOperator;
import org.ironopt.linalg.Functions;

/** Least-squares slopes of log y against log x. */
final class Orders {
  private Orders() {}

  /** Returns n points from low to high, equally spaced in scale. */
  static double[] grid(double low, double high, int n) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = low * Functions.exp(Functions.log(high / low) * i / (n - 1));
    }
    return x;
  }

  /** Returns the slope over eight points between low and high. */
  static double slope(double low, double high, DoubleUnaryOperator y) {
    double[] x = grid(low, high, 8);
    double[] values = new double[x.length];
    for (int i = 0; i < x.length; i++) {
      values[i] = y.applyAsDouble(x[i]);
    }
    return slope(x, values);
  }

  static double slope(double[] x, double[] y) {
    double meanX = 0;
    double meanY = 0;
    for (int i = 0; i < x.length; i++) {
      meanX += Functions.log(x[i]) / x.length;
      meanY += Functions.log(y[i]) / x.length;
    }
    double across = 0;
    double along = 0;
    for (int i = 0; i < x.length; i++) {
      double dx = Functions.log(x[i]) - meanX;
      across += dx * (Functions.log(y[i]) - meanY);
      along += dx * dx;
    }
    return across / along;
  }
}
