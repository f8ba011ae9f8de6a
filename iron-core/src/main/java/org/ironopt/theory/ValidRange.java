package org.ironopt.theory;

import java.util.OptionalDouble;
import org.ironopt.linalg.internal.Require;

/** Checks of the range in which a formula holds. */
final class ValidRange {
  private ValidRange() {}

  static void requireOrder(double mu, double l) {
    Require.that(
        l >= mu && l != Double.POSITIVE_INFINITY,
        "L is %s, expected a finite number >= mu = %s",
        l,
        mu);
  }

  /** Returns a number within the range where its formula holds. */
  static OptionalDouble when(boolean holds, double value) {
    return holds ? OptionalDouble.of(value) : OptionalDouble.empty();
  }
}
