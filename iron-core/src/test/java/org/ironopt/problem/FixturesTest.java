package org.ironopt.problem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.RidgeLogistic;
import org.junit.jupiter.api.Test;

class FixturesTest {
  private static void assertClose(double[] expected, double[] actual) {
    assertEquals(expected.length, actual.length);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], actual[i], 1e-12 * Math.abs(expected[i]));
    }
  }

  @Test
  void quadratic() {
    Quadratic f = Fixtures.tp2();
    assertClose(new double[] {0.8858571571457151, 1.5, 2.314142842854285}, f.eigenvalues());
    assertClose(Fixtures.tp2Minimizer(), f.minimizer());
    assertEquals(Fixtures.TP2_VALUE, f.value(f.minimizer()), 1e-12 * 6.4);
  }

  @Test
  void smallLogistic() {
    RidgeLogistic f = Fixtures.tp4();
    double[] w = newton(f, new double[2]);
    assertClose(Fixtures.tp4Minimizer(), w);
    assertEquals(Fixtures.TP4_VALUE, f.value(w), 1e-12);
    double[] u = new double[2];
    f.sampleProx(2, .7, Fixtures.regressionStart(), u);
    assertClose(new double[] {0.6879960061043078, -0.012938573334944558}, u);
    f.sampleProx(2, 1e6, Fixtures.regressionStart(), u);
    assertClose(new double[] {1.0640177730160054, 1.0640102730910046}, u);
  }

  @Test
  void logistic() {
    RidgeLogistic f = Fixtures.tp5();
    double[] w = newton(f, new double[5]);
    assertArrayEquals(Fixtures.tp5Minimizer(), w, 1e-13);
    assertEquals(Fixtures.TP5_VALUE, f.value(w), 1e-13);
    double[] a = Quadratic.of(hessian(f, w), new double[5]).eigenvalues();
    assertClose(
        new double[] {
          0.075746084202092,
          0.146648700913494,
          0.16423906702302,
          0.172289533288908,
          0.18846521128067
        },
        a);
    assertEquals(319.706335645, Arrays.stream(a).map(v -> 1 / (v * v)).sum(), 5e-10);
    assertEquals(3188.73194292, Arrays.stream(a).map(v -> 1 / (v * v * v)).sum(), 5e-9);
  }

  @Test
  void logCosh() {
    LogCosh f = Fixtures.tp6();
    double[] x = {.5, 1, -2};
    double[] g = new double[3];
    Curvature h = f.curvature();
    assertEquals(14.009972935469914, h.at(x, g), 1e-12 * 14);
    assertClose(new double[] {-1.3308444972787823, -1.9544175224057827, -17.47306610209302}, g);
    h.diagonal(g);
    assertClose(new double[] {-2.051327150170052, -0.4977205477692096, 24.514280431711978}, g);
    assertClose(Fixtures.tp6Minimizer(), f.minimizer());
  }

  private static DenseMatrix hessian(Curved f, double[] x) {
    DenseMatrix h = DenseMatrix.zeros(x.length, x.length);
    Curvature c = f.curvature();
    c.at(x, new double[x.length]);
    c.block(0, h);
    return h;
  }

  private static double[] newton(Curved f, double[] start) {
    double[] x = start.clone();
    double[] g = new double[x.length];
    for (int k = 0; k < 12; k++) {
      f.gradient(x, g);
      double[] step = Quadratic.of(hessian(f, x), g).minimizer();
      for (int i = 0; i < x.length; i++) {
        x[i] -= step[i];
      }
    }
    return x;
  }
}
