package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;

/** Relative comparison. */
final class Close {
  private Close() {}

  static void to(double expected, double actual, double relative) {
    assertEquals(expected, actual, relative * Math.abs(expected));
  }

  static void to(double expected, double actual, double relative, String message) {
    assertEquals(expected, actual, relative * Math.abs(expected), message);
  }

  /** Half a unit in the last of {@code digits} significant decimals that were printed. */
  static void printed(double expected, double actual, int digits) {
    double unit = Math.pow(10, Math.floor(Math.log10(Math.abs(expected))) - digits + 1);
    assertEquals(expected, actual, 0.51 * unit);
  }
}
