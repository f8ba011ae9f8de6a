package org.ironopt.data.internal;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.ironopt.data.Dataset;
import org.ironopt.data.LibsvmReader;
import org.ironopt.data.MalformedDataException;

/**
 * One pass over a LIBSVM file. Nothing is kept of a line but its numbers, and words are read where
 * they stand in the buffer.
 */
public final class LibsvmParser {
  /** No number needs more characters; a longer word means that this is no such file. */
  private static final int LONGEST = 400;

  /** Above this an index is taken for an error, unless the number of features is given. */
  private static final int WIDEST = 100_000_000;

  /** How many vectors of the width of the data are to fit into the heap. */
  private static final int VECTORS = 8;

  /** A pair, and one byte to see where it ends. */
  private static final int PAIR = 2 * LONGEST + 2;

  private static final int NEWLINE = '\n';
  private static final int END = -1;

  private final LibsvmReader reader;
  private final ByteSource source;
  private final SparseRowBuilder rows = new SparseRowBuilder();
  private final int least;
  private final int most;
  private final byte[] buffer = new byte[1 << 14];
  private int at;
  private int end;
  private boolean ended;

  /** What is wrong with the bytes that follow, told when those before have been read. */
  private String damage = "";

  /** How many bytes were before the buffer, and before the line. */
  private long passed;

  private long lineStart;
  private long line;

  /** Where the word or the index that is being read starts in the buffer; it ends here. */
  private int start;

  private int largest;
  private long largestLine;
  private long largestColumn;
  private boolean zeroSeen;
  private long unlabelled;

  /** Where the index that fits only a base of one was first seen; empty while it was not. */
  private String widest = "";

  public LibsvmParser(LibsvmReader reader, ByteSource source) {
    this.reader = reader;
    this.source = source;
    line = source.firstLine();
    least = reader.base() == LibsvmReader.Base.ONE ? 1 : 0;
    int widest = reader.features() > 0 ? reader.features() : WIDEST;
    most = widest - (reader.base() == LibsvmReader.Base.ZERO ? 1 : 0);
  }

  /** Returns the rows. */
  public Dataset read() throws IOException {
    skipByteOrderMark();
    for (blanks(); peek() != END; blanks()) {
      if (peek() != NEWLINE && peek() != '#') {
        row();
      }
      while (peek() != NEWLINE && peek() != END) {
        at++;
      }
      if (peek() == NEWLINE) {
        at++;
        line++;
        lineStart = passed + at;
      }
    }
    return finish();
  }

  private void skipByteOrderMark() throws IOException {
    refill();
    if (peek() == 0xff || peek() == 0xfe) {
      throw error(0, "the text is UTF-16 or binary, expected UTF-8");
    }
    if (peek() == 0xef) {
      if (end < 3 || (buffer[1] & 0xff) != 0xbb || (buffer[2] & 0xff) != 0xbf) {
        throw error(0, "the text is binary, expected UTF-8");
      }
      at = 3;
      lineStart = at;
    }
  }

  private void row() throws IOException {
    checkRoom();
    boolean required = reader.unlabelled() == LibsvmReader.Unlabelled.ERROR;
    word(!required);
    boolean bare = !required && peek() == ':' && wholeNumber() >= 0;
    if (!bare) {
      more(false);
    }
    if (bare || !required && unknown()) {
      unlabelled++;
      if (reader.unlabelled() == LibsvmReader.Unlabelled.LEAVE_OUT) {
        return;
      }
      rows.target(0);
    } else {
      rows.target(target());
    }
    int previous = bare ? element(index(-1)) : -1;
    for (blanks(); peek() != NEWLINE && peek() != END && peek() != '#'; blanks()) {
      word(true);
      previous = element(index(previous));
    }
    rows.endRow();
  }

  /** Reads the value of an index; returns the index. */
  private int element(int index) throws IOException {
    at++;
    double value = value(index);
    if (value != 0) {
      checkRoom();
      rows.element(index, value);
    }
    return index;
  }

