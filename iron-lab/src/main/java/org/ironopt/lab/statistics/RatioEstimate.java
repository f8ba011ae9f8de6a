package org.ironopt.lab.statistics;

/** The ratio of two sums over independent groups. */
public final class RatioEstimate {
  private RatioEstimate() {}

  /**
   * Returns {@code sum a / sum n} over independent groups, such as squares over visits, with
   * Student's interval from the linearised group values {@code ratio + (a_g - ratio n_g) G / sum n}
   * (W. G. Cochran, Sampling Techniques, 3rd ed., section 6.4); all NaN if the denominator
   * vanishes.
   */
  public static ConfidenceInterval of(double[] a, double[] n) {
    double numerator = 0;
    double denominator = 0;
    for (int g = 0; g < a.length; g++) {
      numerator += a[g];
      denominator += n[g];
    }
    double ratio = numerator / denominator;
    double[] values = new double[a.length];
    for (int g = 0; g < a.length; g++) {
      values[g] = ratio + (a[g] - ratio * n[g]) * a.length / denominator;
    }
    return ConfidenceInterval.ofMeans(values);
  }
}
