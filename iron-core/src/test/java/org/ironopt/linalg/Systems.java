package org.ironopt.linalg;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Matrices, right-hand sides and comparisons shared by the tests of this package. */
public final class Systems {
  public static final DenseMatrix A3 =
      DenseMatrix.of(new double[][] {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}});

  /** The Newton matrix I + 1.25 A of a resolvent equation, and its right-hand side. */
  public static final DenseMatrix NEWTON = A3.times(1.25).plus(1, DenseMatrix.identity(3));

  public static final double[] NEWTON_RHS = {1.55, 1.8, 4.85};

  public static final double[] NEWTON_SOLUTION = {
    0.21820289855072464, 0.8468405797101449, 2.0561159420289856
  };

  private Systems() {}

  public static double[] gaussianVector(Random random, int n) {
    double[] x = new double[n];
    for (int i = 0; i < n; i++) {
      x[i] = random.nextGaussian();
    }
    return x;
  }

  public static DenseMatrix gaussian(Random random, int rows, int columns) {
    return DenseMatrix.of(rows, columns, gaussianVector(random, rows * columns));
  }

  public static DenseMatrix symmetric(Random random, int n) {
    DenseMatrix a = gaussian(random, n, n);
    a.symmetrize();
    return a;
  }

  /** Returns {@code G G^T / n + shift I}. */
  public static DenseMatrix positiveDefinite(Random random, int n, double shift) {
    DenseMatrix g = gaussian(random, n, n);
    DenseMatrix a = g.multiply(g.transpose()).times(1.0 / Math.max(n, 1));
    a.symmetrize();
    a.addDiagonal(shift);
    return a;
  }

  public static double[] product(LinearOperator a, double[] x) {
    double[] y = new double[x.length];
    a.apply(x, y);
    return y;
  }

  public static double residual(LinearOperator a, double[] b, double[] x) {
    return Vectors.distance(b, product(a, x));
  }

  /** Makes the solver collect its residual norms. */
  public static List<Double> history(KrylovSolver solver) {
    List<Double> residuals = new ArrayList<>();
    solver.onResidual(residuals::add);
    return residuals;
  }

  /** Compares to {@code tolerance} times the largest expected magnitude. */
  public static void assertClose(
      double[] expected, double[] actual, double tolerance, String message) {
    assertEquals(expected.length, actual.length, message);
    double scale = Math.max(Vectors.maxAbs(expected), Double.MIN_NORMAL);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], tolerance * scale, message + ", element " + i);
    }
  }

  public static boolean isSymmetric(DenseMatrix m) {
    return Arrays.equals(m.data(), m.transpose().data());
  }

  public static void assertClose(
      DenseMatrix expected, DenseMatrix actual, double tolerance, String why) {
    assertEquals(expected.rows(), actual.rows(), why);
    assertEquals(expected.columns(), actual.columns(), why);
    assertClose(expected.data(), actual.data(), tolerance, why);
  }

  /** Compares a residual history to 1e-12 times its first element. */
  public static void assertHistory(List<Double> actual, double... expected) {
    assertEquals(expected.length, actual.size(), () -> "residuals " + actual);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual.get(i), 1e-12 * expected[0], "residual " + i);
    }
  }
}
