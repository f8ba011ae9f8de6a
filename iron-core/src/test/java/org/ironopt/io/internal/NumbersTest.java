package org.ironopt.io.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class NumbersTest {
  /** The definition: the exact value of the double, rounded half up. */
  private static String oracle(double value, int digits) {
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
    int exponent = rounded.precision() - rounded.scale() - 1;
    return exponent >= -4 && exponent < 7
        ? rounded.toPlainString()
        : rounded.movePointLeft(exponent).toPlainString() + "e" + exponent;
  }

  private static void check(double value) {
    for (int digits : new int[] {1, 2, 4, 6, 12, 15, 16, 17}) {
      assertEquals(oracle(value, digits), Numbers.text(value, digits), value + " to " + digits);
      assertEquals(oracle(-value, digits), Numbers.text(-value, digits), -value + " to " + digits);
    }
  }

  @Test
  void randomBitsAreRoundedAsTheirExactValue() {
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 4_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong() & Long.MAX_VALUE);
      if (Double.isFinite(value)) {
        check(value);
      }
    }
  }

  /** Decimals of a few digits that end in 5, and the doubles beside them, are the hard cases. */
  @Test
  void halfwayPointsAndTheirNeighboursAreRoundedAsTheirExactValue() {
    SplittableRandom random = new SplittableRandom(2);
    for (int i = 0; i < 4_000; i++) {
      long odd = 10 * random.nextLong(pow10(random.nextInt(1, 15))) + 5;
      double value = Double.parseDouble(odd + "e" + random.nextInt(-25, 15));
      check(value);
      check(Math.nextUp(value));
      check(Math.nextDown(value));
    }
  }

  @Test
  void theEndsOfTheRangeAndPowersAreRoundedAsTheirExactValue() {
    for (double value :
        new double[] {
          Double.MIN_VALUE,
          Double.MIN_NORMAL,
          Double.MAX_VALUE,
          2e23,
          9007199254740993.0,
          0.5,
          2.5,
          999999.5,
          9999999.5,
          0.00009999995,
          1e7,
          1e-4,
          123456.5
        }) {
      check(value);
    }
    for (int e = Double.MIN_EXPONENT; e <= Double.MAX_EXPONENT; e++) {
      check(Math.scalb(1.0, e));
    }
  }

  @Test
  void zeroAndWhatIsNoNumberHaveTheirSigns() {
    assertEquals("0", Numbers.text(0.0));
    assertEquals("0", Numbers.text(-0.0));
    assertEquals("–", Numbers.text(Double.NaN));
    assertEquals("−∞", Numbers.text(Double.NEGATIVE_INFINITY));
  }

  private static long pow10(int exponent) {
    return Long.parseLong("1" + "0".repeat(exponent));
  }
}
