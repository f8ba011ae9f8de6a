package org.ironopt.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class RatioTest {
  @Test
  void equalDenominatorsGiveTheIntervalOfTheMeans() {
    Interval ratio = Ratio.of(new double[] {2, 6, 7}, new double[] {2, 2, 2});
    Interval mean = Interval.ofMeans(1, 3, 3.5);
    assertEquals(mean.mean(), ratio.mean(), 1e-15);
    assertEquals(mean.standardError(), ratio.standardError(), 1e-15);
  }

  @Test
  void proportionalSumsHaveNoErrorAndNoVisitsNoRatio() {
    Interval exact = Ratio.of(new double[] {3, 6, 12}, new double[] {1, 2, 4});
    assertEquals(3, exact.mean());
    assertEquals(0, exact.standardError());
    assertTrue(Double.isNaN(Ratio.of(new double[2], new double[2]).mean()));
  }
}
