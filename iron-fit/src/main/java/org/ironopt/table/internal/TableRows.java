package org.ironopt.table.internal;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.Iterator;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.internal.ByteSource;
import org.ironopt.io.internal.Numbers;

/** The rows of a table, one after the other; empty lines are skipped. */
final class TableRows implements Closeable {
  /** No field is longer than this; a quote that is never closed makes one. */
  private static final int LONGEST_FIELD = 1 << 20;

  private final TableFile file;
  private final CsvReader<TableRow> reader;
  private final Iterator<TableRow> rows;
  private final TableRow row;
  private final char delimiter;
  private final char quote;
  private int skipped;
  private boolean named;
  private int width = -1;

  /** Is shown rows. */
  @FunctionalInterface
  interface Eye {
    void see(TableRow row) throws IOException;
  }

  /** Opens a file at its first row. */
  TableRows(TableFile file, Charset encoding, char delimiter, char quote) throws IOException {
    this.file = file;
    this.delimiter = delimiter;
    this.quote = quote;
    ByteSource bytes = file.content().open();
    row = new TableRow(bytes.firstLine() - 1);
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
            .maxBufferSize(LONGEST_FIELD)
            .build(row, text);
    rows = reader.iterator();
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
    if (named) {
      next();
    }
    for (TableRow next = next(); next != null; next = next()) {
      eye.see(next);
    }
  }

  /** Returns the next row, the same object each time, or null at the end. */
  TableRow next() throws IOException {
    try {
      for (; skipped > 0 && rows.hasNext(); skipped--) {
        rows.next();
      }
      if (!rows.hasNext()) {
        return null;
      }
      rows.next();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    } catch (CsvParseException e) {
      throw broken(e);
    }
    if (width < 0) {
      width = row.fields();
    } else if (row.fields() != width) {
      throw error(
          "%s, expected %s as in the first row with the delimiter '%s'; is one missing, or a quote"
              + " around a field?",
          Numbers.count(row.fields(), "field"), width, delimiter);
    }
    return row;
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
    if (text.equals(TableRow.TOO_LONG) || text.equals(TableRow.TOO_WIDE)) {
      return error(text);
    }
    String wrong =
        text.contains("after closing quote")
            ? "text after a closing quote; expected a delimiter or two quotes"
            : text.contains("maximum buffer size")
                ? "more than "
                    + LONGEST_FIELD
                    + " characters in one field; is a quote never closed?"
                : text.contains("Unclosed quoted field")
                    ? "a quote that is never closed; expected a second one"
                    : "";
    if (wrong.isEmpty()) {
      throw e;
    }
    String letter = quote == '\'' ? "; --quote '\"' takes single quotes for letters" : "";
    return error("column %s: %s%s", row.fields() + 1, wrong, letter);
  }

  /** Returns an error in the row read last; the text is a format if there are values for it. */
  MalformedDataException error(String text, Object... values) {
    return file.error(row.line(), text, values);
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
