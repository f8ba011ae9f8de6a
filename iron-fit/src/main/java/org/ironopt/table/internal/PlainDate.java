package org.ironopt.table.internal;

/**
 * Reads dates of four digits for the year and one or two for month and day, and times behind them
 * up to the second, as a formatter of the same pattern does, in a fraction of its time.
 *
 * @param order of year, month and day, a letter each
 * @param separator between them
 * @param padded whether month and day must have two digits
 * @param timed whether a time may follow
 */
record PlainDate(String order, char separator, boolean padded, boolean timed) {
  /** Returns what reads a pattern, or null. */
  static PlainDate of(String pattern, String time) {
    boolean timed = pattern.endsWith(time);
    String date = timed ? pattern.substring(0, pattern.length() - time.length()) : pattern;
    return switch (date) {
      case "uuuu-MM-dd" -> new PlainDate("uMd", '-', true, timed);
      case "uuuu/M/d" -> new PlainDate("uMd", '/', false, timed);
      case "uuuu.M.d" -> new PlainDate("uMd", '.', false, timed);
      case "d.M.uuuu" -> new PlainDate("dMu", '.', false, timed);
      case "d/M/uuuu" -> new PlainDate("dMu", '/', false, timed);
      case "d-M-uuuu" -> new PlainDate("dMu", '-', false, timed);
      case "M/d/uuuu" -> new PlainDate("Mdu", '/', false, timed);
      case "M-d-uuuu" -> new PlainDate("Mdu", '-', false, timed);
      default -> null;
    };
  }

  /** Returns the seconds since 1970, or NaN for whatever is not written so. */
  double seconds(String text) {
    int year = 0;
    int month = 0;
    int day = 0;
    int at = 0;
    for (int k = 0; k < 3; k++) {
      char part = order.charAt(k);
      int digits = digits(text, at);
      boolean fits = part == 'u' ? digits == 4 : digits == 2 || digits == 1 && !padded;
      if (!fits || k > 0 && text.charAt(at - 1) != separator) {
        return Double.NaN;
      }
      int value = value(text, at, digits);
      year = part == 'u' ? value : year;
      month = part == 'M' ? value : month;
      day = part == 'd' ? value : day;
      at += digits + 1;
    }
    long seconds = at > text.length() ? 0 : time(text, at);
    long epochDay = DatePattern.epochDay(year, month, day);
    return seconds < 0 || epochDay == Long.MIN_VALUE
        ? Double.NaN
        : epochDay * DatePattern.DAY + seconds;
  }

  /** Returns the seconds of a time behind a T or a blank, -1 for what is none. */
  private long time(String text, int start) {
    char before = text.charAt(start - 1);
    int hours = digits(text, start);
    int minute = start + hours + 1;
    if (!timed || before != 'T' && before != ' ' || hours < 1 || hours > 2) {
      return -1;
    }
    int hour = value(text, start, hours);
    if (hour > 23 || !colon(text, minute) || digits(text, minute) != 2) {
      return -1;
    }
    int minutes = value(text, minute, 2);
    int second = minute + 3;
    boolean whole = second > text.length();
    if (minutes > 59 || !whole && (!colon(text, second) || second + 2 != text.length())) {
      return -1;
    }
    if (!whole && digits(text, second) != 2) {
      return -1;
    }
    int seconds = whole ? 0 : value(text, second, 2);
    return seconds > 59 ? -1 : 3600L * hour + 60L * minutes + seconds;
  }

  private static boolean colon(String text, int before) {
    return before <= text.length() && text.charAt(before - 1) == ':';
  }

  /** Counts digits; more than four are one too many. */
  private static int digits(String text, int from) {
    int at = from;
    while (at < text.length()
        && at < from + 5
        && text.charAt(at) >= '0'
        && text.charAt(at) <= '9') {
      at++;
    }
    return at - from;
  }

  private static int value(String text, int from, int digits) {
    int value = 0;
    for (int k = from; k < from + digits; k++) {
      value = 10 * value + text.charAt(k) - '0';
    }
    return value;
  }
}
