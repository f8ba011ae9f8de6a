package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.DerivativeCheck;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.Points;
import org.junit.jupiter.api.Test;

class PoissonTest {
  private static Dataset counts(int rows, int columns) {
    SplittableRandom random = new SplittableRandom(8);
    double[] y = new double[rows];
    Arrays.setAll(y, i -> random.nextInt(6));
    return Dataset.regression(Samples.dense(rows, columns, 7), y);
  }

  /** One row (1, 1), count 3, eta 1.5. */
  @Test
  void oneTermHasItsOracle() {
    Dataset one = Dataset.regression(Samples.rows(new double[][] {{1, 1}}), new double[] {3});
    double[] x = new double[2];
    double residual = Poisson.of(one, 0).prox(0, 1.5, Fixtures.regressionStart(), x);
    assertArrayEquals(new double[] {0.8801730285725123, 0.13017302857251234}, x, 1e-15);
    assertEquals(0, residual, 1e-14);
  }

  @Test
  void derivativesAndValue() {
    Dataset data = Samples.weighted(counts(40, 5), 9);
    for (Intercept intercept : Intercept.values()) {
      Poisson f = Poisson.of(data, .3, intercept);
      double[] x = Points.normal(f.dimension(), new SplittableRandom(10));
      Vectors.scale(.3, x);
      var report = DerivativeCheck.at(f, x);
      assertTrue(report.passed(), report::toString);
    }
    Poisson plain = Poisson.of(counts(3, 2), .4);
    double[] w = {.2, -.7};
    double value = 0;
    for (int i = 0; i < 3; i++) {
      double z = 0;
      for (int j = 0; j < 2; j++) {
        z += Samples.dense(3, 2, 7).get(i, j) * w[j];
      }
      value += (StrictMath.exp(z) - counts(3, 2).target(i) * z) / 3;
    }
    assertEquals(value + .2 * (.04 + .49), plain.value(w), 1e-14);
  }

  /** With weights and intercepts, for short and very long steps. */
  @Test
  void theResolventOfATermSolvesItsEquation() {
    Dataset data = Samples.weighted(counts(30, 4), 11);
    for (Intercept intercept : Intercept.values()) {
      Poisson f = Poisson.of(data, .2, intercept);
      int n = f.dimension();
      double[] u = Points.normal(n, new SplittableRandom(12));
      double[] x = new double[n];
      double[] g = new double[n];
      for (int i = 0; i < 30; i++) {
        for (double eta : new double[] {1e-4, .5, 300, 1e6}) {
          assertEquals(0, f.prox(i, eta, u, x), 1e-12 * (1 + eta));
          f.batch(new int[] {i}, 0, 1).gradient(x, g);
          Vectors.add(x, eta, g, g);
          assertArrayEquals(u, g, 1e-12 * (1 + eta), "term " + i + ", eta " + eta);
        }
      }
    }
  }

  /** Where the explicit mean overflows, the implicit step is still there. */
  @Test
  void anOverflowingMeanHasAResolvent() {
    Dataset one = Dataset.regression(Samples.rows(new double[][] {{1}}), new double[] {3});
    Poisson f = Poisson.of(one, 0);
    double[] x = new double[1];
    double[] g = new double[1];
    for (double start : new double[] {50, 700, 900, 1e5}) {
      f.prox(0, 1, new double[] {start}, x);
      f.gradient(x, g);
      assertEquals(start, x[0] + g[0], 1e-11 * start);
    }
  }

  @Test
  void badTargetsAreRefused() {
    Dataset negative =
        Dataset.regression(Samples.rows(new double[][] {{1}, {1}}), new double[] {3, -1});
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> Poisson.of(negative, 0));
    assertEquals("the target of row 1 is -1.0, expected a number >= 0", e.getMessage());
    IllegalArgumentException labels =
        assertThrows(
            IllegalArgumentException.class,
            () -> Poisson.of(Samples.classes(Samples.dense(4, 2, 1), 2, 1), 0));
    assertEquals(
        "Poisson regression needs numbers to predict, the targets are class labels",
        labels.getMessage());
  }
}
