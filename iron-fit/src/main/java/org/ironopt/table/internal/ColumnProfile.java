package org.ironopt.table.internal;

import java.io.Serial;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.ironopt.data.internal.DecimalParser;
import org.ironopt.table.TableDecision;
import org.ironopt.table.internal.TableRow.FieldExcerpt;

/** What is seen of one column in the first pass; its memory is bounded by the categories. */
final class ColumnProfile implements Serializable {
  @Serial private static final long serialVersionUID = 1L;

  /** Of a column with more different values no more are kept. */
  static final int DIFFERENT = 100_000;

  /** A column of numbers with more distinct values than this is not categorical. */
  private static final int CODES = 64;

  /** Words in fewer than one of so many values are taken for errors in a numeric column. */
  private static final int RARE = 10;

  private static final Pattern ID =
      Pattern.compile(
          "(?i:id|uuid|guid|index|row|rowid|row[_ ]?(nr|no|num|number)|.*[_ .-]id|unnamed: ?[0-9]+)"
              + "|.*[a-z]I[dD]|__index_level_[0-9]+__");

  /** An index without a name, as pandas writes it to Parquet files and to text. */
  private static final Pattern INDEX = Pattern.compile("__index_level_[0-9]+__|Unnamed: 0");

  /** How a column is to be read. */
  enum Kind {
    DETECT,
    NUMERIC,
    CATEGORICAL,
    DATE
  }

  final String name;
  final int position;
  final Kind asked;

  /** Whether the header has no name for it. */
  final boolean unnamed;

  /** Whether the name says that values are there to tell rows apart. */
  final boolean id;

  /** Whether the name says that the values number the rows. */
  final boolean index;

  final NumberCandidates numbers = new NumberCandidates();
  final DateCandidates dates;
  private HashMap<String, Integer> counts = new HashMap<>();

  /** Whether there were too many different values to count them. */
  boolean cut;

  long seen;
  long missing;

  /** Rows left out in which it has no value. */
  long dropped;

  private boolean repeated;

  /** Whether all values are whole numbers. */
  boolean whole = true;

  private int fewestDigits = Integer.MAX_VALUE;
  private int mostDigits;
  private FieldExcerpt leadingZero = FieldExcerpt.NONE;

  ColumnProfile(
      String name, int position, Kind asked, Optional<DatePattern> dateForm, boolean unnamed) {
    this.name = name;
    this.position = position;
    this.asked = asked;
    this.unnamed = unnamed;
    dates = new DateCandidates(dateForm, asked == Kind.DATE);
    index = INDEX.matcher(name).matches();
    id = unnamed || ID.matcher(name).matches();
  }

  void see(TableRow row) {
    if (row.missing(position)) {
      missing++;
      return;
    }
    seen++;
    if (asked != Kind.CATEGORICAL) {
      numbers.see(row, position);
      if (asked != Kind.NUMERIC) {
        dates.see(row, position);
      }
    }
    int digits = row.digits(position);
    whole &= digits > 0;
    if (digits > 0) {
      fewestDigits = Math.min(fewestDigits, digits);
      mostDigits = Math.max(mostDigits, digits);
      if (digits > 1 && leadingZero.isEmpty() && row.field(position).startsWith("0")) {
        leadingZero = row.seen(position);
      }
    }
    if (counts != null) {
      repeated |= counts.merge(row.field(position), 1, Integer::sum) > 1;
      forget();
    }
  }

  /** Keeps no counts of what is neither a category nor an id. */
  private void forget() {
    cut |= counts.size() > DIFFERENT;
    if (cut || counts.size() > CODES && !mayBeNames()) {
      counts = null;
    }
  }

