package org.ironopt.gpu.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.gpu.measure.LossTargets.Crossing;
import org.junit.jupiter.api.Test;

class LossTargetsTest {
  /** In any order: times lie on the lines between looks, none is negative, the largest is first. */
  @Test
  void targetsInAnyOrderAreReachedInOrder() {
    for (double[] given : new double[][] {{60, 50, 30}, {30, 60, 50}, {50, 30, 60}}) {
      LossTargets targets = new LossTargets(given);
      assertEquals(List.of(), targets.look(1, 80));
      assertEquals(
          List.of(new Crossing(60, 2), new Crossing(50, 2.5)), targets.look(3, 40), "of three");
      assertTrue(targets.open());
      assertEquals(List.of(), targets.look(4, 45), "a loss may rise");
      assertEquals(List.of(new Crossing(30, 5.5)), targets.look(6, 25));
      assertFalse(targets.open());
    }
  }

  @Test
  void theFirstLookHasNoLine() {
    assertEquals(List.of(new Crossing(60, 2)), new LossTargets(60).look(2, 10));
  }

  @Test
  void whatIsNoNumberReachesNothing() {
    LossTargets targets = new LossTargets(60);
    assertEquals(List.of(), targets.look(2, Double.NaN));
    assertEquals(List.of(new Crossing(60, 3)), targets.look(3, 10));
  }
}
