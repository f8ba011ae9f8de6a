package org.ironopt.lab.ledger;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ironopt.io.InputError;
import org.ironopt.lab.Suggestion;
import org.ironopt.lab.ledger.CriterionForm.Bound;
import org.ironopt.lab.ledger.CriterionForm.Different;
import org.ironopt.lab.ledger.CriterionForm.Equivalent;
import org.ironopt.lab.ledger.CriterionForm.Factor;
import org.ironopt.lab.ledger.CriterionForm.Finding;
import org.ironopt.lab.ledger.CriterionForm.Inside;
import org.ironopt.lab.ledger.CriterionForm.Near;
import org.ironopt.lab.ledger.CriterionForm.OneSided;
import org.ironopt.lab.ledger.CriterionForm.Ordered;
import org.ironopt.lab.ledger.CriterionForm.Series;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;

/**
 * A sentence of {@code claims.toml} that is judged as it stands: {@code [each|some] VALUE FORM}.
 * The value is a name, {@code mean of NAME} over the rows of a column, or {@code paired difference
 * of NAME and NAME}, whose rows belong together. A column meets the criterion if every row does;
 * with {@code some} one is enough, with {@code each} every row has a verdict of its own; one
 * without rows meets nothing. A sentence on several values, {@code VALUE, VALUE and VALUE FORM},
 * stands for one on each. X in a form is a number or a name; a column is compared row by row. The
 * forms are closed: {@link #forms} lists them.
 */
public final class Criterion {
  private static final String NAME = "[a-z][a-z0-9_-]*(?:\\.[a-z0-9_-]+)?";
  private static final String NUMBER = "[-+]?[0-9]+(?:\\.[0-9]+)?(?:e[-+]?[0-9]+)?";
  private static final Pattern SENTENCE =
      Pattern.compile(
          "(?<quantifier>each |some )?"
              + "(?:(?<aggregate>mean) of |(?<pair>paired difference) of (?<first>NAME) and )?"
                  .replace("NAME", NAME)
              + "(?<name>"
              + NAME
              + ") (?<form>.+)");

  private static final Pattern SEVERAL =
      Pattern.compile("(?<names>(?:NAME, )*NAME and NAME) (?<form>.+)".replace("NAME", NAME));

  /** The numbers of a form: standard errors K, relative share R, margin M. */
  private record Amounts(double k, double r, double m) {}

  private static final Map<String, Function<Amounts, CriterionForm>> FORMS = new LinkedHashMap<>();

  static {
    FORMS.put("at most X", n -> new Bound(true, false, 0, 0, false));
    FORMS.put("at most X up to a relative R", n -> new Bound(true, false, 0, n.r, false));
    FORMS.put("at most X up to K standard errors", n -> new Bound(true, false, n.k, 0, false));
    FORMS.put("at most X by its whole interval", n -> new Bound(true, false, 0, 0, true));
    FORMS.put("below X", n -> new Bound(true, true, 0, 0, false));
    FORMS.put("at least X", n -> new Bound(false, false, 0, 0, false));
    FORMS.put("at least X up to a relative R", n -> new Bound(false, false, 0, n.r, false));
    FORMS.put("at least X by its whole interval", n -> new Bound(false, false, 0, 0, true));
    FORMS.put("above X", n -> new Bound(false, true, 0, 0, false));
    FORMS.put("within K standard errors of X", n -> new Near(true, n.k, 0, 0));
    FORMS.put("within K standard errors and a relative R of X", n -> new Near(true, n.k, n.r, 0));
    FORMS.put("within a relative R of X", n -> new Near(true, 0, n.r, 0));
    FORMS.put("within a factor M of X", n -> new Factor(n.m));
    FORMS.put("within M of X", n -> new Near(true, 0, 0, n.m));
    FORMS.put("equal to X", n -> new Near(true, 0, 0, 0));
    FORMS.put("equal to X to M digits", n -> new Near(true, 0, StrictMath.pow(10, -n.m), 0));
    FORMS.put("exponent X within M", n -> new Near(true, 0, 0, n.m));
    FORMS.put("more than K standard errors from X", n -> new Near(false, n.k, 0, 0));
    FORMS.put(
        "more than K standard errors and a relative R from X", n -> new Near(false, n.k, n.r, 0));
    FORMS.put("more than a relative R from X", n -> new Near(false, 0, n.r, 0));
    FORMS.put("interval within M of X", n -> new Inside(n.m));
    FORMS.put("different from X", n -> new Different(true));
    FORMS.put("not different from X", n -> new Different(false));
    FORMS.put("shown above X", n -> new OneSided(true));
    FORMS.put("shown below X", n -> new OneSided(false));
    FORMS.put("equivalent to X within M", n -> new Equivalent(n.m));
    FORMS.put("increasing", n -> new Ordered(true, true, false));
    FORMS.put("decreasing", n -> new Ordered(false, true, false));
    FORMS.put("never decreasing", n -> new Ordered(true, false, false));
    FORMS.put("never increasing", n -> new Ordered(false, false, false));
    FORMS.put("increasing with intervals apart", n -> new Ordered(true, true, true));
    FORMS.put("decreasing with intervals apart", n -> new Ordered(false, true, true));
  }

  private final String sentence;
  private final MatchResult parts;
  private final CriterionForm form;

  /** What the values are compared with: a number, a name, or empty for nothing. */
  private final String operand;

  private Criterion(String sentence, MatchResult parts, CriterionForm form, String operand) {
    this.sentence = sentence;
    this.parts = parts;
    this.form = form;
    this.operand = operand;
  }

