package org.ironopt.table;

import static org.ironopt.io.internal.Numbers.count;

import java.io.Serializable;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.table.internal.TableFile;

/** A decision about the rows or columns of a file, with its numbers. */
public sealed interface TableDecision extends Serializable {
  /** Returns the column that it is about; empty for the whole file. */
  default String column() {
    return "";
  }

  /** Returns the same for people, on one line, with the option that changes it. */
  default String sentence() {
    return TableFile.oneLine(
        switch (this) {
          case Separator d ->
              "separator: the first line names the delimiter, '" + d.delimiter + "'";
          case Header(boolean names, String row) ->
              names
                  ? "header: the first row holds names (" + row + "; --header no reads it as data)"
                  : text(
                      "no header: the first row is data (%s), the columns are column1, column2 and"
                          + " so on (--header yes takes it for names)",
                      row);
          case Quotes _ ->
              "quotes: fields stand between single quotes (--quote '\"' keeps these as letters)";
          case ClassCodes d ->
              text("the target '%s' has %s: taken for classes", d.column, d.code)
                  + change("--numeric", "reads numbers");
          case Codes d ->
              of("%s: taken for names, not for sizes", d.code)
                  + change("--numeric", "reads numbers");
          case NumberForm d -> {
            boolean point = !d.thousands.isEmpty() || !d.decimal.isEmpty();
            String options = point ? "--decimal sets the decimal point, " : "";
            yield of("has %s: '%s' is read as ", d.marks(), d.example)
                + Numbers.text(d.value, 12)
                + text(" (%s%s reads names)", options, flag("--categorical"));
          }
          case Dates d ->
              of("is read as %s %s: ", d.times ? "times" : "dates", d.form)
                  + String.join(", ", d.parts)
                  + (d.features == 1
                      ? " becomes the feature"
                      : text(" become %s features", d.features))
                  + change("--ignore", "leaves it out, --date-format changes the form");
          case BadDates d ->
              of("has %s that are no dates %s, ", count(d.values, "value"), d.form)
                  + text("the first '%s' in line %s: taken for missing", d.first, d.line)
                  + " (--bad-dates error refuses them)";
          case Categories d ->
              of("has %s categories: one feature each but for the first", d.categories)
                  + text(", '%s'", d.first)
                  + change("--ignore", "leaves it out");
          case Infrequent d ->
              of("has %s categories in %s rows", d.categories, d.rows)
                  + d.pooled()
                  + " (--max-categories changes the limit)";
          case FewRows d ->
              of("has %s categories in %s rows, fewer than 5 rows each", d.categories, d.rows)
                  + ": a fit can learn its rows by heart"
                  + change("--ignore", "leaves it out");
          case Empty _ -> of("has no values: left out");
          case Constant d -> of("is always %s: left out, since it tells nothing", d.value);
          case Unique d ->
              of("%s and has a value of its own in every row: left out", d.sign.words)
                  + change(d.number ? "--numeric" : "--categorical", "uses it");
          case ManyValues d ->
              of("has %s different values in %s rows, as an id has: left out", d.values, d.rows)
                  + change("--categorical", "uses it");
          case CodeNames d ->
              of("%s, names rather than sizes: left out", d.code) + change("--numeric", "uses it");
          case AllInfrequent d ->
              of("has %s categories in %s rows, none of them in ", d.categories, d.rows)
                  + text("%s rows: left out", d.fewest)
                  + change("--categorical", "with a larger --max-categories uses it");
          case RowNumbers _ ->
              of("holds row numbers, an index that pandas wrote: left out")
                  + change("--numeric", "uses it");
          case IdUsed d ->
              of("%s and is used: is it a number that tells something?", d.sign.words)
                  + change("--ignore", "leaves it out");
          case Filled d ->
              of("has %s: filled with %s", missing(d.values), d.by.words(d.value))
                  + " (or choose --missing indicator, drop or error)";
          case Indicator d ->
              of("has %s", missing(d.values))
                  + (d.asked ? "" : text(" in %s rows", d.rows))
                  + text(": filled with %s", d.by.words(d.value))
                  + ", and marked by a feature of their own"
                  + (d.asked ? "" : " (--missing fill leaves the mark out)");
          case MissingCategory d ->
              of("has %s in %s rows: they are a category", missing(d.values), d.rows)
                  + text(", '%s' (--missing fill takes the most frequent one instead)", d.category);
          case NoTarget d ->
              count(d.rows, "row")
                  + " without a target"
                  + (d.column.isEmpty() ? "" : ", '" + d.column + "',")
                  + " left out"
                  + (d.column.isEmpty() ? "" : text(", %s kept", d.kept))
                  + (d.training ? " (--missing error refuses such a file)" : "");
          case Dropped d ->
              count(d.rows, "row")
                  + text(" with a missing value left out, %s kept; most are missing in ", d.kept)
                  + d.listed()
                  + " (--missing fill keeps all)";
          case FilledAsTrained d -> missing(d.values) + ": filled as in training";
          case Seldom d ->
              count(d.values, "value")
                  + text(" that training had seldom or not seen: taken for '%s'", d.category);
          case Unknown d ->
              text("%s values that training had not seen, the first %s", d.values, d.first)
                  + ": taken for the category of missing values";
          case Unused d -> count(d.columns, "column") + " that the model does not use: ignored";
          case FromZero _ -> "indices start at 0, since there is an index 0";
          case ReadInParts d ->
              text("rows: %s were read by the executors, in %s", d.rows, count(d.parts, "part"))
                  + (d.sample == d.rows ? "" : d.sampled());
          case ReadWhole d ->
              "rows: read by this machine and sent to the executors, since " + d.reason;
        });
  }

