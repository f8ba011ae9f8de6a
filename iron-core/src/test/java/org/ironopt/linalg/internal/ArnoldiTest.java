package org.ironopt.linalg.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.LinearOperator;
import org.junit.jupiter.api.Test;

class ArnoldiTest {
  private static double[] ones(int n) {
    double[] x = new double[n];
    Arrays.fill(x, 1);
    return x;
  }

  /** The norms of powers swing for thousands of steps; the eigenvalue is found in five. */
  @Test
  void aComplexPairNearby() {
    double modulus = 0.9999;
    for (double angle : new double[] {1e-2, 0.5, 2, 3.1}) {
      double c = modulus * StrictMath.cos(angle);
      double s = modulus * StrictMath.sin(angle);
      int[] products = {0};
      LinearOperator a =
          (x, y) -> {
            products[0]++;
            y[0] = x[0];
            y[1] = c * x[1] - s * x[2];
            y[2] = s * x[1] + c * x[2];
            y[3] = x[1] - 0.5 * x[3];
            y[4] = 0;
          };
      double[] vector = ones(5);
      assertEquals(1, Arnoldi.rightmost(a, vector, 1e-13).orElseThrow(), 1e-13);
      assertEquals(1, Math.abs(vector[0]), 1e-12);
      assertEquals(5, products[0]);
    }
  }

  /** A random walk between two walls: {@code cos(pi/(n+1))}, with neighbours closer than 1e-3. */
  @Test
  void moreUnknownsThanVectorsAreKept() {
    int n = 300;
    LinearOperator walk =
        (x, y) -> {
          for (int i = 0; i < n; i++) {
            y[i] = ((i > 0 ? x[i - 1] : 0) + (i < n - 1 ? x[i + 1] : 0)) / 2;
          }
        };
    double[] start = new double[n];
    start[3] = 1;
    double expected = StrictMath.cos(Math.PI / (n + 1));
    assertEquals(expected, Arnoldi.rightmost(walk, start, 1e-12).orElseThrow(), 1e-12);
  }

  /** {@code D^-1 P D} with the rows of P adding up to 1, far from symmetric. */
  @Test
  void stochasticMatrices() {
    for (int n : new int[] {1, 2, 7, 40, 200}) {
      SplittableRandom random = new SplittableRandom(n);
      DenseMatrix a = DenseMatrix.zeros(n, n);
      double[] d = random.doubles(n, -3, 3).map(StrictMath::exp).toArray();
      for (int i = 0; i < n; i++) {
        double[] row = random.doubles(n).map(p -> StrictMath.pow(p, 8)).toArray();
        double total = Arrays.stream(row).sum();
        for (int j = 0; j < n; j++) {
          a.set(i, j, row[j] / total * d[j] / d[i]);
        }
      }
      assertEquals(1, Arnoldi.rightmost(a, ones(n), 1e-13).orElseThrow(), 1e-11, "n = " + n);
    }
  }

  /** Eigenvalues 0 in chains of three beside 1/2, far below the norm. */
  @Test
  void nilpotentParts() {
    int n = 61;
    LinearOperator shift =
        (x, y) -> {
          for (int i = 0; i < n - 1; i++) {
            y[i] = i % 3 == 2 ? 0 : i * x[i + 1];
          }
          y[n - 1] = x[n - 1] / 2;
        };
    assertEquals(0.5, Arnoldi.rightmost(shift, ones(n), 1e-13).orElseThrow(), 1e-12);
    double[] zero = ones(3);
    assertEquals(0, Arnoldi.rightmost((x, y) -> Arrays.fill(y, 0), zero, 1e-13).orElseThrow());
  }
}
