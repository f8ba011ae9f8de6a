package org.ironopt.lab.table;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.table.ColumnProfile.Kind;
import org.ironopt.lab.table.ColumnProfile.Problem;

/**
 * What the columns of a table become. Every decision is a line that names the option which changes
 * it; what cannot be decided is a {@link Problem}, collected so that all are named at once.
 */
final class Decisions {
  /** A category of fewer rows is pooled where there are many categories. */
  static final int FEWEST_ROWS = 20;

  /** The category of those that were pooled. */
  static final String REST = "(other)";

  private final char given;
  private final char usual;
  private final int mostCategories;
  private final Missing missing;
  private final List<String> notes = new ArrayList<>();
  private final List<Problem> problems = new ArrayList<>();
  private long stored;

  /**
   * Starts without columns.
   *
   * @param given the decimal point of all numbers, 0 if it is not known
   * @param usual that of the columns which leave no doubt, 0 if there is none
   */
  Decisions(char given, char usual, int mostCategories, Missing missing) {
    this.given = given;
    this.usual = usual;
    this.mostCategories = mostCategories;
    this.missing = missing;
  }

  List<String> notes() {
    return notes;
  }

  List<Problem> problems() {
    return problems;
  }

  /** Returns how many features of all rows are not zero, as far as one can tell. */
  long stored() {
    return stored;
  }

  /** Returns the form of numbers that are nothing but digits. */
  Form plain() {
    return new Form(usual == ',' ? ',' : '.', (char) 0, "");
  }

  /** Returns how the target is read: its classes, or the form of its numbers. */
  TableSchema.Target target(ColumnProfile column, long rows) {
    Optional<NumberReadings.Reading> numbers = numbers(column);
    boolean codes = column.asked == Kind.DETECT && !column.leadingZero().isEmpty();
    if (numbers.isPresent() && !(codes && column.counted())) {
      noteForm(column, numbers.get());
      return new TableSchema.Target(
          column.name, column.position, List.of(), form(numbers.get(), column));
    }
    List<String> classes = column.counted() ? column.categories() : List.of();
    long most = Math.max(mostCategories, rows / FEWEST_ROWS);
    if (!problems.isEmpty()) {
      return new TableSchema.Target(column.name, column.position, List.of());
    }
    if (classes.size() > most || column.cut()) {
      problems.add(
          new Problem(
              1,
              String.format(
                  Locale.ROOT,
                  "column %s '%s' has %s classes in %s rows, expected at most %s or one for %s"
                      + " rows; is it the right --target? If so, raise --max-categories",
                  column.position + 1,
                  column.name,
                  column.cut() ? "more than " + ColumnProfile.DIFFERENT : classes.size(),
                  rows,
                  mostCategories,
                  FEWEST_ROWS)));
    }
    if (codes) {
      notes.add(
          "the target '"
              + column.name
              + "' has codes with leading zeros such as '"
              + column.leadingZero()
              + "': taken for classes ("
              + flag("--numeric", column)
              + " reads numbers)");
    }
    return new TableSchema.Target(column.name, column.position, classes);
  }

  /** Returns what a column becomes; empty if it is left out or cannot be read. */
  Optional<TableSchema.Column> column(ColumnProfile column) {
    if (column.empty()) {
      notes.add(is(column) + "has no values: left out");
      return Optional.empty();
    }
    if (column.asked == Kind.DATE || column.asked == Kind.DETECT) {
      List<DateReadings.Reading> dates = column.dates.complete();
      boolean few = !dates.isEmpty() && dates.getFirst().form.pattern().equals("uuuuMMdd");
      if (!dates.isEmpty() && !(few && column.seen() < FEWEST_ROWS)) {
        return date(column, dates);
      }
      if (column.asked == Kind.DATE || column.dates.nearly().isPresent()) {
        notADate(column);
        return Optional.empty();
      }
    }
    int before = problems.size();
    Optional<NumberReadings.Reading> numbers = numbers(column);
    if (numbers.isEmpty()) {
      return problems.size() > before ? Optional.empty() : names(column);
    }
    return number(column, numbers.get());
  }

