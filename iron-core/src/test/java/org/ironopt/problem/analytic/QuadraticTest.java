package org.ironopt.problem.analytic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.problem.Objective;
import org.ironopt.problem.ObjectiveContract;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class QuadraticTest {
  private static final double[] B = {1, 2, 3};

  private static DenseMatrix matrix() {
    return DenseMatrix.of(new double[][] {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}});
  }

  private static Quadratic eigenForm() {
    SymmetricEigen eigen = SymmetricEigen.of(matrix());
    return Quadratic.ofEigen(eigen.values(), eigen.vectors(), B);
  }

  @Nested
  class Dense extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Fixtures.tp2();
    }
  }

  @Nested
  class Diagonal extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Quadratic.diagonal(new double[] {3, .25, 1, 7}, new double[] {1, -2, 0, .5});
    }
  }

  @Nested
  class Eigen extends ObjectiveContract {
    @Override
    public Objective objective() {
      return eigenForm();
    }
  }

  @Test
  void formsAgree() {
    Quadratic dense = Fixtures.tp2();
    Quadratic eigen = eigenForm();
    assertArrayEquals(dense.minimizer(), eigen.minimizer(), 1e-14);
    double[] x = Fixtures.tp2Start();
    assertEquals(dense.value(x), eigen.value(x), 1e-14);
    double[] expected = new double[3];
    double[] actual = new double[3];
    dense.prox(2.5, x, expected);
    eigen.prox(2.5, x, actual);
    assertArrayEquals(expected, actual, 1e-14);
    assertEquals(0.8858571571457151, dense.smallestEigenvalue(), 1e-15);
    assertEquals(2.314142842854285, dense.largestEigenvalue(), 1e-15);
  }

  @Test
  void resolventOfAHugeStepIsTheMinimiser() {
    double[] u = new double[3];
    Fixtures.tp2().prox(1e18, Fixtures.tp2Start(), u);
    assertArrayEquals(Fixtures.tp2Minimizer(), u, 1e-14);
  }

  @Test
  void indefiniteMatricesAreOnRequest() {
    Quadratic f = Quadratic.ofSymmetric(DenseMatrix.diagonal(1, -2), new double[2]);
    double[] u = new double[2];
    f.prox(.25, new double[] {1, 1}, u);
    assertArrayEquals(new double[] {.8, 2}, u, 1e-15);
    assertTrue(
        assertThrows(IllegalStateException.class, f::minimizer).getMessage().contains("-2.0"));
    assertMessage(
        "the resolvent needs 1 + lambda a > 0, got lambda 0.5 and smallest eigenvalue -2.0",
        () -> f.prox(.5, u, u));
  }

  @Test
  void matricesThatAreNotPositiveDefiniteAreRefused() {
    String message =
        assertThrows(
                IllegalArgumentException.class,
                () -> Quadratic.of(DenseMatrix.of(new double[][] {{1, 2}, {2, 1}}), new double[2]))
            .getMessage();
    assertTrue(
        message.startsWith("A is not positive definite: its smallest eigenvalue is -"), message);
    assertThrows(
        IllegalArgumentException.class,
        () -> Quadratic.of(DenseMatrix.of(new double[][] {{1, 1}, {1, 1}}), new double[2]));
    assertMessage(
        "A is not positive definite: its smallest eigenvalue is 0.0",
        () -> Quadratic.diagonal(new double[] {1, 0}, new double[2]));
  }

  @Test
  void badInput() {
    assertMessage(
        "A is not symmetric: (0, 1) is 2.0 and (1, 0) is 3.0",
        () -> Quadratic.of(DenseMatrix.of(new double[][] {{5, 2}, {3, 5}}), new double[2]));
    assertMessage("A: expected 2 x 2, got 3 x 3", () -> Quadratic.of(matrix(), new double[2]));
    assertMessage(
        "b[1] is NaN, expected a finite number",
        () -> Quadratic.of(matrix(), new double[] {0, Double.NaN, 0}));
    DenseMatrix infinite = matrix();
    infinite.set(2, 2, Double.POSITIVE_INFINITY);
    assertMessage("A(2, 2) is Infinity, expected a finite number", () -> Quadratic.of(infinite, B));
    assertMessage(
        "dimension is 0, expected at least 1",
        () -> Quadratic.diagonal(new double[0], new double[0]));
    assertMessage(
        "eigenvalues and b must have one length, got 2 and 3",
        () -> Quadratic.diagonal(new double[2], B));
    assertMessage(
        "Q is not orthonormal: the product of columns 0 and 0 is 4.26",
        () -> Quadratic.ofEigen(B, matrix(), B));
  }

  private static void assertMessage(String expected, Runnable call) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }
}
