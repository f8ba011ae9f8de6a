package org.ironopt.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

class WelchEstimateTest {
  /** The weights of screws of Wikipedia's page on Student's t-test, to the digits printed there. */
  @Test
  void aPublishedExample() {
    SampleSummary a = SampleSummary.of(30.02, 29.99, 30.11, 29.97, 30.01, 29.99);
    SampleSummary b = SampleSummary.of(29.89, 29.93, 29.72, 29.98, 30.02, 29.98);
    WelchEstimate welch = WelchEstimate.difference(a, b);
    assertEquals(0.095, welch.estimate(), 1e-12);
    assertEquals(0.04849, welch.standardError(), 5e-6);
    assertEquals(1.959, welch.estimate() / welch.standardError(), 5e-4);
    assertEquals(7.031, welch.freedom(), 5e-4);
    assertEquals(0.09077, welch.probability(), 5e-6);
  }

  /** Equal deviations and counts: 2n - 2 degrees, t(0.95; 8) = 1.859548, t(0.975; 8) = 2.306004. */
  @Test
  void equalSamplesHaveTheClassicalIntervals() {
    WelchEstimate welch =
        WelchEstimate.difference(new SampleSummary(1, 0.5, 5), new SampleSummary(0, 0.5, 5));
    double error = 0.5 * Math.sqrt(0.4);
    assertEquals(8, welch.freedom(), 1e-12);
    assertEquals(1 - 2.306004135 * error, welch.interval(0.95).low(), 1e-8);
    assertEquals(1 + 1.859548038 * error, welch.interval(0.90).high(), 1e-8);
  }

  /** More parts with equal errors: variances and degrees both add up. */
  @Test
  void partsAddUp() {
    WelchEstimate welch = WelchEstimate.of(2, new double[] {1, 1, 1}, new double[] {4, 4, 4});
    assertEquals(Math.sqrt(3), welch.standardError(), 1e-15);
    assertEquals(12, welch.freedom(), 1e-12);
  }

  @Test
  void exactValuesNeedNoTest() {
    SampleSummary sure = new SampleSummary(2, 0, 3);
    assertEquals(1, WelchEstimate.difference(sure, sure).probability());
    assertEquals(0, WelchEstimate.difference(sure, new SampleSummary(3, 0, 3)).probability());
  }

  /** Under its null hypothesis each test errs in one of twenty cases, not more. */
  @Test
  void testsKeepTheirLevel() {
    RandomStream stream = new RandomStreams(11).stream("level");
    int trials = 1000;
    int different = 0;
    int equivalent = 0;
    double[] x = new double[5];
    double[] y = new double[5];
    for (int t = 0; t < trials; t++) {
      stream.normals(t, 0, 1, x, 0, 5);
      stream.normals(trials + t, 0, 1, y, 0, 5);
      WelchEstimate null0 = WelchEstimate.difference(SampleSummary.of(x), SampleSummary.of(y));
      different += null0.probability() < 0.05 ? 1 : 0;
      // The truth lies on the margin; the other margin is far enough not to matter.
      WelchEstimate edge =
          new WelchEstimate(null0.estimate() + 5, null0.standardError(), null0.freedom());
      equivalent += edge.interval(0.9).high() < 5 ? 1 : 0;
    }
    // Four binomial standard deviations around 5 %; Welch's test is slightly below its level.
    double expected = 0.05 * trials;
    double error = Math.sqrt(expected * 0.95);
    assertTrue(different <= expected + 4 * error && different >= 0.6 * expected, "" + different);
    assertTrue(equivalent <= expected + 4 * error && equivalent >= 0.6 * expected, "" + equivalent);
  }
}
