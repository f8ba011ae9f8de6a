package org.ironopt.table.internal;

import java.io.Serial;
import java.io.Serializable;
import java.text.ParsePosition;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalQueries;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ironopt.data.TableSchema.Part;

/**
 * A way to write dates, times, or both. A date is a number of seconds since 1970, in UTC where an
 * offset is written and else as the clock on the wall said; a time alone counts from midnight. Two
 * digits of a year are 1950 to 2049. A bar between patterns gives several forms, of which the first
 * counts that reads a text.
 */
final class DatePattern implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  static final int DAY = 86_400;

  private static final String TIME =
      "[['T'][' ']H:mm[:ss[.SSSSSSSSS][.SSSSSS][.SSS]][' '][XXX][XX][X]]";
  private static final String HALF_DAY = "' 'h:mm[:ss][' ']a";

  private final String pattern;
  private final transient DateTimeFormatter formatter;

  /** The forms of which this is one or the other; empty for a single one. */
  private final transient List<DatePattern> forms;

  /** What cannot be absent, and the same with day and month the other way round. */
  private final transient String head;

  private final transient String mirror;

  /** Reads what is written in the usual way; null where there is none. */
  private final transient PlainDate shortForm;

  DatePattern(String pattern) {
    this.pattern = pattern;
    shortForm = PlainDate.of(pattern, TIME);
    head = head(pattern);
    mirror = head.replace('d', '?').replace('M', 'd').replace('?', 'M');
    // A bar between quotes is one of the text.
    String[] patterns = pattern.split("\\|(?=(?:[^']*'[^']*')*[^']*$)");
    if (patterns.length > 1) {
      forms = Arrays.stream(patterns).map(DatePattern::new).toList();
      formatter = null;
      if (forms.stream().map(DatePattern::dated).distinct().count() > 1) {
        throw new IllegalArgumentException("dates and times");
      }
      return;
    }
    forms = List.of();
    formatter =
        new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .appendPattern(ofEra(pattern))
            .toFormatter(Locale.ENGLISH);
  }

  /** Returns one form or the other. */
  static DatePattern of(List<DatePattern> forms) {
    return new DatePattern(forms.stream().map(f -> f.pattern).collect(Collectors.joining("|")));
  }

  /** A formatter is not serializable; its pattern determines it. */
  private record SerializedForm(String pattern) implements Serializable {
    private Object readResolve() {
      return new DatePattern(pattern);
    }
  }

  @Serial
  private Object writeReplace() {
    return new SerializedForm(pattern);
  }

  /** What is recognised; made when the first value looks like a date. */
  private static final class Known {
    static final List<DatePattern> FORMS =
        List.of(
            new DatePattern("uuuu-MM-dd" + TIME),
            new DatePattern("uuuu/M/d" + TIME),
            new DatePattern("uuuu.M.d" + TIME),
            new DatePattern("uuuuMMdd"),
            new DatePattern("uuuu-MM"),
            new DatePattern("d.M.uuuu" + TIME),
            new DatePattern("d.M.uu" + TIME),
            new DatePattern("d/M/uuuu" + TIME),
            new DatePattern("d/M/uu" + TIME),
            new DatePattern("d/M/uuuu" + HALF_DAY),
            new DatePattern("d-M-uuuu" + TIME),
            new DatePattern("M/d/uuuu" + TIME),
            new DatePattern("M/d/uu" + TIME),
            new DatePattern("M/d/uuuu" + HALF_DAY),
            new DatePattern("M-d-uuuu" + TIME),
            new DatePattern("d MMM uuuu" + TIME),
            new DatePattern("d-MMM-uuuu" + TIME),
            new DatePattern("d. MMM uuuu" + TIME),
            new DatePattern("d MMMM uuuu" + TIME),
            new DatePattern("MMM d, uuuu" + TIME),
            new DatePattern("MMMM d, uuuu" + TIME),
            new DatePattern("H:mm[:ss]"),
            new DatePattern("h:mm[:ss][' ']a"));
  }

  static List<DatePattern> known() {
    return Known.FORMS;
  }

  /** Whether it is worth to try a text: a digit first, or a month and digits. */
  static boolean likely(String text) {
    if (text.length() < 4 || text.length() > 40) {
      return false;
    }
    char first = text.charAt(0);
    if (first >= '0' && first <= '9') {
      return true;
    }
    boolean digit = text.chars().anyMatch(c -> c >= '0' && c <= '9');
    String months = "janfebmaraprmayjunjulaugsepoctnovdec";
    String start = text.substring(0, 3).toLowerCase(Locale.ROOT);
    return digit && months.indexOf(start) % 3 == 0;
  }

  /** A year alone: that of an era must come with the era, which nobody writes. */
  private static String ofEra(String pattern) {
    StringBuilder year = new StringBuilder();
    boolean quoted = false;
    for (char c : pattern.toCharArray()) {
      quoted ^= c == '\'';
      year.append(c == 'y' && !quoted ? 'u' : c);
    }
    return year.toString();
  }

  String pattern() {
    return pattern;
  }

  /** Returns the pattern without what may be absent. */
  String shown() {
    if (!forms.isEmpty()) {
      return forms.stream().map(DatePattern::shown).distinct().collect(Collectors.joining("|"));
    }
    int optional = pattern.indexOf("[[");
    return (optional < 0 ? pattern : pattern.substring(0, optional)).replace('u', 'y');
  }

  private boolean twoDigits() {
    String letters = pattern.replace('y', 'u');
    return letters.contains("uu") && !letters.contains("uuu");
  }

  /** Whether the form says which day it is; else it is a time. */
  boolean dated() {
    return pattern.contains("u") || pattern.contains("y");
  }

  /** Whether day and month are the other way round in a form that is else written alike. */
  boolean mirrors(DatePattern other) {
    return !head.equals(mirror) && mirror.equals(other.head);
  }

  private static String head(String pattern) {
    int end = pattern.indexOf('[');
    String head = end < 0 ? pattern : pattern.substring(0, end);
    return head.replace('y', 'u').replace("dd", "d").replace("MM", "M");
  }

  /** Whether another form puts day and month the other way round. */
  boolean swaps(DatePattern other) {
    if (!forms.isEmpty() && !other.forms.isEmpty()) {
      return forms.stream().anyMatch(f -> other.forms.stream().anyMatch(f::mirrors));
    }
    return !pattern.equals(other.pattern)
        && dayAndMonth(pattern)
            .equals(new StringBuilder(dayAndMonth(other.pattern)).reverse() + "");
  }

  private static String dayAndMonth(String pattern) {
    return pattern.replaceAll("[\\[' ].*", "").replaceAll("[^dM]", "");
  }

  /** Returns the seconds of a text, or NaN if it is not of this form. */
  double seconds(String text) {
    for (DatePattern form : forms) {
      double seconds = form.seconds(text);
      if (!Double.isNaN(seconds)) {
        return seconds;
      }
    }
    return forms.isEmpty() ? parsed(text) : Double.NaN;
  }

  /** Returns the seconds of a date or time, or NaN if this form is of the other. */
  double seconds(TemporalAccessor given) {
    TemporalAccessor value =
        switch (given) {
          case Instant instant -> instant.atOffset(ZoneOffset.UTC);
          case YearMonth month -> month.atDay(1);
          default -> given;
        };
    LocalDate date = value.query(TemporalQueries.localDate());
    LocalTime time = value.query(TemporalQueries.localTime());
    if (dated() ? date == null : date != null || time == null) {
      return Double.NaN;
    }
    long whole = dated() ? date.toEpochDay() * DAY : 0;
    whole += time == null ? 0 : time.toSecondOfDay();
    double nanos = time == null ? 0 : 1e-9 * time.getNano();
    return whole - field(value, ChronoField.OFFSET_SECONDS, 0) + nanos;
  }

  private double parsed(String text) {
    double plain = shortForm == null ? Double.NaN : shortForm.seconds(text);
    if (!Double.isNaN(plain)) {
      return plain;
    }
    ParsePosition at = new ParsePosition(0);
    TemporalAccessor parsed = formatter.parseUnresolved(text, at);
    if (parsed == null || at.getErrorIndex() >= 0 || at.getIndex() != text.length()) {
      return Double.NaN;
    }
    long day = dated() ? day(parsed) : 0;
    long hour = field(parsed, ChronoField.HOUR_OF_DAY, 0);
    if (parsed.isSupported(ChronoField.CLOCK_HOUR_OF_AMPM)) {
      long clock = parsed.getLong(ChronoField.CLOCK_HOUR_OF_AMPM);
      hour = clock < 1 || clock > 12 ? 99 : clock % 12;
      hour += 12 * field(parsed, ChronoField.AMPM_OF_DAY, 0);
    }
    long minute = field(parsed, ChronoField.MINUTE_OF_HOUR, 0);
    long second = field(parsed, ChronoField.SECOND_OF_MINUTE, 0);
    if (day == Long.MIN_VALUE || hour > 23 || minute > 59 || second > 59) {
      return Double.NaN;
    }
    double nanos = 1e-9 * field(parsed, ChronoField.NANO_OF_SECOND, 0);
    long whole = day * DAY + hour * 3600 + minute * 60 + second;
    return whole - field(parsed, ChronoField.OFFSET_SECONDS, 0) + nanos;
  }

  private long day(TemporalAccessor parsed) {
    long year = field(parsed, ChronoField.YEAR, 0);
    year -= twoDigits() && year >= 2050 ? 100 : 0;
    long month = field(parsed, ChronoField.MONTH_OF_YEAR, 1);
    long day = field(parsed, ChronoField.DAY_OF_MONTH, 1);
    // Eight digits are more often a number than a date.
    boolean near = !pattern.equals("uuuuMMdd") || year >= 1900 && year < 2100;
    return near ? epochDay(year, month, day) : Long.MIN_VALUE;
  }

  /** Returns the day since 1970, or the least number if there is no such day. */
  static long epochDay(long year, long month, long day) {
    if (year < 1 || year > 9999 || month < 1 || month > 12 || day < 1) {
      return Long.MIN_VALUE;
    }
    return day > YearMonth.of((int) year, (int) month).lengthOfMonth()
        ? Long.MIN_VALUE
        : LocalDate.of((int) year, (int) month, (int) day).toEpochDay();
  }

  private static long field(TemporalAccessor parsed, ChronoField field, long absent) {
    return parsed.isSupported(field) ? parsed.getLong(field) : absent;
  }

  /** Returns the features of a date, part by part. */
  static double[] features(double seconds, List<Part> parts) {
    long day = (long) Math.floor(seconds / DAY);
    LocalDate date = LocalDate.ofEpochDay(day);
    double ofDay = (seconds - (double) day * DAY) / DAY;
    double ofYear = (date.getDayOfYear() - 1 + ofDay) / date.lengthOfYear();
    int count = 0;
    for (Part part : parts) {
      count += part.features().size();
    }
    double[] features = new double[count];
    int at = 0;
    for (Part part : parts) {
      switch (part) {
        case YEAR -> features[at] = date.getYear() + ofYear;
        case SEASON -> circle(ofYear, features, at);
        case HOUR -> circle(ofDay, features, at);
        case WEEKDAY -> {
          int weekday = date.getDayOfWeek().getValue() - 1;
          if (weekday > 0) {
            features[at + weekday - 1] = 1;
          }
        }
      }
      at += part.features().size();
    }
    return features;
  }

  private static void circle(double turn, double[] out, int at) {
    out[at] = StrictMath.sin(2 * Math.PI * turn);
    out[at + 1] = StrictMath.cos(2 * Math.PI * turn);
  }
}
