package org.ironopt.cli.render;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.cli.shared.Json;
import org.ironopt.cli.shared.Sentences;
import org.ironopt.fit.Inference;
import org.ironopt.fit.Inference.Alias;
import org.ironopt.fit.Inference.Basis;
import org.ironopt.fit.Inference.Coefficient;
import org.ironopt.fit.Inference.Likelihood;
import org.ironopt.fit.Inference.Term;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.JsonFields;
import org.ironopt.model.Model;

/** The coefficients of a model as tables, in files and read back from them. */
public final class Coefficients {
  /** More combinations are counted. */
  private static final int ALIASES = 10;

  private Coefficients() {}

  /** Returns what a title adds: how many are shown. */
  static String heading(Inference inference, int most) {
    long all = inference.coefficients().stream().filter(c -> !constant(c)).count();
    String shown =
        all - inference.zeros() > most
            ? ", the " + most + " of " + all + " with the largest standardized values"
            : " by standardized value (that for one standard deviation of the column)";
    String zeros =
        inference.zeros() > 0
            ? "; " + inference.zeros() + " of " + all + " are zero and not listed"
            : "";
    return shown + zeros;
  }

  /** Returns title, table and what the errors are, as lines of text. */
  public static List<String> lines(Inference inference, int most, int width) {
    String title = "coefficients" + heading(inference, most);
    List<String> lines = new ArrayList<>(Sentences.wrapped("", title, width));
    ColumnLayout.aligned(table(inference, most)).forEach(line -> lines.add("  " + line));
    List<String> below = new ArrayList<>(remarks(inference));
    note(inference).ifPresent(note -> below.addFirst("errors: " + note));
    below.forEach(line -> lines.addAll(Sentences.wrapped("  ", line, width)));
    return lines;
  }

  /** Returns what the errors are or why there are none, if that is known. */
  static Optional<String> note(Inference inference) {
    return inference.basis() instanceof Basis.NotComputed
        ? Optional.empty()
        : Optional.of(inference.basis().sentence());
  }

  /** Returns the members of the object that programs get. */
  public static Map<String, Object> json(Inference inference) {
    Map<String, Object> members = new LinkedHashMap<>();
    Json.members(inference)
        .forEach(
            (name, value) -> {
              if (name.equals("basis")) {
                members.put("note", note(inference).orElse(""));
                members.put(name, Json.typed("kind", inference.basis()));
              } else {
                members.put(name, value);
              }
            });
    return members;
  }

  /**
   * Returns what else is to be known: likelihood, overdispersion, columns that are combinations.
   */
  static List<String> remarks(Inference inference) {
    List<String> lines = new ArrayList<>();
    Likelihood fit = inference.likelihood();
    if (!Double.isNaN(fit.logLikelihood())) {
      lines.add(
          filled(
              "log-likelihood %s, %s parameters%s, AIC %s, BIC %s, Pearson chi2/df %s with %s df",
              fit.logLikelihood(),
              fit.parameters(),
              inference.kind() == Inference.Kind.CONDITIONAL ? " (effective)" : "",
              fit.aic(),
              fit.bic(),
              fit.pearson(),
              fit.freedom()));
    }
    if (Double.isNaN(fit.logLikelihood()) && !Double.isNaN(inference.dispersion())) {
      lines.add(
          filled(
              "dispersion %s by Pearson's residuals with %s df",
              inference.dispersion(), fit.freedom()));
    }
    if (fit.overdispersed()) {
      lines.add(
          filled(
              "overdispersion: the counts vary %s times as much as a Poisson law says, so that"
                  + " errors are too small; use --robust, or multiply errors by %s"
                  + " (quasi-Poisson)",
              Numbers.text(fit.pearson(), 3), Numbers.text(Math.sqrt(fit.pearson()), 3)));
    }
    List<Alias> aliases = inference.aliases();
    aliases.stream().limit(ALIASES).map(Coefficients::line).forEach(lines::add);
    if (aliases.size() > ALIASES) {
      lines.add("and " + (aliases.size() - ALIASES) + " more such columns");
    }
    return lines;
  }

