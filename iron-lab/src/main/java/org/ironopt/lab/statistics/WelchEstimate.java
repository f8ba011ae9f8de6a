package org.ironopt.lab.statistics;

import org.apache.commons.statistics.distribution.TDistribution;

/**
 * An estimate whose standard error is put together from independent parts, with the degrees of
 * freedom of Welch and Satterthwaite: {@code (sum v_i)^2 / sum (v_i^2 / f_i)} for parts of variance
 * {@code v_i} with {@code f_i} degrees each. Reference: B. L. Welch, doi:10.1093/biomet/34.1-2.28.
 *
 * @param estimate estimate, such as a difference of two means
 * @param standardError its standard error
 * @param freedom degrees of freedom of the standard error
 */
public record WelchEstimate(double estimate, double standardError, double freedom) {
  /** Returns the difference of two means. */
  public static WelchEstimate difference(SampleSummary a, SampleSummary b) {
    return of(
        a.mean() - b.mean(),
        new double[] {a.standardError(), b.standardError()},
        new double[] {a.count() - 1, b.count() - 1});
  }

  /** Returns an estimate with the standard errors of its independent parts and their degrees. */
  public static WelchEstimate of(double estimate, double[] standardErrors, double[] freedoms) {
    double variance = 0;
    double quartic = 0;
    double all = 0;
    for (int i = 0; i < standardErrors.length; i++) {
      double v = standardErrors[i] * standardErrors[i];
      variance += v;
      quartic += v * v / freedoms[i];
      all += freedoms[i];
    }
    double freedom = variance == 0 ? all : variance * variance / quartic;
    return new WelchEstimate(estimate, Math.sqrt(variance), freedom);
  }

  /** Returns another estimate with the same error. */
  public WelchEstimate around(double other) {
    return new WelchEstimate(other, standardError, freedom);
  }

  /** Returns the two-sided interval that covers with the given probability. */
  public ConfidenceInterval interval(double coverage) {
    double t = TDistribution.of(freedom).inverseCumulativeProbability(0.5 + coverage / 2);
    return ConfidenceInterval.of(estimate, standardError, t, (int) Math.floor(freedom) + 1);
  }

  /** Returns the probability of an estimate at least as far from zero if zero is the truth. */
  public double probability() {
    if (standardError == 0) {
      return estimate == 0 ? 1 : 0;
    }
    double t = Math.abs(estimate) / standardError;
    return 2 * TDistribution.of(freedom).survivalProbability(t);
  }
}
