package org.ironopt.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

class ConfidenceIntervalTest {
  @Test
  void studentsIntervalOfATextbookSample() {
    // Mean 5, standard deviation 1, n = 5, t(0.975; 4) = 2.776445105.
    ConfidenceInterval interval = ConfidenceInterval.ofMeans(4, 4.5, 5, 5.5, 6);
    double error = Math.sqrt(0.625 / 5);
    assertEquals(5, interval.mean(), 1e-15);
    assertEquals(error, interval.standardError(), 1e-15);
    assertEquals(5 - 2.7764451051977934 * error, interval.low(), 1e-9);
    assertTrue(interval.contains(5.9) && !interval.contains(6));
    assertEquals(2, interval.deviation(5 + 2 * error), 1e-12);
    assertEquals(-10, interval.times(-2).mean(), 1e-15);
    assertEquals(-2 * interval.high(), interval.times(-2).low(), 1e-15);
  }

  @Test
  void coverageOfTheIntervalIsNinetyFivePercent() {
    RandomStream stream = new RandomStreams(5).stream("coverage");
    int covered = 0;
    int trials = 2000;
    double[] sample = new double[8];
    for (int t = 0; t < trials; t++) {
      stream.normals(t, 0, 1, sample, 0, sample.length);
      covered += ConfidenceInterval.ofMeans(sample).contains(0) ? 1 : 0;
    }
    // Four binomial standard deviations around 1900.
    assertEquals(1900, covered, 4 * Math.sqrt(trials * 0.95 * 0.05));
  }
}
