package org.ironopt.lab.logcosh;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.analytic.LogCosh;
import org.junit.jupiter.api.Test;

class RegionsTest {
  private static final LogCosh F = LogCosh.diagonal(new double[] {1, 1, 5}, new double[] {3, 3, 3});
  private static final Regions REGIONS = new Regions(F.minimizer());

  @Test
  void everyCriticalPointLiesInItsOwnRegion() {
    assertEquals(27, REGIONS.count());
    int minimizers = 0;
    for (int r = 0; r < REGIONS.count(); r++) {
      double[] x = REGIONS.point(r);
      assertEquals(r, REGIONS.of(x, 0, 1));
      minimizers += REGIONS.isMinimizer(r) ? 1 : 0;
    }
    assertEquals(8, minimizers);
  }

  /** The gradient vanishes at every one, and the Hessian has as many negative eigenvalues. */
  @Test
  void theIndexIsThatOfTheHessian() {
    for (int r = 0; r < REGIONS.count(); r++) {
      double[] gradient = new double[3];
      Curvature curvature = F.curvature();
      curvature.at(REGIONS.point(r), gradient);
      assertArrayEquals(new double[3], gradient, 1e-13);
      DenseMatrix hessian = DenseMatrix.zeros(3, 3);
      curvature.block(0, hessian);
      int negative = 0;
      for (double value : SymmetricEigen.of(hessian).values()) {
        assertTrue(Math.abs(value) > 0.5);
        negative += value < 0 ? 1 : 0;
      }
      assertEquals(REGIONS.index(r), negative);
    }
  }

  @Test
  void aPointBelongsToTheNearestInEveryCoordinate() {
    double half = 0.5 * REGIONS.minimizer()[0];
    // Two particles, coordinate by coordinate.
    double[] x = {half + 1e-9, half - 1e-9, -9, 0.1, -0.5, 0.7};
    assertEquals(List.of(1, -1, 0), signs(REGIONS.of(x, 0, 2)));
    assertEquals(List.of(0, 0, 1), signs(REGIONS.of(x, 1, 2)));
    assertEquals(List.of(0, 0, 0), signs(13));
  }

  private static List<Integer> signs(int region) {
    return IntStream.range(0, 3).mapToObj(i -> REGIONS.sign(region, i)).toList();
  }
}
