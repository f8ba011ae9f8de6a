package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.Objective;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.Points;
import org.ironopt.problem.testing.RidgeLogistic;
import org.ironopt.theory.Plateau;
import org.junit.jupiter.api.Test;

class LogisticTest {
  /** Newton's method to the end. */
  static double[] minimize(Logistic f) {
    int n = f.dimension();
    double[] w = new double[n];
    double[] g = new double[n];
    double[] step = new double[n];
    DenseMatrix h = DenseMatrix.zeros(n, n);
    Curvature curvature = f.curvature();
    Cholesky cholesky = new Cholesky(n);
    for (int k = 0; k < 12; k++) {
      curvature.at(w, g);
      curvature.block(0, h);
      assertTrue(cholesky.factor(h));
      cholesky.solve(g, step);
      Vectors.axpy(-1, step, w);
    }
    return w;
  }

  @Test
  void fourRowsHaveTheirOracles() {
    Logistic f = Logistic.of(Samples.tp4(), .1);
    double[] w = minimize(f);
    assertArrayEquals(Fixtures.tp4Minimizer(), w, 1e-15);
    assertEquals(Fixtures.TP4_VALUE, f.value(w), 1e-15);
    double[] u = new double[2];
    f.prox(2, .7, Fixtures.regressionStart(), u);
    assertArrayEquals(new double[] {0.6879960061043078, -0.012938573334944558}, u, 1e-15);
    f.prox(2, 1e6, Fixtures.regressionStart(), u);
    assertArrayEquals(new double[] {1.0640177730160054, 1.0640102730910046}, u, 1e-12);
  }

  @Test
  void fiveHundredRowsHaveTheirOracles() {
    Logistic f = Logistic.of(Samples.tp5(), .01);
    double[] w = minimize(f);
    assertArrayEquals(Fixtures.tp5Minimizer(), w, 2e-15);
    assertEquals(Fixtures.TP5_VALUE, f.value(w), 1e-13);
    DenseMatrix h = DenseMatrix.zeros(5, 5);
    Curvature curvature = f.curvature();
    curvature.at(w, new double[5]);
    curvature.block(0, h);
    double[] expected = {
      0.075746084202092, 0.146648700913494, 0.16423906702302, 0.172289533288908, 0.18846521128067
    };
    double[] values = SymmetricEigen.of(h).values();
    assertArrayEquals(expected, values, 2e-15);
    assertEquals(319.706335645, Arrays.stream(values).map(l -> 1 / (l * l)).sum(), 1e-9);
    assertEquals(3188.73194292, Arrays.stream(values).map(l -> 1 / (l * l * l)).sum(), 1e-8);
  }

  @Test
  void plateauOfFiveHundredRows() {
    Plateau unit =
        Plateau.isotropic(Logistic.of(Samples.tp5(), .01), Fixtures.tp5Minimizer(), .01, 1, 1);
    assertEquals(86981.7595035, unit.nonlinear(), 1e-6);
    assertEquals(319.706335645, unit.limit(), 1e-9);
    double[] bias = {52.1133, -63.7755, 27.4258, 15.1052, -68.7355};
    assertArrayEquals(bias, unit.bias(), 0.51e-4);
  }

  /** Steps on u + 10 grad f(u) = (2, -1), with the whole Hessian or its diagonal. */
  private static double[] residuals(double[] u, int steps, boolean diagonalOnly) {
    Curvature curvature = Logistic.of(Samples.tp4(), .1).gaussNewton();
    double[] c = {2, -1};
    double[] g = new double[2];
    double[] step = new double[2];
    double[] norms = new double[steps];
    DenseMatrix h = DenseMatrix.zeros(2, 2);
    Cholesky cholesky = new Cholesky(2);
    for (int k = 0; k < steps; k++) {
      curvature.at(u, g);
      for (int j = 0; j < 2; j++) {
        g[j] = u[j] - c[j] + 10 * g[j];
      }
      norms[k] = Vectors.norm(g);
      curvature.block(0, h);
      if (diagonalOnly) {
        curvature.diagonal(step);
        h = DenseMatrix.diagonal(step);
      }
      assertTrue(cholesky.factor(DenseMatrix.identity(2).plus(10, h)));
      cholesky.solve(g, step);
      Vectors.axpy(-1, step, u);
    }
    return norms;
  }