  /** Returns the forms that there are. */
  static List<String> forms() {
    return List.copyOf(FORMS.keySet());
  }

  /** Reads a sentence, or one for each value of {@code VALUE, VALUE and VALUE FORM}. */
  static List<Criterion> parseAll(String sentence) {
    Matcher several = SEVERAL.matcher(sentence);
    return several.matches()
        ? Stream.of(several.group("names").split(", | and "))
            .map(name -> parse(name + " " + several.group("form")))
            .toList()
        : List.of(parse(sentence));
  }

  /** Reads a sentence on one value. */
  public static Criterion parse(String sentence) {
    Matcher parts = SENTENCE.matcher(sentence);
    if (!parts.matches()) {
      throw new InputError("'" + sentence + "' should be: [each|some] VALUE FORM");
    }
    for (Map.Entry<String, Function<Amounts, CriterionForm>> entry : FORMS.entrySet()) {
      Matcher match = pattern(entry.getKey()).matcher(parts.group("form"));
      if (match.matches()) {
        Amounts amounts = new Amounts(number(match, "K"), number(match, "R"), number(match, "M"));
        CriterionForm form = entry.getValue().apply(amounts);
        return new Criterion(sentence, parts.toMatchResult(), form, group(match, "X").orElse(""));
      }
    }
    throw new InputError(
        "'%s' has an unknown form '%s'; the forms are: %s",
        sentence, parts.group("form"), String.join(" | ", FORMS.keySet()));
  }

  private static Pattern pattern(String form) {
    return Pattern.compile(
        form.replaceAll("\\bX\\b", "(?<X>" + NUMBER + "|" + NAME + ")")
            .replaceAll("\\b([KRM])\\b", "(?<$1>" + NUMBER + ")"));
  }

  private static Optional<String> group(Matcher match, String name) {
    return Optional.of(name).filter(match.namedGroups()::containsKey).map(match::group);
  }

  private static double number(Matcher match, String name) {
    return group(match, name).map(Double::parseDouble).orElse(0.0);
  }

  /** Returns whether every row has a verdict of its own. */
  boolean each() {
    return "each ".equals(parts.group("quantifier"));
  }

  /** Returns the value that is judged. */
  String name() {
    return parts.group("name");
  }

  /** Returns the table of the value that is judged; the value itself if it stands alone. */
  String table() {
    return name().split("\\.")[0];
  }

  /** Returns the column that is judged. */
  String column() {
    return name().substring(name().indexOf('.') + 1);
  }

  /** Returns the names of all values that it needs. */
  List<String> names() {
    List<String> names = new ArrayList<>(List.of(name()));
    Optional.ofNullable(parts.group("first")).ifPresent(names::add);
    if (!operand.isEmpty() && !operand.matches(NUMBER)) {
      names.add(operand);
    }
    return names;
  }

  /** Refuses names that are not among the values; those that are said to be absent are known. */
  void check(ResultTables values) {
    for (String name : names()) {
      if (values.find(name).isEmpty() && values.absence(name).isEmpty()) {
        String guess = Suggestion.question(name, values.names());
        String known = "; there are " + String.join(", ", values.names());
        throw new InputError(
            "'%s' needs a value '%s', which is not measured%s",
            sentence, name, guess.isEmpty() ? known : guess);
      }
    }
  }

  /** Judges the values. */
  public Finding judge(ResultTables values) {
    Column column = values.column(name());
    if (parts.group("aggregate") != null) {
      column = Column.of(List.of(ConfidenceInterval.ofMeans(column.means())));
    } else if (parts.group("pair") != null) {
      double[] first = values.column(parts.group("first")).means();
      double[] second = column.means();
      double[] differences = new double[first.length];
      Arrays.setAll(differences, i -> first[i] - second[i]);
      column = Column.of(List.of(ConfidenceInterval.ofMeans(differences)));
    }
    if (column.size() == 0) {
      return new Finding(Verdict.DIFFERS, "", "nothing to compare", CriterionForm.NONE);
    }
    boolean labelled =
        values.rows(name()).filter(rows -> rows.size() > 1).isPresent() && column.size() > 1;
    return form.judge(
        new Series(
            column,
            numbers(values, column.size()),
            i -> labelled ? values.rows(name()).orElseThrow().label(i) : "",
            "some ".equals(parts.group("quantifier"))));
  }

  private double[] numbers(ResultTables values, int size) {
    double[] numbers = new double[size];
    if (operand.matches(NUMBER)) {
      Arrays.fill(numbers, Double.parseDouble(operand));
    } else if (operand.isEmpty()) {
      Arrays.fill(numbers, Double.NaN);
    } else {
      double[] column = values.column(operand).means();
      if (column.length != size && column.length != 1) {
        throw new InputError("'%s' compares %s rows with %s", sentence, size, column.length);
      }
      Arrays.setAll(numbers, i -> column[column.length == 1 ? 0 : i]);
    }
    return numbers;
  }

  /** A criterion is its sentence. */
  @Override
  public boolean equals(Object other) {
    return other instanceof Criterion criterion && criterion.sentence.equals(sentence);
  }

  @Override
  public int hashCode() {
    return sentence.hashCode();
  }

  /** Returns the sentence for people: without the names of tables. */
  @Override
  public String toString() {
    return sentence
        .replaceFirst("^each ", "")
        .replaceAll("\\b[a-z][a-z0-9_-]*\\.(?=[a-z])", "")
        .replace('_', ' ');
  }
}
