package org.ironopt.cli.tables;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ironopt.cli.render.CurveFile;
import org.ironopt.cli.render.CurvePage;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.Interruption;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.Outputs;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.cli.shared.ShellCommand;
import org.ironopt.curve.CommonCurve;
import org.ironopt.curve.Curve;
import org.ironopt.curve.CurveResult;
import org.ironopt.curve.Formula;
import org.ironopt.curve.Formula.FormulaException;
import org.ironopt.curve.RobustLoss;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.lab.progress.Progress;
import org.ironopt.run.Ending;
import org.ironopt.run.StepRecord;
import org.ironopt.table.internal.NumericTable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron curve}: a formula fitted to a table by nonlinear least squares. */
@Command(
    name = "curve",
    customSynopsis = "iron curve DATA --model FORMULA --start NAME=NUMBER,... [OPTION...]",
    sortOptions = false,
    header = "Fit a curve to your own data.",
    description = {
      "",
      "Minimises the sum of squares of a formula's residuals, with exact derivatives. Names in the formula that are columns are data; all others are parameters. The shapes exponential, logistic, gaussian, power and michaelis-menten need no --start.",
      ""
    },
    footer = {
      "",
      "Example: iron curve data.csv --model \"y = a*exp(-b*x) + c\" --start a=1,b=0.1,c=0",
      "         iron curve data.csv --model logistic --out fit.json"
    })
public final class CurveCommand implements Callable<Integer> {
  private static final Pattern NAME = Pattern.compile("[\\p{L}_][\\p{L}\\p{Nd}_]*");

  @Parameters(index = "0", paramLabel = "DATA", description = "CSV file, also compressed by gzip.")
  private String file;

  @Option(
      names = "--model",
      paramLabel = "FORMULA",
      required = true,
      description = "A formula such as \"y = a*exp(-b*x) + c\", or the name of a shape.")
  private String model;

  @Option(
      names = "--start",
      paramLabel = "NAME=NUMBER",
      split = ",",
      description = "Start values of parameters, separated by commas.")
  private List<String> starts = List.of();

  @Option(
      names = "--bound",
      paramLabel = "NAME=LOW:HIGH",
      split = ",",
      description = "Bounds of parameters; a=0: has no upper bound.")
  private List<String> bounds = List.of();

  @Option(
      names = "--fix",
      paramLabel = "NAME",
      split = ",",
      description = "Parameters that are not fitted: c stays at its start, c=3 at 3.")
  private List<String> fixed = List.of();

  @Option(
      names = "--weight",
      paramLabel = "COLUMN",
      description = "Column with the weights of the squares, such as 1/sigma^2.")
  private String weight;

  @Option(
      names = "--robust",
      paramLabel = "LOSS",
      description =
          "Loss in place of squares: huber, soft-l1 or cauchy; huber:0.5 has the scale 0.5.")
  private String robust;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the curve, such as fit.json; a page is written beside it.")
  private String out;

  @Option(names = "--force", description = "Replace files at --out that iron did not write.")
  private boolean force;

  @Mixin private LayoutOptions layout;
  @Mixin private RunOptions run;

