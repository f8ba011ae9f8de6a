package org.ironopt.table;

import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.Preprocessing;
import org.ironopt.data.TableSchema;
import org.ironopt.table.internal.GapImputation;

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
