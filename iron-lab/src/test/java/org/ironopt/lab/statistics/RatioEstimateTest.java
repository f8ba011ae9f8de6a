package org.ironopt.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RatioEstimateTest {
  @Test
  void equalDenominatorsGiveTheIntervalOfTheMeans() {
    ConfidenceInterval ratio = RatioEstimate.of(new double[] {2, 6, 7}, new double[] {2, 2, 2});
    ConfidenceInterval mean = ConfidenceInterval.ofMeans(1, 3, 3.5);
    assertEquals(mean.mean(), ratio.mean(), 1e-15);
    assertEquals(mean.standardError(), ratio.standardError(), 1e-15);
  }

  @Test
  void proportionalSumsHaveNoErrorAndNoVisitsNoRatio() {
    ConfidenceInterval exact = RatioEstimate.of(new double[] {3, 6, 12}, new double[] {1, 2, 4});
    assertEquals(3, exact.mean());
    assertEquals(0, exact.standardError());
    assertTrue(Double.isNaN(RatioEstimate.of(new double[2], new double[2]).mean()));
  }
}
