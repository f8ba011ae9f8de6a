package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.theory.IronParameters;
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
      double least = leastOfAGrid(iron, steps);
      assertEquals(least, choice.mse(), 1e-3 * least, "steps " + steps);
      assertEquals(choice.step(), choice.step(17));
    }
  }

  private double leastOfAGrid(Recursion method, long steps) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= 300; i++) {
      double step = StrictMath.pow(10, -3 + i / 60.0);
      Transient state = Transient.from(law, X0);
      state.advance(method.step(step), steps);
      least = Math.min(least, state.mse());
    }
    return least;
  }

  /** The mean swings around the minimiser, so that the error has several minima. */
  @Test
  void constantStepIsTheBestOfAGridWithLittleDamping() {
    Recursion swinging = Recursion.iron(new IronParameters(1, .05, .05));
    for (long steps : new long[] {15, 30, 60, 120, 240}) {
      double least = leastOfAGrid(swinging, steps);
      double found = StepChoice.constant(law, swinging, X0, steps).mse();
      assertTrue(found <= 1.01 * least, steps + " steps: " + found + ", grid " + least);
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
