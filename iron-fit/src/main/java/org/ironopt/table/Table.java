package org.ironopt.table;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.internal.TableFile;
import org.ironopt.table.internal.TwoPassReader;

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
      TableFile file = TableFile.inMemory(input);
      boolean converted = input.table();
      List<String> columns = TwoPassReader.of(new TableReader(""), converted).names(file);
      return new Table(file, converted, columns);
    }
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
    return TwoPassReader.of(reader, converted).read(file);
  }

  @Override
  public String toString() {
    return file.path() + ": " + String.join(", ", columns);
  }
}
