package org.ironopt.lab.statistics;

import org.ironopt.linalg.Require;

/**
 * What is known of independent values once they are summed up, as tables print it: {@code mean ±
 * deviation} over a count of seeds.
 *
 * @param mean mean
 * @param deviation standard deviation of a sample, divisor n - 1
 * @param count how many values
 */
public record Sample(double mean, double deviation, int count) {
  public Sample {
    Require.atLeast("values of a sample", 2, count);
  }

  /** Sums up values. */
  public static Sample of(double... values) {
    Interval interval = Interval.ofMeans(values);
    double deviation = interval.standardError() * Math.sqrt(values.length);
    return new Sample(interval.mean(), deviation, values.length);
  }

  /** Returns the standard error of the mean. */
  public double standardError() {
    return deviation / Math.sqrt(count);
  }
}
