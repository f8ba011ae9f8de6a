package org.ironopt.lab;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Locale;

/** Numbers for people: a few significant digits, no trailing zeros. */
public final class Numbers {
  private Numbers() {}

  /** Returns the value to the given number of significant digits, such as 0.0042 or 1.5e-9. */
  public static String text(double value, int digits) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
    }
    BigDecimal rounded = new BigDecimal(value).round(new MathContext(digits)).stripTrailingZeros();
    if (rounded.signum() == 0) {
      return "0";
    }
    int exponent = rounded.precision() - rounded.scale() - 1;
    if (exponent >= -4 && exponent < 7) {
      return rounded.toPlainString();
    }
    return rounded.movePointLeft(exponent).toPlainString() + "e" + exponent;
  }

  /** Returns the value to six significant digits. */
  public static String text(double value) {
    return text(value, 6);
  }

  /** Returns a count with its noun, such as {@code 1 epoch} or {@code 25 epochs}. */
  public static String count(long count, String noun) {
    return count + " " + noun + (count == 1 ? "" : "s");
  }

  /** Returns a text with numbers in it, the same in every locale. */
  public static String format(String form, Object... values) {
    return String.format(Locale.ROOT, form, values);
  }
}
