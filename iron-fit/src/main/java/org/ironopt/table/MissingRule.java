package org.ironopt.table;

import org.ironopt.data.TableSchema.Missing;

/** The rule for missing values of a training table. */
public enum MissingRule {
  /**
   * They are filled; where more than 30 % of a column are missing, those of numbers and dates are
   * marked by a further feature, and those of categories are a category.
   */
  AUTO(Missing.FILL),
  /** The mean of the column, or its most frequent category. */
  FILL(Missing.FILL),
  /** The same, and a further feature that is 1 where the value is missing. */
  INDICATOR(Missing.INDICATOR),
  /** The row is left out. */
  DROP(Missing.DROP),
  /** The file is refused. */
  ERROR(Missing.ERROR);

  private final Missing later;

  MissingRule(Missing later) {
    this.later = later;
  }

  /** Returns what a model does about missing values of new rows. */
  public Missing later() {
    return later;
  }
}
