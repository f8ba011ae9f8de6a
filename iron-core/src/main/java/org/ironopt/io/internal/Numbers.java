package org.ironopt.io.internal;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.Locale;

/** Numbers for people: a few significant digits, no trailing zeros. */
public final class Numbers {
  private Numbers() {}

  /** The most digits of which the shortest decimal of a double tells how they are rounded. */
  private static final int MOST_DIGITS = 15;

  /** Returns the value to the given number of significant digits, such as 0.0042 or 1.5e-9. */
  public static String text(double value, int digits) {
    if (!Double.isFinite(value)) {
      return Double.isNaN(value) ? "–" : value > 0 ? "∞" : "−∞";
    }
    if (value == 0) {
      return "0";
    }
    boolean plain = digits <= MOST_DIGITS && Math.abs(value) >= Double.MIN_NORMAL;
    Decimal decimal = plain ? Decimal.shortest(value).rounded(value, digits) : exact(value, digits);
    return (value < 0 ? "-" : "") + decimal.text();
  }

  private static Decimal exact(double value, int digits) {
    BigDecimal rounded = new BigDecimal(Math.abs(value)).round(new MathContext(digits));
    return Decimal.of(
        rounded.unscaledValue().toString(), rounded.precision() - rounded.scale() - 1);
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

  /** Returns a text with values in it, doubles to six significant digits. */
  public static String filled(String form, Object... values) {
    return format(
        form, Arrays.stream(values).map(v -> v instanceof Double d ? text(d) : v).toArray());
  }

  /**
   * A positive decimal number.
   *
   * @param digits without zeros at the ends
   * @param exponent the power of ten of the first digit
   */
  private record Decimal(String digits, int exponent) {
    static Decimal of(String digits, int exponent) {
      int end = digits.length();
      while (digits.charAt(end - 1) == '0') {
        end--;
      }
      return new Decimal(digits.substring(0, end), exponent);
    }

    /** Returns the decimal with the fewest digits that is read as this double, or its negative. */
    static Decimal shortest(double value) {
      String text = Double.toString(Math.abs(value));
      int e = text.indexOf('E');
      int point = text.indexOf('.');
      int shift = e < 0 ? 0 : Integer.parseInt(text, e + 1, text.length(), 10);
      String all = text.substring(0, point) + text.substring(point + 1, e < 0 ? text.length() : e);
      int first = 0;
      while (all.charAt(first) == '0') {
        first++;
      }
      return of(all.substring(first), shift + point - 1 - first);
    }

    /**
     * Returns the double that this is the shortest decimal of, rounded. No decimal of as few digits
     * is nearer to the double than the shortest, so that both lie on one side of every halfway
     * point between two rounded numbers. Only where the shortest is such a point itself the double
     * is asked. That saves the tables of {@code BigDecimal}, which take 12 ms to make.
     */
    Decimal rounded(double value, int count) {
      if (digits.length() <= count) {
        return this;
      }
      if (digits.length() == count + 1 && digits.charAt(count) == '5') {
        return exact(value, count);
      }
      long up = digits.charAt(count) >= '5' ? 1 : 0;
      String kept = Long.toString(Long.parseLong(digits, 0, count, 10) + up);
      return of(kept, exponent + kept.length() - count);
    }

    String text() {
      int places = digits.length() - 1 - exponent;
      if (exponent < -4 || exponent >= 7) {
        return split(1) + "e" + exponent;
      }
      if (exponent < 0) {
        return "0." + "0".repeat(-exponent - 1) + digits;
      }
      return places <= 0 ? digits + "0".repeat(-places) : split(exponent + 1);
    }

    private String split(int whole) {
      return digits.length() <= whole
          ? digits
          : digits.substring(0, whole) + "." + digits.substring(whole);
    }
  }
}
