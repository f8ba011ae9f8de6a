package org.ironopt.table.internal;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import java.io.Serializable;
import java.util.Arrays;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.internal.DecimalParser;
import org.ironopt.io.internal.Numbers;

/**
 * The fields of one row, without the blanks around them, in one array of characters that the next
 * row overwrites; a number is read without a string in between.
 */
final class TableRow extends AbstractBaseCsvCallbackHandler<TableRow> {
  private static final int LONGEST_NUMBER = 400;

  /** The widest tables that people have, those of genomes, have fewer columns. */
  static final int MOST_FIELDS = 1_000_000;

  /** Characters of a row, which are kept in one array. */
  static final int LONGEST = 1 << 25;

  static final String TOO_WIDE =
      "more than "
          + MOST_FIELDS
          + " fields in one row, expected fewer; is a line end or --delimiter wrong? Data of more"
          + " columns are read as LIBSVM";

  static final String TOO_LONG =
      "more than " + LONGEST + " characters in one row, expected fewer; is this a table?";

  private final NumberParser written = new NumberParser();
  private final byte[] number = new byte[LONGEST_NUMBER];
  private char[] text = new char[1024];
  private int[] starts = new int[16];
  private int[] ends = new int[16];
  private int length;
  private int fields;
  private long line;
  private final long before;

  /** Names lines by their numbers in a file that has so many before them. */
  TableRow(long before) {
    this.before = before;
  }

  @Override
  protected void handleBegin(long startingLine) {
    line = before + startingLine;
    fields = 0;
    length = 0;
  }

  @Override
  protected void handleField(int index, char[] buffer, int offset, int size, boolean quoted) {
    int from = offset;
    int to = offset + size;
    while (from < to && buffer[from] <= ' ') {
      from++;
    }
    while (to > from && buffer[to - 1] <= ' ') {
      to--;
    }
    if (fields == MOST_FIELDS || length > LONGEST - (to - from)) {
      throw new CsvParseException(fields == MOST_FIELDS ? TOO_WIDE : TOO_LONG);
    }
    if (fields == starts.length) {
      starts = Arrays.copyOf(starts, larger(fields, 1));
      ends = Arrays.copyOf(ends, starts.length);
    }
    if (length + to - from > text.length) {
      text = Arrays.copyOf(text, larger(text.length, to - from));
    }
    System.arraycopy(buffer, from, text, length, to - from);
    starts[fields] = length;
    length += to - from;
    ends[fields++] = length;
  }

  private static int larger(int size, int more) {
    return 2 * size + more;
  }

  @Override
  protected TableRow buildRecord() {
    return this;
  }

  /** Returns the line that the row starts in, from 1. */
  long line() {
    return line;
  }

  int fields() {
    return fields;
  }

  String field(int i) {
    return new String(text, starts[i], ends[i] - starts[i]);
  }

  /** Returns the text of a field, cut and with odd characters spelled out, for a message. */
  String shown(int i) {
    StringBuilder shown = new StringBuilder();
    int end = Math.min(ends[i], starts[i] + 24);
    for (int k = starts[i]; k < end; k++) {
      char c = text[k];
      boolean odd = c < ' ' || c == 0x7f || c == 0x2028;
      shown.append(odd ? Numbers.format("\\x%02x", (int) c) : c);
    }
    return shown.append(end < ends[i] ? "..." : "").toString();
  }

  /** Returns the same with the line. */
  Shown seen(int i) {
    return new Shown(shown(i), line);
  }

  /** Returns whether a field is empty, NA, NaN, null or ?, in letters of either case. */
  boolean missing(int i) {
    return switch (ends[i] - starts[i]) {
      case 0 -> true;
      case 1 -> text[starts[i]] == '?';
      case 2 -> is(i, "na");
      case 3 -> is(i, "nan") || is(i, "n/a");
      case 4 -> is(i, "null");
      default -> false;
    };
  }

  private boolean is(int i, String word) {
    for (int k = 0; k < word.length(); k++) {
      if ((text[starts[i] + k] | 0x20) != (word.charAt(k) | 0x20)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the finite number that a field is without thousands or marks, or NaN. */
  double plain(int i) {
    int size = ends[i] - starts[i];
    if (size > LONGEST_NUMBER) {
      return Double.NaN;
    }
    for (int k = 0; k < size; k++) {
      char c = text[starts[i] + k];
      if (c > 0x7f) {
        return Double.NaN;
      }
      number[k] = (byte) c;
    }
    return DecimalParser.parse(number, 0, size);
  }

  /** Returns the finite number that a field is in some form, or NaN. */
  double number(int i, Form form) {
    return form.equals(Form.PLAIN) ? plain(i) : written.read(text, starts[i], ends[i], form);
  }

  /** Returns the number that a field is, whatever its mark, which {@link #written} then tells. */
  double number(int i, char decimal, char thousands) {
    return written.read(text, starts[i], ends[i], decimal, thousands);
  }

  NumberParser written() {
    return written;
  }

  /** Returns how many digits a field has if it has nothing else but a sign, else 0. */
  int digits(int i) {
    int from = starts[i];
    from += from < ends[i] && (text[from] == '-' || text[from] == '+') ? 1 : 0;
    for (int k = from; k < ends[i]; k++) {
      if (text[k] < '0' || text[k] > '9') {
        return 0;
      }
    }
    return ends[i] - from > LONGEST_NUMBER - 1 ? 0 : ends[i] - from;
  }

  boolean holds(int i, char c) {
    for (int k = starts[i]; k < ends[i]; k++) {
      if (text[k] == c) {
        return true;
      }
    }
    return false;
  }

  /** A field as messages show it, with its line. */
  record Shown(String text, long line) implements Serializable {
    static final Shown NONE = new Shown("", 0);

    boolean isEmpty() {
      return text.isEmpty();
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