  /** Adds what was seen of later rows. */
  void add(ColumnProfile later) {
    seen += later.seen;
    missing += later.missing;
    dropped += later.dropped;
    numbers.add(later.numbers);
    dates.add(later.dates);
    whole &= later.whole;
    fewestDigits = Math.min(fewestDigits, later.fewestDigits);
    mostDigits = Math.max(mostDigits, later.mostDigits);
    leadingZero = leadingZero.isEmpty() ? later.leadingZero : leadingZero;
    repeated |= later.repeated;
    cut |= later.cut;
    if (counts != null && later.counts != null) {
      later.counts.forEach(
          (value, count) -> repeated |= counts.merge(value, count, Integer::sum) > count);
      forget();
    } else {
      counts = null;
    }
  }

  /** Whether the values so far may turn out to be names of something. */
  private boolean mayBeNames() {
    boolean same = fewestDigits == mostDigits || mostDigits > 15;
    boolean codes = !leadingZero.isEmpty() || whole && same;
    boolean ids = whole && !repeated || id;
    return asked == Kind.CATEGORICAL || !numbers.complete() || codes || ids;
  }

  /** Whether no value was there twice; of very many values only the first count. */
  boolean allDifferent() {
    return !repeated && (counts != null || cut);
  }

  /** Whether nearly every value is there once only, and there are enough of them to say so. */
  boolean mostlyDifferent() {
    return seen >= 20 && (cut || counts != null && counts.size() > 0.99 * seen);
  }

  /** Whether the values can be counted as categories. */
  boolean counted() {
    return counts != null;
  }

  /** Returns how many different values there are. */
  TableDecision.Distinct different() {
    return new TableDecision.Distinct(cut ? DIFFERENT : counts.size(), cut);
  }

  int count(String category) {
    return counts.get(category);
  }

  /** Returns the digits of whole numbers that are too long to be a size, or 0. */
  int accountDigits() {
    boolean same = fewestDigits == mostDigits && mostDigits >= 10;
    return whole && (mostDigits > 15 || same) ? mostDigits : 0;
  }

  /** Returns the first whole number that starts with a zero, or an empty text. */
  FieldExcerpt leadingZero() {
    return whole ? leadingZero : FieldExcerpt.NONE;
  }

  /** Something that cannot be read, with its line. */
  record Problem(long line, String text) {}

  /**
   * Returns the value that is no number in a column of numbers, or nothing for a column of words.
   */
  Optional<Problem> strayWord() {
    NumberCandidates.Reading best = numbers.best();
    boolean rare = best.failures * RARE < best.read;
    if (asked != Kind.NUMERIC && !rare && (counts != null || cut)) {
      return Optional.empty();
    }
    boolean comma = best.failure.text().matches("[-+]?[0-9]+,[0-9]+");
    String mend =
        comma
            ? "with decimal commas give --decimal ,"
            : "mend it, or declare the column with --categorical";
    String expected =
        asked == Kind.NUMERIC
            ? "a finite number"
            : "a number as in " + best.read + " other rows; " + mend;
    return Optional.of(problem(best.failure, ", expected " + expected));
  }

  /** Returns number and name, for a message. */
  String place() {
    return "column " + (position + 1) + " '" + name + "'";
  }

  /** Returns why it looks like a column that names rows. */
  TableDecision.Sign sign() {
    return unnamed ? TableDecision.Sign.UNNAMED : TableDecision.Sign.NAMED;
  }

  /** Returns what is wrong with a value. */
  Problem problem(FieldExcerpt value, String wrong) {
    return new Problem(value.line(), place() + " is '" + value + "'" + wrong);
  }

  /** Returns an option that names the column. */
  String flag(String option) {
    return option + " " + (name.matches("[\\w.]+") ? name : "'" + name + "'");
  }

  /** Returns the categories: ascending numbers if all are, else in the order of their letters. */
  List<String> categories() {
    Set<String> values = counted() ? counts.keySet() : Set.of();
    boolean all = values.stream().noneMatch(c -> Double.isNaN(value(c)));
    Comparator<String> byText = Comparator.naturalOrder();
    Comparator<String> bySize = Comparator.comparingDouble(ColumnProfile::value);
    return values.stream().sorted(all ? bySize.thenComparing(byText) : byText).toList();
  }

  static double value(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return DecimalParser.parse(bytes, 0, bytes.length);
  }
}
