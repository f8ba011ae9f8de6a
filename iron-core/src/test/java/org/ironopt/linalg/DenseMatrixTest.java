package org.ironopt.linalg;

import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.gaussian;
import static org.ironopt.linalg.Systems.gaussianVector;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DenseMatrixTest {
  @Test
  void productsOfASmallMatrix() {
    DenseMatrix a = DenseMatrix.of(new double[][] {{1, 2, 3}, {4, 5, 6}});
    double[] y = new double[2];
    a.apply(new double[] {1, 0, -1}, y);
    assertArrayEquals(new double[] {-2, -2}, y);
    double[] x = new double[3];
    a.applyTransposed(new double[] {1, -1}, x);
    assertArrayEquals(new double[] {-3, -3, -3}, x);
    assertClose(DenseMatrix.of(2, 2, 14, 32, 32, 77), a.multiply(a.transpose()), 0, "A A^T");
    assertArrayEquals(new double[] {2, 5}, a.column(1));
    assertArrayEquals(new double[] {4, 5, 6}, a.row(1));
  }

  @Test
  void algebraOnRandomMatrices() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      int m = random.nextInt(20);
      int k = random.nextInt(20);
      int n = random.nextInt(20);
      String why = "seed " + seed;
      DenseMatrix a = gaussian(random, m, k);
      DenseMatrix b = gaussian(random, k, n);
      double[] x = gaussianVector(random, n);
      double[] bx = new double[k];
      double[] abx = new double[m];
      double[] direct = new double[m];
      b.apply(x, bx);
      a.apply(bx, abx);
      a.multiply(b).apply(x, direct);
      double scale = 1e-14 * (1 + a.norm() * b.norm() * Vectors.norm(x));
      assertEquals(0, Vectors.distance(abx, direct), scale, why);
      DenseMatrix transposed = b.transpose().multiply(a.transpose());
      assertClose(a.multiply(b).transpose(), transposed, 1e-14, why);
      double[] y = gaussianVector(random, k);
      double[] aty = new double[m];
      a.apply(y, aty);
      double[] back = new double[k];
      a.applyTransposed(aty, back);
      assertEquals(Vectors.dot(aty, aty), Vectors.dot(back, y), 1e-12 * (1 + a.norm()), why);
      DenseMatrix square = a.multiply(a.transpose());
      assertEquals(a.norm() * a.norm(), square.trace(), 1e-13 * (1 + square.trace()), why);
    }
  }

  @Test
  void copiesAreIndependentAndInPlaceOperationsAreInPlace() {
    DenseMatrix a = DenseMatrix.of(2, 2, 1, 2, 4, 3);
    DenseMatrix b = a.copy();
    b.addDiagonal(10);
    assertArrayEquals(new double[] {1, 2, 4, 3}, a.data());
    assertArrayEquals(new double[] {11, 2, 4, 13}, b.data());
    b.symmetrize();
    assertArrayEquals(new double[] {11, 3, 3, 13}, b.data());
    assertEquals(24, b.trace());
    assertArrayEquals(new double[] {3, 6, 12, 9}, a.times(3).data());
    assertArrayEquals(new double[] {-1, -2, -4, -3}, a.plus(-2, a).data());
  }

  @Test
  void wrongShapesAndIndicesAreRefused() {
    DenseMatrix a = DenseMatrix.zeros(2, 3);
    IllegalArgumentException thrown =
        assertThrows(IllegalArgumentException.class, () -> a.multiply(a));
    assertEquals(
        "columns of A and rows of B must have one length, got 3 and 2", thrown.getMessage());
    assertThrows(IllegalArgumentException.class, () -> a.apply(new double[2], new double[2]));
    assertThrows(
        IllegalArgumentException.class, () -> a.applyTransposed(new double[3], new double[3]));
    assertThrows(IllegalArgumentException.class, a::trace);
    assertThrows(IllegalArgumentException.class, () -> a.plus(1, a.transpose()));
    assertThrows(IllegalArgumentException.class, () -> DenseMatrix.of(2, 2, 1, 2, 3));
    assertThrows(
        IllegalArgumentException.class, () -> DenseMatrix.of(new double[][] {{1, 2}, {3}}));
    assertThrows(IllegalArgumentException.class, () -> DenseMatrix.zeros(-1, 2));
    assertThrows(IndexOutOfBoundsException.class, () -> a.get(0, 3));
    assertThrows(IndexOutOfBoundsException.class, () -> a.set(2, 0, 1));
  }

  /** Whatever the shape and the threads, an element is one chain of fused operations. */
  @Test
  void aProductHasTheBitsOfItsDefinition() {
    Random random = new Random(7);
    int threads = Parallel.threads();
    try {
      for (int n : new int[] {1, 2, 3, 4, 5, 7, 8, 130}) {
        DenseMatrix a = gaussian(random, n + 1, n);
        DenseMatrix b = gaussian(random, n, n + 2);
        for (int t : new int[] {1, 2, 7}) {
          Parallel.setThreads(t);
          DenseMatrix c = a.multiply(b);
          for (int i = 0; i < c.rows(); i++) {
            for (int j = 0; j < c.columns(); j++) {
              double sum = 0;
              for (int k = 0; k < n; k++) {
                sum = Math.fma(a.get(i, k), b.get(k, j), sum);
              }
              assertEquals(sum, c.get(i, j));
            }
          }
        }
      }
    } finally {
      Parallel.setThreads(threads);
    }
  }
}
