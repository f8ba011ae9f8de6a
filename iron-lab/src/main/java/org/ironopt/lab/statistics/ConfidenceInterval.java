package org.ironopt.lab.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean with its uncertainty.
 *
 * @param mean estimate
 * @param standardError standard error of the estimate
 * @param low lower end of the 95 % interval
 * @param high upper end of it
 * @param count independent values behind it
 */
public record ConfidenceInterval(
    double mean, double standardError, double low, double high, int count) {
  private static final double TWO_SIDED_95 = 0.975;

  /** Returns Student's t interval for the mean of independent values. */
  public static ConfidenceInterval ofMeans(double... values) {
    SampleSummary sample = SampleSummary.of(values);
    int n = sample.count();
    double t = TDistribution.of(n - 1).inverseCumulativeProbability(TWO_SIDED_95);
    return of(sample.mean(), sample.standardError(), t, n);
  }

  /** Returns the interval that reaches {@code t} standard errors to either side. */
  public static ConfidenceInterval of(double mean, double standardError, double t, int count) {
    double reach = t * standardError;
    return new ConfidenceInterval(mean, standardError, mean - reach, mean + reach, count);
  }

  /** Returns how many standard errors a value lies away from the mean. */
  public double deviation(double value) {
    double gap = Math.abs(value - mean);
    return gap == 0 ? 0 : gap / standardError;
  }

  /** Returns whether the 95 % interval contains a value. */
  public boolean contains(double value) {
    return low <= value && value <= high;
  }

  /** Returns the interval of a multiple of the quantity. */
  public ConfidenceInterval times(double factor) {
    double a = factor * low;
    double b = factor * high;
    return new ConfidenceInterval(
        factor * mean, Math.abs(factor) * standardError, Math.min(a, b), Math.max(a, b), count);
  }
}
