package org.ironopt.linalg;

import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.gaussian;
import static org.ironopt.linalg.Systems.gaussianVector;
import static org.ironopt.linalg.Systems.positiveDefinite;
import static org.ironopt.linalg.Systems.residual;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.junit.jupiter.api.Test;

class CholeskyTest {
  @Test
  void factorAndSolutionOnRandomMatrices() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      int n = 1 + seed * 4;
      String why = "seed " + seed;
      DenseMatrix a = positiveDefinite(random, n, 0.1);
      Cholesky cholesky = new Cholesky(n);
      assertTrue(cholesky.factor(a), why);
      DenseMatrix l = cholesky.lower();
      assertClose(a, l.multiply(l.transpose()), 1e-13, why);
      double[] b = gaussianVector(random, n);
      double[] x = new double[n];
      cholesky.solve(b, x);
      assertTrue(residual(a, b, x) <= 1e-13 * a.norm() * Vectors.norm(x), why);

      double[] aliased = b.clone();
      cholesky.solve(aliased, aliased);
      assertArrayEquals(x, aliased, why);
    }
  }

  @Test
  void oneWorkspaceServesManyMatricesAndReadsOnlyTheLowerTriangle() {
    Cholesky cholesky = new Cholesky(2);
    assertTrue(cholesky.factor(DenseMatrix.of(2, 2, 4, 99, 2, 10)));
    assertClose(DenseMatrix.of(2, 2, 2, 0, 1, 3), cholesky.lower(), 0, "L");
    assertFalse(cholesky.factor(DenseMatrix.of(2, 2, 1, 2, 2, 1)));
    assertThrows(IllegalStateException.class, cholesky::lower);
    assertTrue(cholesky.factor(DenseMatrix.identity(2)));
    assertClose(DenseMatrix.identity(2), cholesky.lower(), 0, "L");
  }

  @Test
  void largeMatricesTakeTheBlockedPathToTheSameEnd() {
    int n = 1_100;
    DenseMatrix a = DenseMatrix.zeros(n, n);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        a.set(i, j, Math.min(i, j) + 1);
      }
    }
    // min(i, j) + 1 = L L^T with L all ones on and below the diagonal.
    Cholesky cholesky = new Cholesky(n);
    assertTrue(cholesky.factor(a));
    double[] b = gaussianVector(new Random(1), n);
    double[] x = new double[n];
    cholesky.solve(b, x);
    assertTrue(residual(a, b, x) <= 1e-12 * a.norm() * Vectors.norm(x));
    DenseMatrix lower = cholesky.lower();
    for (int i = 0; i < n; i++) {
      assertEquals(1, lower.get(i, i), 1e-12);
    }
    a.set(n - 1, n - 1, n - 2);
    assertFalse(cholesky.factor(a));
  }

  private static boolean definite(DenseMatrix a) {
    return new Cholesky(a.rows()).factor(a);
  }

  @Test
  void definitenessIsAnAnswerNotAnException() {
    assertFalse(definite(DenseMatrix.diagonal(1, 0)));
    assertFalse(definite(DenseMatrix.diagonal(1, -1)));
    assertFalse(definite(DenseMatrix.diagonal(1, Double.NaN)));
    assertFalse(definite(DenseMatrix.diagonal(Double.POSITIVE_INFINITY)));
    assertTrue(definite(DenseMatrix.diagonal(1e-300)));
    assertTrue(definite(DenseMatrix.zeros(0, 0)));
  }

  @Test
  void wrongShapesNameBothNumbers() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> new Cholesky(2).factor(DenseMatrix.identity(3)))
            .getMessage();
    assertEquals("A: expected 2 x 2, got 3 x 3", message);
  }

  @Test
  void squareRootOfASemidefiniteMatrix() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      int n = 2 + seed;
      DenseMatrix g = gaussian(random, n, 1 + seed / 2);
      DenseMatrix sigma = g.multiply(g.transpose());
      DenseMatrix root = Cholesky.psdFactor(sigma);
      assertTrue(Systems.isSymmetric(root));
      assertClose(sigma, root.multiply(root.transpose()), 1e-13, "seed " + seed);
    }
    assertClose(
        DenseMatrix.diagonal(2, 0, 3), Cholesky.psdFactor(DenseMatrix.diagonal(4, 0, 9)), 0, "");
    assertClose(DenseMatrix.zeros(2, 2), Cholesky.psdFactor(DenseMatrix.zeros(2, 2)), 0, "zero");
  }

  @Test
  void badCovariancesSayWhatIsWrong() {
    String asymmetric =
        assertThrows(
                IllegalArgumentException.class,
                () -> Cholesky.psdFactor(DenseMatrix.of(2, 2, 1, 0.5, 0.25, 1)))
            .getMessage();
    assertEquals("Sigma is not symmetric: (0, 1) is 0.5 and (1, 0) is 0.25", asymmetric);
    String indefinite =
        assertThrows(
                IllegalArgumentException.class,
                () -> Cholesky.psdFactor(DenseMatrix.diagonal(1, -0.5)))
            .getMessage();
    assertEquals(
        "Sigma is not positive semidefinite: it has the eigenvalue -0.5 (the largest is 1.0)",
        indefinite);
    String notFinite =
        assertThrows(
                IllegalArgumentException.class,
                () -> Cholesky.psdFactor(DenseMatrix.diagonal(1, Double.NaN)))
            .getMessage();
    assertEquals("Sigma(1, 1) is NaN, expected a finite number", notFinite);
  }
}
