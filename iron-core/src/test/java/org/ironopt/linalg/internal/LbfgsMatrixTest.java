package org.ironopt.linalg.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.SplittableRandom;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

class LbfgsMatrixTest {
  private static double[] times(double[] s) {
    Curvature a = Fixtures.tp2().curvature();
    double[] y = new double[3];
    a.apply(s, y);
    return y;
  }

  private static boolean add(LbfgsMatrix b, double[] step, double[] change) {
    return b.add(new double[3], step, new double[3], change);
  }

  @Test
  void twoLoopProduct() {
    LbfgsMatrix b = new LbfgsMatrix(3, 10);
    double[] s1 = {1, 0, .5};
    double[] s2 = {-.2, .4, .1};
    assertTrue(add(b, s1, times(s1)));
    assertTrue(add(b, s2, times(s2)));
    double[] q = {1, -1, 2};
    b.apply(q);
    double[] expected = {0.39907678300535454, -0.6182408860980291, 1.6801097381454526};
    assertArrayEquals(expected, q, 1e-14);
  }

  /** The secant equation B y = s holds for the newest pair, however many were dropped. */
  @Test
  void newestPairIsReproduced() {
    long seed = 7;
    SplittableRandom random = new SplittableRandom(seed);
    LbfgsMatrix b = new LbfgsMatrix(3, 2);
    for (int k = 0; k < 7; k++) {
      double[] s = random.doubles(3, -1, 1).toArray();
      double[] y = times(s);
      assertTrue(add(b, s, y));
      double[] q = y.clone();
      b.apply(q);
      assertArrayEquals(s, q, 1e-13, "seed " + seed + ", pair " + k);
    }
  }

  @Test
  void pairsWithoutCurvatureAreSkipped() {
    LbfgsMatrix b = new LbfgsMatrix(3, 1);
    assertFalse(add(b, new double[] {1, 0, 0}, new double[] {-1, 0, 0}));
    assertFalse(add(b, new double[] {1, 0, 0}, new double[] {1e-11, 1, 0}));
    assertFalse(add(b, new double[3], new double[3]));
    double[] q = {1, -2, 3};
    b.apply(q);
    assertArrayEquals(new double[] {1, -2, 3}, q);
    assertTrue(add(b, new double[] {1, 0, 0}, new double[] {2, 0, 0}));
    b.apply(q);
    assertArrayEquals(new double[] {.5, -1, 1.5}, q, 1e-16);
    assertFalse(add(b, new double[] {1, 0, 0}, new double[] {-1, 0, 0}));
    Vectors.scale(2, q);
    b.apply(q);
    assertArrayEquals(new double[] {1, -2, 3}, q, "the only slot was overwritten");
  }
}
