package org.ironopt.data;

/**
 * The fast path of the LIBSVM reader: an {@code index:value} of few digits, without an exponent and
 * followed by a blank or line end, read in place. Anything else is left to the careful path, which
 * knows every error; both give the same bits, since so few digits are exact ({@link Decimal}).
 */
final class PlainPair {
  private static final int MOST_INDEX_DIGITS = 9;
  private static final int MOST_DIGITS = 15;

  int index;
  double value;

  /**
   * Reads a pair that starts at {@code from} and returns the position of the byte after it, or -1
   * if it is not plain or does not end before {@code end}.
   */
  int read(byte[] text, int from, int end) {
    int at = from;
    int number = 0;
    while (at < end && text[at] >= '0' && text[at] <= '9') {
      number = 10 * number + (text[at++] - '0');
      if (at - from > MOST_INDEX_DIGITS) {
        return -1;
      }
    }
    if (at == from || at + 1 >= end || text[at] != ':') {
      return -1;
    }
    index = number;
    at++;
    boolean negative = text[at] == '-';
    at += negative ? 1 : 0;
    int start = at;
    long mantissa = 0;
    int point = -1;
    for (; at < end && at - start <= MOST_DIGITS; at++) {
      int c = text[at];
      if (c >= '0' && c <= '9') {
        mantissa = 10 * mantissa + (c - '0');
      } else if (c == '.' && point < 0) {
        point = at;
      } else {
        break;
      }
    }
    int digits = at - start - (point < 0 ? 0 : 1);
    if (at >= end || digits == 0 || digits > MOST_DIGITS || !blank(text[at])) {
      return -1;
    }
    value = Decimal.plain(negative, mantissa, point < 0 ? 0 : at - point - 1);
    return at;
  }

  private static boolean blank(byte c) {
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
  }
}