  private static String is(ColumnProfile column) {
    return "column '" + column.name + "' ";
  }

  private static String flag(String option, ColumnProfile column) {
    boolean plain = column.name.matches("[\\w.]+");
    return option + " " + (plain ? column.name : "'" + column.name + "'");
  }

  private void leftOut(ColumnProfile column, String why, String change) {
    notes.add(is(column) + why + ": left out (" + change + ")");
  }

  private void constant(ColumnProfile column, String value) {
    notes.add(is(column) + "is always " + value + ": left out, since it tells nothing");
  }

  private static String likeAnId(ColumnProfile column) {
    return column.unnamed ? "has no name in the header" : "is named like an id";
  }

  private boolean indicator(ColumnProfile column) {
    return missing == Missing.INDICATOR && column.missing() > 0;
  }

  private void notADate(ColumnProfile column) {
    DateReadings.Reading form = column.dates.nearly().orElseGet(column.dates::asked);
    String format = form.form.shown();
    problems.add(
        new Problem(
            form.failureLine,
            column.is(form.failure)
                + ", expected a date "
                + (form.read == 0
                    ? format
                    : format
                        + " such as '"
                        + form.example
                        + "', as in "
                        + form.read
                        + " other rows")
                + "; mend it, give --date-format, or declare the column with --categorical"));
  }

  private Optional<TableSchema.Column> date(
      ColumnProfile column, List<DateReadings.Reading> complete) {
    DateReadings.Reading dates = complete.getFirst();
    for (DateReadings.Reading other : complete) {
      if (!column.dates.preferred(dates) && other.form.swaps(dates.form)) {
        problems.add(
            new Problem(
                dates.exampleLine,
                column.is(dates.example)
                    + ", and like all its values may have the day or the month first; give"
                    + " --date-format "
                    + dates.form.shown()
                    + " or --date-format "
                    + other.form.shown()));
        return Optional.empty();
      }
    }
    boolean indicator = indicator(column);
    if (dates.least == dates.most && !indicator) {
      constant(column, "'" + dates.example + "'");
      return Optional.empty();
    }
    TableSchema.Date date =
        new TableSchema.Date(
            column.name,
            column.position,
            dates.form.pattern(),
            dates.parts(),
            dates.mean,
            indicator);
    notes.add(
        String.format(
            Locale.ROOT,
            "%sis read as %s %s: %s become%s (%s leaves it out, --date-format changes the form)",
            is(column),
            dates.form.dated() ? "dates" : "times",
            dates.form.shown(),
            String.join(
                ", ", dates.parts().stream().map(p -> p.name().toLowerCase(Locale.ROOT)).toList()),
            date.features().size() == 1
                ? "s the feature"
                : " " + date.features().size() + " features",
            flag("--ignore", column)));
    noteMissing(
        column,
        indicator,
        dates.form.dated()
            ? "the mean date " + LocalDate.ofEpochDay((long) Math.floor(dates.mean / DateForm.DAY))
            : "the mean time");
    stored += (column.seen() + column.missing()) * (date.features().size() > 6 ? 4 : 2);
    return Optional.of(date);
  }

  /** Returns the form that reads all values, if there is one, or states why it cannot be told. */
  private Optional<NumberReadings.Reading> numbers(ColumnProfile column) {
    if (column.asked == Kind.CATEGORICAL) {
      return Optional.empty();
    }
    Optional<NumberReadings.Reading> chosen = column.numbers.chosen(given, usual);
    if (chosen.isEmpty()) {
      column.strayWord().ifPresent(problems::add);
      return chosen;
    }
    NumberReadings.Reading numbers = chosen.get();
    String problem = "";
    if (column.numbers.ambiguous() && !numbers.plain && given == 0 && usual == 0) {
      problem =
          ", and like all its values may have thousands or decimals after the comma; give --decimal"
              + " . or --decimal ,";
    } else if (!numbers.otherMark.isEmpty()) {
      problem =
          " and other values have '"
              + numbers.otherMark
              + "', expected one unit; mend it, or leave the column out with "
              + flag("--ignore", column);
    } else if (numbers.mark.equals("%") && numbers.marked < numbers.read) {
      problem =
          " and other values have no percent sign, expected all or none; mend it, or leave the"
              + " column out with "
              + flag("--ignore", column);
    }
    if (problem.isEmpty()) {
      return chosen;
    }
    problems.add(new Problem(numbers.exampleLine, column.is(numbers.example) + problem));
    return Optional.empty();
  }

