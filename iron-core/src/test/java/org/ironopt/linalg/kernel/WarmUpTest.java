package org.ironopt.linalg.kernel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class WarmUpTest {
  @Test
  void theScalarLoopDoesTheWorkUntilASimdRunIsFast() {
    double[] x = new double[100];
    double[] y = new double[100];
    WarmUp.Map map = new WarmUp.Map(WarmUpTest::two, (a, ao, b, bo, n) -> b[bo + n - 1] = 1);
    map.run(x, 0, y, 5, 50);
    assertEquals(1, y[54]);
    assertEquals(0, y[5]);
    assertFalse(map.ready(1));
    map.compile();
    assertTrue(map.ready(1));
  }

  private static int two(double[] x, int xo, double[] y, int yo, int n) {
    y[yo] = 2;
    return n;
  }

  @Test
  void sumsAreReadyOnceTheyAreFast() {
    WarmUp.Sum sum = new WarmUp.Sum((x, xo, y, yo, n) -> -1);
    assertFalse(sum.ready(70));
    sum.compile();
    assertTrue(sum.ready(70));
  }
}
