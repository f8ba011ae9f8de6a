package org.ironopt.table;

import java.io.Serializable;
import java.util.Map;
import java.util.Set;
import org.ironopt.linalg.internal.Require;

/**
 * The roles of the columns of a table. A column is named as in the header or by its number from 1.
 *
 * @param target the column to predict
 * @param weight the column of row weights; empty for none
 * @param numeric columns that must be numbers
 * @param categorical columns whose numbers are mere names, such as postal codes
 * @param ignored columns that are not used
 * @param dates how dates are written, by column; under an empty name for all other columns
 * @param mostCategories categories of a column that are features each at most; of more, the
 *     infrequent ones are pooled
 * @param badDates what is done about a text among dates that is none
 */
public record ColumnRoles(
    String target,
    String weight,
    Set<String> numeric,
    Set<String> categorical,
    Set<String> ignored,
    Map<String, String> dates,
    int mostCategories,
    BadDates badDates)
    implements Serializable {
  /** The rule for a text in a column of dates that is not a date. */
  public enum BadDates {
    /** The file is refused. */
    ERROR,
    /** It is taken for a missing value. */
    MISSING
  }

  /** Checks the arguments. */
  public ColumnRoles {
    numeric = Set.copyOf(numeric);
    categorical = Set.copyOf(categorical);
    ignored = Set.copyOf(ignored);
    dates = Map.copyOf(dates);
    Require.atLeast("mostCategories", 1, mostCategories);
  }

  /** A text among dates that is none is refused. */
  public ColumnRoles(
      String target,
      String weight,
      Set<String> numeric,
      Set<String> categorical,
      Set<String> ignored,
      Map<String, String> dates,
      int mostCategories) {
    this(target, weight, numeric, categorical, ignored, dates, mostCategories, BadDates.ERROR);
  }

  /** Only the target is given; the rest is seen from the values. */
  public ColumnRoles(String target) {
    this(target, "", Set.of(), Set.of(), Set.of(), Map.of(), 50);
  }

  public ColumnRoles weight(String weight) {
    return new ColumnRoles(
        target, weight, numeric, categorical, ignored, dates, mostCategories, badDates);
  }
}