  private Form form(NumberReadings.Reading numbers, ColumnProfile column) {
    return column.whole() ? plain() : numbers.form();
  }

  private Optional<TableSchema.Column> number(
      ColumnProfile column, NumberReadings.Reading numbers) {
    boolean indicator = indicator(column);
    if (column.asked == Kind.DETECT) {
      String code = code(column);
      if (!code.isEmpty() && (column.counted() || column.cut())) {
        notes.add(
            is(column)
                + code
                + ": taken for names, not for sizes ("
                + flag("--numeric", column)
                + " reads numbers)");
        return names(column);
      }
      if (!column.leadingZero().isEmpty()) {
        problems.add(column.lateZero());
        return Optional.empty();
      }
      if (!code.isEmpty()) {
        leftOut(column, code + ", names rather than sizes", flag("--numeric", column) + " uses it");
        return Optional.empty();
      }
      if (column.id && column.whole() && column.allDifferent()) {
        leftOut(
            column,
            likeAnId(column) + " and has a value of its own in every row",
            flag("--numeric", column) + " uses it");
        return Optional.empty();
      }
    }
    if (numbers.least == numbers.most && !indicator) {
      constant(column, Numbers.text(numbers.least));
      return Optional.empty();
    }
    remarkOnId(column);
    noteForm(column, numbers);
    noteMissing(column, indicator, "the mean " + String.format(Locale.ROOT, "%.6g", numbers.mean));
    stored += indicator ? column.missing() : 0;
    stored += numbers.read - numbers.zeros + (numbers.mean == 0 ? 0 : column.missing());
    return Optional.of(
        new TableSchema.Numeric(
            column.name, column.position, numbers.mean, form(numbers, column), indicator));
  }

  private static String code(ColumnProfile column) {
    if (!column.leadingZero().isEmpty()) {
      return "has codes with leading zeros such as '" + column.leadingZero() + "'";
    }
    int digits = column.accountDigits();
    return digits > 0 ? "has whole numbers of " + digits + " digits" : "";
  }

  private void remarkOnId(ColumnProfile column) {
    if (column.asked != Kind.DETECT) {
      return;
    }
    boolean unique = column.whole() && column.allDifferent() && column.seen() >= FEWEST_ROWS;
    if (column.id || unique) {
      notes.add(
          is(column)
              + (column.id ? likeAnId(column) : "has a whole number of its own in every row")
              + " and is used: is it a number that tells something? ("
              + flag("--ignore", column)
              + " leaves it out)");
    }
  }

  private void noteForm(ColumnProfile column, NumberReadings.Reading numbers) {
    List<String> what = new ArrayList<>();
    if (numbers.plain || column.whole()) {
      return;
    }
    if (numbers.mark.equals("%")) {
      what.add("percent signs");
    } else if (!numbers.mark.isEmpty()) {
      what.add("amounts in " + numbers.mark);
    }
    if (numbers.grouped) {
      what.add("'" + numbers.thousands + "' between thousands");
    }
    if (numbers.decimal == ',' && numbers.pointed) {
      what.add("decimal commas");
    }
    notes.add(
        String.format(
            Locale.ROOT,
            "%shas %s: '%s' is read as %s (%s%s reads names)",
            is(column),
            String.join(" and ", what),
            numbers.example,
            Numbers.text(numbers.exampleValue, 12),
            numbers.grouped || numbers.pointed ? "--decimal sets the decimal point, " : "",
            flag("--categorical", column)));
  }

