package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class StepChoiceTest {
  private static final double[] X0 = {4, -3};
  private final BatchLaw law = BatchLaw.of(MinibatchOracleTest.SUM, Sampling.without(2));
  private final Recursion iron = MinibatchOracleTest.iron(1);

  /** The search against a fine grid. */
  @Test
  void constantStepIsTheBestOfAGrid() {
    for (long steps : new long[] {3, 40}) {
      StepChoice choice = StepChoice.constant(law, iron, X0, steps);
      assertEquals(Double.POSITIVE_INFINITY, choice.k0());
      double least = Double.POSITIVE_INFINITY;
      for (int i = 0; i <= 240; i++) {
        double step = StrictMath.pow(10, -2 + i / 60.0);
        Transient state = Transient.from(law, X0);
        state.advance(iron.step(step), steps);
        least = Math.min(least, state.mse());
      }
      assertEquals(least, choice.mse(), 1e-3 * least, "steps " + steps);
      assertEquals(choice.step(), choice.step(17));
    }
  }

  /** More steps pay for shorter ones, and decreasing steps beat constant ones. */
  @Test
  void longRunsTakeShorterStepsAndSchedules() {
    StepChoice few = StepChoice.constant(law, iron, X0, 5);
    StepChoice many = StepChoice.constant(law, iron, X0, 150);
    StepChoice schedule = StepChoice.schedule(law, iron, X0, 150);
    assertTrue(many.step() < few.step() && many.mse() < few.mse(), few + ", " + many);
    assertTrue(schedule.mse() < .8 * many.mse(), schedule + ", " + many);
    Transient state = Transient.from(law, X0);
    for (int k = 0; k < 150; k++) {
      state.advance(iron.step(schedule.step(k)));
    }
    assertEquals(schedule.mse(), state.mse(), 1e-12 * state.mse());
  }
}
