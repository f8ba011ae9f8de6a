package org.ironopt.table.internal;

import static org.ironopt.io.internal.Numbers.format;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.ironopt.data.TableSchema;
import org.ironopt.data.TableSchema.Form;
import org.ironopt.data.TableSchema.Part;
import org.ironopt.io.internal.Numbers;
import org.ironopt.table.ColumnRoles;
import org.ironopt.table.MissingRule;
import org.ironopt.table.TableDecision;
import org.ironopt.table.internal.ColumnProfile.Kind;
import org.ironopt.table.internal.ColumnProfile.Problem;

/**
 * What the columns of a table become. Every decision is a line that names the option which changes
 * it; what cannot be decided is a {@link Problem}, collected so that all are named at once.
 */
final class ColumnDecisions {
  /** A category of fewer rows is pooled where there are many categories. */
  static final int FEWEST_ROWS = 20;

  private final char given;
  private final char usual;
  private final int mostCategories;
  private final MissingRule missing;
  private final ColumnRoles.BadDates badDates;
  final List<TableDecision> list = new ArrayList<>();
  final List<Problem> problems = new ArrayList<>();

  /** How many features of all rows are not zero, as far as one can tell. */
  long stored;

  /**
   * Starts without columns.
   *
   * @param given the decimal point of all numbers, 0 if it is not known
   * @param usual that of the columns which leave no doubt, 0 if there is none
   */
  ColumnDecisions(char given, char usual, ColumnRoles roles, MissingRule missing) {
    this.given = given;
    this.usual = usual;
    mostCategories = roles.mostCategories();
    badDates = roles.badDates();
    this.missing = missing;
  }

  /** Returns the form of numbers that are nothing but digits. */
  Form plain() {
    return new Form(usual == ',' ? ',' : '.', (char) 0, "");
  }