  /** Makes categories, of which those of few rows are pooled if there are many. */
  private Optional<TableSchema.Column> names(ColumnProfile column) {
    boolean indicator = indicator(column);
    boolean asked = column.asked == Kind.CATEGORICAL;
    String use = flag("--categorical", column);
    if (!asked && column.mostlyDifferent()) {
      String many = column.cut() ? "more than " + ColumnProfile.DIFFERENT : "" + column.different();
      leftOut(
          column,
          "has " + many + " different values in " + column.seen() + " rows, as an id has",
          use + " uses it");
      return Optional.empty();
    }
    if (!asked && column.id && column.allDifferent()) {
      leftOut(
          column, likeAnId(column) + " and has a value of its own in every row", use + " uses it");
      return Optional.empty();
    }
    List<String> all = column.counted() ? column.categories() : List.of();
    if (all.size() == 1 && !indicator) {
      constant(column, "'" + all.get(0) + "'");
      return Optional.empty();
    }
    boolean pool = all.size() > mostCategories;
    List<String> kept =
        pool ? all.stream().filter(c -> column.count(c) >= FEWEST_ROWS).toList() : all;
    if (kept.isEmpty() || column.cut()) {
      String many =
          (column.cut() ? "more than " + ColumnProfile.DIFFERENT : "" + all.size())
              + " categories in "
              + column.seen()
              + " rows, none of them in "
              + FEWEST_ROWS
              + " rows";
      if (asked) {
        problems.add(
            new Problem(
                1,
                String.format(
                    Locale.ROOT,
                    "column %s '%s' has %s; leave it out with %s, or raise --max-categories",
                    column.position + 1,
                    column.name,
                    many,
                    flag("--ignore", column))));
      } else {
        leftOut(column, "has " + many, use + " with a larger --max-categories uses it");
      }
      return Optional.empty();
    }
    remarkOnId(column);
    return Optional.of(categories(column, all, kept, indicator));
  }

  private TableSchema.Column categories(
      ColumnProfile column, List<String> all, List<String> kept, boolean indicator) {
    List<String> categories = new ArrayList<>(kept);
    long rest = column.seen();
    String usual = kept.getFirst();
    for (String category : kept) {
      rest -= column.count(category);
      usual = column.count(category) > column.count(usual) ? category : usual;
    }
    boolean pooled = kept.size() < all.size();
    if (pooled) {
      categories.remove(REST);
      categories.addFirst(REST);
      usual = rest > column.count(usual) ? REST : usual;
      notes.add(
          String.format(
              Locale.ROOT,
              "%shas %s categories in %s rows, more than %s: %s of them with fewer than %s rows"
                  + " each are one, '%s', and %s are kept (--max-categories changes the limit)",
              is(column),
              all.size(),
              column.seen(),
              mostCategories,
              all.size() - kept.size(),
              FEWEST_ROWS,
              REST,
              kept.size()));
    } else {
      notes.add(
          String.format(
              Locale.ROOT,
              "%shas %s categories: one feature each but for the first, '%s' (%s leaves it out)",
              is(column),
              categories.size(),
              categories.getFirst(),
              flag("--ignore", column)));
      if (column.seen() >= FEWEST_ROWS && 5L * all.size() > column.seen()) {
        notes.add(
            String.format(
                Locale.ROOT,
                "%shas %s categories in %s rows, fewer than 5 rows each: a fit can learn its rows"
                    + " by heart (%s leaves it out)",
                is(column),
                all.size(),
                column.seen(),
                flag("--ignore", column)));
      }
    }
    noteMissing(column, indicator, "the most frequent, '" + usual + "'");
    long first = pooled ? rest : column.count(kept.getFirst());
    stored += indicator ? column.missing() : 0;
    stored += column.seen() - first;
    stored += usual.equals(categories.getFirst()) ? 0 : column.missing();
    return new TableSchema.Categorical(
        column.name,
        column.position,
        categories,
        usual,
        pooled ? Optional.of(REST) : Optional.empty(),
        indicator);
  }

  private void noteMissing(ColumnProfile column, boolean indicator, String fill) {
    if (column.missing() > 0) {
      notes.add(
          String.format(
              Locale.ROOT,
              "%shas %s%s: filled with %s%s",
              is(column),
              column.missing(),
              column.missing() == 1 ? " missing value" : " missing values",
              fill,
              indicator
                  ? ", and marked by a feature of their own"
                  : " (or choose --missing indicator, drop or error)"));
    }
  }
}
