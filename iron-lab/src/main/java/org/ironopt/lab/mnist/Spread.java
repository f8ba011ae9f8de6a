package org.ironopt.lab.mnist;

import java.util.Locale;

/**
 * Mean and standard deviation (of a sample, divisor n - 1) over the seeds.
 *
 * @param mean mean
 * @param deviation standard deviation
 */
record Spread(double mean, double deviation) {
  static Spread of(double... values) {
    double mean = 0;
    for (double value : values) {
      mean += value / values.length;
    }
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return new Spread(mean, Math.sqrt(squares / (values.length - 1)));
  }

  /** Returns {@code sqrt(s1^2 + s2^2)}. */
  double with(double other) {
    return Math.sqrt(deviation * deviation + other * other);
  }

  /** Returns the ratio of two means, its deviation by first-order propagation. */
  Spread over(Spread divisor) {
    double ratio = mean / divisor.mean;
    double a = deviation / mean;
    double b = divisor.deviation / divisor.mean;
    return new Spread(ratio, ratio * Math.sqrt(a * a + b * b));
  }

  String text(int decimals) {
    String form = "%." + decimals + "f";
    return String.format(Locale.ROOT, form + " ± " + form, mean, deviation);
  }
}
