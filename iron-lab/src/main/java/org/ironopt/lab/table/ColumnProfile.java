package org.ironopt.lab.table;

import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.ironopt.data.Decimal;
import org.ironopt.data.MalformedData;

/** What is seen of one column in the first pass; its memory is bounded by the categories. */
final class ColumnProfile {
  /** A column of numbers with more distinct values than this is not categorical. */
  private static final int CODES = 64;

  /** Words in fewer than one of so many values are taken for errors in a numeric column. */
  private static final int RARE = 10;

  /** How a column is to be read. */
  enum Kind {
    DETECT,
    NUMERIC,
    CATEGORICAL
  }

  final String name;
  final int position;
  private final Kind asked;
  private final boolean target;
  private final int mostCategories;
  private Map<String, Integer> counts = new HashMap<>();
  private long numbers;
  private long zeros;
  private long words;
  private long missing;
  private double mean;
  private String firstWord;
  private long firstWordLine;

  ColumnProfile(String name, int position, Kind asked, int mostCategories, boolean target) {
    this.target = target;
    this.name = name;
    this.position = position;
    this.asked = asked;
    this.mostCategories = mostCategories;
    if (asked == Kind.NUMERIC) {
      counts = null;
    }
  }

  void see(TableRow row, Rows rows) throws MalformedData {
    if (row.missing(position)) {
      missing++;
      return;
    }
    double value = asked == Kind.CATEGORICAL ? Double.NaN : row.number(position);
    if (Double.isNaN(value)) {
      word(row, rows);
    } else {
      numbers++;
      zeros += value == 0 ? 1 : 0;
      mean += value / numbers - mean / numbers;
    }
    if (counts != null) {
      counts.merge(row.field(position), 1, Integer::sum);
      checkCount(rows);
    }
  }

  private void word(TableRow row, Rows rows) throws MalformedData {
    if (asked == Kind.NUMERIC) {
      throw rows.error(is(row.shown(position)) + ", expected a finite number");
    }
    if (counts == null) {
      throw rows.error(strayWord(row.shown(position)));
    }
    words++;
    if (firstWord == null) {
      firstWord = row.shown(position);
      firstWordLine = row.line();
    }
  }

  private void checkCount(Rows rows) throws MalformedData {
    if (words == 0 && counts.size() > CODES) {
      counts = null;
    } else if (counts.size() > mostCategories) {
      throw rows.error(
          "column %s '%s' has more than %s%s",
          position + 1,
          name,
          mostCategories,
          target
              ? " classes; is it the right --target? If so, raise --max-categories"
              : " categories; leave it out with --ignore, or raise --max-categories");
    }
  }

  private String is(String value) {
    return "column " + (position + 1) + " '" + name + "' is '" + value + "'";
  }

  private String strayWord(String value) {
    boolean comma = value.matches("[-+]?[0-9]+,[0-9]+");
    return String.format(
        Locale.ROOT,
        "%s, expected a number as in %s other rows; %s",
        is(value),
        numbers,
        comma
            ? "with decimal commas give --decimal ,"
            : "mend it, or declare the column with --categorical");
  }

  /** Decides on the kind after the last row. */
  void finish(TableFile file) throws MalformedData {
    if (words > 0 && words * RARE < numbers && asked == Kind.DETECT) {
      throw file.error(firstWordLine, strayWord(firstWord));
    }
  }

  boolean numeric() {
    return words == 0 && asked != Kind.CATEGORICAL;
  }

  boolean empty() {
    return numbers + words == 0;
  }

  double mean() {
    return mean;
  }

  long missing() {
    return missing;
  }

  /** Returns how many values of the column as features are zero or not: the stored ones. */
  long stored(boolean indicator) {
    long marks = indicator ? missing : 0;
    if (numeric()) {
      return marks + numbers - zeros + (mean == 0 ? 0 : missing);
    }
    List<String> categories = categories();
    long first = counts.get(categories.get(0));
    boolean filledAside = usual().equals(categories.get(0));
    return marks + numbers + words - first + (filledAside ? 0 : missing);
  }

  /** Returns the categories: ascending numbers if all are, else in the order of their letters. */
  List<String> categories() {
    boolean all = counts.keySet().stream().noneMatch(c -> Double.isNaN(value(c)));
    Comparator<String> byText = Comparator.naturalOrder();
    Comparator<String> order =
        all ? Comparator.comparingDouble(ColumnProfile::value).thenComparing(byText) : byText;
    return counts.keySet().stream().sorted(order).toList();
  }

  /** Returns the most frequent category, the first of several. */
  String usual() {
    String usual = null;
    for (String category : categories()) {
      if (usual == null || counts.get(category) > counts.get(usual)) {
        usual = category;
      }
    }
    return usual;
  }

  static double value(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return Decimal.parse(bytes, bytes.length);
  }
}
