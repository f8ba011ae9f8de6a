package org.ironopt.problem.analytic;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Objective;
import org.ironopt.problem.ObjectiveContract;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;

class LogCoshTest {
  private static LogCosh general() {
    return LogCosh.of(
        DenseMatrix.of(new double[][] {{1, .3, -.2}, {.5, -1, 2}, {0, .7, 1}, {.1, .2, .3}}),
        new double[] {1, -.5, 2, .25});
  }

  @Nested
  class Diagonal extends ObjectiveContract {
    @Override
    public Objective objective() {
      return Fixtures.tp6();
    }
  }

  @Nested
  class General extends ObjectiveContract {
    @Override
    public Objective objective() {
      return general();
    }
  }

  @Test
  void diagonalIsTheGeneralCase() {
    LogCosh dense = LogCosh.of(DenseMatrix.diagonal(1, 1, 5), new double[] {3, 3, 3});
    double[] x = {.5, 1, -2};
    double[] expected = new double[3];
    double[] actual = new double[3];
    assertEquals(Fixtures.tp6().valueAndGradient(x, expected), dense.valueAndGradient(x, actual));
    assertArrayEquals(expected, actual, 1e-15);
  }

  /** The shortcuts of the separable case have the bits of the products that they replace. */
  @Test
  void separableBlocksAreProducts() {
    double[] x = {.5, 1, -2};
    for (Curvature c : List.of(Fixtures.tp6().curvature(), Fixtures.tp6().gaussNewton())) {
      c.at(x, new double[3]);
      double[] diagonal = new double[3];
      DenseMatrix hessian = DenseMatrix.zeros(3, 3);
      DenseMatrix corner = DenseMatrix.zeros(2, 2);
      Arrays.fill(hessian.data(), Double.NaN);
      c.diagonal(diagonal);
      c.block(0, hessian);
      c.block(1, corner);
      for (int j = 0; j < 3; j++) {
        double[] unit = new double[3];
        unit[j] = 1;
        double[] column = new double[3];
        c.apply(unit, column);
        assertEquals(column[j], diagonal[j]);
        for (int i = 0; i < 3; i++) {
          assertEquals(column[i], hessian.get(i, j), 0);
          if (i > 0 && j > 0) {
            assertEquals(column[i], corner.get(i - 1, j - 1), 0);
          }
        }
      }
    }
  }

  @Test
  void gaussNewtonDropsTheResidualTerm() {
    double[] x = {.5, 1, -2};
    double[] d = {1, 1, 5};
    double[] gn = new double[3];
    Curvature c = Fixtures.tp6().gaussNewton();
    c.at(x, new double[3]);
    c.diagonal(gn);
    for (int i = 0; i < 3; i++) {
      double t = StrictMath.tanh(x[i]);
      assertEquals(d[i] * d[i] * t * t, gn[i], 1e-14 * d[i] * d[i]);
    }
  }

  @Test
  void everySignPatternOfTheMinimiserIsOne() {
    LogCosh f = Fixtures.tp6();
    for (int pattern = 0; pattern < 8; pattern++) {
      double[] x = f.minimizer();
      for (int i = 0; i < 3; i++) {
        x[i] *= (pattern >> i & 1) == 0 ? 1 : -1;
      }
      double[] g = new double[3];
      assertEquals(0, f.valueAndGradient(x, g), 1e-28);
      assertArrayEquals(new double[3], g, 1e-13);
    }
  }

  @Test
  void unreachableTargetsAreMinimisedAtZero() {
    LogCosh f = LogCosh.diagonal(new double[] {1, 0, -2}, new double[] {-1, 3, -4});
    assertArrayEquals(
        new double[] {0, 0, 2 + StrictMath.log1p(Math.sqrt(1 - StrictMath.exp(-4)))},
        f.minimizer(),
        1e-15);
  }

  @Test
  void farOutEverythingIsFiniteAndRight() {
    LogCosh f = Fixtures.tp6();
    double[] x = {1e3, -1e3, 1e3};
    double[] g = new double[3];
    Curvature h = f.curvature();
    double near = 1e3 - StrictMath.log(2);
    double far = 5 * near - 3;
    double expected = (near - 3) * (near - 3) + .5 * far * far;
    assertEquals(expected, h.at(x, g), 1e-14 * expected);
    assertArrayEquals(new double[] {near - 3, 3 - near, 5 * far}, g, 1e-10);
    double[] d = new double[3];
    h.diagonal(d);
    assertArrayEquals(new double[] {1, 1, 25}, d, 1e-13);
    double[] one = {1, 1, 1};
    f.third(x, one, one, d);
    assertArrayEquals(new double[3], d, 1e-300);
    f.fourth(x, one, one, one, d);
    assertArrayEquals(new double[3], d, 1e-300);
  }

  @Test
  void tinyArgumentsKeepTheirDigits() {
    LogCosh f = LogCosh.diagonal(new double[] {1}, new double[] {0});
    double x = 1e-5;
    // log cosh x = x^2/2 - x^4/12 + ..., so f = x^4/8 (1 - x^2/3 + ...).
    double expected = x * x * x * x / 8 * (1 - x * x / 3);
    assertEquals(expected, f.value(new double[] {x}), 1e-14 * expected);
  }

  @Test
  void fourthDerivativeAtZero() {
    // At 0: t = 0, s = 1, so Q[u,v,w,.] = s w A'A(s u v) + ... - 2 u v w z.
    LogCosh f = LogCosh.diagonal(new double[] {2}, new double[] {3});
    double[] out = new double[1];
    double[] one = {1};
    f.fourth(new double[1], one, one, one, out);
    assertEquals(3 * 4 - 2 * (-6), out[0], 1e-14);
  }

  @Test
  void badInput() {
    assertMessage(
        "rows of A and b must have one length, got 2 and 3",
        () -> LogCosh.of(DenseMatrix.identity(2), new double[3]));
    assertMessage(
        "b[0] is Infinity, expected a finite number",
        () -> LogCosh.diagonal(new double[1], new double[] {Double.POSITIVE_INFINITY}));
    assertMessage(
        "A(0, 1) is NaN, expected a finite number",
        () -> LogCosh.of(DenseMatrix.of(new double[][] {{1, Double.NaN}}), new double[1]));
    assertTrue(Vectors.allFinite(Fixtures.tp6().minimizer()));
    assertThrows(IllegalStateException.class, () -> general().minimizer());
  }

  private static void assertMessage(String expected, Runnable call) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }
}