  private static String line(Alias alias) {
    StringBuilder sum = new StringBuilder();
    alias.terms().forEach(term -> append(sum, term.factor(), "'" + term.column() + "'"));
    if (alias.constant() != 0 || alias.terms().isEmpty()) {
      append(sum, alias.constant(), "");
    }
    return filled(
        alias.exact()
            ? "aliased: '%s' = %s; single coefficients of these columns are not determined, and"
                + " their errors say nothing: leave one out"
            : "nearly aliased: '%s' is %s but for %s of its variance; errors of single coefficients"
                + " of these columns are large",
        alias.column(),
        sum,
        Numbers.text(alias.unexplained(), 2));
  }

  private static void append(StringBuilder sum, double factor, String column) {
    double size = sum.isEmpty() ? factor : Math.abs(factor);
    boolean one = !column.isEmpty() && Numbers.text(Math.abs(size)).equals("1");
    sum.append(sum.isEmpty() ? "" : factor < 0 ? " - " : " + ");
    sum.append(one ? size < 0 ? "-" : "" : Numbers.text(size) + (column.isEmpty() ? "" : " "));
    sum.append(column);
  }

  /** Returns a table with a head: the largest by standardized value, then the intercepts. */
  static List<List<String>> table(Inference inference, int most) {
    List<Coefficient> list = inference.coefficients();
    ColumnLayout<Coefficient> columns = new ColumnLayout<>();
    if (list.stream().anyMatch(c -> !c.output().isEmpty())) {
      columns.text("class", Coefficient::output);
    }
    columns
        .text("column", Coefficient::column)
        .number("value", Coefficient::value)
        .text("standardized", c -> constant(c) ? "" : Numbers.text(c.standardized(), 4));
    if (inference.kind() != Inference.Kind.NONE) {
      columns.number("error", 4, Coefficient::error);
      if (inference.kind() != Inference.Kind.CONDITIONAL) {
        String z = Double.isInfinite(inference.freedom()) ? "z" : "t";
        columns.number(z, 4, Coefficient::z).number("p", 3, Coefficient::p);
      }
      // With a penalty only where its bias is small beside the error.
      if (list.stream().anyMatch(c -> !Double.isNaN(c.low()))) {
        columns.text("95 % from", c -> known(c.low())).text("to", c -> known(c.high()));
      }
    }
    Stream<Coefficient> constants = list.stream().filter(Coefficients::constant).limit(most);
    return columns.table(Stream.concat(largest(inference, most).stream(), constants).toList());
  }

  /** Returns the largest by standardized value, without intercepts. */
  static List<Coefficient> largest(Inference inference, int most) {
    return inference.coefficients().stream()
        .filter(c -> !constant(c) && c.value() != 0)
        .sorted(Comparator.comparingDouble(Coefficients::size).reversed())
        .limit(most)
        .toList();
  }

  private static String known(double value) {
    return Double.isNaN(value) ? "" : Numbers.text(value, 4);
  }

  private static boolean constant(Coefficient c) {
    return c.column().equals(Inference.INTERCEPT);
  }

  private static double size(Coefficient c) {
    return Math.abs(Double.isNaN(c.standardized()) ? c.value() : c.standardized());
  }

  /** Returns the members of a model file. */
  static Map<String, Object> map(Inference inference) {
    return JsonFields.known(
        "kind", word(inference.kind()),
        "note", note(inference).orElse(""),
        "dispersion", inference.dispersion(),
        "freedom", inference.freedom(),
        "likelihood", known(inference.likelihood()),
        "aliases", inference.aliases().stream().map(Coefficients::known).toList(),
        "coefficients", inference.coefficients().stream().map(Coefficients::known).toList());
  }

