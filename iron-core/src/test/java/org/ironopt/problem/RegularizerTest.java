package org.ironopt.problem;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Points;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What makes a map the proximal map of a convex function, and its derivative. */
class RegularizerTest {
  private static final int N = 6;
  private static final double[] STEPS = {.3, 1, 4};

  static Stream<Regularizer> all() {
    return Stream.of(
        Regularizer.none(),
        Regularizer.l1(.4),
        Regularizer.squaredL2(.7),
        Regularizer.l2(.6),
        Regularizer.elasticNet(.3, .5),
        Regularizer.groupLasso(.6, new int[] {0, 3}, new int[] {1, 5, 2}),
        Regularizer.box(-.5, .8),
        Regularizer.box(0, Double.POSITIVE_INFINITY),
        Regularizer.ball(1.1),
        Regularizer.halfSpace(new double[] {1, -2, .5, 0, 1, .3}, -.7),
        Regularizer.l1(.4).except(2, 5),
        Regularizer.l2(.6).except(0));
  }

  private static double[] prox(Regularizer r, double t, double[] u) {
    double[] x = new double[u.length];
    r.prox(t, u, x);
    return x;
  }

  /** {@code (u - x)/t} is a subgradient at x: {@code r(y) >= r(x) + <u - x, y - x>/t} for all y. */
  @ParameterizedTest
  @MethodSource("all")
  void proxIsOptimal(Regularizer r) {
    SplittableRandom random = new SplittableRandom(1);
    for (double t : STEPS) {
      for (int trial = 0; trial < 20; trial++) {
        double[] u = Points.normal(N, random);
        double[] x = prox(r, t, u);
        double at = r.value(x);
        assertTrue(at < Double.POSITIVE_INFINITY, "the answer is feasible");
        for (double size : new double[] {1e-6, 1e-2, 1}) {
          double[] y = new double[N];
          Vectors.add(x, size, Points.normal(N, random), y);
          double slope = 0;
          for (int i = 0; i < N; i++) {
            slope += (u[i] - x[i]) / t * (y[i] - x[i]);
          }
          // 1e-12 covers a ball's rounding; everything else is equal to a few ulp.
          assertTrue(r.value(y) >= at + slope - 1e-12 * (1 + Math.abs(at)), "seed 1, t " + t);
        }
      }
    }
  }

  /** {@code |Pu - Pw|^2 <= <Pu - Pw, u - w>}. */
  @ParameterizedTest
  @MethodSource("all")
  void proxIsFirmlyNonexpansive(Regularizer r) {
    SplittableRandom random = new SplittableRandom(2);
    for (int trial = 0; trial < 100; trial++) {
      double[] u = Points.normal(N, random);
      double[] w = Points.normal(N, random);
      double t = STEPS[trial % 3];
      double[] p = prox(r, t, u);
      Vectors.subtract(p, prox(r, t, w), p);
      double[] d = new double[N];
      Vectors.subtract(u, w, d);
      assertTrue(Vectors.dot(p, p) <= Vectors.dot(p, d) + 1e-14, "seed 2");
    }
  }

