package org.ironopt.resolvent.newton;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.SmallCholesky;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.resolvent.Direction;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.Resolvent;
import org.junit.jupiter.api.Test;

class BlockDirectionTest {
  private static DenseMatrix randomDefinite(int n, SplittableRandom random) {
    DenseMatrix a = DenseMatrix.identity(n);
    for (int k = 0; k < 2 * n; k++) {
      double[] v = random.doubles(n, -1, 1).toArray();
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          a.set(i, j, a.get(i, j) + v[i] * v[j]);
        }
      }
    }
    return a;
  }

  /** The plain loops factor and solve as the general routine does. */
  @Test
  void smallFactorizationsAgreeWithTheGeneralOne() {
    long seed = 3;
    SplittableRandom random = new SplittableRandom(seed);
    for (int n = 1; n <= SmallCholesky.LARGEST; n++) {
      DenseMatrix a = randomDefinite(n, random);
      double[] b = random.doubles(n, -1, 1).toArray();
      Cholesky general = new Cholesky(n);
      assertTrue(general.factor(a));
      double[] expected = new double[n];
      general.solve(b, expected);
      assertTrue(SmallCholesky.factor(a));
      SmallCholesky.solve(a, b);
      assertArrayEquals(expected, b, 1e-13, "seed " + seed + ", n = " + n);
    }
  }

  @Test
  void indefiniteMatricesAreRefused() {
    assertFalse(SmallCholesky.factor(DenseMatrix.of(new double[][] {{1, 2}, {2, 1}})));
    assertFalse(SmallCholesky.factor(DenseMatrix.diagonal(1, 0)));
    assertFalse(SmallCholesky.factor(DenseMatrix.diagonal(1, Double.NaN)));
    assertFalse(SmallCholesky.factor(DenseMatrix.diagonal(Double.POSITIVE_INFINITY, 1)));
  }

  /** One block is Newton, blocks of one row are the diagonal, bit for bit. */
  @Test
  void extremesOfTheBlockSize() {
    double[] c = {3, -2, 1, 4, -1};
    double[] newton = new double[5];
    double[] oneBlock = new double[5];
    double[] diagonal = new double[5];
    double[] ones = new double[5];
    InnerMethod.Newton block = InnerMethod.NEWTON_CHOLESKY.truncate(2);
    InnerReport a = Resolvent.of(Fixtures.tp5(), block).solve(5, c, c, newton);
    InnerReport b =
        Resolvent.of(Fixtures.tp5(), block.direction(new Direction.BlockDiagonal(9)))
            .solve(5, c, c, oneBlock);
    assertEquals(a, b);
    assertArrayEquals(newton, oneBlock);
    Resolvent.of(Fixtures.tp5(), block.direction(new Direction.Diagonal()))
        .solve(5, c, c, diagonal);
    Resolvent.of(Fixtures.tp5(), block.direction(new Direction.BlockDiagonal(1)))
        .solve(5, c, c, ones);
    assertArrayEquals(diagonal, ones, 1e-14);
  }

  /** Block-diagonal curvature is solved in one step, the short last block included. */
  @Test
  void blockDiagonalCurvatureTakesOneStep() {
    int n = 19;
    DenseMatrix a = DenseMatrix.zeros(n, n);
    SplittableRandom random = new SplittableRandom(8);
    for (int from = 0; from < n; from += 4) {
      int rows = Math.min(4, n - from);
      DenseMatrix block = randomDefinite(rows, random);
      for (int i = 0; i < rows; i++) {
        for (int j = 0; j < rows; j++) {
          a.set(from + i, from + j, block.get(i, j));
        }
      }
    }
    Quadratic f = Quadratic.of(a, random.doubles(n, -1, 1).toArray());
    double[] c = random.doubles(n, -1, 1).toArray();
    double[] expected = new double[n];
    f.prox(7, c, expected);
    for (Direction direction :
        new Direction[] {new Direction.BlockDiagonal(4), new Direction.Cholesky()}) {
      double[] u = new double[n];
      InnerReport report =
          Resolvent.of(f, InnerMethod.NEWTON_CHOLESKY.direction(direction))
              .solve(7, c, new double[n], u);
      assertEquals(1, report.newtonSteps());
      assertArrayEquals(expected, u, 1e-13);
    }
  }
}
