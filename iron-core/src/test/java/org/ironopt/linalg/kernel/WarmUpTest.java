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
    assertFalse(map.done());
    map.compile();
    assertTrue(map.done());
  }

  private static int two(double[] x, int xo, double[] y, int yo, int n) {
    y[yo] = 2;
    return n;
  }

  @Test
  void sumsComeFromTheScalarLoopToo() {
    WarmUp.Sum sum = new WarmUp.Sum((x, xo, y, yo, n) -> -1, (x, xo, y, yo, n) -> n);
    assertEquals(70.0, sum.of(new double[70], 0, new double[70], 0, 70));
    sum.compile();
    assertTrue(sum.done());
  }
}
