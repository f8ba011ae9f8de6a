package org.ironopt.lab.table;

import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;

/**
 * A table that was read.
 *
 * @param data the rows; where {@code labelled} is false the targets are zeros
 * @param schema how columns became features, for a model to keep
 * @param labelled whether the target column was read
 * @param notes what was decided on the way, a line each, for the user to see
 */
public record TableData(Dataset data, TableSchema schema, boolean labelled, List<String> notes) {
  /** Keeps each note on one line. */
  public TableData {
    notes = notes.stream().map(TableFile::oneLine).toList();
  }
}