  @Test
  void theResolventEquationHasItsOracles() {
    double first = 4.8030754486456253;
    double[] u = {2, -1};
    double[] newton = {
      first, 1.0782723081573893, 0.019521670412926850, 9.5849733805969974e-6, 2.32e-12
    };
    assertArrayEquals(newton, residuals(u, 5, false), 1e-12 * first);
    assertArrayEquals(new double[] {0.8630931003710585, 0.06815913478924603}, u, 1e-15);
    double[] fromZero = {
      3.2596012026013246, 0.087920657815203834, 1.9503324989983160e-4, 9.9684e-10
    };
    assertArrayEquals(fromZero, residuals(new double[2], 4, false), 1e-12 * fromZero[0]);
    double[] diagonal = {first, 0.21044876582750188, 1.5075256347213057e-3};
    assertArrayEquals(diagonal, residuals(new double[] {2, -1}, 3, true), 1e-12 * first);
  }

  @Test
  void agreesWithThePlainLoops() {
    Logistic f = Logistic.of(Samples.tp5(), .01);
    RidgeLogistic plain = Fixtures.tp5();
    SplittableRandom random = new SplittableRandom(40);
    double[] x = Points.normal(5, random);
    double[] u = Points.normal(5, random);
    double[] v = Points.normal(5, random);
    double[] w = Points.normal(5, random);
    double[] expected = new double[5];
    double[] actual = new double[5];
    assertEquals(plain.valueAndGradient(x, expected), f.valueAndGradient(x, actual), 1e-14);
    assertArrayEquals(expected, actual, 1e-14);
    plain.third(x, u, v, expected);
    f.third(x, u, v, actual);
    assertArrayEquals(expected, actual, 1e-14);
    plain.fourth(x, u, v, w, expected);
    f.fourth(x, u, v, w, actual);
    assertArrayEquals(expected, actual, 1e-14);
    for (double eta : new double[] {0, 1e-3, 2, 1e3, 1e8}) {
      plain.sampleProx(17, eta, x, expected);
      f.prox(17, eta, x, actual);
      assertArrayEquals(expected, actual, 1e-12, "eta " + eta);
    }
  }

  /** With weights and an intercept: the resolvent of a term solves its equation. */
  @Test
  void theResolventOfATermSolvesItsEquation() {
    Dataset data = Samples.weighted(Samples.classes(Samples.dense(50, 7, 41), 2, 42), 43);
    for (Intercept intercept : Intercept.values()) {
      Logistic f = Logistic.of(data, .2, intercept);
      int n = f.dimension();
      double[] u = Points.normal(n, new SplittableRandom(44));
      double[] x = new double[n];
      double[] g = new double[n];
      for (int i = 0; i < 50; i++) {
        for (double eta : new double[] {1e-4, .5, 300}) {
          f.prox(i, eta, u, x);
          Objective term = f.batch(new int[] {i}, 0, 1);
          term.gradient(x, g);
          double[] sum = new double[n];
          Vectors.add(x, eta, g, sum);
          assertArrayEquals(u, sum, 1e-13 * (1 + eta), "term " + i + ", eta " + eta);
        }
      }
    }
  }

  @Test
  void labelsMayBeOneAndZero() {
    Dataset signs = Samples.tp4();
    Dataset bits = Dataset.regression(signs.features(), new double[] {1, 0, 1, 0});
    Dataset classes = Dataset.classification(signs.features(), new int[] {1, 0, 1, 0}, 2);
    double[] w = {.3, -.8};
    double value = Logistic.of(signs, .1).value(w);
    assertEquals(value, Logistic.of(bits, .1).value(w));
    assertEquals(value, Logistic.of(classes, .1).value(w));
  }

  @Test
  void hugePredictionsAreFinite() {
    Logistic f = Logistic.of(Samples.tp4(), .1);
    double[] g = new double[2];
    double[] out = new double[2];
    for (double[] w : new double[][] {{1e6, 0}, {-1e6, 3e5}, {1e100, -1e100}}) {
      assertTrue(Double.isFinite(f.valueAndGradient(w, g)));
      Curvature h = f.curvature();
      h.at(w, g);
      h.apply(new double[] {1e6, -1e6}, out);
      assertTrue(Vectors.allFinite(g) && Vectors.allFinite(out));
      f.prox(2, 1e6, w, out);
      assertTrue(Vectors.allFinite(out));
    }
    // Row 3 is wrong by 1e6, row 1 undecided, the others right.
    double loss = (1e6 + StrictMath.log(2)) / 4;
    assertEquals(loss + .05e12, f.valueAndGradient(new double[] {1e6, 0}, g), 1e-4);
    assertArrayEquals(new double[] {.25 + 1e5, .125 - .25}, g, 1e-10);
  }
}
