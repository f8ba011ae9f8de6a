package org.ironopt.lab.statistics;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PowerLawTest {
  private static final double[] X = {0.1, 1, 3, 20, 1e4};

  @Test
  void thePowerOfAPower() {
    double[] y = Arrays.stream(X).map(x -> 7 * StrictMath.pow(x, -1.5)).toArray();
    assertEquals(-1.5, PowerLaw.exponent(X, y), 1e-14);
  }

  /** The normal equations of the line through three points, solved by hand: slope 1/2. */
  @Test
  void theLineOfLeastSquares() {
    double[] x = {1, StrictMath.E, StrictMath.E * StrictMath.E};
    double[] y = {1, StrictMath.exp(2), StrictMath.E};
    assertEquals(0.5, PowerLaw.exponent(x, y), 1e-14);
  }
}
