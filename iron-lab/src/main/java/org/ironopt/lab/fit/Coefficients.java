package org.ironopt.lab.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ironopt.fit.Inference;
import org.ironopt.fit.Inference.Coefficient;
import org.ironopt.lab.Columns;
import org.ironopt.lab.Members;
import org.ironopt.lab.Numbers;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;

/** The coefficients of a model as tables, in files and read back from them. */
public final class Coefficients {
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
  public static List<String> lines(Inference inference, int most) {
    List<String> lines = new ArrayList<>();
    lines.add("coefficients" + heading(inference, most));
    Columns.aligned(table(inference, most)).forEach(line -> lines.add("  " + line));
    if (!inference.note().isEmpty()) {
      lines.add("  errors: " + inference.note());
    }
    return lines;
  }

  /** Returns a table with a head: the largest by standardized value, then the intercepts. */
  static List<List<String>> table(Inference inference, int most) {
    List<Coefficient> list = inference.coefficients();
    Columns<Coefficient> columns = new Columns<>();
    if (list.stream().anyMatch(c -> !c.output().isEmpty())) {
      columns.text("class", Coefficient::output);
    }
    columns
        .text("column", Coefficient::column)
        .number("value", Coefficient::value)
        .text("standardized", c -> constant(c) ? "" : Numbers.text(c.standardized(), 4));
    if (inference.kind() != Inference.Kind.NONE) {
      columns.number("error", 4, Coefficient::error);
      if (inference.kind() == Inference.Kind.LIKELIHOOD) {
        String z = Double.isInfinite(inference.freedom()) ? "z" : "t";
        columns.number(z, 4, Coefficient::z).number("p", 3, Coefficient::p);
      }
      columns.number("95 % from", 4, Coefficient::low).number("to", 4, Coefficient::high);
    }
    Stream<Coefficient> largest =
        list.stream()
            .filter(c -> !constant(c) && c.value() != 0)
            .sorted(Comparator.comparingDouble(Coefficients::size).reversed())
            .limit(most);
    Stream<Coefficient> constants = list.stream().filter(Coefficients::constant).limit(most);
    return columns.table(Stream.concat(largest, constants).toList());
  }

  private static boolean constant(Coefficient c) {
    return c.column().equals(Inference.INTERCEPT);
  }

  private static double size(Coefficient c) {
    return Math.abs(Double.isNaN(c.standardized()) ? c.value() : c.standardized());
  }

  /** Returns the members of a model file. */
  static Map<String, Object> map(Inference inference) {
    return Members.known(
        "kind", word(inference.kind()),
        "note", inference.note(),
        "dispersion", inference.dispersion(),
        "freedom", inference.freedom(),
        "coefficients", inference.coefficients().stream().map(Coefficients::map).toList());
  }

  private static Map<String, Object> map(Coefficient c) {
    return Members.known(
        "output", c.output(),
        "column", c.column(),
        "value", c.value(),
        "standardized", c.standardized(),
        "error", c.error(),
        "z", c.z(),
        "p", c.p(),
        "low", c.low(),
        "high", c.high());
  }

  /** Returns what a model file tells of its coefficients; without errors if it has none. */
  public static Inference of(Model model) {
    Map<?, ?> map = model.training().get("inference") instanceof Map<?, ?> m ? m : Map.of();
    if (!(map.get("coefficients") instanceof List<?> rows)) {
      return inference(Inference.Kind.NONE, "", plain(model), Double.NaN, Double.NaN);
    }
    List<Coefficient> list = new ArrayList<>();
    for (Object row : rows) {
      if (row instanceof Map<?, ?> c) {
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
                number(c, "high")));
      }
    }
    Inference.Kind kind =
        Arrays.stream(Inference.Kind.values())
            .filter(k -> word(k).equals(map.get("kind")))
            .findFirst()
            .orElse(Inference.Kind.NONE);
    boolean normal = kind == Inference.Kind.LIKELIHOOD && model.kind() != ModelKind.RIDGE;
    double freedom = normal ? Double.POSITIVE_INFINITY : number(map, "freedom");
    return inference(
        kind, String.valueOf(map.get("note")), list, number(map, "dispersion"), freedom);
  }

  private static String word(Inference.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private static Inference inference(
      Inference.Kind kind, String note, List<Coefficient> list, double dispersion, double freedom) {
    int zeros = (int) list.stream().filter(c -> !constant(c) && c.value() == 0).count();
    return new Inference(kind, note, list, zeros, dispersion, freedom);
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
    return new Coefficient(output, column, value, none, none, none, none, none, none);
  }

  private static double number(Map<?, ?> map, String name) {
    return map.get(name) instanceof Number number ? number.doubleValue() : Double.NaN;
  }
}
