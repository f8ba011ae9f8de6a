package org.ironopt.data;

import java.io.Serial;
import java.io.Serializable;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.linalg.internal.Require;

/**
 * How the columns of a table become features: a model stores it, so that new rows are encoded like
 * the training rows. A column of numbers is one feature; a column of categories c<sub>0</sub> &lt;
 * c<sub>1</sub> &lt; ... is one feature of zeros and ones for each but the first, which all zeros
 * stand for; a column of dates is the features of its parts. Columns are found by name if the table
 * has a header, else by position.
 *
 * @param header whether the first row of the table holds names
 * @param width the number of columns of the table, the target and those not used included
 * @param target what is to be predicted
 * @param columns those that are used, in the order of their features
 * @param missing what is done about missing values
 * @param notes what was decided about the table and what is odd about it, a line each
 */
public record TableSchema(
    boolean header,
    int width,
    Target target,
    List<Column> columns,
    Missing missing,
    List<String> notes)
    implements Serializable {

  /**
   * How the numbers of a column are written.
   *
   * @param decimal the decimal point, a dot or a comma
   * @param thousands what stands between groups of three digits: a comma, a dot, an apostrophe or a
   *     blank; 0 for nothing
   * @param mark a percent sign, or the sign or code of a currency, before or after the number;
   *     empty for none
   */
  public record Form(char decimal, char thousands, String mark) implements Serializable {
    /** A decimal point and nothing else. */
    public static final Form PLAIN = new Form('.', (char) 0, "");

    /** Refuses characters that cannot be told apart. */
    public Form {
      Require.that(
          (decimal == '.' || decimal == ',') && thousands != decimal,
          "the decimal point is '%s' and thousands have '%s'",
          decimal,
          thousands);
    }
  }

  /** The rule for a missing value: an empty one, NA, NaN, null or ?. */
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
   * @param form how numbers are written
   */
  public record Target(String name, int position, List<String> classes, Form form)
      implements Serializable {
    /** Numbers are plain. */
    public Target(String name, int position, List<String> classes) {
      this(name, position, classes, Form.PLAIN);
    }

    /** Copies the classes. */
    public Target {
      Require.atLeast("position", 0, position);
      classes = List.copyOf(classes);
    }
  }

  /** A column that is used. */
  public sealed interface Column extends Serializable {
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
   * @param form how the numbers are written
   */
  public record Numeric(String name, int position, double mean, Form form, boolean indicator)
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
   * @param usual what stands for a missing value: the most frequent category, or one of its own
   * @param rest the category that all others were pooled in, if they were
   */
  public record Categorical(
      String name,
      int position,
      List<String> categories,
      String usual,
      Optional<String> rest,
      boolean indicator)
      implements Column {
    /** Checks the arguments. */
    public Categorical {
      Require.atLeast("position", 0, position);
      categories = Require.distinct("category", List.copyOf(categories));
      Require.that(
          categories.contains(usual), "the usual category '%s' is not among %s", usual, categories);
      Require.that(
          rest.isEmpty() || categories.contains(rest.get()),
          "the category of the rest '%s' is not among %s",
          rest.orElse(""),
          categories);
    }

    /** Optional is not serializable; a list of at most one element is. */
    private record SerializedForm(
        String name,
        int position,
        List<String> categories,
        String usual,
        List<String> rest,
        boolean indicator)
        implements Serializable {
      private Object readResolve() {
        return new Categorical(
            name, position, categories, usual, rest.stream().findFirst(), indicator);
      }
    }

    @Serial
    private Object writeReplace() {
      return new SerializedForm(
          name, position, categories, usual, rest.stream().toList(), indicator);
    }

    @Override
    public List<String> features() {
      Stream<String> ones = categories.stream().skip(1).map(c -> name + "=" + c);
      return indicator ? Stream.concat(ones, Stream.of(name + " missing")).toList() : ones.toList();
    }
  }

  /** The parts of a date or time that become features. */
  public enum Part {
    /** The year with its fraction, such as 2024.5. */
    YEAR("year"),
    /** Sine and cosine of the fraction of the year. */
    SEASON("sin(year)", "cos(year)"),
    /** Zeros and ones for Tuesday to Sunday; all zeros stand for Monday. */
    WEEKDAY("Tue", "Wed", "Thu", "Fri", "Sat", "Sun"),
    /** Sine and cosine of the fraction of the day. */
    HOUR("sin(day)", "cos(day)");

    private final List<String> features;

    Part(String... features) {
      this.features = List.of(features);
    }

    /** Returns the names of its features. */
    public List<String> features() {
      return features;
    }
  }

  /**
   * A column of dates, times, or both.
   *
   * @param format as {@code java.time.format.DateTimeFormatter} reads it, English and strict;
   *     several with a bar between them, of which the first counts that reads the whole text
   * @param parts what becomes features
   * @param mean what stands for a missing value, in seconds since 1970, or since midnight for times
   * @param coerce whether a text that is no date counts as a missing value; else it is refused
   */
  public record Date(
      String name,
      int position,
      String format,
      List<Part> parts,
      double mean,
      boolean indicator,
      boolean coerce)
      implements Column {
    /** Checks the arguments. */
    public Date {
      Require.atLeast("position", 0, position);
      Require.finite("mean", mean);
      parts = List.copyOf(parts);
      // Refuses what is no pattern.
      DateTimeFormatter.ofPattern(format, Locale.ENGLISH);
    }

    @Override
    public List<String> features() {
      Stream<String> all =
          parts.stream().flatMap(part -> part.features().stream()).map(f -> name + " " + f);
      return indicator ? Stream.concat(all, Stream.of(name + " missing")).toList() : all.toList();
    }
  }

  /** Checks the arguments. */
  public TableSchema {
    columns = List.copyOf(columns);
    notes = List.copyOf(notes);
    for (Column column : columns) {
      Require.that(
          column.position() < width && column.position() != target.position(),
          "column '%s' has position %d, expected one below %d and not that of the target, %d",
          column.name(),
          column.position(),
          width,
          target.position());
    }
    Stream<String> names = columns.stream().map(Column::name);
    Require.distinct("column", Stream.concat(Stream.of(target.name()), names).toList());
    Require.distinct(
        "position", columns.stream().map(column -> column.position() + 1 + "").toList());
  }

  /** Returns the names of all features, in order. */
  public List<String> features() {
    return columns.stream().flatMap(column -> column.features().stream()).toList();
  }

  /** Returns the same with the classes that a model was trained to tell apart. */
  public TableSchema classes(List<String> classes) {
    Target labelled = new Target(target.name(), target.position(), classes, target.form());
    return new TableSchema(header, width, labelled, columns, missing, notes);
  }

  /** Returns the same with other columns. */
  public TableSchema columns(List<Column> columns) {
    return new TableSchema(header, width, target, columns, missing, notes);
  }

  /** Returns the same with further notes. */
  public TableSchema noting(List<String> more) {
    List<String> all = Stream.concat(notes.stream(), more.stream()).toList();
    return new TableSchema(header, width, target, columns, missing, all);
  }
}