  /** A formula, which columns its names are, and their numbers. */
  private record Data(String model, Map<String, String> columns, Map<String, double[]> numbers) {}

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    OptionChecks.needs("--force", force, "--out", out != null);
    Outputs outputs =
        new Outputs(force).reads("DATA", file).writes("--out", out, Outputs.Kind.CURVE);
    if (out != null) {
      outputs.writes("the page beside --out", page().toString(), Outputs.Kind.PAGE);
    }
    NumericTable table = NumericTable.read(Path.of(file), layout.layout());
    Optional<CommonCurve> shape = CommonCurve.of(model.strip());
    Map<String, String> columns = shape.isPresent() ? shaped(shape.get(), table) : written(table);
    Map<String, double[]> numbers = new LinkedHashMap<>();
    for (Map.Entry<String, String> entry : columns.entrySet()) {
      numbers.put(entry.getKey(), table.column(entry.getValue()));
    }
    String formula = shape.map(s -> "y = " + s.formula()).orElse(model.strip());
    Data data = new Data(formula, columns, numbers);
    Curve curve = settings(begun(shape, data), table, shape.isPresent());
    try (Interruption _ = Interruption.watch(Thread.currentThread())) {
      CurveResult result = run(curve);
      CurveFile curveFile = CurveFile.of(formula, columns, result);
      boolean saved = out != null && Double.isFinite(result.rss());
      if (saved) {
        write(data, curveFile, result);
      } else {
        run.remark(
            out == null
                ? "the curve was not saved; --out fit.json saves it, with a page of pictures"
                : "the curve was not saved: it is not a number in some row");
      }
      List<String> files = saved ? List.of(out, page().toString()) : List.of();
      run.print(curveFile.summary(files), List.of(result.toString()));
      return result.ending() instanceof Ending.Interrupted
          ? ExitCode.INTERRUPTED
          : result.ending().goal() ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
    }
  }

  /** Fits; a start that the bounds exclude, also one that a shape found, is the user's to mend. */
  private CurveResult run(Curve curve) {
    Progress progress = run.progress();
    progress.begin("curve, digits that have settled", 1, 1);
    try {
      return curve.run(run -> run.trace(new Decades(progress)::step)).go();
    } catch (IllegalArgumentException e) {
      if (bounds.isEmpty()) {
        throw e;
      }
      throw new InputError("--bound: %s; change it, or give --start", e.getMessage());
    } finally {
      progress.end();
    }
  }

  /**
   * A fit is done where its steps change f by rounding only: that many decades below f. The last
   * decade is that of the end, which no small change proves.
   */
  private static final class Decades {
    private static final long ROUNDING = 13;
    private final Progress progress;
    private double value = Double.NaN;

    Decades(Progress progress) {
      this.progress = progress;
    }

    void step(StepRecord record) {
      double change = Math.abs(value - record.value()) / record.value();
      long decades = change < 1 ? (long) Math.min(ROUNDING - 1, -StrictMath.log10(change)) : 0;
      value = record.value();
      progress.update(decades, ROUNDING);
    }
  }

  private Path page() {
    return Path.of(out.replaceFirst("(\\.json)?$", ".html"));
  }

  /** A shape takes columns x and y, or the two columns of numbers that there are. */
  private static Map<String, String> shaped(CommonCurve shape, NumericTable table) {
    List<String> names = table.names();
    boolean named = names.contains("x") && names.contains("y");
    List<String> two = named ? List.of("x", "y") : table.numeric();
    if (two.size() != 2) {
      throw new InputError(
          "--model %s takes columns x and y, or a table of two columns of numbers; the columns are"
              + " %s: write its formula, y = %s, with their names",
          shape.word(), String.join(", ", names), shape.formula());
    }
    Map<String, String> columns = new LinkedHashMap<>();
    columns.put("y", two.get(1));
    columns.put("x", two.get(0));
    return columns;
  }

  private Map<String, String> written(NumericTable table) {
    if (!model.contains("=")) {
      throw new InputError(
          "--model is '%s', expected a formula such as \"y = a*exp(-b*x) + c\" or one of %s",
          model, CommonCurve.words());
    }
    Map<String, String> columns = new LinkedHashMap<>();
    NAME.matcher(model)
        .results()
        .map(MatchResult::group)
        .filter(table.names()::contains)
        .forEach(name -> columns.put(name, name));
    return columns;
  }

  private Curve begun(Optional<CommonCurve> shape, Data data) {
    try {
      return shape.isPresent() && starts.isEmpty()
          ? InputError.check(
              () -> shape.get().fit(data.numbers().get("x"), data.numbers().get("y")))
          : Curve.formula(data.model(), data.numbers());
    } catch (FormulaException e) {
      throw new InputError("--model: " + e.getMessage());
    }
  }

  private Curve settings(Curve begun, NumericTable table, boolean shaped) throws IOException {
    Curve curve = begun;
    List<String> missing = new ArrayList<>(shaped && starts.isEmpty() ? List.of() : curve.names());
    for (String text : starts) {
      var pair = pair("--start", text, "a=1", curve, table);
      curve = curve.start(pair.getKey(), OptionChecks.number("--start", pair.getValue(), "a=1"));
      missing.remove(pair.getKey());
    }
    for (String text : fixed) {
      if (text.contains("=")) {
        var pair = pair("--fix", text, "c=3", curve, table);
        curve = curve.fix(pair.getKey(), OptionChecks.number("--fix", pair.getValue(), "c=3"));
        missing.remove(pair.getKey());
      } else {
        requireParameter("--fix", text, curve, table);
        curve = curve.fix(text);
      }
    }
    if (!missing.isEmpty()) {
      throw new InputError(
          "--model: '%s'%s is no column of the table (%s) and has no start; add --start %s",
          missing.getFirst(),
          FormulaException.where(model, place(missing.getFirst())),
          String.join(", ", table.names()),
          String.join(",", missing.stream().map(name -> name + "=1").toList()));
    }
    for (String text : bounds) {
      var pair = pair("--bound", text, "a=0:10", curve, table);
      curve = bounded(curve, text, pair.getKey(), pair.getValue());
    }
    if (weight != null) {
      double[] weights = table.column(weight);
      Curve before = curve;
      curve = InputError.check(() -> before.weights(weights));
    }
    return robust == null ? curve : curve.loss(loss());
  }

  private int place(String name) {
    Matcher at = Pattern.compile("\\b" + Pattern.quote(name) + "\\b").matcher(model);
    return at.find() ? at.start() : 0;
  }

  private static void requireParameter(
      String option, String name, Curve curve, NumericTable table) {
    if (!curve.names().contains(name)) {
      throw new InputError(
          "%s names '%s', %s; the parameters are %s",
          option,
          name,
          table.names().contains(name) ? "a column of the table" : "which is not in the formula",
          String.join(", ", curve.names()));
    }
  }

  private static Map.Entry<String, String> pair(
      String option, String text, String example, Curve curve, NumericTable table) {
    var pair = OptionChecks.pair(option, text, text, "such as " + example);
    requireParameter(option, pair.getKey(), curve, table);
    return pair;
  }

  private static Curve bounded(Curve curve, String text, String name, String range) {
    String[] ends = range.split(":", -1);
    if (ends.length != 2) {
      throw new InputError("--bound is '%s', expected such as a=0:10, a=0: or a=:10", text);
    }
    double low = ends[0].isBlank() ? Double.NEGATIVE_INFINITY : bound(ends[0]);
    double high = ends[1].isBlank() ? Double.POSITIVE_INFINITY : bound(ends[1]);
    return InputError.check(() -> curve.bound(name, low, high));
  }

  private static double bound(String text) {
    return OptionChecks.number("--bound", text, "a=0:10");
  }

  private RobustLoss loss() {
    String[] parts = robust.split(":", 2);
    double scale = parts.length == 2 ? OptionChecks.number("--robust", parts[1], "huber:0.5") : 1;
    return InputError.check(
        () ->
            switch (parts[0]) {
              case "huber" -> RobustLoss.huber(scale);
              case "soft-l1" -> RobustLoss.softL1(scale);
              case "cauchy" -> RobustLoss.cauchy(scale);
              default ->
                  throw new InputError(
                      "--robust is '%s', expected huber, soft-l1 or cauchy", parts[0]);
            });
  }

  /** Writes the curve and its page, which are both made before either is written. */
  private void write(Data data, CurveFile curveFile, CurveResult result) throws IOException {
    Formula formula = (Formula) result.model().orElseThrow();
    Formula left =
        Formula.parse(
            data.model().substring(0, data.model().indexOf('=')), data.columns()::containsKey);
    double[][] inputs = left.columns(data.numbers());
    double[] y = new double[inputs[0].length];
    left.rows(new double[0], inputs, 0, y.length, y, null);
    List<String> names = new ArrayList<>();
    formula.inputs().forEach(name -> names.add(data.columns().get(name)));
    names.add(data.columns().getOrDefault(left.toString(), left.toString()));
    String command = ShellCommand.typed(run.typed());
    String page =
        CurvePage.render(data.model(), result, names, formula.columns(data.numbers()), y, command);
    AtomicFiles.write(Path.of(out), curveFile.text());
    AtomicFiles.write(page(), page);
    run.remark("wrote " + out + ", " + page());
  }
}
