package org.ironopt.theory.sampling;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.Schedule;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;

class StepChoiceTest {
  private static final double[] X0 = {4, -3};
  private final BatchLaw law = BatchLaw.of(MinibatchOracleTest.SUM, SamplingScheme.without(2));
  private final LinearRecursion iron = MinibatchOracleTest.iron(1);

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

  private double leastOfAGrid(LinearRecursion method, long steps) {
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i <= 300; i++) {
      double step = StrictMath.pow(10, -3 + i / 60.0);
      TransientMoments state = TransientMoments.from(law, X0);
      state.advance(method.step(step), steps);
      least = Math.min(least, state.mse());
    }
    return least;
  }

  /** The mean swings around the minimiser, so that the error has several minima. */
  @Test
  void constantStepIsTheBestOfAGridWithLittleDamping() {
    LinearRecursion swinging = LinearRecursion.iron(new IronParameters(1, .05, .05));
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
    TransientMoments state = TransientMoments.from(law, X0);
    for (int k = 0; k < 150; k++) {
      state.advance(iron.step(schedule.step(k)));
    }
    assertEquals(schedule.mse(), state.mse(), 1e-12 * state.mse());
  }

  /** The pieces that are offered are those that were computed with, edges of stages included. */
  @Test
  void piecesAreTheSchedule() {
    for (double k0 : new double[] {.3, 1, 4, 7.5, 150, 1e9, Double.POSITIVE_INFINITY}) {
      long steps = 150;
      double mse = StepChoice.mse(law, iron, X0, 2, k0, steps);
      StepChoice choice = new StepChoice(2, k0, steps, mse);
      long[] boundaries = choice.boundaries();
      double[] alphas = choice.alphas();
      Schedule pieces = Schedule.piecewise(boundaries, alphas);
      Explicit explicit = Explicit.of(law, iron.step(2), new double[2]);
      double[] mean = new double[4];
      double[] star = law.sum().minimizer();
      Arrays.setAll(mean, i -> X0[i % 2] - star[i % 2]);
      DenseMatrix second = DenseMatrix.zeros(4, 4);
      for (int i = 0; i < 16; i++) {
        second.data()[i] = mean[i / 4] * mean[i % 4];
      }
      int next = 0;
      for (long k = 0; k < steps; k++) {
        boolean falls = next < boundaries.length && boundaries[next] == k;
        next += falls ? 1 : 0;
        // 1.25^j <= 1 + k/k0 < 1.25^(j+1), in exact arithmetic for the edges
        double ratio = 2 / pieces.at(k);
        double whole = 1 + k / k0;
        assertTrue(ratio <= whole * (1 + 1e-15) && whole < 1.25 * ratio * (1 - 1e-15), "step " + k);
        assertEquals(choice.step(k), pieces.at(k));
        if (falls) {
          explicit = Explicit.of(law, iron.step(pieces.at(k)), new double[2]);
        }
        explicit.advance(mean, second);
      }
      double expected = second.get(0, 0) + second.get(1, 1);
      assertEquals(expected, mse, 1e-9 * expected, "k0 = " + k0);
    }
  }
}
