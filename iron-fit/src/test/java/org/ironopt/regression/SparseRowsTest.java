package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.SparseMatrix;
import org.junit.jupiter.api.Test;

/** Passes over compressed rows: matrices of ones, and sums that are long beside the rows. */
class SparseRowsTest {
  private static final long SEED = 5;

  /** So many elements a row, at random places of equal parts of the columns. */
  private static SparseMatrix.Builder draw(int rows, int columns, int each, boolean ones) {
    SplittableRandom random = new SplittableRandom(SEED);
    SparseMatrix.Builder builder = SparseMatrix.builder(rows, columns);
    int part = (columns - 1) / each;
    for (int i = 0; i < rows; i++) {
      for (int k = 0; k < each; k++) {
        double value = random.nextGaussian();
        builder.add(i, k * part + random.nextInt(part), ones ? 1 : value);
      }
    }
    return builder;
  }

  private static Logistic logistic(SparseMatrix x) {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    int[] labels = random.ints(x.rows(), 0, 2).toArray();
    return Logistic.of(Dataset.classification(new SparseFeatures(x), labels, 2), 1e-3);
  }

  private static double[] normals(int n, int seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[n];
    Arrays.setAll(x, i -> random.nextGaussian());
    return x;
  }

  /** The 2 in the last column, whose weight is 0, makes the other matrix read its elements. */
  @Test
  void onesAreNotReadAndGiveTheSameBits() {
    int rows = 500;
    int columns = 61;
    SparseMatrix.Builder builder = draw(rows, columns, 12, true);
    SparseMatrix ones = builder.build();
    SparseMatrix numbers = builder.add(7, columns - 1, 2).build();
    assertTrue(ones.isPattern());
    assertFalse(numbers.isPattern());
    double[] w = normals(columns, 2);
    w[columns - 1] = 0;
    double[] g = new double[columns];
    double[] expected = new double[columns];
    assertEquals(
        logistic(numbers).valueAndGradient(w, expected), logistic(ones).valueAndGradient(w, g));
    assertArrayEquals(
        Arrays.copyOf(expected, columns - 1), Arrays.copyOf(g, columns - 1), 0.0, "gradient");
  }

  @Test
  void longSumsOfSeveralTasksAreThoseOfAPlainLoop() {
    int columns = 70_001;
    SparseMatrix x = draw(28_000, columns, 40, false).build();
    Logistic f = logistic(x);
    double[] w = normals(columns, 3);
    double[] expected = new double[columns];
    double[] z = new double[x.rows()];
    x.apply(w, z);
    for (int i = 0; i < z.length; i++) {
      double y = f.target(i);
      z[i] = -y / (1 + StrictMath.exp(y * z[i])) / z.length;
    }
    x.applyTransposed(z, expected);
    double largest = 0;
    for (int j = 0; j < columns; j++) {
      expected[j] = Math.fma(1e-3, w[j], expected[j]);
      largest = Math.max(largest, Math.abs(expected[j]));
    }
    double[] first = new double[columns];
    f.gradient(w, first);
    assertArrayEquals(expected, first, 1e-12 * largest);
    int threads = Parallel.threads();
    try {
      for (int count : new int[] {1, 2, 7}) {
        Parallel.setThreads(count);
        double[] g = new double[columns];
        f.gradient(w, g);
        assertArrayEquals(first, g, 0.0, count + " threads");
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }

  @Test
  void nothingStoredIsAMatrixToo() {
    Logistic f = logistic(SparseMatrix.builder(10, 3).build());
    double[] g = new double[3];
    assertEquals(Math.log(2), f.valueAndGradient(new double[3], g), 1e-15);
    assertArrayEquals(new double[3], g);
  }
}
