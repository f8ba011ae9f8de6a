package org.ironopt.problem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Parallel;
import org.ironopt.problem.analytic.LogCosh;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.Points;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EnsembleTest {
  private static final int[] THREADS = {1, 2, 7};

  private static Quadratic random(int n, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    DenseMatrix a = DenseMatrix.identity(n);
    for (int k = 0; k < n; k++) {
      double[] v = Points.normal(n, random);
      for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
          a.set(i, j, a.get(i, j) + v[i] * v[j]);
        }
      }
    }
    return Quadratic.of(a, Points.normal(n, random));
  }

  private static void assertProxIsThatOfMembers(Objective base, int m) {
    int n = base.dimension();
    Ensemble f = Ensemble.of(base, m);
    SplittableRandom random = new SplittableRandom(17 * m + n);
    double[] c = Points.normal(n * m, random);
    double[] lambda = new double[m];
    for (int j = 0; j < m; j++) {
      lambda[j] = Math.scalb(random.nextDouble(), random.nextInt(-10, 20));
    }
    double[] expected = new double[n * m];
    double[] x = new double[n];
    for (int j = 0; j < m; j++) {
      f.gather(c, j, x);
      ((Proximable) base).prox(lambda[j], x, x);
      f.scatter(x, j, expected);
    }
    for (int threads : THREADS) {
      Parallel.setThreads(threads);
      double[] u = new double[n * m];
      f.prox(lambda, c, u);
      assertArrayEquals(expected, u, 0.0);
      double[] inPlace = c.clone();
      f.prox(lambda, inPlace, inPlace);
      assertArrayEquals(expected, inPlace, 0.0);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 63, 64, 65, 128, 200, 1024, 1025, 2500})
  void resolventOfAMemberHasTheBitsOfTheSingleProblem(int m) {
    int before = Parallel.threads();
    try {
      for (int n : new int[] {1, 3, 4, 7, 16}) {
        assertProxIsThatOfMembers(random(n, n), m);
      }
      assertProxIsThatOfMembers(
          Quadratic.diagonal(new double[] {1, 2.5, 1e-3}, new double[] {1, -1, 0.3}), m);
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void oneLambdaForAllIsTheVectorOfEqualOnes() {
    Ensemble f = Ensemble.of(Fixtures.tp2(), 70);
    double[] c = Points.normal(210, new SplittableRandom(1));
    double[] expected = new double[210];
    double[] u = new double[210];
    double[] lambda = new double[70];
    java.util.Arrays.fill(lambda, 1.7);
    f.prox(lambda, c, expected);
    assertInstanceOf(Proximable.class, f).prox(1.7, c, u);
    assertArrayEquals(expected, u, 0.0);
  }

  @Test
  void valueGradientAndProductsAreThoseOfMembers() {
    LogCosh base = Fixtures.tp6();
    int m = 150;
    int before = Parallel.threads();
    Ensemble f = Ensemble.of(base, m);
    double[] x = Points.normal(3 * m, new SplittableRandom(3));
    double[] v = Points.normal(3 * m, new SplittableRandom(4));
    double[] g = new double[3 * m];
    double[] hv = new double[3 * m];
    double[] gv = new double[3 * m];
    double[] diagonal = new double[3 * m];
    double[] values = new double[m];
    f.memberValues(x, values);
    double sum = 0;
    for (int j = 0; j < m; j++) {
      double[] xj = new double[3];
      double[] vj = new double[3];
      double[] out = new double[3];
      f.gather(x, j, xj);
      f.gather(v, j, vj);
      Curvature h = base.curvature();
      double value = h.at(xj, out);
      sum += value;
      assertEquals(value, values[j]);
      f.scatter(out, j, g);
      h.apply(vj, out);
      f.scatter(out, j, hv);
      h.diagonal(out);
      f.scatter(out, j, diagonal);
      Curvature gn = base.gaussNewton();
      gn.at(xj, out);
      gn.apply(vj, out);
      f.scatter(out, j, gv);
    }
    try {
      for (int threads : THREADS) {
        Parallel.setThreads(threads);
        double[] actual = new double[3 * m];
        assertEquals(sum, f.value(x));
        assertEquals(sum, f.valueAndGradient(x, actual));
        assertArrayEquals(g, actual, 0.0);
        f.gradient(x, actual);
        assertArrayEquals(g, actual, 0.0);
        GaussNewton model = assertInstanceOf(GaussNewton.class, f);
        Curvature h = model.curvature();
        assertEquals(sum, h.at(x, actual));
        assertArrayEquals(g, actual, 0.0);
        h.apply(v, actual);
        assertArrayEquals(hv, actual, 0.0);
        h.diagonal(actual);
        assertArrayEquals(diagonal, actual, 0.0);
        Curvature gn = model.gaussNewton();
        gn.at(x, actual);
        gn.apply(v, actual);
        assertArrayEquals(gv, actual, 0.0);
      }
    } finally {
      Parallel.setThreads(before);
    }
  }

  @Test
  void blockIsTheMatrixOfProducts() {
    Ensemble f = Ensemble.of(Fixtures.tp2(), 4);
    Curvature h = ((Curved) f).curvature();
    h.at(new double[12], new double[12]);
    DenseMatrix block = DenseMatrix.zeros(7, 7);
    h.block(3, block);
    double[] unit = new double[12];
    double[] column = new double[12];
    for (int k = 0; k < 7; k++) {
      unit[3 + k] = 1;
      h.apply(unit, column);
      unit[3 + k] = 0;
      for (int i = 0; i < 7; i++) {
        assertEquals(column[3 + i], block.get(i, k));
      }
    }
  }

  @Test
  void capabilitiesAreThoseOfTheBase() {
    assertTrue(Ensemble.of(Fixtures.tp2(), 2) instanceof Proximable);
    assertTrue(Ensemble.of(Fixtures.tp2(), 2) instanceof GaussNewton);
    assertFalse(Ensemble.of(Fixtures.tp6(), 2) instanceof Proximable);
    Objective plain = Points.objective(Fixtures.tp2());
    assertFalse(Ensemble.of(plain, 2) instanceof Curved);
    assertFalse(Ensemble.of(plain, 2) instanceof Proximable);
  }

  @Test
  void replicateIsEveryMember() {
    Ensemble f = Ensemble.of(Fixtures.tp2(), 5);
    double[] x = new double[3];
    f.gather(f.replicate(new double[] {1, 2, 3}), 4, x);
    assertArrayEquals(new double[] {1, 2, 3}, x);
  }

  @Test
  void badInput() {
    Ensemble f = Ensemble.of(Fixtures.tp2(), 5);
    assertMessage("members is 0, expected at least 1", () -> Ensemble.of(Fixtures.tp2(), 0));
    assertMessage(
        "lambda: expected length 5, got 4",
        () -> f.prox(new double[4], new double[15], new double[15]));
    assertMessage(
        "c: expected length 15, got 3", () -> f.prox(new double[5], new double[3], new double[15]));
    assertMessage("x: expected length 15, got 3", () -> f.value(new double[3]));
    assertMessage(
        "lambda is NaN, expected a number >= 0",
        () -> f.prox(new double[] {Double.NaN}, new double[15], new double[15]));
    assertMessage(
        "LogCosh is not Proximable: it has no closed-form resolvent",
        () -> Ensemble.of(Fixtures.tp6(), 2).prox(new double[2], new double[6], new double[6]));
  }

  private static void assertMessage(String expected, Runnable call) {
    assertEquals(expected, assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }
}
