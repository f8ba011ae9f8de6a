package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.problem.testing.Points;
import org.ironopt.problem.testing.RidgeLogistic;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Third and fourth derivatives of the logistic loss, by differences and by symmetry. */
class LogisticDerivativesTest {
  private static final double H = 1e-2;

  static List<Logistic> objectives() {
    Dataset data = Samples.weighted(Samples.classes(Samples.dense(70, 6, 21), 2, 22), 23);
    Dataset sparse =
        Samples.weighted(Samples.classes(Samples.sparse(Samples.dense(70, 6, 24)), 2, 25), 26);
    return List.of(
        Logistic.of(data, .3),
        Logistic.of(data, .3, Intercept.FREE),
        Logistic.of(data, .3, Intercept.PENALIZED),
        Logistic.of(sparse, .02, Intercept.FREE),
        Logistic.of(data, .3).batch(new int[] {5, 5, 60, 17, 2}, 1, 5));
  }

  private interface Field {
    void at(double[] x, double[] out);
  }

  /** The derivative of a field along a direction: differences of order 6, error about H^6. */
  private static double[] along(Field field, double[] x, double[] direction) {
    double[] weights = {3. / 4, -3. / 20, 1. / 60};
    double[] sum = new double[x.length];
    double[] at = new double[x.length];
    double[] out = new double[x.length];
    for (int j = 1; j <= 3; j++) {
      for (int sign = -1; sign <= 1; sign += 2) {
        Vectors.add(x, sign * j * H, direction, at);
        field.at(at, out);
        Vectors.axpy(sign * weights[j - 1] / H, out, sum);
      }
    }
    return sum;
  }

  private static double[] direction(int n, SplittableRandom random) {
    double[] v = Points.normal(n, random);
    Vectors.scale(1 / (2 * Vectors.norm(v)), v);
    return v;
  }

  @ParameterizedTest
  @MethodSource("objectives")
  void differences(Logistic f) {
    int n = f.dimension();
    SplittableRandom random = new SplittableRandom(31);
    for (int trial = 0; trial < 5; trial++) {
      double[] x = direction(n, random);
      double[] u = direction(n, random);
      double[] v = direction(n, random);
      double[] w = direction(n, random);
      Curvature curvature = f.curvature();
      double[] g = new double[n];
      double[] third =
          along(
              (y, out) -> {
                curvature.at(y, g);
                curvature.apply(u, out);
              },
              x,
              v);
      double[] out = new double[n];
      f.third(x, u, v, out);
      assertArrayEquals(third, out, 1e-10 * Math.max(1e-2, Vectors.norm(out)), "seed 31");
      double[] fourth = along((y, d) -> f.third(y, u, v, d), x, w);
      f.fourth(x, u, v, w, out);
      assertArrayEquals(fourth, out, 1e-10 * Math.max(1e-2, Vectors.norm(out)), "seed 31");
    }
  }

  /** {@code T[u, v, w]} and {@code Q[u, v, w, t]} do not mind the order. */
  @ParameterizedTest
  @MethodSource("objectives")
  void symmetry(Logistic f) {
    int n = f.dimension();
    SplittableRandom random = new SplittableRandom(32);
    double[] x = Points.normal(n, random);
    double[][] d = new double[4][];
    for (int i = 0; i < 4; i++) {
      d[i] = Points.normal(n, random);
    }
    double[] out = new double[n];
    f.third(x, d[0], d[1], out);
    double third = Vectors.dot(out, d[2]);
    f.third(x, d[2], d[0], out);
    assertEquals(third, Vectors.dot(out, d[1]), 1e-13 * scale(d, third));
    f.fourth(x, d[0], d[1], d[2], out);
    double fourth = Vectors.dot(out, d[3]);
    f.fourth(x, d[3], d[1], d[0], out);
    assertEquals(fourth, Vectors.dot(out, d[2]), 1e-13 * scale(d, fourth));
  }

  private static double scale(double[][] d, double value) {
    double product = 1;
    for (double[] v : d) {
      product *= Vectors.norm(v);
    }
    return product + Math.abs(value);
  }

  /** The plain sum of the test problem, term by term. */
  @Test
  void againstASecondImplementation() {
    RidgeLogistic plain = Fixtures.tp5();
    Logistic f = Logistic.of(Samples.tp5(), .01);
    SplittableRandom random = new SplittableRandom(33);
    double[] x = Fixtures.tp5Minimizer();
    double[] u = Points.normal(5, random);
    double[] v = Points.normal(5, random);
    double[] w = Points.normal(5, random);
    double[] expected = new double[5];
    double[] actual = new double[5];
    plain.third(x, u, v, expected);
    f.third(x, u, v, actual);
    assertArrayEquals(expected, actual, 1e-13);
    plain.fourth(x, u, v, w, expected);
    f.fourth(x, u, v, w, actual);
    assertArrayEquals(expected, actual, 1e-13);
  }
}