  /** Returns the members of a record whose numbers are finite. */
  private static Map<String, Object> known(Record value) {
    Map<String, Object> members = Json.members(value);
    members.values().removeIf(Objects::isNull);
    return members;
  }

  private static Likelihood likelihood(Map<?, ?> map) {
    return new Likelihood(
        number(map, "logLikelihood"),
        number(map, "parameters"),
        number(map, "aic"),
        number(map, "bic"),
        number(map, "pearson"),
        number(map, "freedom"),
        Boolean.TRUE.equals(map.get("overdispersed")));
  }

  private static Alias alias(Map<?, ?> map) {
    List<Term> terms = maps(map.get("terms")).stream().map(Coefficients::term).toList();
    return new Alias(
        String.valueOf(map.get("column")),
        terms,
        number(map, "constant"),
        number(map, "unexplained"),
        Boolean.TRUE.equals(map.get("exact")));
  }

  private static Term term(Map<?, ?> map) {
    return new Term(String.valueOf(map.get("column")), number(map, "factor"));
  }

  /** Returns the objects of a list of JSON. */
  private static List<Map<?, ?>> maps(Object list) {
    List<Map<?, ?>> maps = new ArrayList<>();
    for (Object each : list instanceof List<?> all ? all : List.of()) {
      if (each instanceof Map<?, ?> map) {
        maps.add(map);
      }
    }
    return maps;
  }

  /** Returns what a model file tells of its coefficients; without errors if it has none. */
  public static Inference of(Model model) {
    Map<?, ?> map = model.training().get("inference") instanceof Map<?, ?> i ? i : Map.of();
    if (!(map.get("coefficients") instanceof List<?> rows)) {
      List<Coefficient> plain = plain(model);
      double none = Double.NaN;
      return new Inference(
          Inference.Kind.NONE,
          new Basis.NotComputed(),
          plain,
          zeros(plain),
          none,
          none,
          Likelihood.unknown(),
          List.of());
    }
    List<Coefficient> list = new ArrayList<>();
    for (Map<?, ?> c : maps(rows)) {
      list.add(
          new Coefficient(
              String.valueOf(c.get("output")),
              String.valueOf(c.get("column")),
              number(c, "value"),
              number(c, "standardized"),
              number(c, "error"),
              number(c, "z"),
              number(c, "p"),
              number(c, "low"),
              number(c, "high"),
              number(c, "inflation")));
    }
    Inference.Kind kind =
        Arrays.stream(Inference.Kind.values())
            .filter(k -> word(k).equals(map.get("kind")))
            .findFirst()
            .orElse(Inference.Kind.NONE);
    boolean normal = kind != Inference.Kind.NONE && map.get("freedom") == null;
    return new Inference(
        kind,
        new Basis.Recorded(String.valueOf(map.get("note"))),
        list,
        zeros(list),
        number(map, "dispersion"),
        normal ? Double.POSITIVE_INFINITY : number(map, "freedom"),
        likelihood(map.get("likelihood") instanceof Map<?, ?> m ? m : Map.of()),
        maps(map.get("aliases")).stream().map(Coefficients::alias).toList());
  }

  private static String word(Inference.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static int zeros(List<Coefficient> list) {
    return (int) list.stream().filter(c -> !constant(c) && c.value() == 0).count();
  }

  private static List<Coefficient> plain(Model model) {
    List<Coefficient> list = new ArrayList<>();
    for (int c = 0; model.linear() && c < model.outputs(); c++) {
      String output = model.outputs() > 1 ? model.classes().get(c) : "";
      for (int j = 0; j < model.columns().size(); j++) {
        list.add(plain(output, model.columns().get(j), model.weights()[c][j]));
      }
      list.add(plain(output, Inference.INTERCEPT, model.intercepts()[c]));
    }
    return list;
  }

  private static Coefficient plain(String output, String column, double value) {
    double none = Double.NaN;
    return new Coefficient(output, column, value, none, none, none, none, none, none, none);
  }

  private static double number(Map<?, ?> map, String name) {
    return map.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
