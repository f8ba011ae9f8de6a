package org.ironopt.data;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ironopt.linalg.Require;

/**
 * How the columns of a table become features: what a model must carry so that new rows are encoded
 * as those it was trained on. A column of numbers is one feature; a column of categories
 * c<sub>0</sub> &lt; c<sub>1</sub> &lt; ... is one feature of zeros and ones for each but the
 * first, which all zeros stand for. Columns are found by name if the table has a header, else by
 * position.
 *
 * @param header whether the first row of the table holds names
 * @param width the number of columns of the table, the target and those not used included
 * @param target what is to be predicted
 * @param columns those that are used, in the order of their features
 * @param missing what is done about missing values
 */
public record TableSchema(
    boolean header, int width, Target target, List<Column> columns, Missing missing) {

  /** What is done about a missing value: an empty one, NA, NaN, null or ?. */
  public enum Missing {
    /** The mean of the column, or its most frequent category. */
    FILL,
    /** The same, and a further feature that is 1 where the value is missing. */
    INDICATOR,
    /** The row is left out; of new data none may be. */
    DROP,
    /** The file is refused. */
    ERROR
  }

  /**
   * The column to predict.
   *
   * @param position counted from 0
   * @param classes the classes in order, as text; empty for a number
   */
  public record Target(String name, int position, List<String> classes) {
    /** Copies the classes. */
    public Target {
      Require.atLeast("position", 0, position);
      classes = List.copyOf(classes);
    }
  }

  /** A column that is used. */
  public sealed interface Column {
    /** Returns its name, from the header or {@code column3} for the third one without a header. */
    String name();

    /** Returns its position in the table that the model was trained on, counted from 0. */
    int position();

    /** Returns whether a further feature tells where values are missing. */
    boolean indicator();

    /** Returns the names of its features. */
    List<String> features();
  }

  /**
   * A column of numbers.
   *
   * @param mean what stands for a missing value
   */
  public record Numeric(String name, int position, double mean, boolean indicator)
      implements Column {
    /** Checks the arguments. */
    public Numeric {
      Require.atLeast("position", 0, position);
      Require.finite("mean", mean);
    }

    @Override
    public List<String> features() {
      return indicator ? List.of(name, name + " missing") : List.of(name);
    }
  }

  /**
   * A column of words.
   *
   * @param categories all of them, ascending; the first has no feature of its own
   * @param usual what stands for a missing value: the most frequent category
   */
  public record Categorical(
      String name, int position, List<String> categories, String usual, boolean indicator)
      implements Column {
    /** Checks the arguments. */
    public Categorical {
      Require.atLeast("position", 0, position);
      categories = List.copyOf(categories);
      if (!categories.contains(usual)) {
        throw new IllegalArgumentException(
            "the usual category '" + usual + "' is not among " + categories);
      }
    }

    @Override
    public List<String> features() {
      Stream<String> ones = categories.stream().skip(1).map(c -> name + "=" + c);
      return indicator ? Stream.concat(ones, Stream.of(name + " missing")).toList() : ones.toList();
    }
  }

  /** Checks the arguments. */
  public TableSchema {
    columns = List.copyOf(columns);
    for (Column column : columns) {
      if (column.position() >= width || column.position() == target.position()) {
        throw new IllegalArgumentException(
            "column '"
                + column.name()
                + "' has position "
                + column.position()
                + ", expected one below "
                + width
                + " and not that of the target, "
                + target.position());
      }
    }
  }

  /** Returns the names of all features, in order. */
  public List<String> features() {
    List<String> names = new ArrayList<>();
    columns.forEach(column -> names.addAll(column.features()));
    return List.copyOf(names);
  }

  /** Returns the same with the classes that a model was trained to tell apart. */
  public TableSchema classes(List<String> classes) {
    Target labelled = new Target(target.name(), target.position(), classes);
    return new TableSchema(header, width, labelled, columns, missing);
  }
}
