package org.ironopt.cli.render;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.cli.shared.Json;
import org.ironopt.curve.CurveResult;
import org.ironopt.curve.Formula;
import org.ironopt.data.MalformedDataException;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.JsonCodec;
import org.ironopt.lab.JsonFields;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.StepReport;
import org.ironopt.model.internal.Fields;
import org.ironopt.model.internal.JsonFile;
import org.ironopt.run.Ending;
import org.ironopt.table.internal.NumericTable;

/**
 * A fitted curve in a file.
 *
 * @param format {@link #FORMAT}
 * @param model the formula
 * @param columns names in the formula and their columns in a table, the target first
 * @param parameters with standard errors, null where there is none
 * @param covariance of the parameters on the directions that the data determine, null where it is
 *     unknown
 */
public record CurveFile(
    String format,
    String model,
    Map<String, String> columns,
    List<Parameter> parameters,
    double rss,
    int dof,
    String ending,
    long evaluations,
    List<List<Double>> covariance) {

  /** The first member of every such file. */
  public static final String FORMAT = "iron-curve";

  private static final JsonFile FILE = new JsonFile(FORMAT, "curve", "curve");

  /** Share by which numbers of the covariance may miss each other. */
  private static final double ROUNDING = 1e-9;

  /** A parameter; se is null where the data do not tell it, and 0 if it was fixed. */
  public record Parameter(String name, double value, Double se) {
    private CurveResult.Parameter asFitted() {
      CurveResult.Status status =
          se == null
              ? CurveResult.Status.UNDETERMINED
              : se == 0 ? CurveResult.Status.FIXED : CurveResult.Status.FITTED;
      return new CurveResult.Parameter(name, value, status);
    }
  }

  /** Returns the file of a result. */
  public static CurveFile of(String model, Map<String, String> columns, CurveResult result) {
    double[] values = result.values();
    List<Parameter> parameters =
        IntStream.range(0, values.length)
            .mapToObj(k -> new Parameter(result.names().get(k), values[k], known(result.error(k))))
            .toList();
    double[][] c = result.covariance();
    List<List<Double>> covariance =
        IntStream.range(0, c.length)
            .mapToObj(i -> IntStream.range(0, c.length).mapToObj(j -> known(c, i, j)).toList())
            .toList();
    return new CurveFile(
        FORMAT,
        model,
        columns,
        parameters,
        result.rss(),
        result.dof(),
        Json.word(result.ending().getClass()),
        result.evaluations(),
        covariance);
  }

  /** Returns what {@code --json} prints. */
  public Map<String, Object> summary(List<String> files) {
    return JsonFields.of(
        "parameters", parameters,
        "rss", rss,
        "dof", dof,
        "ending", ending,
        "evaluations", evaluations,
        "files", files);
  }

  /** A variance that is too large for a number leaves its covariances unknown. */
  private static Double known(double[][] c, int i, int j) {
    return Double.isFinite(c[i][i] + c[j][j]) ? known(c[i][j]) : null;
  }

  private static Double known(double number) {
    return Double.isFinite(number) ? number : null;
  }

  /** Returns the text of the file. */
  public String text() {
    return JsonCodec.lines(this);
  }

  /** Returns what a person wants to see of it. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    String named =
        columns.entrySet().stream()
            .map(e -> e.getKey() + (e.getKey().equals(e.getValue()) ? "" : ": " + e.getValue()))
            .collect(Collectors.joining(", "));
    lines.add("model           " + model);
    lines.add("columns         " + named);
    lines.add("squares left    " + Numbers.text(rss, 8));
    lines.add("degrees         " + dof + " of freedom");
    lines.add("ending          " + ending);
    lines.add("evaluations     " + evaluations);
    lines.add("");
    int width = parameters.stream().mapToInt(p -> p.name().length()).max().orElse(1);
    String line = "%-" + Math.max(15, width) + "s %-22s %s";
    lines.add(Numbers.format(line, "parameter", "value", "standard error"));
    for (Parameter p : parameters) {
      String se = p.se == null ? "-" : p.se == 0 && rss > 0 ? "fixed" : Numbers.text(p.se, 4);
      lines.add(Numbers.format(line, p.name, Numbers.text(p.value, 12), se));
    }
    return lines;
  }

  /** Returns whether a file is one of these. */
  public static boolean isCurve(Path path) throws IOException {
    try (var in = Files.newInputStream(path)) {
      String head = new String(in.readNBytes(200), StandardCharsets.UTF_8);
      return head.contains("\"" + FORMAT + "\"");
    }
  }

  /** Reads a file. */
  public static CurveFile read(Path path) throws IOException {
    return parse(path.toString(), FILE.text(path));
  }

  /**
   * Returns the curve that a text holds; {@code file} is for messages. Reading is as strict as that
   * of a model: what is missing, unknown or does not fit to the formula is refused in one line.
   */
  public static CurveFile parse(String file, String text) throws MalformedDataException {
    Fields fields = FILE.fields(file, text);
    Map<String, String> columns = new LinkedHashMap<>();
    Fields named = fields.fields("columns");
    for (String name : named.names()) {
      columns.put(name, named.text(name));
    }
    List<Parameter> parameters = new ArrayList<>();
    for (Object item : fields.list("parameters")) {
      Fields f = fields.inside(item, "a parameter");
      double se = f.numberOrNull("se");
      parameters.add(new Parameter(f.text("name"), f.number("value"), known(se)));
      f.requireNoOther();
    }
    double[][] covariance = fields.rowsOrNull("covariance");
    CurveFile curve =
        new CurveFile(
            FORMAT,
            fields.text("model"),
            columns,
            parameters,
            fields.number("rss"),
            (int) count(fields, "dof"),
            fields.text("ending"),
            count(fields, "evaluations"),
            Arrays.stream(covariance)
                .map(row -> Arrays.stream(row).mapToObj(CurveFile::known).toList())
                .toList());
    fields.requireNoOther();
    try {
      return curve.inOrder(curve.checked());
    } catch (IllegalArgumentException e) {
      throw fields.error("the parts do not fit together: %s", e.getMessage());
    }
  }

  private static long count(Fields fields, String name) throws MalformedDataException {
    long count = fields.whole(name);
    if (count < 0 || count > Integer.MAX_VALUE) {
      throw fields.error("\"%s\" is %d, expected 0 to %d", name, count, Integer.MAX_VALUE);
    }
    return count;
  }

  /** Checks that the parts fit together; returns the names of the parameters in their order. */
  private List<String> checked() {
    Require.that(rss >= 0, "rss is %s, expected a number >= 0", rss);
    boolean ends =
        Arrays.stream(Ending.class.getPermittedSubclasses())
            .anyMatch(e -> Json.word(e).equals(ending));
    Require.that(ends, "the ending '%s' is unknown", Fields.shown(ending));
    Require.distinct("column", List.copyOf(columns.values()));
    Require.that(model.contains("="), "there is no '=' in the model");
    Formula left = Formula.parse(model.substring(0, model.indexOf('=')), columns::containsKey);
    Require.that(
        left.parameters() == 0 && !left.inputs().isEmpty(),
        "left of '=' there has to be a column and no other name");
    List<String> expected = formula().names();
    List<String> names = parameters.stream().map(Parameter::name).toList();
    Require.distinct("parameter", names);
    for (String name : expected) {
      Require.that(
          names.contains(name),
          "'%s' of the model is neither a column nor a parameter",
          Fields.shown(name));
    }
    for (String name : names) {
      Require.that(
          expected.contains(name), "the parameter '%s' is not in the model", Fields.shown(name));
    }
    Require.sameLength("parameters", names.size(), "covariance", covariance.size());
    for (List<Double> row : covariance) {
      Require.sameLength("parameters", names.size(), "a row of covariance", row.size());
    }
    for (int i = 0; i < names.size(); i++) {
      requireVariance(i);
      for (int j = 0; j < i; j++) {
        requireCovariance(i, j);
      }
    }
    return expected;
  }

  private void requireVariance(int i) {
    Parameter p = parameters.get(i);
    Double variance = covariance.get(i).get(i);
    boolean known =
        p.se == null
            ? variance == null || variance >= 0
            : p.se >= 0 && variance != null && near(Math.sqrt(variance), p.se, p.se);
    Require.that(known, "%s has se %s and variance %s", Fields.shown(p.name), p.se, variance);
  }

  private void requireCovariance(int i, int j) {
    Double above = covariance.get(j).get(i);
    Double below = covariance.get(i).get(j);
    boolean none = above == null && below == null;
    Double a = covariance.get(i).get(i);
    Double b = covariance.get(j).get(j);
    boolean all = above != null && below != null && a != null && b != null;
    double size = all ? Math.sqrt(a) * Math.sqrt(b) : 0;
    Require.that(
        none
            || (all
                && near(above, below, size)
                && Math.abs(above) <= (1 + ROUNDING) * size + Double.MIN_NORMAL),
        "the covariances of %s and %s are %s and %s, which is no covariance matrix",
        Fields.shown(parameters.get(j).name),
        Fields.shown(parameters.get(i).name),
        above,
        below);
  }

  private static boolean near(double a, double b, double size) {
    return Math.abs(a - b) <= ROUNDING * size + Double.MIN_NORMAL;
  }

  /** Returns the same with the parameters in an order, by their names. */
  private CurveFile inOrder(List<String> names) {
    List<String> old = parameters.stream().map(Parameter::name).toList();
    List<Integer> from = names.stream().map(old::indexOf).toList();
    return new CurveFile(
        format,
        model,
        columns,
        from.stream().map(parameters::get).toList(),
        rss,
        dof,
        ending,
        evaluations,
        from.stream().map(i -> from.stream().map(covariance.get(i)::get).toList()).toList());
  }

  private Formula formula() {
    return Formula.parse(model.substring(model.indexOf('=') + 1), columns::containsKey);
  }

  /** Returns the curve with bands for a new observation, of level 0.95, over the rows. */
  public CurveResult.Band band(NumericTable table) throws IOException {
    Formula formula = formula();
    Map<String, double[]> data = new LinkedHashMap<>();
    for (String name : formula.inputs()) {
      data.put(name, table.column(columns.get(name)));
    }
    // Earlier files have null for a parameter without an error of its own, among numbers.
    boolean some = covariance.stream().flatMap(List::stream).anyMatch(Objects::nonNull);
    double unknown = some ? 0 : Double.NaN;
    double[][] c =
        covariance.stream()
            .map(row -> row.stream().mapToDouble(v -> v == null ? unknown : v).toArray())
            .toArray(double[][]::new);
    CurveResult result =
        new CurveResult(
            parameters.stream().map(Parameter::asFitted).toList(),
            c,
            rss,
            dof,
            Double.NaN,
            new Ending.Stopped(0, ending),
            StepReport.Counts.gradients(evaluations),
            Optional.of(formula));
    return result.band(0.95, table.rows(), formula.columns(data));
  }
}
