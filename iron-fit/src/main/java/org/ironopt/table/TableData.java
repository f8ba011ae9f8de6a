package org.ironopt.table;

import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;

/**
 * A table that was read.
 *
 * @param data the rows; where {@code labelled} is false the targets are zeros
 * @param schema how columns became features, for a model to keep
 * @param labelled whether the target column was read
 * @param decisions what was decided on the way
 * @param rows which rows of the file these are
 * @param imputation how missing values are filled anew when some rows are left out
 */
public record TableData(
    Dataset data,
    TableSchema schema,
    boolean labelled,
    List<TableDecision> decisions,
    RowFilter rows,
    Imputation imputation) {
  /** Copies the decisions. */
  public TableData {
    decisions = List.copyOf(decisions);
  }

  /** Returns the decisions for the user to see, a line each. */
  public List<String> notes() {
    return decisions.stream().map(TableDecision::sentence).toList();
  }
}
