package org.ironopt.table.internal;

import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.internal.Numbers;

/**
 * The rows of a table in blocks, one after the other; empty lines are skipped. Plain text is split
 * by {@link PlainRows}. Where it is not plain {@link CsvRows} reads from the start and takes over.
 */
final class TableRows implements Closeable {
  /** No field is longer than this; a quote that is never closed makes one. */
  static final int LONGEST_FIELD = 1 << 20;

  private final TableFile file;
  private final Charset encoding;
  private final char delimiter;
  private final char quote;
  private int skipped;
  private boolean named;
  private int width = -1;
  private RowReader reader;

  /** Rows that were read, those with names too. */
  private long read;

  /** What is wrong behind the rows of the last blocks. */
  private MalformedDataException failure;

  /** Is shown rows. */
  @FunctionalInterface
  interface Eye {
    void see(TableRow row) throws IOException;
  }

  /** Names a file, which is opened with the first row. */
  TableRows(TableFile file, Charset encoding, char delimiter, char quote) {
    this.file = file;
    this.encoding = encoding;
    this.delimiter = delimiter;
    this.quote = quote;
  }

  /** Expects as many fields in the first row as in those of other parts of the table. */
  TableRows wide(int fields) {
    width = fields;
    return this;
  }

  /** Skips lines that are no rows, and the names if the first row holds them. */
  TableRows behind(int lines, boolean names) {
    skipped = lines;
    named = names;
    return this;
  }

  /** Shows all rows behind the names. */
  void each(Eye eye) throws IOException {
    TableRow row = new TableRow();
    for (List<RowBlock> blocks = next(); !blocks.isEmpty(); blocks = next()) {
      for (RowBlock block : blocks) {
        for (int r = 0; r < block.rows; r++) {
          eye.see(row.at(block, r));
        }
      }
    }
  }

  /** Returns the next rows behind the names in blocks that the next ones overwrite. */
  List<RowBlock> next() throws IOException {
    if (failure != null) {
      throw failure;
    }
    List<RowBlock> blocks = even(blocks());
    if (named && !blocks.isEmpty()) {
      named = false;
      blocks.getFirst().dropFirst(1);
      if (blocks.getFirst().rows == 0) {
        List<RowBlock> others = blocks.subList(1, blocks.size());
        return others.isEmpty() ? next() : others;
      }
    }
    return blocks;
  }

  private List<RowBlock> blocks() throws IOException {
    try {
      if (reader == null) {
        boolean plain = PlainRows.mayRead(encoding, delimiter, quote);
        reader = plain ? new PlainRows(file.content().open(), delimiter, quote, skipped) : csv();
      }
      return reader.next();
    } catch (PlainRows.NotPlain e) {
      return again();
    }
  }

  private RowReader csv() throws IOException {
    return new CsvRows(file, encoding, delimiter, quote, skipped);
  }

  /** Reads from the start what was not plain; returns the rows behind those that were read. */
  private List<RowBlock> again() throws IOException {
    try (RowReader _ = reader) {
      reader = csv();
    }
    long behind = read;
    while (true) {
      List<RowBlock> blocks = reader.next();
      if (blocks.isEmpty() || blocks.getFirst().rows > behind) {
        if (!blocks.isEmpty()) {
          blocks.getFirst().dropFirst((int) behind);
        }
        return blocks;
      }
      behind -= blocks.getFirst().rows;
    }
  }

  /** Returns the rows before the first with another number of fields, which is an error. */
  private List<RowBlock> even(List<RowBlock> blocks) throws MalformedDataException {
    List<RowBlock> even = new ArrayList<>();
    for (RowBlock block : blocks) {
      width = width < 0 ? block.width : width;
      int bad = block.width == width ? block.uneven : 0;
      if (bad >= 0) {
        int fields = bad == 0 ? block.width : block.unevenWidth;
        failure =
            file.error(
                block.line(bad),
                "%s, expected %s as in the first row with the delimiter '%s'; is one missing, or a"
                    + " quote around a field?",
                Numbers.count(fields, "field"),
                width,
                delimiter);
        block.rows = bad;
      }
      read += block.rows;
      if (block.rows > 0) {
        even.add(block);
      }
      if (failure != null) {
        break;
      }
    }
    if (even.isEmpty() && failure != null) {
      throw failure;
    }
    return even;
  }

  /** Returns an error where reading stands; the text is a format if there are values for it. */
  MalformedDataException error(String text, Object... values) {
    return file.error(reader.line(), text, values);
  }

  /** Returns an error in a line. */
  MalformedDataException error(long line, String text, Object... values) {
    return file.error(line, text, values);
  }

  @Override
  public void close() throws IOException {
    if (reader != null) {
      reader.close();
    }
  }
}
