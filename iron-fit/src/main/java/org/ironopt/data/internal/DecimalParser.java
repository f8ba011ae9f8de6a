package org.ironopt.data.internal;

import java.nio.charset.StandardCharsets;

/**
 * Decimal text to double, correctly rounded. Up to fifteen digits with a small exponent are exact
 * in one multiplication or division (W. Clinger, doi:10.1145/93542.93557); the rest is left to the
 * JDK, behind a stricter grammar than its own.
 */
public final class DecimalParser {
  private static final long EXACT = 1_000_000_000_000_000L;
  private static final double[] POWERS = new double[23];

  static {
    POWERS[0] = 1;
    for (int i = 1; i < POWERS.length; i++) {
      POWERS[i] = 10 * POWERS[i - 1];
    }
  }

  private DecimalParser() {}

  /** Returns the finite number that the bytes {@code from .. to - 1} are, or NaN. */
  public static double parse(byte[] text, int from, int to) {
    int at = from;
    boolean negative = at < to && text[at] == '-';
    if (negative || at < to && text[at] == '+') {
      at++;
    }
    long mantissa = 0;
    int scale = 0;
    int digits = 0;
    boolean point = false;
    boolean exact = true;
    for (; at < to; at++) {
      int c = text[at];
      if (c == '.' && !point) {
        point = true;
      } else if (c >= '0' && c <= '9') {
        digits++;
        scale -= point ? 1 : 0;
        exact &= mantissa < EXACT / 10;
        mantissa = exact ? 10 * mantissa + (c - '0') : mantissa;
      } else {
        break;
      }
    }
    if (digits == 0) {
      return Double.NaN;
    }
    if (at < to) {
      int exponent = exponent(text, at, to);
      if (exponent == Integer.MIN_VALUE) {
        return Double.NaN;
      }
      scale += exponent;
    }
    if (exact && Math.abs(scale) < POWERS.length) {
      double value = scale < 0 ? mantissa / POWERS[-scale] : mantissa * POWERS[scale];
      return negative ? -value : value;
    }
    double value =
        Double.parseDouble(new String(text, from, to - from, StandardCharsets.ISO_8859_1));
    return Double.isFinite(value) ? value : Double.NaN;
  }

  /** Returns the exponent, cut off at +-100000, or the least integer if there is none. */
  private static int exponent(byte[] text, int from, int to) {
    int at = from + 1;
    if ((text[from] != 'e' && text[from] != 'E') || at == to) {
      return Integer.MIN_VALUE;
    }
    boolean negative = text[at] == '-';
    if (text[at] == '-' || text[at] == '+') {
      at++;
    }
    if (at == to) {
      return Integer.MIN_VALUE;
    }
    int exponent = 0;
    for (; at < to; at++) {
      if (text[at] < '0' || text[at] > '9') {
        return Integer.MIN_VALUE;
      }
      exponent = Math.min(100_000, 10 * exponent + (text[at] - '0'));
    }
    return negative ? -exponent : exponent;
  }
}
