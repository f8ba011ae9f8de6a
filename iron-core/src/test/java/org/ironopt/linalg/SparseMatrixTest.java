package org.ironopt.linalg;

import static org.ironopt.linalg.Systems.assertClose;
import static org.ironopt.linalg.Systems.gaussianVector;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SparseMatrixTest {
  private static DenseMatrix dense(SparseMatrix sparse) {
    DenseMatrix dense = DenseMatrix.zeros(sparse.rows(), sparse.columns());
    double[] row = new double[sparse.columns()];
    for (int i = 0; i < sparse.rows(); i++) {
      Arrays.fill(row, 0);
      sparse.addRow(i, 1, row, 0);
      System.arraycopy(row, 0, dense.data(), i * row.length, row.length);
    }
    return dense;
  }

  @Test
  void equalsTheDenseMatrixOnRandomPatterns() {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int rows = random.nextInt(20);
      int columns = random.nextInt(20);
      double density = random.nextDouble() * random.nextDouble();
      SparseMatrix.Builder builder = SparseMatrix.builder(rows, columns);
      DenseMatrix dense = DenseMatrix.zeros(rows, columns);
      int elements = (int) (density * 2 * rows * columns);
      for (int k = 0; k < elements; k++) {
        int i = random.nextInt(rows);
        int j = random.nextInt(columns);
        double value = random.nextGaussian();
        builder.add(i, j, value);
        dense.set(i, j, dense.get(i, j) + value);
      }
      SparseMatrix sparse = builder.build();
      String why = "seed " + seed;
      assertClose(dense, dense(sparse), 0, why);
      double[] x = gaussianVector(random, columns);
      double[] y = gaussianVector(random, rows);
      double[] ax = new double[rows];
      double[] dx = new double[rows];
      sparse.apply(x, ax);
      dense.apply(x, dx);
      assertClose(dx, ax, 1e-14, why);
      double[] aty = new double[columns];
      double[] dty = new double[columns];
      sparse.applyTransposed(y, aty);
      dense.applyTransposed(y, dty);
      assertClose(dty, aty, 1e-14, why);
      assertEquals(Vectors.dot(y, ax), Vectors.dot(aty, x), 1e-12 * (1 + dense.norm()), why);
    }
  }

  @Test
  void layoutOfASmallMatrixWithAnEmptyRow() {
    SparseMatrix a = SparseMatrix.builder(3, 4).add(2, 3, 5).add(0, 2, 1).add(2, 0, 4).build();
    assertArrayEquals(new int[] {0, 1, 1, 3}, a.rowPointers());
    assertArrayEquals(new int[] {2, 0, 3}, a.columnIndices());
    assertArrayEquals(new double[] {1, 4, 5}, a.values());
    assertEquals(3, a.stored());
    assertEquals(24, a.rowDot(2, new double[] {1, 0, 0, 4}, 0));
  }

  @Test
  void brokenPatternsAreNamed() {
    assertMessage("rowPointers: expected length 3, got 2", new int[] {0, 1}, new int[] {0}, 1);
    assertMessage(
        "rowPointers go from 0 to 2, expected from 0 to 1", new int[] {0, 1, 2}, new int[] {0}, 1);
    assertMessage(
        "rowPointers[1] is 3, expected a number between 0 and 2",
        new int[] {0, 3, 2},
        new int[] {0, 1},
        1,
        2);
    assertMessage(
        "row 0: column 0 at position 1, expected one above 1 and below 3",
        new int[] {0, 2, 2},
        new int[] {1, 0},
        1,
        2);
    assertMessage(
        "row 1: column 3 at position 0, expected one above -1 and below 3",
        new int[] {0, 0, 1},
        new int[] {3},
        1);
    assertMessage(
        "values[1] is NaN, expected a finite number",
        new int[] {0, 1, 2},
        new int[] {0, 0},
        1,
        Double.NaN);
  }

  private static void assertMessage(String expected, int[] pointers, int[] indices, double... v) {
    IllegalArgumentException thrown =
        assertThrows(
            IllegalArgumentException.class, () -> new SparseMatrix(2, 3, pointers, indices, v));
    assertEquals(expected, thrown.getMessage());
  }

  @Test
  void elementsOutsideAndWrongLengthsAreNamed() {
    SparseMatrix.Builder builder = SparseMatrix.builder(2, 3);
    IllegalArgumentException outside =
        assertThrows(IllegalArgumentException.class, () -> builder.add(2, 0, 1));
    assertEquals("element (2, 0) is outside a 2 x 3 matrix", outside.getMessage());
    assertThrows(IllegalArgumentException.class, () -> builder.add(0, -1, 1));
    assertThrows(IllegalArgumentException.class, () -> builder.add(0, 0, Double.NaN));
    SparseMatrix a = builder.build();
    assertThrows(IllegalArgumentException.class, () -> a.apply(new double[2], new double[2]));
    assertThrows(
        IllegalArgumentException.class, () -> a.applyTransposed(new double[3], new double[3]));
  }
}
