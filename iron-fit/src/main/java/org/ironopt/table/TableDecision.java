package org.ironopt.table;

import java.io.Serializable;
import org.ironopt.table.internal.TableFile;

/**
 * A decision about a table.
 *
 * @param kind what kind of decision
 * @param column that it is about; empty for the whole table
 * @param text the same for people, with the option that changes it
 */
public record TableDecision(Kind kind, String column, String text) implements Serializable {
  /** Keeps the text on one line. */
  public TableDecision {
    text = TableFile.oneLine(text);
  }

  /** Kinds of decisions. */
  public enum Kind {
    /** Whether the first row holds names. */
    HEADER,
    /** The first line names the delimiter. */
    SEPARATOR,
    /** Fields stand between single quotes. */
    QUOTES,
    /** Codes with leading zeros, or of many digits, are names. */
    CODES,
    /** Numbers have marks, thousands or decimal commas. */
    NUMBER_FORM,
    /** A column of dates. */
    DATES,
    /** Texts that are no dates count as missing values. */
    BAD_DATES,
    /** A column of categories. */
    CATEGORIES,
    /** Infrequent categories are one. */
    INFREQUENT,
    /** Categories have few rows each. */
    FEW_ROWS,
    /** A column without values, or with one value, is left out. */
    CONSTANT,
    /** A column that tells rows apart is left out. */
    ID,
    /** Row numbers are left out. */
    ROW_NUMBERS,
    /** A column looks like an id and is used. */
    ID_USED,
    /** Missing values are filled. */
    FILLED,
    /** Missing values are filled and marked by a feature. */
    INDICATOR,
    /** Missing values are a category. */
    MISSING_CATEGORY,
    /** Rows without a target are left out. */
    NO_TARGET,
    /** Rows with a missing value are left out. */
    DROPPED,
    /** Columns of new data that the model does not use. */
    UNUSED,
    /** Categories of new data that training had not seen. */
    UNKNOWN
  }
}
