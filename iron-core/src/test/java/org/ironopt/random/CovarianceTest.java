package org.ironopt.random;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.random.internal.RandomMatrices;
import org.junit.jupiter.api.Test;

/** Sample covariances, in units of their standard errors. */
class CovarianceTest {
  private static final int MEMBERS = 200_000;

  private static void check(String what, Noise law, DenseMatrix sigma, long seed) {
    int n = sigma.rows();
    double[] z = new double[n * MEMBERS];
    law.draw(new RandomStreams(seed).stream("covariance"), 3, n, MEMBERS, z);
    int tests = n + n * (n + 1) / 2;
    for (int i = 0; i < n; i++) {
      check(what + ", mean " + i, z, i * MEMBERS, null, 0, 0, tests);
      for (int j = 0; j <= i; j++) {
        String entry = what + ", entry " + i + " " + j;
        check(entry, z, i * MEMBERS, z, j * MEMBERS, sigma.get(i, j), tests);
      }
    }
  }

  /** Compares the mean of x, or of x y, with its expectation by the spread of the sample itself. */
  private static void check(
      String what, double[] x, int xo, double[] y, int yo, double expected, int tests) {
    double sum = 0;
    double squares = 0;
    for (int l = 0; l < MEMBERS; l++) {
      double v = x[xo + l] * (y == null ? 1 : y[yo + l]) - expected;
      sum += v;
      squares += v * v;
    }
    if (squares > 0) {
      Statistics.plausible(what, sum / Math.sqrt(squares), tests);
    }
  }

  @Test
  void isotropicAndDiagonal() {
    Noise.Gaussian isotropic = new Noise.Isotropic(0.3);
    check("isotropic", isotropic, isotropic.covariance(3), 21);
    Noise.Gaussian diagonal = new Noise.Diagonal(1, 0, 5, 0.1);
    check("diagonal", diagonal, diagonal.covariance(4), 22);
  }

  @Test
  void full() {
    DenseMatrix sigma =
        RandomMatrices.symmetric(new RandomStreams(23).stream("Sigma"), 0, 0.01, 1, 2, 10, 100);
    check("full", new Noise.Full(sigma), sigma, 24);
  }

  @Test
  void aSingularSigmaIsDrawnInItsRangeOnly() {
    // Sigma = a a^T + b b^T has the null direction (1, 1, -1).
    DenseMatrix sigma = DenseMatrix.of(new double[][] {{1, 0, 1}, {0, 4, 4}, {1, 4, 5}});
    Noise law = new Noise.Full(sigma);
    check("singular", law, sigma, 25);
    double[] z = new double[3 * 1000];
    law.draw(new RandomStreams(26).stream("range"), 0, 3, 1000, z);
    for (int j = 0; j < 1000; j++) {
      // The root of an eigenvalue that is 0 up to rounding is 1e-8 at most.
      assertEquals(0, z[j] + z[1000 + j] - z[2000 + j], 5e-7);
    }
    DenseMatrix zero = DenseMatrix.zeros(2, 2);
    double[] nothing = {1, 1};
    new Noise.Full(zero).draw(new RandomStreams(1).stream("zero"), 0, 2, 1, nothing);
    assertEquals(0, nothing[0]);
    assertEquals(0, nothing[1]);
  }

  @Test
  void studentWithFiveDegreesOfFreedomHasCovarianceSigma() {
    DenseMatrix sigma = DenseMatrix.of(new double[][] {{4, 1, -1}, {1, 2, 0.5}, {-1, 0.5, 3}});
    check("student", new Noise.StudentT(5, new Noise.Full(sigma)), sigma, 27);
  }
}
