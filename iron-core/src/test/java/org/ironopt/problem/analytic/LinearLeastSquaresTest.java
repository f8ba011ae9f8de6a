package org.ironopt.problem.analytic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.SparseMatrix;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Curved;
import org.ironopt.problem.Objective;
import org.ironopt.problem.ObjectiveContract;
import org.ironopt.problem.Proximable;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.Points;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LinearLeastSquaresTest {
  private static final int ROWS = 1500;
  private static final int COLUMNS = 5;

  private static DenseMatrix features() {
    DenseMatrix x = DenseMatrix.zeros(ROWS, COLUMNS);
    double[] data = Points.normal(ROWS * COLUMNS, new SplittableRandom(5));
    for (int k = 0; k < data.length; k++) {
      x.data()[k] = k % 3 == 0 ? 0 : data[k];
    }
    return x;
  }

  private static double[] targets() {
    return Points.normal(ROWS, new SplittableRandom(6));
  }

  private static SparseMatrix sparse(DenseMatrix x) {
    var builder = SparseMatrix.builder(x.rows(), x.columns());
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.columns(); j++) {
        if (x.get(i, j) != 0) {
          builder.add(i, j, x.get(i, j));
        }
      }
    }
    return builder.build();
  }

  @Nested
  class Dense extends ObjectiveContract {
    @Override
    public Objective objective() {
      return LinearLeastSquares.of(features(), targets(), .2);
    }
  }

  @Nested
  class Sparse extends ObjectiveContract {
    @Override
    public Objective objective() {
      return LinearLeastSquares.of(sparse(features()), targets(), 0);
    }
  }

  @Nested
  class SmallBatch extends ObjectiveContract {
    @Override
    public Objective objective() {
      return LinearLeastSquares.of(features(), targets(), .2).batch(new int[] {9, 4, 7, 4}, 1, 4);
    }
  }

  @Nested
  class LargeBatch extends ObjectiveContract {
    @Override
    public Objective objective() {
      int[] indices = new SplittableRandom(7).ints(20, 0, ROWS).toArray();
      return LinearLeastSquares.of(features(), targets(), .2).batch(indices, 0, 20);
    }
  }

  @Test
  void smallRegressionHasItsOracles() {
    LinearLeastSquares f = Fixtures.tp3();
    double[] w = f.minimizer();
    assertArrayEquals(Fixtures.tp3Minimizer(), w, 1e-14);
    assertEquals(Fixtures.TP3_VALUE, f.value(w), 1e-14);
    Curvature h = f.curvature();
    DenseMatrix hessian = DenseMatrix.zeros(2, 2);
    h.at(w, new double[2]);
    h.block(0, hessian);
    assertArrayEquals(new double[] {.85, 0, 0, .85}, hessian.data(), 1e-15);
    double[] u = new double[2];
    ((Proximable) f.batch(new int[] {2}, 0, 1)).prox(.7, Fixtures.regressionStart(), u);
    assertArrayEquals(new double[] {1.1095766014605168, 0.40864202202126454}, u, 1e-14);
    ((Proximable) f.batch(new int[] {0, 2}, 0, 2)).prox(.7, Fixtures.regressionStart(), u);
    assertArrayEquals(new double[] {0.9330168555773976, 0.21017190179430345}, u, 1e-14);
  }

  @Test
  void denseAndSparseAgree() {
    LinearLeastSquares dense = LinearLeastSquares.of(features(), targets(), .2);
    LinearLeastSquares sparse = LinearLeastSquares.of(sparse(features()), targets(), .2);
    double[] w = Points.normal(COLUMNS, new SplittableRandom(8));
    double[] expected = new double[COLUMNS];
    double[] actual = new double[COLUMNS];
    assertEquals(dense.valueAndGradient(w, expected), sparse.valueAndGradient(w, actual), 1e-14);
    assertArrayEquals(expected, actual, 1e-14);
    assertArrayEquals(dense.minimizer(), sparse.minimizer(), 1e-14);
  }

  @Test
  void batchesAverageToTheWhole() {
    LinearLeastSquares f = LinearLeastSquares.of(features(), targets(), .2);
    int[] order = new int[ROWS];
    java.util.Arrays.setAll(order, i -> (7 * i + 3) % ROWS);
    double[] w = Points.normal(COLUMNS, new SplittableRandom(9));
    double mean = 0;
    for (int k = 0; k < 15; k++) {
      mean += f.batch(order, 100 * k, 100 * (k + 1)).value(w) / 15;
    }
    assertEquals(f.value(w), mean, 1e-14);
    assertEquals(ROWS, f.terms());
  }

  @Test
  void aBatchIsAViewOfItsIndices() {
    LinearLeastSquares f = Fixtures.tp3();
    int[] indices = {0, 1};
    Curved batch = f.batch(indices, 0, 2);
    double[] w = Fixtures.regressionStart();
    Curvature h = batch.curvature();
    h.at(w, new double[2]);
    double[] before = new double[2];
    h.apply(w, before);
    indices[1] = 3;
    assertEquals(f.batch(new int[] {0, 3}, 0, 2).value(w), batch.value(w));
    double[] after = new double[2];
    h.apply(w, after);
    assertArrayEquals(before, after, 0.0, "a linearisation must not move with the indices");
  }

  @Test
  void threadsDoNotChangeABit() {
    int before = Parallel.threads();
    LinearLeastSquares f = LinearLeastSquares.of(features(), targets(), .2);
    double[] w = Points.normal(COLUMNS, new SplittableRandom(10));
    double[] expected = new double[COLUMNS];
    double[] actual = new double[COLUMNS];
    try {
      Parallel.setThreads(1);
      double value = f.valueAndGradient(w, expected);
      for (int threads : new int[] {2, 7}) {
        Parallel.setThreads(threads);
        assertEquals(value, f.valueAndGradient(w, actual));
        assertArrayEquals(expected, actual, 0.0);
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void badInput() {
    double[][] rows = Fixtures.rows();
    assertMessage(
        "rows of X and y must have one length, got 4 and 3",
        () -> LinearLeastSquares.of(DenseMatrix.of(rows), new double[3], 0));
    assertMessage(
        "reg is -1.0, expected a number >= 0",
        () -> LinearLeastSquares.of(DenseMatrix.of(rows), new double[4], -1));
    assertMessage(
        "y[3] is NaN, expected a finite number",
        () -> LinearLeastSquares.of(DenseMatrix.of(rows), new double[] {0, 0, 0, Double.NaN}, 0));
    assertMessage(
        "terms of the batch is 0, expected at least 1",
        () -> Fixtures.tp3().batch(new int[2], 1, 1));
    rows[1][1] = Double.NEGATIVE_INFINITY;
    assertMessage(
        "X(1, 1) is -Infinity, expected a finite number",
        () -> LinearLeastSquares.of(DenseMatrix.of(rows), new double[4], 0));
  }

  private static void assertMessage(String expected, Runnable call) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }
}
