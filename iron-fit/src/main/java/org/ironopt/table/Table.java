package org.ironopt.table;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.data.MalformedDataException;
import org.ironopt.data.internal.ByteSource;

/**
 * A table in memory, as it stands in its file:
 *
 * <pre>{@code
 * Table table = Table.read(Path.of("people.csv"));
 * FitResult fit = Fit.logistic(table.target("bought")).go();
 * }</pre>
 *
 * A file of more than 2 GB is read by {@link TableReader}, which keeps features alone.
 */
public final class Table {
  private final TableFile file;
  private final boolean converted;
  private final List<String> columns;

  private Table(TableFile file, boolean converted, List<String> columns) {
    this.file = file;
    this.converted = converted;
    this.columns = List.copyOf(columns);
  }

  /** Reads a file, packed or not, and closes it; the layout of its text is detected. */
  public static Table read(Path path) throws IOException {
    try (InputFile input = InputFile.unhashed(path)) {
      byte[] bytes = all(input);
      TableFile file = new TableFile(input.path(), () -> ByteSource.of(input.path(), bytes, 1));
      TextLayout layout = new TableReader("").of(input.table()).layout();
      return new Table(file, input.table(), TableDialect.of(file, layout).names());
    }
  }

  private static byte[] all(InputFile input) throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    byte[] piece = new byte[1 << 16];
    try (ByteSource bytes = input.bytes()) {
      for (int n = bytes.read(piece, 0, piece.length); n >= 0; ) {
        if (all.size() > FeatureBuilder.LARGEST - n) {
          throw new MalformedDataException(
              input.path() + ": more than 2 GB; read it by a TableReader");
        }
        all.write(piece, 0, n);
        n = bytes.read(piece, 0, piece.length);
      }
    } catch (ByteSource.Damaged e) {
      throw new MalformedDataException(input.path() + ": " + e.getMessage());
    }
    input.finish();
    return all.toByteArray();
  }

  /** Returns the names of the columns; {@code column1} and so on without a header. */
  public List<String> columns() {
    return columns;
  }

  /**
   * Returns the rows to learn a column from the others: features, how they were made, and what was
   * decided on the way.
   */
  public TableData target(String column) throws IOException {
    return by(new TableReader(column));
  }

  /** Returns the same with the roles, the layout and the rules of a reader. */
  public TableData by(TableReader reader) throws IOException {
    return reader.of(converted).read(file);
  }

  @Override
  public String toString() {
    return file.path() + ": " + String.join(", ", columns);
  }
}
