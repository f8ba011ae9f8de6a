package org.ironopt.problem.analytic;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.Objective;
import org.ironopt.problem.ObjectiveContract;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

public class StudentRegressionTest {
  /** Rows with errors, every fifth of them far off. */
  public static StudentRegression outliers(int rows, double nu, double reg, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] a = new double[rows][4];
    double[] y = new double[rows];
    double[] truth = {1, -1, .5, 0};
    for (int i = 0; i < rows; i++) {
      for (int j = 0; j < 4; j++) {
        a[i][j] = random.nextGaussian();
        y[i] += a[i][j] * truth[j];
      }
      y[i] += i % 5 == 0 ? 20 : .1 * random.nextGaussian();
    }
    return StudentRegression.of(DenseMatrix.of(a), y, nu, reg);
  }

  @Nested
  class Whole extends ObjectiveContract {
    @Override
    public Objective objective() {
      return outliers(12, .7, .2, 4);
    }
  }

  @Nested
  class Batch extends ObjectiveContract {
    @Override
    public Objective objective() {
      return outliers(12, .7, .2, 4).batch(new int[] {9, 0, 3, 3, 7}, 1, 4);
    }
  }

  /** One term at known numbers: {@code log(1 + (2 - .5)^2/.9) = log 3.5}, slope {@code 3/3.15}. */
  @Test
  void oneTerm() {
    DenseMatrix a = DenseMatrix.of(new double[][] {{2}});
    StudentRegression f = StudentRegression.of(a, new double[] {.5}, .9, 0);
    double[] g = new double[1];
    assertEquals(StrictMath.log(3.5), f.valueAndGradient(new double[] {1}, g), 1e-15);
    assertEquals(2 * 3 / 3.15, g[0], 1e-15);
    StudentRegression part = outliers(12, .7, .2, 4).batch(new int[] {8, 5, 1, 2}, 0, 4);
    double[] x = {.3, .1, -.4, .2};
    double expected = outliers(12, .7, .2, 4).batch(new int[] {5, 2}, 0, 2).value(x);
    assertEquals(expected, part.batch(new int[] {1, 3}, 0, 2).value(x));
  }

  /** The conjugate of {@code phi + weakness z^2/2}: inverse slopes, Young's equality, curvature. */
  @ParameterizedTest
  @CsvSource({"0, 1, 1", ".7, .3, 2.5", "-3, 9, .4"})
  void conjugates(double y, double nu, double weight) {
    DualTerms.ScalarLoss.Student loss = new DualTerms.ScalarLoss.Student(y, nu, weight);
    double gamma = loss.weakness();
    for (double z = -60; z <= 60; z += .37) {
      double s = loss.slope(z) + gamma * z;
      assertEquals(z, loss.conjugateSlope(s), 1e-13 * (1 + Math.abs(z) + Math.abs(y)));
      double young = loss.value(z) + .5 * gamma * z * z + loss.conjugate(s);
      assertEquals(s * z, young, 1e-12 * (1 + Math.abs(s * z) + gamma * z * z));
      double bend = loss.curvature(z) + gamma;
      assertTrue(bend >= .5 * gamma * (1 - 1e-12), "bends everywhere");
      assertEquals(1, bend * loss.conjugateCurvature(s), 1e-10);
    }
    assertEquals(y, loss.conjugateSlope(loss.inside()), 1e-15);
    // Half of the weakness, and only there, is all that convexity needs.
    double worst = y + Math.sqrt(3 * nu);
    assertEquals(-.5 * gamma, loss.curvature(worst), 1e-14 * gamma);
  }

  @Test
  void badInputIsRefused() {
    DenseMatrix a = DenseMatrix.of(new double[][] {{1, 2}});
    double[] y = {1};
    assertThrows(IllegalArgumentException.class, () -> StudentRegression.of(a, y, 0, 0));
    assertThrows(IllegalArgumentException.class, () -> StudentRegression.of(a, y, 1, -1));
    assertThrows(
        IllegalArgumentException.class, () -> StudentRegression.of(a, new double[2], 1, 0));
    assertThrows(IllegalArgumentException.class, () -> DualTerms.ScalarLoss.student(0, 1, 0));
  }
}
