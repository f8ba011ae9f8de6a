package org.ironopt.linalg.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.ironopt.linalg.DenseMatrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** Messages say what was seen and what was expected. */
class RequireTest {
  @Test
  void messagesNameBothNumbers() {
    assertSays("x: expected length 3, got 2", () -> Require.length("x", 3, new double[2]));
    assertSays(
        "x and y must have one length, got 1 and 2", () -> Require.sameLength("x", 1, "y", 2));
    assertSays(
        "x[1] is NaN, expected a finite number",
        () -> Require.finite("x", new double[] {0, Double.NaN}));
    assertSays("mu is -Infinity, expected a finite number", () -> Require.finite("mu", -1.0 / 0));
    assertSays("alpha is 0.0, expected a number > 0", () -> Require.positive("alpha", 0));
    assertSays("alpha is NaN, expected a number > 0", () -> Require.positive("alpha", Double.NaN));
    assertSays("mu is -1.0, expected a number >= 0", () -> Require.nonNegative("mu", -1));
    assertSays("n is 0, expected at least 1", () -> Require.atLeast("n", 1, 0));
    assertSays(
        "A: expected 2 x 2, got 2 x 3", () -> Require.shape("A", 2, 2, DenseMatrix.zeros(2, 3)));
    assertSays(
        "A is not symmetric: (0, 1) is 1.0 and (1, 0) is 2.0",
        () -> Require.symmetric("A", DenseMatrix.of(2, 2, 0, 1, 2, 0)));
  }

  private static void assertSays(String message, Executable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call).getMessage());
  }

  @Test
  void goodValuesPassThrough() {
    assertEquals(2.0, Require.positive("x", 2));
    assertEquals(0.0, Require.nonNegative("x", 0));
    assertEquals(5, Require.atLeast("n", 5, 5));
    DenseMatrix almost = DenseMatrix.of(2, 2, 1, 1 + 1e-15, 1, 1);
    assertEquals(almost, Require.symmetric("A", almost));
  }
}