  /** Returns how the target is read: its classes, or the form of its numbers. */
  TableSchema.Target target(ColumnProfile column, long rows) {
    Optional<NumberCandidates.Reading> numbers = numbers(column);
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
      list.add(new TableDecision.ClassCodes(column.name, code(column).orElseThrow()));
    }
    return new TableSchema.Target(column.name, column.position, classes);
  }

  /** Returns what a column becomes; empty if it is left out or cannot be read. */
  Optional<TableSchema.Column> column(ColumnProfile column) {
    if (column.seen == 0) {
      return note(new TableDecision.Empty(column.name));
    }
    if (column.asked == Kind.DATE || column.asked == Kind.DETECT) {
      List<DateCandidates.Reading> dates = column.dates.complete();
      boolean few = !dates.isEmpty() && dates.getFirst().form.pattern().equals("uuuuMMdd");
      if (!dates.isEmpty() && !(few && column.seen < FEWEST_ROWS)) {
        return date(column, dates, false);
      }
      List<DateCandidates.Reading> nearly =
          column.asked == Kind.DATE ? List.of(column.dates.asked()) : column.dates.nearly();
      if (!nearly.isEmpty()) {
        return badDates == ColumnRoles.BadDates.MISSING && nearly.getFirst().read > 0
            ? withBadDates(column, nearly)
            : notADate(column, nearly.getFirst());
      }
    }
    int before = problems.size();
    Optional<NumberCandidates.Reading> numbers = numbers(column);
    return numbers.isPresent()
        ? number(column, numbers.get())
        : problems.size() > before ? Optional.empty() : names(column);
  }

  /** Notes what was decided; nothing comes of a column that this is the last word about. */
  <T> Optional<T> note(TableDecision decision) {
    list.add(decision);
    return Optional.empty();
  }

  <T> Optional<T> refuse(Problem problem) {
    problems.add(problem);
    return Optional.empty();
  }

  /** Whether so many values are missing that where they are may tell something. */
  boolean mostlyMissing(ColumnProfile column) {
    return missing == MissingRule.AUTO && 10 * column.missing > 3 * (column.seen + column.missing);
  }

  /** Whether a feature tells where values are missing, whatever the column. */
  boolean marked(ColumnProfile column) {
    return missing == MissingRule.INDICATOR && column.missing > 0;
  }

  private boolean indicator(ColumnProfile column) {
    return marked(column) || mostlyMissing(column);
  }

  private <T> Optional<T> notADate(ColumnProfile column, DateCandidates.Reading dates) {
    String others = format(" such as '%s', as in %s other rows", dates.example, dates.read);
    String wrong =
        format(
            ", expected a date %s%s; mend it, give --date-format or --bad-dates missing, or declare"
                + " the column with --categorical",
            dates.form.shown(), dates.read == 0 ? "" : others);
    return refuse(column.problem(dates.failure, wrong));
  }

  /** Takes what is no date for a missing value. */
  private Optional<TableSchema.Column> withBadDates(
      ColumnProfile column, List<DateCandidates.Reading> nearly) {
    DateCandidates.Reading dates = nearly.getFirst();
    long bad = column.seen - dates.read;
    column.seen -= bad;
    column.missing += bad;
    list.add(
        new TableDecision.BadDates(
            column.name, bad, dates.form.shown(), dates.failure.text(), dates.failure.line()));
    return date(column, nearly.stream().filter(f -> f.read == dates.read).toList(), true);
  }

  private Optional<TableSchema.Column> date(
      ColumnProfile column, List<DateCandidates.Reading> complete, boolean coerce) {
    DateCandidates.Reading dates = complete.getFirst();
    DatePattern form = dates.form;
    for (DateCandidates.Reading other : complete) {
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
      return note(new TableDecision.Constant(column.name, "'" + dates.example + "'"));
    }
    List<Part> parts = dates.parts();
    TableSchema.Date date =
        new TableSchema.Date(
            column.name, column.position, form.pattern(), parts, dates.mean, indicator, coerce);
    int features = date.features().size();
    List<String> named = parts.stream().map(p -> p.name().toLowerCase(Locale.ROOT)).toList();
    list.add(new TableDecision.Dates(column.name, !form.dated(), form.shown(), named, features));
    LocalDate mean = LocalDate.ofEpochDay((long) Math.floor(dates.mean / DatePattern.DAY));
    if (form.dated()) {
      noteMissing(column, indicator, TableDecision.Fill.MEAN_DATE, mean.toString());
    } else {
      noteMissing(column, indicator, TableDecision.Fill.MEAN_TIME, "");
    }
    stored += (column.seen + column.missing) * (features > 6 ? 4 : 2);
    return Optional.of(date);
  }

  /** Returns the form that reads all values, if there is one, or states why it cannot be told. */
  private Optional<NumberCandidates.Reading> numbers(ColumnProfile column) {
    if (column.asked == Kind.CATEGORICAL) {
      return Optional.empty();
    }
    Optional<NumberCandidates.Reading> chosen = column.numbers.chosen(given, usual);
    if (chosen.isEmpty()) {
      column.strayWord().ifPresent(problems::add);
      return chosen;
    }
    NumberCandidates.Reading numbers = chosen.get();
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

  private Form form(NumberCandidates.Reading numbers, ColumnProfile column) {
    return column.whole ? plain() : numbers.form();
  }

  private Optional<TableSchema.Column> number(
      ColumnProfile column, NumberCandidates.Reading numbers) {
    boolean indicator = indicator(column);
    if (column.asked == Kind.DETECT) {
      if (column.index && column.whole) {
        return note(new TableDecision.RowNumbers(column.name));
      }
      Optional<TableDecision.Code> code = code(column);
      if (code.isPresent() && (column.counted() || column.cut)) {
        list.add(new TableDecision.Codes(column.name, code.get()));
        return names(column);
      }
      if (!column.leadingZero().isEmpty()) {
        String late = ", a code by its leading zero after many numbers without; give ";
        String wrong = late + "--categorical or --numeric for the column";
        return refuse(column.problem(column.leadingZero(), wrong));
      }
      if (code.isPresent()) {
        return note(new TableDecision.CodeNames(column.name, code.get()));
      }
      if (column.whole && tellsRowsApart(column)) {
        return note(new TableDecision.Unique(column.name, column.sign(), true));
      }
    }
    if (numbers.least == numbers.most && !indicator) {
      return note(new TableDecision.Constant(column.name, Numbers.text(numbers.least)));
    }
    remarkOnId(column);
    noteForm(column, numbers);
    noteMissing(column, indicator, TableDecision.Fill.MEAN, format("%.6g", numbers.mean));
    stored += indicator ? column.missing : 0;
    stored += numbers.read - numbers.zeros + (numbers.mean == 0 ? 0 : column.missing);
    return Optional.of(
        new TableSchema.Numeric(
            column.name, column.position, numbers.mean, form(numbers, column), indicator));
  }

  static boolean tellsRowsApart(ColumnProfile column) {
    return column.id && column.allDifferent();
  }

  private static Optional<TableDecision.Code> code(ColumnProfile column) {
    String example = column.leadingZero().text();
    int digits = example.isEmpty() ? column.accountDigits() : 0;
    return example.isEmpty() && digits == 0
        ? Optional.empty()
        : Optional.of(new TableDecision.Code(example, digits));
  }

  void remarkOnId(ColumnProfile column) {
    boolean unique = column.whole && column.allDifferent() && column.seen >= FEWEST_ROWS;
    if (column.asked == Kind.DETECT && (column.id || unique)) {
      TableDecision.Sign sign = column.id ? column.sign() : TableDecision.Sign.WHOLE;
      list.add(new TableDecision.IdUsed(column.name, sign));
    }
  }

  private void noteForm(ColumnProfile column, NumberCandidates.Reading numbers) {
    if (!numbers.plain && !column.whole) {
      list.add(
          new TableDecision.NumberForm(
              column.name,
              numbers.mark,
              numbers.grouped ? String.valueOf(numbers.thousands) : "",
              numbers.pointed ? String.valueOf(numbers.decimal) : "",
              numbers.example.text(),
              numbers.exampleValue));
    }
  }

  private Optional<TableSchema.Column> names(ColumnProfile column) {
    return new CategoryDecisions(this, column, mostCategories).column();
  }

  /** Notes what stands for missing values of a column that keeps no category for them. */
  void noteMissing(ColumnProfile column, boolean indicator, TableDecision.Fill fill, String value) {
    if (column.missing > 0) {
      boolean mostly = mostlyMissing(column);
      long rows = column.seen + column.missing;
      list.add(
          mostly || indicator
              ? new TableDecision.Indicator(column.name, column.missing, rows, fill, value, !mostly)
              : new TableDecision.Filled(column.name, column.missing, fill, value));
    }
  }
}
