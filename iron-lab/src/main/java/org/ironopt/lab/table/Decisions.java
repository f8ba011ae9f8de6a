package org.ironopt.lab.table;

import static org.ironopt.lab.Numbers.format;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.TableSchema.Missing;
import org.ironopt.data.TableSchema.Part;
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

  private static final String OWN = " and has a value of its own in every row";

  private final char given;
  private final char usual;
  private final int mostCategories;
  private final Missing missing;
  final List<String> notes = new ArrayList<>();
  final List<Problem> problems = new ArrayList<>();

  /** How many features of all rows are not zero, as far as one can tell. */
  long stored;

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
    List<String> classes = column.categories();
    long most = Math.max(mostCategories, rows / FEWEST_ROWS);
    if (!problems.isEmpty()) {
      return new TableSchema.Target(column.name, column.position, List.of());
    }
    if (classes.size() > most || column.cut) {
      String wrong =
          format(
              "has %s classes in %s rows, expected at most %s or one for %s rows; is it the right"
                  + " --target? If so, raise --max-categories",
              column.different(), rows, mostCategories, FEWEST_ROWS);
      refuse(new Problem(1, column.place() + " " + wrong));
    }
    if (codes) {
      note(
          "the target '%s' has codes with leading zeros such as '%s': taken for classes (%s reads"
              + " numbers)",
          column.name, column.leadingZero(), column.flag("--numeric"));
    }
    return new TableSchema.Target(column.name, column.position, classes);
  }

  /** Returns what a column becomes; empty if it is left out or cannot be read. */
  Optional<TableSchema.Column> column(ColumnProfile column) {
    if (column.seen == 0) {
      return note("%shas no values: left out", is(column));
    }
    if (column.asked == Kind.DATE || column.asked == Kind.DETECT) {
      List<DateReadings.Reading> dates = column.dates.complete();
      boolean few = !dates.isEmpty() && dates.getFirst().form.pattern().equals("uuuuMMdd");
      if (!dates.isEmpty() && !(few && column.seen < FEWEST_ROWS)) {
        return date(column, dates);
      }
      if (column.asked == Kind.DATE || column.dates.nearly().isPresent()) {
        return notADate(column);
      }
    }
    int before = problems.size();
    Optional<NumberReadings.Reading> numbers = numbers(column);
    return numbers.isPresent()
        ? number(column, numbers.get())
        : problems.size() > before ? Optional.empty() : names(column);
  }

  /** Notes what was decided; nothing comes of a column that this is the last word about. */
  private <T> Optional<T> note(String form, Object... values) {
    notes.add(format(form, values));
    return Optional.empty();
  }

  private <T> Optional<T> refuse(Problem problem) {
    problems.add(problem);
    return Optional.empty();
  }

  private static String is(ColumnProfile column) {
    return "column '" + column.name + "' ";
  }

  private <T> Optional<T> leftOut(ColumnProfile column, String why, String option) {
    return note("%s%s: left out (%s uses it)", is(column), why, column.flag(option));
  }

  private <T> Optional<T> constant(ColumnProfile column, String value) {
    return note("%sis always %s: left out, since it tells nothing", is(column), value);
  }

  private static String likeAnId(ColumnProfile column) {
    return column.unnamed ? "has no name in the header" : "is named like an id";
  }

  private boolean indicator(ColumnProfile column) {
    return missing == Missing.INDICATOR && column.missing > 0;
  }

  private <T> Optional<T> notADate(ColumnProfile column) {
    DateReadings.Reading dates = column.dates.nearly().orElseGet(column.dates::asked);
    String others = format(" such as '%s', as in %s other rows", dates.example, dates.read);
    String wrong =
        format(
            ", expected a date %s%s; mend it, give --date-format, or declare the column with"
                + " --categorical",
            dates.form.shown(), dates.read == 0 ? "" : others);
    return refuse(column.problem(dates.failure, wrong));
  }

  private Optional<TableSchema.Column> date(
      ColumnProfile column, List<DateReadings.Reading> complete) {
    DateReadings.Reading dates = complete.getFirst();
    DateForm form = dates.form;
    for (DateReadings.Reading other : complete) {
      if (!column.dates.preferred(dates) && other.form.swaps(form)) {
        String wrong =
            format(
                ", and like all its values may have the day or the month first; give --date-format"
                    + " %s or --date-format %s",
                form.shown(), other.form.shown());
        return refuse(column.problem(dates.example, wrong));
      }
    }
    boolean indicator = indicator(column);
    if (dates.least == dates.most && !indicator) {
      return constant(column, "'" + dates.example + "'");
    }
    List<Part> parts = dates.parts();
    TableSchema.Date date =
        new TableSchema.Date(
            column.name, column.position, form.pattern(), parts, dates.mean, indicator);
    int features = date.features().size();
    note(
        "%sis read as %s %s: %s become%s (%s leaves it out, --date-format changes the form)",
        is(column),
        form.dated() ? "dates" : "times",
        form.shown(),
        String.join(", ", parts.stream().map(p -> p.name().toLowerCase(Locale.ROOT)).toList()),
        features == 1 ? "s the feature" : " " + features + " features",
        column.flag("--ignore"));
    LocalDate mean = LocalDate.ofEpochDay((long) Math.floor(dates.mean / DateForm.DAY));
    noteMissing(column, indicator, form.dated() ? "the mean date " + mean : "the mean time");
    stored += (column.seen + column.missing) * (features > 6 ? 4 : 2);
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
    String ignore = "; mend it, or leave the column out with " + column.flag("--ignore");
    String problem = "";
    if (column.numbers.ambiguous() && !numbers.plain && given == 0 && usual == 0) {
      problem =
          ", and like all its values may have thousands or decimals after the comma; give --decimal"
              + " . or --decimal ,";
    } else if (!numbers.otherMark.isEmpty()) {
      problem = " and other values have '" + numbers.otherMark + "', expected one unit" + ignore;
    } else if (numbers.mark.equals("%") && numbers.marked < numbers.read) {
      problem = " and other values have no percent sign, expected all or none" + ignore;
    }
    return problem.isEmpty() ? chosen : refuse(column.problem(numbers.example, problem));
  }

  private Form form(NumberReadings.Reading numbers, ColumnProfile column) {
    return column.whole ? plain() : numbers.form();
  }

  private Optional<TableSchema.Column> number(
      ColumnProfile column, NumberReadings.Reading numbers) {
    boolean indicator = indicator(column);
    if (column.asked == Kind.DETECT) {
      String code = code(column);
      if (!code.isEmpty() && (column.counted() || column.cut)) {
        note(
            "%s%s: taken for names, not for sizes (%s reads numbers)",
            is(column), code, column.flag("--numeric"));
        return names(column);
      }
      if (!column.leadingZero().isEmpty()) {
        String late = ", a code by its leading zero after many numbers without; give ";
        String wrong = late + "--categorical or --numeric for the column";
        return refuse(column.problem(column.leadingZero(), wrong));
      }
      if (!code.isEmpty()) {
        return leftOut(column, code + ", names rather than sizes", "--numeric");
      }
      if (column.whole && tellsRowsApart(column)) {
        return leftOut(column, likeAnId(column) + OWN, "--numeric");
      }
    }
    if (numbers.least == numbers.most && !indicator) {
      return constant(column, Numbers.text(numbers.least));
    }
    remarkOnId(column);
    noteForm(column, numbers);
    noteMissing(column, indicator, format("the mean %.6g", numbers.mean));
    stored += indicator ? column.missing : 0;
    stored += numbers.read - numbers.zeros + (numbers.mean == 0 ? 0 : column.missing);
    return Optional.of(
        new TableSchema.Numeric(
            column.name, column.position, numbers.mean, form(numbers, column), indicator));
  }

  private static boolean tellsRowsApart(ColumnProfile column) {
    return column.id && column.allDifferent();
  }

  private static String code(ColumnProfile column) {
    if (!column.leadingZero().isEmpty()) {
      return "has codes with leading zeros such as '" + column.leadingZero() + "'";
    }
    int digits = column.accountDigits();
    return digits > 0 ? "has whole numbers of " + digits + " digits" : "";
  }

  private void remarkOnId(ColumnProfile column) {
    boolean unique = column.whole && column.allDifferent() && column.seen >= FEWEST_ROWS;
    if (column.asked == Kind.DETECT && (column.id || unique)) {
      note(
          "%s%s and is used: is it a number that tells something? (%s leaves it out)",
          is(column),
          column.id ? likeAnId(column) : "has a whole number of its own in every row",
          column.flag("--ignore"));
    }
  }

  private void noteForm(ColumnProfile column, NumberReadings.Reading numbers) {
    List<String> what = new ArrayList<>();
    if (numbers.plain || column.whole) {
      return;
    }
    if (!numbers.mark.isEmpty()) {
      what.add(numbers.mark.equals("%") ? "percent signs" : "amounts in " + numbers.mark);
    }
    if (numbers.grouped) {
      what.add("'" + numbers.thousands + "' between thousands");
    }
    if (numbers.decimal == ',' && numbers.pointed) {
      what.add("decimal commas");
    }
    note(
        "%shas %s: '%s' is read as %s (%s%s reads names)",
        is(column),
        String.join(" and ", what),
        numbers.example,
        Numbers.text(numbers.exampleValue, 12),
        numbers.grouped || numbers.pointed ? "--decimal sets the decimal point, " : "",
        column.flag("--categorical"));
  }

  /** Makes categories, of which those of few rows are pooled if there are many. */
  private Optional<TableSchema.Column> names(ColumnProfile column) {
    boolean indicator = indicator(column);
    boolean asked = column.asked == Kind.CATEGORICAL;
    if (!asked && column.mostlyDifferent()) {
      String ids = " different values in " + column.seen + " rows, as an id has";
      return leftOut(column, "has " + column.different() + ids, "--categorical");
    }
    if (!asked && tellsRowsApart(column)) {
      return leftOut(column, likeAnId(column) + OWN, "--categorical");
    }
    List<String> all = column.categories();
    if (all.size() == 1 && !indicator) {
      return constant(column, "'" + all.get(0) + "'");
    }
    boolean pool = all.size() > mostCategories;
    List<String> kept =
        pool ? all.stream().filter(c -> column.count(c) >= FEWEST_ROWS).toList() : all;
    if (kept.isEmpty() || column.cut) {
      String many =
          format(
              "has %s categories in %s rows, none of them in %s rows",
              column.different(), column.seen, FEWEST_ROWS);
      return asked
          ? refuse(
              new Problem(
                  1,
                  format(
                      "%s %s; leave it out with %s, or raise --max-categories",
                      column.place(), many, column.flag("--ignore"))))
          : note(
              "%s%s: left out (%s with a larger --max-categories uses it)",
              is(column), many, column.flag("--categorical"));
    }
    remarkOnId(column);
    return Optional.of(categories(column, all, kept, indicator));
  }

  private TableSchema.Column categories(
      ColumnProfile column, List<String> all, List<String> kept, boolean indicator) {
    List<String> categories = new ArrayList<>(kept);
    long rest = column.seen;
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
      int few = all.size() - kept.size();
      note(
          "%shas %s categories in %s rows, more than %s: %s of them with fewer than %s rows each"
              + " are one, '%s', and %s are kept (--max-categories changes the limit)",
          is(column), all.size(), column.seen, mostCategories, few, FEWEST_ROWS, REST, kept.size());
    } else {
      String ignore = column.flag("--ignore");
      note(
          "%shas %s categories: one feature each but for the first, '%s' (%s leaves it out)",
          is(column), categories.size(), categories.getFirst(), ignore);
      if (column.seen >= FEWEST_ROWS && 5L * all.size() > column.seen) {
        note(
            "%shas %s categories in %s rows, fewer than 5 rows each: a fit can learn its rows by"
                + " heart (%s leaves it out)",
            is(column), all.size(), column.seen, ignore);
      }
    }
    noteMissing(column, indicator, "the most frequent, '" + usual + "'");
    long first = pooled ? rest : column.count(kept.getFirst());
    stored += indicator ? column.missing : 0;
    stored += column.seen - first;
    stored += usual.equals(categories.getFirst()) ? 0 : column.missing;
    return new TableSchema.Categorical(
        column.name,
        column.position,
        categories,
        usual,
        pooled ? Optional.of(REST) : Optional.empty(),
        indicator);
  }

  private void noteMissing(ColumnProfile column, boolean indicator, String fill) {
    if (column.missing > 0) {
      String marked = ", and marked by a feature of their own";
      String other = " (or choose --missing indicator, drop or error)";
      String values = Numbers.count(column.missing, "missing value");
      note("%shas %s: filled with %s%s", is(column), values, fill, indicator ? marked : other);
    }
  }
}
