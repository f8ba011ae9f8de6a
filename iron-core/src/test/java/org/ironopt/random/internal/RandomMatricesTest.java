package org.ironopt.random.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;
import org.ironopt.random.Statistics;
import org.junit.jupiter.api.Test;

class RandomMatricesTest {
  private static final RandomStream STREAM = new RandomStreams(41).stream("matrices");

  @Test
  void rowsAreOrthonormal() {
    for (int n : new int[] {0, 1, 2, 7, 60}) {
      DenseMatrix q = RandomMatrices.orthogonal(STREAM, n, n);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          double sum = 0;
          for (int k = 0; k < n; k++) {
            sum += q.get(i, k) * q.get(j, k);
          }
          assertEquals(i == j ? 1 : 0, sum, 1e-14);
        }
      }
    }
  }

  /** For the uniform law tr Q and tr Q^2 have means 0 and 1, and (tr Q)^2 has mean 1. */
  @Test
  void orthogonalMatricesAreUniform() {
    int n = 4;
    int trials = 40_000;
    double[] sums = new double[3];
    double[] squares = new double[3];
    double[] means = {0, 1, 1};
    for (int step = 0; step < trials; step++) {
      DenseMatrix q = RandomMatrices.orthogonal(STREAM, step, n);
      double trace = 0;
      double traceOfSquare = 0;
      for (int i = 0; i < n; i++) {
        trace += q.get(i, i);
        for (int k = 0; k < n; k++) {
          traceOfSquare += q.get(i, k) * q.get(k, i);
        }
      }
      double[] values = {trace, trace * trace, traceOfSquare};
      for (int m = 0; m < 3; m++) {
        double d = values[m] - means[m];
        sums[m] += d;
        squares[m] += d * d;
      }
    }
    for (int m = 0; m < 3; m++) {
      Statistics.plausible("moment " + m, sums[m] / Math.sqrt(squares[m]), 3);
    }
  }

  @Test
  void theFirstColumnIsUniformOnTheSphere() {
    int trials = 40_000;
    double[] component = new double[trials];
    for (int step = 0; step < trials; step++) {
      component[step] = RandomMatrices.orthogonal(STREAM, -1 - step, 3).get(2, 0);
    }
    // Archimedes: a coordinate of a uniform point on the sphere in R^3 is uniform.
    Statistics.follows("component", component, x -> (1 + x) / 2, 1);
  }

  @Test
  void symmetricMatricesHaveTheGivenEigenvalues() {
    double[] eigenvalues = {-1, 0.5, 2, 30};
    DenseMatrix a = RandomMatrices.symmetric(STREAM, 1, eigenvalues);
    assertArrayEquals(eigenvalues, SymmetricEigen.of(a).values(), 1e-13);
    assertEquals(a.get(0, 3), a.get(3, 0));
  }

  @Test
  void normalMatricesAreTheStream() {
    DenseMatrix g = RandomMatrices.normal(STREAM, 2, 3, 5);
    assertEquals(STREAM.normal(2, 7), g.get(1, 2));
  }
}
