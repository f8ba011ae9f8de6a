package org.ironopt.lab.fit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ironopt.curve.CurveResult;
import org.ironopt.curve.Formula;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Members;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.table.NumberTable;
import org.ironopt.run.Ending;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * A fitted curve in a file.
 *
 * @param format {@link #FORMAT}
 * @param model the formula
 * @param columns names in the formula and their columns in a table, the target first
 * @param parameters with standard errors, null where there is none
 * @param covariance of the parameters, null where it is unknown
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

  /** A parameter; se is null where the data do not tell it, and 0 if it was fixed. */
  public record Parameter(String name, double value, Double se) {}

  /** Returns the file of a result. */
  public static CurveFile of(String model, Map<String, String> columns, CurveResult result) {
    double[] values = result.values();
    List<Parameter> parameters =
        IntStream.range(0, values.length)
            .mapToObj(k -> new Parameter(result.names().get(k), values[k], known(result.error(k))))
            .toList();
    List<List<Double>> covariance =
        Arrays.stream(result.covariance())
            .map(row -> Arrays.stream(row).mapToObj(CurveFile::known).toList())
            .toList();
    return new CurveFile(
        FORMAT,
        model,
        columns,
        parameters,
        result.rss(),
        result.dof(),
        word(result.ending()),
        result.evaluations(),
        covariance);
  }

  /** Returns what {@code --json} prints. */
  public Map<String, Object> summary(List<String> files) {
    return Members.of(
        "parameters", parameters,
        "rss", rss,
        "dof", dof,
        "ending", ending,
        "evaluations", evaluations,
        "files", files);
  }

  private static Double known(double number) {
    return Double.isFinite(number) ? number : null;
  }

  /** Returns the name of an ending, such as {@code at-rounding}. */
  static String word(Ending ending) {
    return ending
        .getClass()
        .getSimpleName()
        .replaceAll("(?<=.)([A-Z])", "-$1")
        .toLowerCase(Locale.ROOT);
  }

  /** Returns the text of the file. */
  public String text() {
    return mapper().writerWithDefaultPrettyPrinter().writeValueAsString(this) + "\n";
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

  /** Made when a curve is read or written, not when a model is looked at. */
  private static JsonMapper mapper() {
    return JsonMapper.builder().build();
  }

  /** Reads a file. */
  public static CurveFile read(Path path) throws IOException {
    try {
      CurveFile file = mapper().readValue(Files.readString(path), CurveFile.class);
      if (!FORMAT.equals(file.format)) {
        throw new InputError(path + ": the format is " + file.format + ", expected " + FORMAT);
      }
      return file;
    } catch (JacksonException e) {
      throw new InputError(path + ": not a curve of iron: " + e.getOriginalMessage());
    }
  }

  /** Returns the curve with bands for a new observation, of level 0.95, over the rows. */
  public CurveResult.Band band(NumberTable table) throws IOException {
    Formula formula = Formula.parse(model.substring(model.indexOf('=') + 1), columns::containsKey);
    Map<String, double[]> data = new LinkedHashMap<>();
    for (String name : formula.inputs()) {
      data.put(name, table.column(columns.get(name)));
    }
    int n = parameters.size();
    double[][] c = new double[n][n];
    boolean[] free = new boolean[n];
    Arrays.fill(free, true);
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < n; j++) {
        Double known = covariance.get(i).get(j);
        c[i][j] = known == null ? Double.NaN : known;
      }
    }
    CurveResult result =
        new CurveResult(
            parameters.stream().map(Parameter::name).toList(),
            parameters.stream().mapToDouble(Parameter::value).toArray(),
            c,
            free,
            rss,
            dof,
            Double.NaN,
            new Ending.Stopped(0, ending),
            0,
            evaluations,
            0,
            Optional.of(formula));
    return result.band(0.95, formula.columns(data));
  }
}
