package org.ironopt.table.internal;

import java.util.Arrays;

/** Some rows of a table: their fields in UTF-8, without the blanks around them. */
final class RowBlock {
  /** The bytes that the fields stand in; blocks that were split together share them. */
  byte[] text;

  private int[] starts = new int[256];
  private int[] ends = new int[256];
  private long[] lines = new long[64];
  private int fields;

  /** The first field of the row that is being added. */
  private int rowStart;

  int rows;

  /** Fields of the first row. */
  int width;

  /** Lines of the file before those that the block counts. */
  long before;

  /** The first row with another number of fields, -1 if there is none, and how many it has. */
  int uneven;

  int unevenWidth;

  /** Forgets all rows. */
  void clear(byte[] newText) {
    text = newText;
    fields = 0;
    rowStart = 0;
    rows = 0;
    uneven = -1;
    before = 0;
  }

  /** Adds a field of the row that is begun, without blanks; returns its number in the block. */
  int field(int start, int end) {
    int from = start;
    int to = end;
    while (from < to && blank(text[from])) {
      from++;
    }
    while (to > from && blank(text[to - 1])) {
      to--;
    }
    if (fields == starts.length) {
      starts = Arrays.copyOf(starts, 2 * fields);
      ends = Arrays.copyOf(ends, 2 * fields);
    }
    starts[fields] = from;
    ends[fields] = to;
    return fields++;
  }

  private static boolean blank(byte b) {
    return b <= ' ' && b >= 0;
  }

  /** Takes every second one of the quotes in a field away. */
  void unescape(int field, byte quote) {
    int out = starts[field];
    for (int k = out; k < ends[field]; k++) {
      k += text[k] == quote ? 1 : 0;
      text[out++] = text[k];
    }
    ends[field] = out;
  }

  /** Ends a row that starts in a line, counted from the one the block starts in. */
  void endRow(long line) {
    int count = fields - rowStart;
    if (rows == 0) {
      width = count;
    } else if (count != width && uneven < 0) {
      uneven = rows;
      unevenWidth = count;
    }
    if (rows == lines.length) {
      lines = Arrays.copyOf(lines, 2 * rows);
    }
    lines[rows++] = line;
    rowStart = fields;
  }

  /** Forgets the fields of a row that was begun. */
  void abandonRow() {
    fields = rowStart;
  }

  /** Returns how many fields the row that was begun has. */
  int begun() {
    return fields - rowStart;
  }

  /** Forgets the rows before one; rows have equally many fields. */
  void dropFirst(int count) {
    fields -= count * width;
    rowStart = fields;
    rows -= count;
    System.arraycopy(starts, count * width, starts, 0, fields);
    System.arraycopy(ends, count * width, ends, 0, fields);
    System.arraycopy(lines, count, lines, 0, rows);
  }

  int start(int field) {
    return starts[field];
  }

  int end(int field) {
    return ends[field];
  }

  /** Returns the line of the file that a row starts in, from 1. */
  long line(int row) {
    return before + lines[row];
  }
}
