package org.ironopt.table.internal;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.ironopt.data.internal.ByteSource;

/** Reads tables of every encoding and line end by FastCSV, and tells what is wrong with them. */
final class CsvRows implements RowReader {
  private static final int MOST_ROWS = 1 << 10;
  private static final int MOST_BYTES = 1 << 20;

  private final TableFile file;
  private final char quote;
  private final CsvReader<Row> reader;
  private final Iterator<Row> rows;
  private final RowBlock block = new RowBlock();
  private final Row row;

  /** What is wrong behind the rows of the block. */
  private IOException failure;

  /** Starts behind so many lines that are no rows. */
  CsvRows(TableFile file, Charset encoding, char delimiter, char quote, int skipped)
      throws IOException {
    this.file = file;
    this.quote = quote;
    ByteSource bytes = file.content().open();
    row = new Row(file, block, bytes.firstLine() - 1);
    block.clear(new byte[1024]);
    TextDecoder text = new TextDecoder(bytes, encoding);
    reader =
        CsvReader.builder()
            .fieldSeparator(delimiter)
            .quoteCharacter(quote)
            .skipEmptyLines(true)
            .allowUnclosedQuote(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .detectBomHeader(false)
            .maxBufferSize(TableRows.LONGEST_FIELD)
            .build(row, text);
    rows = reader.iterator();
    for (int k = 0; k < skipped; k++) {
      more();
    }
  }

  /** Appends fields to a block. */
  static final class Row extends AbstractBaseCsvCallbackHandler<Row> {
    private final TableFile file;
    private final RowBlock block;
    private final long before;
    private int length;
    private int begun;
    private long line;

    Row(TableFile file, RowBlock block, long before) {
      this.file = file;
      this.block = block;
      this.before = before;
    }

    @Override
    protected void handleBegin(long startingLine) {
      line = before + startingLine;
      begun = length;
      block.abandonRow();
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
      if (block.begun() == TableRow.MOST_FIELDS) {
        throw new UncheckedIOException(file.error(line, TableRow.TOO_WIDE));
      }
      byte[] bytes = new String(buffer, from, to - from).getBytes(StandardCharsets.UTF_8);
      if (length - begun > TableRow.LONGEST - bytes.length) {
        throw new UncheckedIOException(file.error(line, TableRow.TOO_LONG));
      }
      if (length + bytes.length > block.text.length) {
        block.text = Arrays.copyOf(block.text, 2 * block.text.length + bytes.length);
      }
      System.arraycopy(bytes, 0, block.text, length, bytes.length);
      block.field(length, length + bytes.length);
      length += bytes.length;
    }

    @Override
    protected Row buildRecord() {
      return this;
    }
  }

  @Override
  public List<RowBlock> next() throws IOException {
    block.clear(block.text);
    row.length = 0;
    while (failure == null && block.rows < MOST_ROWS && row.length < MOST_BYTES && more()) {
      // Rows are in the block.
    }
    if (block.rows == 0 && failure != null) {
      throw failure;
    }
    return block.rows == 0 ? List.of() : List.of(block);
  }

  /** Reads a row; false if there is none. */
  private boolean more() {
    try {
      if (rows.hasNext()) {
        rows.next();
        block.endRow(row.line);
        return true;
      }
    } catch (UncheckedIOException e) {
      failure = e.getCause();
    } catch (CsvParseException e) {
      failure = broken(e);
    }
    return false;
  }

  private IOException broken(CsvParseException e) {
    for (Throwable cause = e; cause != null; cause = cause.getCause()) {
      switch (cause) {
        case IOException io -> {
          return io;
        }
        // The parser wraps whatever goes wrong below it; a lack of memory is no bad table.
        case Error error -> throw error;
        default -> {}
      }
    }
    String text = String.valueOf(e.getMessage());
    String wrong =
        text.contains("after closing quote")
            ? "text after a closing quote; expected a delimiter or two quotes"
            : text.contains("maximum buffer size")
                ? "more than "
                    + TableRows.LONGEST_FIELD
                    + " characters in one field; is a quote never closed?"
                : text.contains("Unclosed quoted field")
                    ? "a quote that is never closed; expected a second one"
                    : "";
    if (wrong.isEmpty()) {
      throw e;
    }
    String letter = quote == '\'' ? "; --quote '\"' takes single quotes for letters" : "";
    return file.error(row.line, "column %s: %s%s", block.begun() + 1, wrong, letter);
  }

  @Override
  public long line() {
    return row.line;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