  /** Central differences; random points are no kinks, and a kink close by would show. */
  @ParameterizedTest
  @MethodSource("all")
  void jacobianIsTheDerivative(Regularizer r) {
    SplittableRandom random = new SplittableRandom(3);
    double h = 1e-6;
    for (int trial = 0; trial < 30; trial++) {
      double t = STEPS[trial % 3];
      double[] u = Points.normal(N, random);
      double[] v = Points.normal(N, random);
      double[] ahead = new double[N];
      double[] behind = new double[N];
      Vectors.add(u, h, v, ahead);
      Vectors.add(u, -h, v, behind);
      double[] jv = new double[N];
      r.jacobian(t, u, v, jv);
      double[] a = prox(r, t, ahead);
      double[] b = prox(r, t, behind);
      for (int i = 0; i < N; i++) {
        assertEquals((a[i] - b[i]) / (2 * h), jv[i], 1e-8, "seed 3");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("all")
  void jacobianIsSymmetricBetweenZeroAndOne(Regularizer r) {
    SplittableRandom random = new SplittableRandom(4);
    for (int trial = 0; trial < 50; trial++) {
      double[] u = Points.normal(N, random);
      double[] v = Points.normal(N, random);
      double[] w = Points.normal(N, random);
      double[] jv = new double[N];
      double[] jw = new double[N];
      r.jacobian(.8, u, v, jv);
      r.jacobian(.8, u, w, jw);
      assertEquals(Vectors.dot(w, jv), Vectors.dot(v, jw), 1e-13);
      assertTrue(Vectors.dot(v, jv) >= -1e-14);
      assertTrue(Vectors.dot(jv, jv) <= Vectors.dot(v, jv) + 1e-14);
    }
  }

  /** {@code u = prox_{t r}(u) + t prox_{s/t}(u/t)}, s the conjugate of r, where both are here. */
  @Test
  void moreauIdentity() {
    Regularizer[][] pairs = {
      {Regularizer.l1(.4), Regularizer.box(-.4, .4)},
      {Regularizer.l2(.6), Regularizer.ball(.6)},
      {Regularizer.squaredL2(.7), Regularizer.squaredL2(1 / .7)},
      {Regularizer.none(), Regularizer.box(0, 0)},
    };
    SplittableRandom random = new SplittableRandom(5);
    for (Regularizer[] pair : pairs) {
      for (int trial = 0; trial < 30; trial++) {
        double t = STEPS[trial % 3];
        double[] u = Points.normal(N, random);
        double[] scaled = u.clone();
        Vectors.scale(1 / t, scaled);
        double[] sum = prox(pair[0], t, u);
        Vectors.axpy(t, prox(pair[1], 1 / t, scaled), sum);
        assertArrayEquals(u, sum, 1e-14);
      }
    }
  }

  @Test
  void closedForms() {
    double[] u = {3, -4};
    assertArrayEquals(new double[] {2, -3}, prox(Regularizer.l1(2), .5, u));
    assertArrayEquals(new double[] {1.5, -2}, prox(Regularizer.squaredL2(2), .5, u));
    assertArrayEquals(new double[] {1, -1.5}, prox(Regularizer.elasticNet(2, 2), .5, u));
    assertArrayEquals(new double[] {2.4, -3.2}, prox(Regularizer.l2(2), .5, u), 1e-15);
    assertArrayEquals(new double[] {0, 0}, prox(Regularizer.l2(2), 2.5, u));
    assertArrayEquals(new double[] {.6, -.8}, prox(Regularizer.ball(1), 9, u), 1e-15);
    assertArrayEquals(new double[] {1, -2}, prox(Regularizer.box(-2, 1), 9, u));
    double[] five = {3, 4, 0, 7, 1};
    assertArrayEquals(
        new double[] {2.4, 3.2, 0, 6, 1},
        prox(Regularizer.groupLasso(2, new int[] {0, 1}, new int[] {3, 2}), .5, five),
        1e-15);
    assertEquals(24, Regularizer.groupLasso(2, new int[] {0, 1}, new int[] {3, 2}).value(five));
    assertEquals(14, Regularizer.l1(2).value(u));
    assertEquals(25, Regularizer.squaredL2(2).value(u));
    assertEquals(26.5, Regularizer.elasticNet(2, 1).value(u));
    assertEquals(10, Regularizer.l2(2).value(u));
    assertEquals(Double.POSITIVE_INFINITY, Regularizer.ball(4.99).value(u));
    assertEquals(Double.POSITIVE_INFINITY, Regularizer.box(-3.99, 9).value(u));
    assertEquals(8, Regularizer.l1(2).except(0).value(u));
  }

  @ParameterizedTest
  @MethodSource("all")
  void inPlaceAndNotANumber(Regularizer r) {
    double[] u = Points.normal(N, new SplittableRandom(6));
    double[] x = prox(r, .7, u);
    double[] same = u.clone();
    r.prox(.7, same, same);
    assertArrayEquals(x, same);
    u[1] = Double.NaN;
    assertFalse(Vectors.allFinite(prox(r, .7, u)), "NaN is not hidden");
    assertArrayEquals(prox(r, 0, x), x, 1e-15, "t = 0 leaves a feasible point");
    assertThrows(IllegalArgumentException.class, () -> r.prox(-1, x, x));
    assertThrows(IllegalArgumentException.class, () -> r.prox(1, x, new double[N + 1]));
  }

  /** Members of an ensemble are regularized one by one. */
  @Test
  void ensembleIsTheSumOverMembers() {
    Ensemble all = Ensemble.of(Quadratic.diagonal(new double[] {1, 2}, new double[2]), 3);
    Regularizer r = Regularizer.l2(2);
    Regularizer sum = Regularizer.of(all, r);
    double[] u = {3, 0, 1, -4, 5, 0};
    assertEquals(2 * (5 + 5 + 1), sum.value(u));
    double[] expected = {2.4, 0, 0, -3.2, 4, 0};
    assertArrayEquals(expected, prox(sum, .5, u), 1e-15);
    double[] v = {1, 2, 3, 4, 5, 6};
    double[] jv = new double[6];
    sum.jacobian(.5, u, v, jv);
    for (int j = 0; j < 3; j++) {
      double[] one = new double[2];
      r.jacobian(.5, new double[] {u[j], u[3 + j]}, new double[] {v[j], v[3 + j]}, one);
      assertArrayEquals(one, new double[] {jv[j], jv[3 + j]});
    }
    assertEquals(r, Regularizer.of(all.base(), r));
    assertEquals(Regularizer.none(), Regularizer.of(all, Regularizer.none()));
  }

  @Test
  void equalParametersAreEqual() {
    assertEquals(Regularizer.l1(2), Regularizer.l1(2));
    assertEquals(
        Regularizer.groupLasso(2, new int[] {0, 1}), Regularizer.groupLasso(2, new int[] {0, 1}));
    assertFalse(
        Regularizer.groupLasso(2, new int[] {0, 1})
            .description()
            .equals(Regularizer.groupLasso(2, new int[] {0, 2}).description()));
    assertEquals(Regularizer.l1(2).except(3, 1), Regularizer.l1(2).except(1, 3));
  }

  @Test
  void badParametersAreRefused() {
    for (Runnable bad :
        new Runnable[] {
          () -> Regularizer.l1(-1),
          () -> Regularizer.squaredL2(Double.NaN),
          () -> Regularizer.elasticNet(1, Double.POSITIVE_INFINITY),
          () -> Regularizer.ball(0),
          () -> Regularizer.box(1, 0),
          () -> Regularizer.box(Double.NaN, 0),
          () -> Regularizer.groupLasso(1, new int[] {0, 1}, new int[] {1}),
          () -> Regularizer.groupLasso(1, new int[] {-1}),
          () -> Regularizer.l1(1).except(-1),
          () -> Regularizer.l1(1).except(2).value(new double[2])
        }) {
      assertThrows(IllegalArgumentException.class, bad::run);
    }
  }
}
