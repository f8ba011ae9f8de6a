package org.ironopt.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.model.Evaluation.LossComparison;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** The paired one-sided test of two models. */
class LossComparisonTest {
  private static Model constant(double value) {
    return new Model(
        ModelKind.RIDGE,
        List.of("x"),
        List.of(),
        new double[][] {{0}},
        new double[] {value},
        Optional.empty(),
        new LinkedHashMap<>());
  }

  /** The quantiles of Student's t in every table: 1.8331 for 9 and 1.7109 for 24 degrees. */
  @Test
  void theLimitIsThatOfStudentsT() {
    assertTrue(new LossComparison(0, 1.8332, 1, 10).firstWins());
    assertFalse(new LossComparison(0, 1.8330, 1, 10).firstWins());
    assertTrue(new LossComparison(0, 1.7110, 1, 25).firstWins());
    assertFalse(new LossComparison(0, 1.7108, 1, 25).firstWins());
    assertEquals(0.5, new LossComparison(1, 1, 1, 10).p(), 1e-12);
    assertEquals(0.95, new LossComparison(1.8331129, 0, 1, 10).p(), 1e-7);
    assertFalse(new LossComparison(1, 0, 0.01, 10).firstWins());
    assertTrue(Double.isNaN(new LossComparison(0, 1, 0.01, 9).p()));
  }

  /** Targets around 1/2 are as far from 0 as from 1: nothing is better in 95 of 100 samples. */
  @Test
  void whatIsEquallyGoodWinsOnceInTwenty() {
    int wins = 0;
    int samples = 4000;
    RandomStream random = new RandomStreams(1).stream("targets");
    for (int s = 0; s < samples; s++) {
      double[] y = new double[24];
      for (int i = 0; i < y.length; i++) {
        y[i] = 0.5 + random.normal(s, i);
      }
      Dataset rows = Dataset.regression(new double[24][1], y);
      wins += LossComparison.of(constant(0), constant(1), rows).firstWins() ? 1 : 0;
    }
    assertEquals(0.05, (double) wins / samples, 4 * Math.sqrt(0.05 * 0.95 / samples));
  }
}
