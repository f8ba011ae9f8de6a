package org.ironopt.lab.sampling;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.DerivativeCheck;
import org.junit.jupiter.api.Test;

class TestFunctionTest {
  private static final TestFunction PLANE =
      TestFunction.plane(DenseMatrix.of(2, 3, 1, .5, -1, 0, 2, .3), new double[] {1, -1});

  @Test
  void derivatives() {
    double[] x = {.7, -.4, 1.9};
    for (TestFunction on :
        new TestFunction[] {TestFunction.LOG_SUM_EXP, TestFunction.HUBER, PLANE}) {
      assertTrue(DerivativeCheck.at(on.f(), x).passed(), on.name());
    }
    assertTrue(DerivativeCheck.at(TestFunction.SINE.f(), new double[] {1.3}).passed());
    assertTrue(DerivativeCheck.at(TestFunction.NETWORK.f(), new double[] {1.3, -.6}).passed());
  }

  /** Least value, gradient and Hessian at the minimiser that is named. */
  @Test
  void minimisers() {
    check(TestFunction.SINE, 0, DenseMatrix.diagonal(8), 0);
    check(TestFunction.NETWORK, 0, DenseMatrix.of(2, 2, 1, 1, 1, 1), 1, 1);
    DenseMatrix third = DenseMatrix.identity(3).times(1 / 3.0);
    check(TestFunction.LOG_SUM_EXP, StrictMath.log(6), third, 0, 0, 0);
    check(TestFunction.HUBER, 0, DenseMatrix.identity(3), 0, 0, 0);
  }

  private static void check(TestFunction on, double minimum, DenseMatrix hessian, double... x) {
    int d = x.length;
    double[] g = new double[d];
    Curvature at = on.f().curvature();
    assertEquals(on.minimum(), at.at(x, g), 1e-15, on.name());
    assertArrayEquals(new double[d], g, 1e-15, on.name());
    DenseMatrix h = DenseMatrix.zeros(d, d);
    at.block(0, h);
    assertArrayEquals(hessian.data(), h.data(), 1e-15, on.name());
    assertArrayEquals(hessian.data(), on.hessian().data(), 1e-15, on.name());
    assertEquals(minimum, on.minimum(), 1e-15, on.name());
  }

  /** {@code f'^2/2 >= mu (f - f*)}, with equality somewhere to three digits. */
  @Test
  void plConstants() {
    double least = Double.POSITIVE_INFINITY;
    double[] g = new double[1];
    for (int i = 1; i <= 200_000; i++) {
      double[] x = {i * 5e-5};
      double value = TestFunction.SINE.f().curvature().at(x, g);
      least = Math.min(least, g[0] * g[0] / 2 / value);
    }
    assertEquals(TestFunction.SINE.pl().orElseThrow(), least, 1e-5);
    // The least eigenvalue of A A'/2 for the rows A.
    double trace = (2.25 + 4.09) / 2;
    double determinant = (2.25 * 4.09 - .7 * .7) / 4;
    double smaller = trace / 2 - Math.sqrt(trace * trace / 4 - determinant);
    assertEquals(smaller, PLANE.pl().orElseThrow(), 1e-12);
  }
}