  private void checkRoom() throws MalformedDataException {
    if (rows.full()) {
      throw error(at, "more than 2147483639 rows or elements, expected fewer; split the file");
    }
  }

  private double target() throws MalformedDataException {
    double target = DecimalParser.parse(buffer, start, at);
    if (Double.isNaN(target)) {
      String hint = shown().contains(":") ? " before the first index:value" : "";
      throw error(start, "the target is '" + shown() + "', expected a finite number" + hint);
    }
    return target;
  }

  /** Returns the index that was read, which a colon must follow. */
  private int index(int previous) throws IOException {
    if (peek() != ':') {
      throw error(start, "'" + shown() + "', expected index:value as in 3:0.5");
    }
    long index = wholeNumber();
    if (index < 0) {
      String what = shown().equals("qid") ? "a query id" : "the index '" + shown() + "'";
      throw error(start, what + ", expected a whole number as in 3:0.5");
    }
    if (index > most) {
      String given = reader.features() > 0 ? " for " + reader.features() + " features" : "";
      String advice = given.isEmpty() ? " unless the number of features is given" : "";
      throw error(start, "the index " + shown() + ", expected at most " + most + given + advice);
    }
    if (index < least) {
      throw error(start, "the index 0, expected 1 or more with indices that start at 1");
    }
    if (index <= previous) {
      String seen =
          index == previous
              ? "the index " + index + " twice"
              : "the index " + index + " after " + previous;
      throw error(start, seen + ", expected ascending indices");
    }
    note((int) index);
    return (int) index;
  }

  private void note(int index) {
    zeroSeen |= index == 0;
    if (index > largest) {
      largest = index;
      largestLine = line;
      largestColumn = column(start);
    }
    if (index == reader.features() && widest.isEmpty()) {
      widest = place(start);
    }
  }

  private double value(int index) throws IOException {
    word(false);
    if (at == start) {
      throw error(start, "the index " + index + " has no value, expected index:value as in 3:0.5");
    }
    double value = DecimalParser.parse(buffer, start, at);
    if (Double.isNaN(value)) {
      throw error(
          start, "the value of index " + index + " is '" + shown() + "', expected a finite number");
    }
    return value;
  }

  private Dataset finish() throws MalformedDataException {
    if (rows.rows() == 0 && unlabelled > 0) {
      throw new MalformedDataException(allUnlabelled(source.path().toString(), unlabelled));
    }
    if (rows.rows() == 0) {
      throw new MalformedDataException(
          source.path() + ": no rows, expected lines such as '1 3:0.5 7:2'");
    }
    boolean zero = zeroBased();
    if (zero && reader.features() > 0 && !widest.isEmpty()) {
      throw new MalformedDataException(
          String.format(
              Locale.ROOT,
              "%s: the index %d, expected at most %d for %2$d features with indices that start at"
                  + " 0, as one in this file does",
              widest,
              reader.features(),
              reader.features() - 1));
    }
    int columns = reader.features() > 0 ? reader.features() : zero ? largest + 1 : largest;
    if (columns == 0 || largest == 0 && !zeroSeen && reader.features() == 0) {
      throw new MalformedDataException(
          source.path() + ": " + rows.rows() + " rows without any index:value, expected features");
    }
    checkWidth(columns);
    double[] targets = rows.targets();
    return Dataset.regression(rows.features(columns, zero ? 0 : 1), targets);
  }

  /** Whoever learns from the rows needs several vectors as long as they are wide. */
  private void checkWidth(int columns) throws MalformedDataException {
    if (8L * columns > Runtime.getRuntime().maxMemory() / VECTORS) {
      boolean claimed = reader.features() > 0;
      String place = claimed ? "" : ":" + largestLine + ":" + largestColumn;
      String what =
          claimed ? columns + " features are claimed" : "the index " + largest + " is the largest";
      throw new MalformedDataException(
          String.format(
              Locale.ROOT,
              "%s%s: %s: a vector takes %.1f GB, expected fewer, or more memory as in -Xmx%dg",
              source.path(),
              place,
              what,
              8e-9 * columns,
              (VECTORS * 8L * columns >> 30) + 1));
    }
  }

