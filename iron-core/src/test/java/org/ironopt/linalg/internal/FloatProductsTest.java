package org.ironopt.linalg.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.SplittableRandom;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.internal.FloatProducts.Part;
import org.junit.jupiter.api.Test;

/** Products of matrices in float against plain sums in double, in every position and company. */
class FloatProductsTest {
  private static final int[][] SHAPES = {
    {1, 1, 1}, {5, 32, 3}, {7, 193, 33}, {61, 400, 257}, {130, 20, 70}, {2, 1, 300}
  };

  private static float[] random(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    float[] x = new float[n];
    for (int i = 0; i < n; i++) {
      x[i] = (float) random.nextGaussian();
    }
    return x;
  }

  private static double[] doubles(float[] x) {
    double[] y = new double[x.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = x[i];
    }
    return y;
  }

  @Test
  void productsOfAllKinds() {
    FloatProducts products = new FloatProducts();
    for (int[] shape : SHAPES) {
      int m = shape[0];
      int k = shape[1];
      int n = shape[2];
      float[] a = random(3 + m * (k + 2), 1);
      float[] b = random(2 + k * (n + 1), 2);
      float[] at = new float[3 + k * (m + 1)];
      float[] bt = new float[1 + n * (k + 4)];
      double[] expected = new double[m * n];
      for (int i = 0; i < m; i++) {
        for (int j = 0; j < k; j++) {
          at[3 + j * (m + 1) + i] = a[3 + i * (k + 2) + j];
        }
      }
      for (int j = 0; j < k; j++) {
        for (int c = 0; c < n; c++) {
          bt[1 + c * (k + 4) + j] = b[2 + j * (n + 1) + c];
        }
      }
      for (int i = 0; i < m; i++) {
        for (int c = 0; c < n; c++) {
          for (int j = 0; j < k; j++) {
            expected[i * n + c] += (double) a[3 + i * (k + 2) + j] * b[2 + j * (n + 1) + c];
          }
        }
      }
      Part plainA = Part.of(a, 3, k + 2);
      Part plainB = Part.of(b, 2, n + 1);
      Part[] left = {plainA, Part.of(at, 3, m + 1).transpose(), Part.of(doubles(a), 3, k + 2)};
      Part[] right = {plainB, Part.of(bt, 1, k + 4).transpose(), Part.of(doubles(b), 2, n + 1)};
      float[] first = null;
      for (Part x : left) {
        for (Part y : right) {
          float[] c = random(m * n, 5);
          products.multiply(m, k, n, x, y, 1, false, Part.of(c, 0, n));
          first = first == null ? c : first;
          assertArrayEquals(first, c, 0f, "the same bits however the factors are stored");
        }
      }
      double[] sum = doubles(random(m * n, 6));
      double[] start = sum.clone();
      products.multiply(m, k, n, plainA, plainB, -2, true, Part.of(sum, 0, n));
      for (int i = 0; i < m * n; i++) {
        assertEquals(expected[i], first[i], 4e-6 * Math.sqrt(k));
        assertEquals(start[i] - 2 * expected[i], sum[i], 8e-6 * Math.sqrt(k));
      }
    }
  }

  /** An element does not depend on what stands beside it, so neither on the threads. */
  @Test
  void threadsAndCompanyChangeNoBit() {
    int before = Parallel.threads();
    float[] a = random(130 * 400, 3);
    float[] b = random(400 * 300, 4);
    float[] expected = new float[130 * 300];
    try {
      Parallel.setThreads(1);
      new FloatProducts()
          .multiply(
              130,
              400,
              300,
              Part.of(a, 0, 400),
              Part.of(b, 0, 300),
              1,
              false,
              Part.of(expected, 0, 300));
      for (int threads : new int[] {2, 7}) {
        Parallel.setThreads(threads);
        float[] c = new float[130 * 300];
        new FloatProducts()
            .multiply(
                130,
                400,
                300,
                Part.of(a, 0, 400),
                Part.of(b, 0, 300),
                1,
                false,
                Part.of(c, 0, 300));
        assertArrayEquals(expected, c, 0f, threads + " threads");
      }
    } finally {
      Parallel.setThreads(before);
    }
    float[] one = new float[1];
    new FloatProducts()
        .multiply(
            1,
            400,
            1,
            Part.of(a, 77 * 400, 400),
            Part.of(b, 123, 300),
            1,
            false,
            Part.of(one, 0, 1));
    assertEquals(expected[77 * 300 + 123], one[0]);
  }
}
