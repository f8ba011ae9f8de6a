package org.ironopt.problem.analytic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Objective;
import org.ironopt.problem.ObjectiveContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhaseRetrievalTest {
  private static final double[] X = {.8, .35};

  private static PhaseRetrieval tp7() {
    return PhaseRetrieval.of(DenseMatrix.of(new double[][] {{1, 2}}), new double[] {1.5});
  }

  /** Measurements of (1, -1, 0.5, 0.25), one of them wrong. */
  static PhaseRetrieval planted(int rows, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] truth = {1, -1, .5, .25};
    double[][] a = new double[rows][4];
    double[] b = new double[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 4; j++) {
        a[i][j] = random.nextGaussian();
      }
      double z = Vectors.dot(a[i], truth);
      b[i] = i == 0 ? 9 : z * z;
    }
    return PhaseRetrieval.of(DenseMatrix.of(a), b);
  }

  @Nested
  class Whole extends ObjectiveContract {
    @Override
    public Objective objective() {
      return planted(12, 4);
    }
  }

  @Nested
  class Batch extends ObjectiveContract {
    @Override
    public Objective objective() {
      return planted(12, 4).batch(new int[] {9, 0, 3, 3, 7}, 1, 4);
    }
  }

  @ParameterizedTest
  @CsvSource({
    ".2, 0.7449489742783179, 0.23989794855663554, 0.03788269291261668",
    ".02, .75, .25, .375"
  })
  void proximalPoint(double eta, double x0, double x1, double objective) {
    double[] x = new double[2];
    tp7().prox(0, eta, X, x);
    assertArrayEquals(new double[] {x0, x1}, x, 1e-14);
    double distance = Vectors.distance(x, X);
    double value = tp7().value(x) + distance * distance / (2 * eta);
    assertEquals(objective, value, 1e-14);
  }

  /** The objectives of the four candidates of the first case; the last is the least. */
  @Test
  void candidates() {
    double eta = .2;
    double z = 1.5;
    double[] t = {
      2 * eta * z / (2 * eta * 5 + 1),
      2 * eta * z / (2 * eta * 5 - 1),
      (z + Math.sqrt(1.5)) / 5,
      (z - Math.sqrt(1.5)) / 5
    };
    double[] known = {1.75, 5.25, 3.712117307087384, 0.03788269291261668};
    for (int c = 0; c < 4; c++) {
      double[] y = {X[0] - t[c], X[1] - 2 * t[c]};
      assertEquals(known[c], moreau(eta, y), 1e-12);
    }
  }

  /** No point of a fine grid around it is better than the proximal point. */
  @ParameterizedTest
  @CsvSource({".01", ".1", ".13", "1", "1000"})
  void proximalPointIsTheBest(double eta) {
    double[] x = new double[2];
    tp7().prox(0, eta, X, x);
    double best = moreau(eta, x);
    for (int i = -100; i <= 100; i++) {
      for (int j = -100; j <= 100; j++) {
        double[] y = {.03 * i, .03 * j};
        assertTrue(moreau(eta, y) >= best - 1e-14, y[0] + ", " + y[1]);
      }
    }
  }

  private static double moreau(double eta, double[] y) {
    double distance = Vectors.distance(y, X);
    return tp7().value(y) + distance * distance / (2 * eta);
  }

  @Test
  void residualAndItsGradient() {
    double[] g = new double[2];
    assertEquals(.75, tp7().residual(0, X, g), 1e-15);
    assertArrayEquals(new double[] {3, 6}, g, 1e-15);
  }

  @Test
  void batchesOfBatchesAreBatches() {
    PhaseRetrieval f = planted(12, 4);
    double[] x = {.3, .1, -.4, .2};
    double expected = f.batch(new int[] {5, 2}, 0, 2).value(x);
    PhaseRetrieval part = f.batch(new int[] {8, 5, 1, 2}, 0, 4);
    assertEquals(expected, part.batch(new int[] {1, 3}, 0, 2).value(x));
  }

  @Test
  void badDataIsRefused() {
    DenseMatrix a = DenseMatrix.of(new double[][] {{1, 2}});
    String message =
        assertThrows(IllegalArgumentException.class, () -> PhaseRetrieval.of(a, new double[] {-1}))
            .getMessage();
    assertEquals("b[0] is -1.0, expected a number >= 0", message);
    assertThrows(IllegalArgumentException.class, () -> PhaseRetrieval.of(a, new double[2]));
  }
}