  private static String text(String form, Object... values) {
    return Numbers.format(form, values);
  }

  private String of(String form, Object... values) {
    return "column '" + column() + "' " + text(form, values);
  }

  private static String missing(long values) {
    return count(values, "missing value");
  }

  private String change(String option, String what) {
    return " (" + flag(option) + " " + what + ")";
  }

  private String flag(String option) {
    return option + " " + (column().matches("[\\w.]+") ? column() : "'" + column() + "'");
  }

  /** A column that no feature comes of. */
  sealed interface LeftOut extends TableDecision {}

  /** Numbers that are names: by leading zeros, as in the example, or by their many digits. */
  record Code(String example, int digits) implements Serializable {
    @Override
    public String toString() {
      return digits > 0
          ? "has whole numbers of " + digits + " digits"
          : "has codes with leading zeros such as '" + example + "'";
    }
  }

  /** How many different values a column has, or that they were not counted to the end. */
  record Distinct(int values, boolean more) implements Serializable {
    @Override
    public String toString() {
      return (more ? "more than " : "") + values;
    }
  }

  /** Why a column looks like one that names rows. */
  enum Sign {
    UNNAMED("has no name in the header"),
    NAMED("is named like an id"),
    WHOLE("has a whole number of its own in every row");

    private final String words;

    Sign(String words) {
      this.words = words;
    }
  }

  /** What stands for missing values. */
  enum Fill {
    MEAN,
    MEAN_DATE,
    MEAN_TIME,
    MOST_FREQUENT;

    private String words(String value) {
      String name = "the " + name().toLowerCase(Locale.ROOT).replace('_', ' ');
      return this == MOST_FREQUENT ? name + ", '" + value + "'" : (name + " " + value).strip();
    }
  }

  /** The first line names the delimiter. */
  record Separator(String delimiter) implements TableDecision {}

  /** Whether the first row holds names. */
  record Header(boolean names, String row) implements TableDecision {}

  /** Fields stand between single quotes. */
  record Quotes() implements TableDecision {}

  /** A target of codes with leading zeros is one of classes. */
  record ClassCodes(String column, Code code) implements TableDecision {}

  /** Codes are names. */
  record Codes(String column, Code code) implements TableDecision {}

  /**
   * Numbers have marks, thousands or decimal commas.
   *
   * @param mark a percent sign or a currency; empty for none, as are the following
   * @param thousands what stands between them
   * @param decimal the decimal point
   */
  record NumberForm(
      String column, String mark, String thousands, String decimal, String example, double value)
      implements TableDecision {
    private String marks() {
      return Stream.of(
              mark.isEmpty() || mark.equals("%")
                  ? mark.replace("%", "percent signs")
                  : "amounts in " + mark,
              thousands.isEmpty() ? "" : "'" + thousands + "' between thousands",
              decimal.equals(",") ? "decimal commas" : "")
          .filter(words -> !words.isEmpty())
          .collect(Collectors.joining(" and "));
    }
  }

