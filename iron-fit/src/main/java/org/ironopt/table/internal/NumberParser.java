package org.ironopt.table.internal;

import java.util.List;
import java.util.stream.Collectors;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.internal.DecimalParser;

/**
 * Reads numbers as people write them: with groups of three digits, a percent sign or a currency,
 * negative ones with a minus or in brackets. What was seen of the number read last stays here.
 */
final class NumberParser {
  private static final int LONGEST = 400;
  private static final List<String> MARKS =
      List.of(
          "%",
          "$", "€", "£", "¥", "₹", "₽", "US$", "USD", "EUR", "GBP", "CHF", "JPY", "CNY", "INR",
          "SEK", "NOK", "DKK", "PLN", "CZK", "CAD", "AUD", "zł", "kr", "Fr.");

  /** What marks start or end with: most numbers are seen at once to have none. */
  private static final String MARK_ENDS =
      MARKS.stream()
          .map(mark -> "" + mark.charAt(0) + mark.charAt(mark.length() - 1))
          .collect(Collectors.joining());

  private final byte[] digits = new byte[LONGEST + 1];

  /** Percent sign or currency; empty for none. */
  String mark = "";

  /** Whether there were groups of digits. */
  boolean grouped;

  /** Whether there was a decimal point. */
  boolean pointed;

  /** Returns the finite number that a text is in a form, or NaN. */
  double read(char[] text, int from, int to, Form form) {
    double value = read(text, from, to, form.decimal(), form.thousands());
    boolean known = mark.equals(form.mark()) || mark.isEmpty() && !form.mark().equals("%");
    return known ? value : Double.NaN;
  }

  /** Returns the number, whatever its mark. */
  double read(char[] text, int start, int end, char decimal, char thousands) {
    mark = "";
    grouped = false;
    pointed = false;
    int from = start;
    int to = end;
    if (to - from > LONGEST) {
      return Double.NaN;
    }
    int length = 0;
    boolean signed = false;
    if (to - from > 2 && text[from] == '(' && text[to - 1] == ')') {
      from++;
      to--;
      digits[length++] = '-';
      signed = true;
    }
    for (int k = 0; k < 2 && from < to; k++) {
      char c = text[from];
      if (!signed && (c == '-' || c == '+' || c == '\u2212')) {
        digits[length++] = (byte) (c == '+' ? '+' : '-');
        signed = true;
        from = pastBlanks(text, from + 1, to);
      }
      String before = mark.isEmpty() ? mark(text, from, to, true) : "";
      if (!before.isEmpty()) {
        mark = before;
        from = pastBlanks(text, from + before.length(), to);
      }
    }
    String after = mark.isEmpty() ? mark(text, from, to, false) : "";
    if (!after.isEmpty()) {
      mark = after;
      to -= after.length();
      while (to > from && blank(text[to - 1])) {
        to--;
      }
    }
    length = body(text, from, to, length, decimal, thousands);
    return length < 0 ? Double.NaN : DecimalParser.parse(digits, 0, length);
  }

  /**
   * Copies digits, point and exponent; returns the new length, or -1 if groups are not of three.
   */
  private int body(char[] text, int from, int to, int length, char decimal, char thousands) {
    int inGroup = 0;
    for (int k = from; k < to; k++) {
      char c = text[k];
      if (c >= '0' && c <= '9') {
        inGroup++;
        digits[length++] = (byte) c;
      } else if (c == decimal && !pointed) {
        if (grouped && inGroup != 3) {
          return -1;
        }
        pointed = true;
        digits[length++] = '.';
      } else if (separates(c, thousands) && !pointed) {
        // Nobody writes 0.710 for 710.
        if (grouped ? inGroup != 3 : inGroup < 1 || inGroup > 3 || text[from] == '0') {
          return -1;
        }
        grouped = true;
        inGroup = 0;
      } else if (!grouped && mark.isEmpty() && k > from && c < 0x7f && c != '.') {
        // The exponent, if it is one.
        digits[length++] = (byte) c;
      } else {
        return -1;
      }
    }
    return grouped && !pointed && inGroup != 3 ? -1 : length;
  }

  private static boolean separates(char c, char thousands) {
    return switch (thousands) {
      case 0 -> false;
      case ' ' -> blank(c);
      case '\'' -> c == '\'' || c == '\u2019';
      default -> c == thousands;
    };
  }

  private static boolean blank(char c) {
    return c == ' ' || c == '\u00a0' || c == '\u202f';
  }

  private static int pastBlanks(char[] text, int from, int to) {
    int at = from;
    while (at < to && blank(text[at])) {
      at++;
    }
    return at;
  }

  /** Returns the longest mark that the text starts or ends with, or an empty one. */
  private static String mark(char[] text, int from, int to, boolean start) {
    String best = "";
    if (from == to || MARK_ENDS.indexOf(text[start ? from : to - 1]) < 0) {
      return best;
    }
    for (String mark : MARKS) {
      int at = start ? from : to - mark.length();
      if (mark.length() > best.length() && at >= from && at + mark.length() <= to) {
        boolean same = true;
        for (int k = 0; k < mark.length(); k++) {
          same &= text[at + k] == mark.charAt(k);
        }
        best = same ? mark : best;
      }
    }
    return best;
  }
}
