package org.ironopt.resolvent;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;

/** Records residuals, merits and linear steps of one inner solve. */
final class History implements Resolvent.Observer {
  final List<Double> residuals = new ArrayList<>();
  final List<Double> merits = new ArrayList<>();
  private final List<Integer> linearSteps = new ArrayList<>();

  @Override
  public void at(int step, double residual, double merit, int linear) {
    assertEquals(residuals.size(), step);
    residuals.add(residual);
    merits.add(merit);
    linearSteps.add(linear);
  }

  /** Linear steps of Newton step k = 0, 1, ... */
  int linearSteps(int k) {
    return linearSteps.get(k + 1) - linearSteps.get(k);
  }

  /** The history starts with these residuals, to {@code relative} times the first. */
  void assertStarts(double relative, double... expected) {
    for (int k = 0; k < expected.length; k++) {
      assertEquals(
          expected[k],
          residuals.get(k),
          relative * expected[0],
          "residual " + k + " of " + residuals);
    }
  }

  void assertMeritNeverIncreases() {
    assertMeritNeverIncreases(1e-14);
  }

  /** No step increased phi by more than its rounding, relative to its value. */
  void assertMeritNeverIncreases(double rounding) {
    for (int k = 1; k < merits.size(); k++) {
      double before = merits.get(k - 1);
      double increase = (merits.get(k) - before) / Math.abs(before);
      assertTrue(increase <= rounding, "phi increases by " + increase + " at step " + k);
    }
  }
}
