package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.Points;
import org.junit.jupiter.api.Test;

class RidgeTest {
  private static Dataset tp3() {
    return Dataset.regression(Samples.rows(Fixtures.rows()), new double[] {1, 2, 2.5, -.5});
  }

  @Test
  void fourRowsHaveTheirOracles() {
    Ridge f = Ridge.of(tp3(), .1);
    double[] w = f.minimizer();
    assertArrayEquals(Fixtures.tp3Minimizer(), w, 1e-15);
    assertEquals(Fixtures.TP3_VALUE, f.value(w), 1e-15);
    Curvature h = f.curvature();
    DenseMatrix hessian = DenseMatrix.zeros(2, 2);
    h.at(w, new double[2]);
    h.block(0, hessian);
    assertArrayEquals(new double[] {.85, 0, 0, .85}, hessian.data(), 1e-15);
    double[] u = new double[2];
    f.prox(2, .7, Fixtures.regressionStart(), u);
    assertArrayEquals(new double[] {1.1095766014605168, 0.40864202202126454}, u, 1e-15);
    f.batch(new int[] {0, 2}, 0, 2).prox(.7, Fixtures.regressionStart(), u);
    assertArrayEquals(new double[] {0.9330168555773976, 0.21017190179430345}, u, 1e-14);
  }

  @Test
  void agreesWithLeastSquaresOnMatrices() {
    DenseFeatures x = Samples.dense(900, 6, 60);
    Dataset data = Samples.numbers(x, 61);
    double[] y = new double[900];
    java.util.Arrays.setAll(y, data::target);
    LinearLeastSquares plain = LinearLeastSquares.of(DenseMatrix.of(900, 6, x.data()), y, .3);
    Ridge f = Ridge.of(data, .3);
    double[] w = Points.normal(6, new SplittableRandom(62));
    double[] expected = new double[6];
    double[] actual = new double[6];
    assertEquals(plain.valueAndGradient(w, expected), f.valueAndGradient(w, actual), 1e-14);
    assertArrayEquals(expected, actual, 1e-14);
    assertArrayEquals(plain.minimizer(), f.minimizer(), 1e-14);
    plain.prox(2, w, expected);
    f.prox(2, w, actual);
    assertArrayEquals(expected, actual, 1e-14);
  }

  @Test
  void aSmallBatchIsSolvedThroughItsRows() {
    SplittableRandom random = new SplittableRandom(63);
    double[] weights = new double[40];
    java.util.Arrays.setAll(weights, i -> i % 7 == 0 ? 0 : random.nextDouble());
    Dataset data = Samples.numbers(Samples.dense(40, 11, 64), 65).weighted(weights);
    int[] indices = {3, 17, 0, 39, 17, 8, 21, 5, 30, 11};
    for (Intercept intercept : Intercept.values()) {
      for (int b = 2; b <= indices.length; b++) {
        Ridge batch = Ridge.of(data, .3, intercept).batch(indices, 0, b);
        double[] c = Points.normal(batch.dimension(), random);
        double[] expected = new double[c.length];
        batch.normalEquations().prox(7, c, expected);
        double[] u = new double[c.length];
        batch.prox(7, c, u);
        assertArrayEquals(expected, u, 1e-12, intercept + ", " + b + " rows");
        batch.prox(7, c, c);
        assertArrayEquals(u, c, 0, "the arrays may be one");
      }
    }
  }

  @Test
  void theResolventOfATermSolvesItsEquation() {
    Dataset data = Samples.weighted(Samples.numbers(Samples.dense(40, 5, 63), 64), 65);
    for (Intercept intercept : Intercept.values()) {
      Ridge f = Ridge.of(data, .2, intercept);
      int n = f.dimension();
      double[] u = Points.normal(n, new SplittableRandom(66));
      double[] x = new double[n];
      double[] g = new double[n];
      for (int i = 0; i < 40; i++) {
        f.prox(i, .9, u, x);
        f.batch(new int[] {i}, 0, 1).gradient(x, g);
        Vectors.add(x, .9, g, x);
        assertArrayEquals(u, x, 1e-13, "term " + i + ", intercept " + intercept);
      }
    }
  }

  @Test
  void theEquationsOfABatchFollowItsIndices() {
    Ridge f = Ridge.of(tp3(), .1);
    int[] indices = {0, 1};
    Ridge batch = f.batch(indices, 0, 2);
    double[] w = Fixtures.regressionStart();
    double[] u = new double[2];
    batch.prox(1, w, u);
    indices[1] = 3;
    double[] expected = new double[2];
    batch.prox(1, w, u);
    f.batch(new int[] {0, 3}, 0, 2).prox(1, w, expected);
    assertArrayEquals(expected, u, 0.0);
  }
}
