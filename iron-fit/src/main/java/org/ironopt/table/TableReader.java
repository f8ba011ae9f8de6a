package org.ironopt.table;

import java.io.IOException;
import java.nio.file.Path;
import org.ironopt.data.TableSchema;
import org.ironopt.table.internal.InputFile;
import org.ironopt.table.internal.TwoPassReader;

/**
 * Reads comma- or tab-separated tables, packed by gzip or not, in two passes: the first profiles
 * the columns, the second encodes them, so memory is that of the data set. A column whose values
 * are all numbers, in a common notation, is one of numbers; one of dates becomes the features of
 * its parts; any other is one of categories (see {@link TableSchema}), in ascending order. Ids and
 * constant columns are left out. A target of numbers stays one ({@code Dataset.toClasses} makes
 * classes of them), any other becomes classes. Features are dense unless at most a tenth of them is
 * not zero. What was decided is listed in {@link TableData#notes}, with the option that changes it;
 * whatever is wrong is one line with file, line and column.
 *
 * @param layout of the text
 * @param roles of the columns
 * @param missing what is done about missing values
 * @param unknown what is done about categories that training had not seen
 */
public record TableReader(
    TextLayout layout, ColumnRoles roles, MissingRule missing, Unknown unknown) {
  /**
   * Detects all that can be detected; fills or marks missing values and refuses unknown categories.
   */
  public TableReader(String target) {
    this(new TextLayout(), new ColumnRoles(target), MissingRule.AUTO, Unknown.ERROR);
  }

  public TableReader layout(TextLayout layout) {
    return new TableReader(layout, roles, missing, unknown);
  }

  public TableReader roles(ColumnRoles roles) {
    return new TableReader(layout, roles, missing, unknown);
  }

  /** Reads a table to train on; of any size, since the features alone are kept. */
  public TableData read(Path path) throws IOException {
    try (InputFile file = InputFile.unhashed(path)) {
      TableData data = new TwoPassReader(this).read(file);
      file.finish();
      return data;
    }
  }

  /**
   * Reads a table that came after training, encoded as its rows were. Columns are found by name
   * where both tables have a header, else by position; further columns are ignored. The target
   * column is read only if it is {@code needed}, and may else be absent. The roles of this reader
   * are not used but for the weight.
   */
  public TableData read(Path path, TableSchema schema, boolean needed) throws IOException {
    try (InputFile file = InputFile.unhashed(path)) {
      TableData data = new TwoPassReader(this).read(file, schema, needed);
      file.finish();
      return data;
    }
  }

  /** The rule for a category that the training rows do not have. */
  public enum Unknown {
    /** The file is refused. */
    ERROR,
    /** It is taken for the most frequent category, as a missing value would be. */
    FILL
  }
}