  /** A column of dates or of times of a day. */
  record Dates(String column, boolean times, String form, List<String> parts, int features)
      implements TableDecision {}

  /** Texts that are no dates count as missing values. */
  record BadDates(String column, long values, String form, String first, long line)
      implements TableDecision {}

  /** A column of categories. */
  record Categories(String column, int categories, String first) implements TableDecision {}

  /**
   * Infrequent categories are one.
   *
   * @param most categories that a column may have
   * @param fewest rows that none of those pooled has; 0 if some have as many
   */
  record Infrequent(
      String column, int categories, long rows, int kept, int most, int fewest, String category)
      implements TableDecision {
    private String pooled() {
      int rest = categories - kept;
      return fewest > 0
          ? text(", more than %s: %s of them with fewer than %s rows each", most, rest, fewest)
              + text(" are one, '%s', and %s are kept", category, kept)
          : text(
              ": the %s most frequent are kept, the other %s are one, '%s'", kept, rest, category);
    }
  }

  /** Categories have few rows each. */
  record FewRows(String column, int categories, long rows) implements TableDecision {}

  /** A column without values. */
  record Empty(String column) implements LeftOut {}

  /** A column of one value, as it is shown. */
  record Constant(String column, String value) implements LeftOut {}

  /** A column with a value of its own in every row. */
  record Unique(String column, Sign sign, boolean number) implements LeftOut {}

  /** A column of nearly as many values as rows. */
  record ManyValues(String column, Distinct values, long rows) implements LeftOut {}

  /** A column of codes, too many for categories. */
  record CodeNames(String column, Code code) implements LeftOut {}

  /** A column of categories that all have few rows. */
  record AllInfrequent(String column, Distinct categories, long rows, int fewest)
      implements LeftOut {}

  /** A column of row numbers. */
  record RowNumbers(String column) implements LeftOut {}

  /** A column looks like an id and is used. */
  record IdUsed(String column, Sign sign) implements TableDecision {}

  /** Missing values are filled. */
  record Filled(String column, long values, Fill by, String value) implements TableDecision {}

  /**
   * Missing values are filled and marked by a feature.
   *
   * @param asked whether this was asked for; else so many are missing that it may tell something
   */
  record Indicator(String column, long values, long rows, Fill by, String value, boolean asked)
      implements TableDecision {}

  /** Missing values are a category. */
  record MissingCategory(String column, long values, long rows, String category)
      implements TableDecision {}

  /** Rows without a target are left out; the column is empty where targets have no name. */
  record NoTarget(String column, long rows, long kept, boolean training) implements TableDecision {}

  /**
   * Rows with a missing value are left out.
   *
   * @param columns those that cost most, and how many rows each
   */
  record Dropped(long rows, long kept, SequencedMap<String, Long> columns)
      implements TableDecision {
    @Override
    public String column() {
      return columns.isEmpty() ? "" : columns.firstEntry().getKey();
    }

    /** Returns the columns, the weight if there are none. */
    public String listed() {
      return columns.entrySet().stream()
          .map(each -> "'" + each.getKey() + "' (" + each.getValue() + ")")
          .reduce((a, b) -> a + ", " + b)
          .orElse("the weight");
    }
  }

  /** Missing values of new data are filled. */
  record FilledAsTrained(long values) implements TableDecision {}

  /** Categories of new data are taken for the infrequent ones. */
  record Seldom(long values, String category) implements TableDecision {}

  /** Categories of new data that training had not seen count as missing. */
  record Unknown(long values, String first) implements TableDecision {}

  /** Columns of new data that the model does not use. */
  record Unused(int columns) implements TableDecision {}

  /** Indices of a LIBSVM file count from 0. */
  record FromZero() implements TableDecision {}

  /**
   * Executors read the file.
   *
   * @param sample rows that this machine has
   * @param every the distance of their lines
   */
  record ReadInParts(long rows, int parts, long sample, long every) implements TableDecision {
    private String sampled() {
      return text("; measures, pictures and remarks are of %s of them, those in every ", sample)
          + text("%sth line and one of each further class", every)
          + ", and standard errors are left out";
    }
  }

  /** This machine reads the file for the executors. */
  record ReadWhole(String reason) implements TableDecision {}
}
