package org.ironopt.lab.statistics;

import java.util.Locale;
import org.ironopt.linalg.internal.Require;

/**
 * What is known of independent values once they are summed up, as tables print it: {@code mean ±
 * deviation} over a count of seeds.
 *
 * @param mean mean
 * @param deviation standard deviation of a sample, divisor n - 1
 * @param count how many values
 */
public record SampleSummary(double mean, double deviation, int count) {
  public SampleSummary {
    Require.atLeast("values of a sample", 2, count);
  }

  /** Sums up values. */
  public static SampleSummary of(double... values) {
    double sum = 0;
    for (double value : values) {
      sum += value;
    }
    double mean = sum / values.length;
    double squares = 0;
    for (double value : values) {
      squares += (value - mean) * (value - mean);
    }
    return new SampleSummary(mean, Math.sqrt(squares / (values.length - 1)), values.length);
  }

  /** Returns the standard error of the mean. */
  public double standardError() {
    return deviation / Math.sqrt(count);
  }

  /** Returns the interval that reaches a standard deviation to either side. */
  public ConfidenceInterval reach() {
    return ConfidenceInterval.of(mean, deviation, 1, count);
  }

  /** Returns mean and deviation with some decimals, such as {@code 0.925 ± 0.001}. */
  public String text(int decimals) {
    String form = "%." + decimals + "f";
    return String.format(Locale.ROOT, form + " ± " + form, mean, deviation);
  }
}
