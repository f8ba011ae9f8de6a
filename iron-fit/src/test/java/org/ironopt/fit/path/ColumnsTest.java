package org.ironopt.fit.path;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.junit.jupiter.api.Test;

/** Columns of counts, far from centred, stored sparsely and densely. */
class ColumnsTest {
  private static final int[] STARTS = {0, 2, 4, 5, 7, 8};
  private static final int[] AT = {0, 2, 1, 2, 0, 0, 1, 2};
  private static final double[] COUNTS = {3, 1, 4, 1, 5, 9, 2, 6};
  private static final double[] CENTER = {3.4, 1.2, 1.6};
  private static final double[] SPREAD = {3.2, 1.6, 2.2};
  private static final double[] H = {0.1, 0.3, 0.2, 0.15, 0.25};
  private static final double[] STEP = {0.7, -1.1, 0.4, 0.9};

  private static final int ROWS = 5;
  private static final int COLUMNS = 3;

  private static double u(int i, int j) {
    if (j == COLUMNS) {
      return 1;
    }
    double x = 0;
    for (int k = STARTS[i]; k < STARTS[i + 1]; k++) {
      x += AT[k] == j ? COUNTS[k] : 0;
    }
    return (x - CENTER[j]) / SPREAD[j];
  }

  /** Returns {@code u_a' H u_b}. */
  private static double product(int a, int b, double[] h) {
    return IntStream.range(0, ROWS).mapToDouble(i -> u(i, a) * h[i] * u(i, b)).sum();
  }

  private static void checkAlong(Columns x) {
    checkAlong(x, H);
    checkAlong(x, new double[] {0.2, 0.2, 0.2, 0.2, 0.2});
  }

  private static void checkAlong(Columns x, double[] second) {
    double[] h = Arrays.copyOf(second, x.stride);
    int[] all = {0, 1, 2, 3};
    Columns.Along along = x.along(h);
    for (int time = 0; time < 2; time++) {
      along.prepare(all);
      for (int j : all) {
        assertEquals(product(j, j, h), along.curvature[j], 1e-14);
        along.move(j, STEP[j]);
      }
      for (int a : all) {
        double expected = IntStream.of(all).mapToDouble(b -> product(a, b, h) * STEP[b]).sum();
        assertEquals(expected, along.dot(a), 1e-14);
      }
    }
  }

  @Test
  void sparseColumnsHaveTheSecondDerivativesOfCentredOnes() {
    SparseFeatures x = SparseFeatures.of(ROWS, COLUMNS, STARTS, AT, COUNTS);
    checkAlong(Columns.of(Dataset.regression(x, new double[ROWS]), CENTER, SPREAD, true));
  }

  @Test
  void denseColumnsHaveTheSecondDerivativesOfCentredOnes() {
    double[] data = new double[ROWS * COLUMNS];
    for (int i = 0; i < ROWS; i++) {
      for (int k = STARTS[i]; k < STARTS[i + 1]; k++) {
        data[i * COLUMNS + AT[k]] = COUNTS[k];
      }
    }
    DenseFeatures x = new DenseFeatures(ROWS, COLUMNS, data);
    checkAlong(Columns.of(Dataset.regression(x, new double[ROWS]), CENTER, SPREAD, true));
  }

  /** So many elements that sums are made in parts, and products by several threads. */
  @Test
  void manySparseColumnsHaveTheSumsAndProductsOfDenseOnes() {
    int rows = 500;
    int columns = 900;
    RandomStream random = new RandomStreams(5).stream("columns");
    double[] data = new double[rows * columns];
    for (int k = 0; k < data.length; k++) {
      data[k] = random.uniform(1, k) < 0.15 ? random.normal(2, k) : 0;
    }
    DenseFeatures full = new DenseFeatures(rows, columns, data);
    double[] center = new double[columns];
    double[] spread = new double[columns];
    double[] w = new double[columns];
    for (int j = 0; j < columns; j++) {
      center[j] = random.normal(3, j);
      spread[j] = 0.5 + random.uniform(4, j);
      w[j] = random.normal(5, j);
    }
    double[] y = new double[rows];
    Columns sparse = Columns.of(Dataset.regression(sparse(full), y), center, spread, true);
    Columns dense = Columns.of(Dataset.regression(full, y), center, spread, true);
    int[] some = IntStream.range(0, columns).filter(j -> j % 7 != 3).toArray();
    double[] eta = sums(dense, some, w);
    double[] z = products(dense, some, eta);
    int before = Parallel.threads();
    try {
      double[] first = null;
      for (int threads : new int[] {1, 2, 7}) {
        Parallel.setThreads(threads);
        double[] sums = sums(sparse, some, w);
        assertArrayEquals(eta, sums, 1e-10);
        assertArrayEquals(z, products(sparse, some, eta), 1e-9);
        double[] both = products(sparse, some, sums);
        first = first == null ? both : first;
        assertArrayEquals(first, both);
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  private static double[] sums(Columns x, int[] some, double[] w) {
    double[] eta = new double[x.stride];
    Arrays.fill(eta, 0, x.rows, 0.25);
    x.add(some, some.length, w, eta);
    return eta;
  }

  private static double[] products(Columns x, int[] some, double[] r) {
    double[] z = new double[some.length];
    x.dots(some, some.length, r, z, IntStream.range(0, some.length).toArray());
    return z;
  }

  private static SparseFeatures sparse(DenseFeatures x) {
    int[] pointers = new int[x.rows() + 1];
    int[] indices = new int[x.data().length];
    double[] values = new double[x.data().length];
    int n = 0;
    for (int i = 0; i < x.rows(); i++) {
      for (int j = 0; j < x.columns(); j++) {
        if (x.get(i, j) != 0) {
          indices[n] = j;
          values[n++] = x.get(i, j);
        }
      }
      pointers[i + 1] = n;
    }
    return SparseFeatures.of(
        x.rows(), x.columns(), pointers, Arrays.copyOf(indices, n), Arrays.copyOf(values, n));
  }
}
