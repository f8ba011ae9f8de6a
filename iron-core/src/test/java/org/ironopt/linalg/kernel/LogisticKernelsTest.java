package org.ironopt.linalg.kernel;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The fused logistic loss: its numbers, and the same bits whichever way it is taken. */
class LogisticKernelsTest {
  private static double[] margins(int n) {
    SplittableRandom random = new SplittableRandom(1);
    double[] z = new double[n];
    Arrays.setAll(z, k -> Math.scalb(random.nextGaussian(), random.nextInt(24) - 12));
    double[] special = {
      0.0,
      -0.0,
      708,
      -708,
      709,
      -709,
      1e6,
      -1e6,
      1e300,
      -1e300,
      1e-300,
      5e-324,
      .8813,
      .8814,
      Double.POSITIVE_INFINITY,
      Double.NEGATIVE_INFINITY,
      Double.NaN
    };
    System.arraycopy(special, 0, z, 0, special.length);
    return z;
  }

  private static double[] labels(int n) {
    double[] y = new double[n];
    Arrays.setAll(y, k -> k % 3 == 0 ? -1 : 1);
    return y;
  }

  @Test
  void agreesWithTheElementaryFunctions() {
    int n = 5000;
    double[] margins = margins(n);
    double[] y = labels(n);
    double[] z = margins.clone();
    double[] loss = new double[n];
    double[] second = new double[n];
    new LogisticKernels(false).losses(z, 0, y, 1, loss, second, 0, n);
    for (int k = 17; k < n; k++) {
      double m = y[k] * margins[k];
      double s = ScalarFunctions.sigmoid(-m);
      double e = ScalarFunctions.exp(-Math.abs(m));
      double expected = Math.max(-m, 0) + ScalarFunctions.log1p(e);
      close(expected, loss[k], "loss at " + m);
      close(-y[k] * s, z[k], "derivative at " + m);
      close(e / ((1 + e) * (1 + e)), second[k], "second derivative at " + m);
    }
  }

  private static void close(double expected, double actual, String what) {
    double error = Math.abs(expected - actual);
    assertTrue(error <= 8 * Math.ulp(1.0) * Math.abs(expected) + 1e-300, what + ": " + error);
  }

  @Test
  void staysFiniteForLargeMargins() {
    double[] z = {1e6, -1e6, 1e300, -1e300};
    double[] loss = new double[4];
    double[] second = new double[4];
    new LogisticKernels(false).losses(z, 0, new double[] {1, 1, 1, 1}, 1, loss, second, 0, 4);
    assertArrayEquals(new double[] {0, 1e6, 0, 1e300}, loss, 0.0);
    assertArrayEquals(new double[] {-0.0, -1, -0.0, -1}, z, 0.0);
    assertArrayEquals(new double[4], second, 0.0);
  }

  @Test
  void everyWayHasTheSameBits() {
    int n = 203;
    int groups = 3;
    double[] margins = margins(groups * n);
    double[] y = labels(n);
    double[] expected = margins.clone();
    double[] losses = new double[groups * n];
    double[] seconds = new double[groups * n + 2];
    for (int k = 0; k < groups * n; k++) {
      LogisticKernels.scalar(expected, k, y[k % n], losses, k, seconds, 2 + k);
    }
    LogisticKernels trying = new LogisticKernels(true);
    for (int run = 0; run < 200; run++) {
      double[] loss = new double[groups * n];
      double[] second = new double[groups * n + 2];
      double[] with = margins.clone();
      trying.losses(with, 0, y, groups, loss, second, 2, n);
      assertArrayEquals(expected, with);
      assertArrayEquals(losses, loss);
      assertArrayEquals(seconds, second);
      double[] without = margins.clone();
      trying.losses(without, 0, y, groups, null, null, 0, n);
      assertArrayEquals(expected, without);
    }
    double[] direct = margins.clone();
    int end = VectorLogistic.losses(direct, 0, y, groups, null, seconds, 2, n);
    assertTrue(end > n - 16 && end <= n);
    assertEquals(expected[2 * n + end - 1], direct[2 * n + end - 1]);
  }
}
