package org.ironopt.linalg;

import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.symmetric;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class SymmetricEigenTest {
  @Test
  void decompositionOfRandomMatrices() {
    for (int seed = 0; seed < 30; seed++) {
      int n = 1 + 3 * seed;
      String why = "seed " + seed;
      DenseMatrix a = symmetric(new Random(seed), n);
      SymmetricEigen eigen = SymmetricEigen.of(a);
      DenseMatrix v = eigen.vectors();
      assertClose(DenseMatrix.identity(n), v.transpose().multiply(v), 1e-13, why);
      assertTrue(a.plus(-1, eigen.rebuild(eigen.values())).norm() <= 1e-14 * n * a.norm(), why);
      double[] values = eigen.values();
      for (int i = 1; i < n; i++) {
        assertTrue(values[i - 1] <= values[i], why);
      }
      assertEquals(a.trace(), Vectors.sum(values), 1e-12 * a.norm(), why);
    }
  }

  @Test
  void knownEigenvalues() {
    double[] expected = {0.8858571571457151, 1.5, 2.314142842854285};
    assertClose(expected, SymmetricEigen.of(Systems.A3).values(), 1e-14, "values");
  }

  @Test
  void secondDifferencesHaveAClosedForm() {
    int n = 50;
    DenseMatrix a = DenseMatrix.zeros(n, n);
    double[] expected = new double[n];
    for (int i = 0; i < n; i++) {
      a.set(i, i, 2);
      if (i > 0) {
        a.set(i, i - 1, -1);
        a.set(i - 1, i, -1);
      }
      double s = StrictMath.sin((i + 1) * Math.PI / (2 * (n + 1)));
      expected[i] = 4 * s * s;
    }
    assertClose(expected, SymmetricEigen.of(a).values(), 1e-14, "values");
  }

  @Test
  void signsFollowTheConvention() {
    DenseMatrix v = SymmetricEigen.of(DenseMatrix.of(2, 2, 0, -1, -1, 0)).vectors();
    double h = Math.sqrt(0.5);
    assertClose(DenseMatrix.of(2, 2, h, h, h, -h), v, 1e-15, "vectors");
  }

  @Test
  void extremeScalesMultipleAndZeroValues() {
    for (double scale : new double[] {1e-300, 1, 1e300}) {
      double[] values = SymmetricEigen.of(DenseMatrix.diagonal(3, 1, 1).times(scale)).values();
      assertClose(new double[] {scale, scale, 3 * scale}, values, 1e-15, "scale " + scale);
    }
    assertArrayEquals(new double[3], SymmetricEigen.of(DenseMatrix.zeros(3, 3)).values());
    assertArrayEquals(new double[0], SymmetricEigen.of(DenseMatrix.zeros(0, 0)).values());
    SymmetricEigen identity = SymmetricEigen.of(DenseMatrix.identity(4));
    assertClose(DenseMatrix.identity(4), identity.rebuild(identity.values()), 0, "identity");
  }

  @Test
  void badMatricesAreRefused() {
    assertThrows(
        IllegalArgumentException.class, () -> SymmetricEigen.of(DenseMatrix.of(2, 2, 1, 2, 3, 4)));
    assertThrows(IllegalArgumentException.class, () -> SymmetricEigen.of(DenseMatrix.zeros(2, 3)));
    assertThrows(
        IllegalArgumentException.class, () -> SymmetricEigen.of(DenseMatrix.diagonal(Double.NaN)));
  }
}
