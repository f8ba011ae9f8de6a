package org.ironopt.lab.methods;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class StepSearchTest {
  private static double best(DoubleUnaryOperator score) {
    return new StepSearch(score, 1e9, () -> false).run().orElseThrow();
  }

  private static DoubleUnaryOperator nearest(double wanted) {
    return step -> Math.abs(Math.log(step / wanted));
  }

  /** Within a factor of two of any optimum that lies between the largest and smallest decade. */
  @Test
  void findsTheOptimumWithinAFactorOfTwo() {
    for (double wanted = 1.1e-6; wanted < 9e5; wanted *= 1.37) {
      double ratio = best(nearest(wanted)) / wanted;
      assertTrue(ratio > .5 && ratio < 2, wanted + ": " + ratio);
    }
  }

  @Test
  void decadesFirstThenHalves() {
    List<Double> tried = new ArrayList<>();
    best(
        step -> {
          tried.add(step);
          return nearest(.02).applyAsDouble(step);
        });
    assertEquals(List.of(1e-3, 1e-2, .1, 1., 10., 100., 1e3, .005, .02, .04), tried);
  }

  @Test
  void theSmallerOfTwoEquals() {
    assertEquals(1e-6 / 4, best(step -> 0));
    assertEquals(.1, best(step -> step == .1 || step == 1 ? 0 : 1));
  }

  @Test
  void noSuccessIsNoStep() {
    assertTrue(new StepSearch(step -> Double.NaN, 1, () -> false).run().isEmpty());
    assertTrue(new StepSearch(step -> 1, 1, () -> false).run().isEmpty());
    StepSearch over = new StepSearch(step -> 0, 1, () -> true);
    assertTrue(over.run().isEmpty());
    assertEquals(0, over.tried());
  }
}
