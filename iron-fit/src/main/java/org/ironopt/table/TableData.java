package org.ironopt.table;

import java.io.Serializable;
import java.util.BitSet;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Dataset.Preprocessing;
import org.ironopt.data.TableSchema;
import org.ironopt.table.internal.GapImputation;

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

  /**
   * Replacements for the missing values of a table, computed on some of its rows: the mean of a
   * column of numbers or dates, the most frequent category of any other. A column without any value
   * in these rows gets zero, or its first category.
   */
  public interface Imputation extends Preprocessing {
    /** Replaces nothing. */
    Imputation NONE = new GapImputation(null, List.of());

    /** Returns whether any value is missing. */
    boolean needed();

    /** Returns a schema of this table with what some rows, as stored, tell of missing values. */
    TableSchema schema(TableSchema table, Dataset data, int[] training);
  }

  /**
   * Which rows of a file are used.
   *
   * @param used how many
   * @param withoutTarget rows left out since they have no target
   * @param dropped rows left out since a feature is missing
   * @param leftOut positions of those rows, counted from 0; empty where other machines read them
   */
  public record RowFilter(long used, long withoutTarget, long dropped, BitSet leftOut)
      implements Serializable {
    /** All rows. */
    public static RowFilter all(long rows) {
      return new RowFilter(rows, 0, 0, new BitSet());
    }

    /** Returns those of some values, one for each row of the file, whose rows are used. */
    public <T> List<T> of(List<T> values) {
      return leftOut.isEmpty()
          ? values
          : IntStream.range(0, values.size())
              .filter(i -> !leftOut.get(i))
              .mapToObj(values::get)
              .toList();
    }
  }
}
