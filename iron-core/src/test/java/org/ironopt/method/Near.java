package org.ironopt.method;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ironopt.random.RandomStreams;

/** What the tests of methods share: relative comparison, and steps without ceremony. */
public final class Near {
  private Near() {}

  /** Asserts {@code |actual - expected| <= relative |expected|}, component by component. */
  public static void assertNear(double[] expected, double[] actual, double relative) {
    assertEquals(expected.length, actual.length);
    for (int i = 0; i < expected.length; i++) {
      assertNear(expected[i], actual[i], relative);
    }
  }

  public static void assertNear(double expected, double actual, double relative) {
    assertEquals(expected, actual, relative * Math.abs(expected));
  }

  /** Makes so many steps. */
  public static <S extends Stepper> S advance(S stepper, int steps) {
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    return stepper;
  }

  public static RandomStreams seed(long seed) {
    return new RandomStreams(seed);
  }
}