  /** Returns how many rows had no target. */
  public long unlabelled() {
    return unlabelled;
  }

  /** Most words are numbers, and start with a digit, a sign or a point. */
  private boolean unknown() {
    int length = at - start;
    return length > 0
        && length <= 4
        && buffer[start] > '9'
        && missing(new String(buffer, start, length, StandardCharsets.ISO_8859_1));
  }

  /** Whether a word stands for a missing value. */
  static boolean missing(String word) {
    return switch (word.toLowerCase(Locale.ROOT)) {
      case "nan", "na", "n/a", "null", "?" -> true;
      default -> false;
    };
  }

  /** Returns whether the first feature has index 0, as far as was read. */
  public boolean zeroBased() {
    return reader.base() == LibsvmReader.Base.ZERO
        || reader.base() == LibsvmReader.Base.DETECT && zeroSeen;
  }

  private int peek() throws IOException {
    if (at == end) {
      refill();
    }
    return at < end ? buffer[at] & 0xff : END;
  }

  /** Moves what is left to the front and reads on. */
  private void refill() throws IOException {
    if (!ended) {
      end -= at;
      System.arraycopy(buffer, at, buffer, 0, end);
      passed += at;
      at = 0;
    }
    while (!ended && end < PAIR) {
      try {
        int count = source.read(buffer, end, buffer.length - end);
        ended = count < 0;
        end += Math.max(0, count);
      } catch (ByteSource.Damaged e) {
        ended = true;
        damage = e.getMessage();
      }
    }
    if (at == end && !damage.isEmpty()) {
      throw error(at, damage);
    }
  }

  /** Skips blanks; a pair that follows is in the buffer as a whole. */
  private void blanks() throws IOException {
    while (peek() == ' ' || peek() == '\t' || peek() == '\r') {
      at++;
    }
    if (end - at < PAIR) {
      refill();
    }
  }

  /** Reads up to a blank, the end of the line or a comment, and on demand a colon. */
  private void word(boolean untilColon) throws IOException {
    start = at;
    more(untilColon);
  }

  private void more(boolean untilColon) throws IOException {
    for (int c = peek(); c > ' ' ? c != '#' && !(untilColon && c == ':') : odd(c); c = peek()) {
      if (at - start == LONGEST) {
        throw error(start, "'" + shown() + "' goes on, expected a number");
      }
      at++;
    }
  }

  /** Whether a byte is a control character that neither ends a word nor a line. */
  private static boolean odd(int c) {
    return c >= 0 && c < ' ' && c != '\t' && c != '\r' && c != NEWLINE;
  }

  private long wholeNumber() {
    long number = at == start ? -1 : 0;
    for (int i = start; i < at; i++) {
      if (buffer[i] < '0' || buffer[i] > '9') {
        return -1;
      }
      number = Math.min(1L << 32, 10 * number + (buffer[i] - '0'));
    }
    return number;
  }

  private String shown() {
    StringBuilder text = new StringBuilder();
    for (int i = start; i < Math.min(at, start + 24); i++) {
      int b = buffer[i] & 0xff;
      text.append(
          b > ' ' && b < 0x7f
              ? String.valueOf((char) b)
              : String.format(Locale.ROOT, "\\x%02x", b));
    }
    return text.append(at - start > 24 ? "..." : "").toString();
  }

  private MalformedDataException error(int place, String text) {
    return new MalformedDataException(place(place) + ": " + text);
  }

  private String place(int place) {
    return source.path() + ":" + line + ":" + column(place);
  }

  /** Returns the column of a place in the buffer, from 1. */
  private long column(int place) {
    return passed + place - lineStart + 1;
  }

  /** Returns whether a line that is a row starts with a target, or with what may be one. */
  public static boolean labelled(String line) {
    String first = line.strip().split("[\\s#]", 2)[0];
    return !missing(first) && !first.matches("[0-9]+:.*");
  }

  /** Returns what to say of a file in which no row has a target. */
  public static String allUnlabelled(String file, long rows) {
    return file + ": the target is missing in all " + rows + " rows, expected values";
  }
}
