package org.ironopt.table.internal;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.internal.DecimalParser;
import org.ironopt.io.internal.Numbers;

/**
 * The fields of one row of a block; a plain number is read where it stands, without a string in
 * between.
 */
final class TableRow {
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
  private RowBlock block;
  private byte[] text;
  private int first;
  private int row;

  /** Moves to a row of a block. */
  TableRow at(RowBlock newBlock, int newRow) {
    block = newBlock;
    text = block.text;
    row = newRow;
    first = row * block.width;
    return this;
  }

  private int start(int i) {
    return block.start(first + i);
  }

  private int end(int i) {
    return block.end(first + i);
  }

  /** Returns the line that the row starts in, from 1. */
  long line() {
    return block.line(row);
  }

  int fields() {
    return block.width;
  }

  String field(int i) {
    return new String(text, start(i), end(i) - start(i), StandardCharsets.UTF_8);
  }

  /** Returns the text of a field, cut and with odd characters spelled out, for a message. */
  String shown(int i) {
    String field = field(i);
    StringBuilder shown = new StringBuilder();
    int end = Math.min(field.length(), 24);
    for (int k = 0; k < end; k++) {
      char c = field.charAt(k);
      boolean odd = c < ' ' || c == 0x7f || c == 0x2028;
      shown.append(odd ? Numbers.format("\\x%02x", (int) c) : c);
    }
    return shown.append(end < field.length() ? "..." : "").toString();
  }

  /** Returns the same with the line. */
  FieldExcerpt seen(int i) {
    return new FieldExcerpt(shown(i), line());
  }

  /** Returns whether a field is empty, NA, NaN, null or ?, in letters of either case. */
  boolean missing(int i) {
    int start = start(i);
    return switch (end(i) - start) {
      case 0 -> true;
      case 1 -> text[start] == '?';
      case 2 -> is(start, "na");
      case 3 -> is(start, "nan") || is(start, "n/a");
      case 4 -> is(start, "null");
      default -> false;
    };
  }

  private boolean is(int start, String word) {
    for (int k = 0; k < word.length(); k++) {
      if ((text[start + k] | 0x20) != (word.charAt(k) | 0x20)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the finite number that a field is without thousands or marks, or NaN. */
  double plain(int i) {
    int start = start(i);
    int end = end(i);
    return end - start > LONGEST_NUMBER ? Double.NaN : DecimalParser.parse(text, start, end);
  }

  /** Returns the finite number that a field is in some form, or NaN. */
  double number(int i, Form form) {
    if (form.equals(Form.PLAIN)) {
      return plain(i);
    }
    char[] chars = field(i).toCharArray();
    return written.read(chars, 0, chars.length, form);
  }

  /** Returns the number that a field is, whatever its mark, which {@link #written} then tells. */
  double number(int i, char decimal, char thousands) {
    char[] chars = field(i).toCharArray();
    return written.read(chars, 0, chars.length, decimal, thousands);
  }

  NumberParser written() {
    return written;
  }

  /** Returns how many digits a field has if it has nothing else but a sign, else 0. */
  int digits(int i) {
    int from = start(i);
    int to = end(i);
    from += from < to && (text[from] == '-' || text[from] == '+') ? 1 : 0;
    for (int k = from; k < to; k++) {
      if (text[k] < '0' || text[k] > '9') {
        return 0;
      }
    }
    return to - from > LONGEST_NUMBER - 1 ? 0 : to - from;
  }

  /** Returns whether a field holds an ASCII character. */
  boolean holds(int i, char c) {
    int to = end(i);
    for (int k = start(i); k < to; k++) {
      if (text[k] == c) {
        return true;
      }
    }
    return false;
  }

  /** A field as messages show it, with its line. */
  record FieldExcerpt(String text, long line) implements Serializable {
    static final FieldExcerpt NONE = new FieldExcerpt("", 0);

    boolean isEmpty() {
      return text.isEmpty();
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
