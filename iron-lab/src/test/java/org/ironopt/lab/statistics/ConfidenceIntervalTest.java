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

  @Test
  void batchMeansKnowThatAChainIsCorrelated() {
    RandomStream stream = new RandomStreams(6).stream("chain");
    double phi = 0.9;
    double[] chain = new double[200_000];
    double[] noise = new double[chain.length];
    stream.normals(0, 0, 1, noise, 0, noise.length);
    for (int k = 1; k < chain.length; k++) {
      chain[k] = phi * chain[k - 1] + noise[k];
    }
    BatchMeans means = BatchMeans.of(chain, 50);
    assertTrue(means.interval().deviation(0) < 4);
    double exact = chain.length * (1 - phi) / (1 + phi);
    // The variance of 50 batch means is known to a factor 1 +- 0.2; three of its deviations.
    assertEquals(exact, means.effectiveSize(), 0.6 * exact);
    assertEquals(
        1000, BatchMeans.of(java.util.Arrays.copyOf(noise, 1000), 20).effectiveSize(), 600);
  }
}
