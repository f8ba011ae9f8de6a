package org.ironopt.method;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ScheduleTest {
  private static double[] first(Schedule schedule, int count) {
    return LongStream.range(0, count).mapToDouble(schedule::checked).toArray();
  }

  @Test
  void cosineDecayFallsAlongHalfACosine() {
    Schedule decay = Schedule.cosineDecay(2, 100);
    assertEquals(2, decay.at(0));
    assertEquals(1, decay.at(50), 1e-12);
    assertEquals(1 + StrictMath.cos(Math.PI / 4), decay.at(25), 1e-12);
    assertEquals(2e-3, decay.at(100));
    assertEquals(2e-3, decay.at(1_000_000));
    assertTrue(decay.description().contains("2.0 over 100"), decay.description());
    assertThrows(IllegalArgumentException.class, () -> Schedule.cosineDecay(0, 100));
  }

  @Test
  void values() {
    assertArrayEquals(new double[] {2, 2, 2}, first(Schedule.constant(2), 3));
    assertArrayEquals(new double[] {3, 1, 2, 2, 2}, first(Schedule.list(3, 1, 2), 5));
    assertArrayEquals(new double[] {1, 2, 4, 8}, first(Schedule.geometric(1, 2), 4));
    assertArrayEquals(new double[] {1, 2, 4, 5, 5}, first(Schedule.geometric(1, 2, 5), 5));
    assertArrayEquals(new double[] {8, 4, 3, 3}, first(Schedule.geometric(8, .5, 3), 4));
    assertArrayEquals(
        new double[] {9, 9, 5, 5, 5, 1}, first(Schedule.piecewise(new long[] {2, 5}, 9, 5, 1), 6));
    assertArrayEquals(new double[] {1, 2, 3}, first(k -> k + 1, 3));
    assertEquals(7, Schedule.list(7).at(Long.MAX_VALUE));
  }

  @Test
  void unlimitedGrowthIsRefusedWhereItOverflows() {
    Schedule doubling = Schedule.geometric(1, 2);
    assertEquals(0x1p1023, doubling.checked(1023));
    String message =
        assertThrows(IllegalArgumentException.class, () -> doubling.checked(1024)).getMessage();
    assertTrue(message.startsWith("alpha_1024 is Infinity, expected a number > 0"), message);
  }

  @Test
  void descriptionsTellSchedulesApart() {
    assertEquals("constant 2.0", Schedule.constant(2).description());
    assertEquals("list [3.0, 1.0]", Schedule.list(3, 1).description());
    assertEquals("geometric 1.0 * 2.0^k, limit 5.0", Schedule.geometric(1, 2, 5).description());
    assertEquals(
        "piecewise [9.0, 5.0] changing at [2]",
        Schedule.piecewise(new long[] {2}, 9, 5).description());
    assertEquals("1 + k", Schedule.of("1 + k", k -> 1 + k).description());
    Schedule bare = k -> 1;
    assertEquals("user function", bare.description());
  }

  @Test
  void decreasingSteps() {
    assertEquals(.3 / Math.sqrt(5), Schedule.power(.3, .5).at(4));
    assertEquals(2 * StrictMath.pow(6, -.7), Schedule.power(2, .7).at(5));
    assertEquals(2 * StrictMath.pow(1 + .5 * 2 * 4, -.6), Schedule.decay(2, .5, .6).at(3));
    Schedule halving = Schedule.halving(.8, 3);
    assertEquals(.8, halving.at(2));
    assertEquals(.4, halving.at(3));
    assertEquals(.2, halving.at(8));
    assertEquals(halving.at(Long.MAX_VALUE), halving.checked(Long.MAX_VALUE));
  }
}
