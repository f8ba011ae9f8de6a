package org.ironopt.cli.tables;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.ironopt.cli.fit.ExposureColumn;
import org.ironopt.cli.render.CurveFile;
import org.ironopt.cli.render.Predictions;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.Json;
import org.ironopt.cli.shared.NoResultException;
import org.ironopt.cli.shared.OptionChecks;
import org.ironopt.cli.shared.Outputs;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.curve.CurveResult;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.io.internal.Numbers;
import org.ironopt.model.DecisionRule;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.table.internal.NumericTable;
import org.ironopt.table.source.InputRows;
import org.ironopt.table.source.RowSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron predict}: what a model says about given rows. */
@Command(
    name = "predict",
    customSynopsis = "iron predict MODEL DATA [OPTION...]",
    sortOptions = false,
    header = "Predict with a fitted model.",
    description = {
      "",
      "Writes CSV with a line for each row: the columns of --pass, the prediction, and the probability of every class. A curve gives the prediction and the 95 %% band of a new observation. Counts are predicted for the exposure of their row.",
      ""
    },
    footer = {"", "Example: iron predict model.json new.libsvm --out predictions.csv"})
public final class PredictCommand implements Callable<Integer> {
  private static final List<String> NOT_FOR_CURVES =
      List.of("--pass", "--threshold", "--class-weight", "--unknown", "--format");

  @Parameters(index = "0", paramLabel = "MODEL", description = "Model file.")
  private String modelFile;

  @Parameters(index = "1", paramLabel = "DATA", description = "Data file.")
  private String file;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the predictions. Default: stdout.")
  private String out;

  @Option(
      names = "--force",
      description = "Replace a file at --out that does not hold predictions.")
  private boolean force;

  @Option(
      names = "--pass",
      paramLabel = "COLUMNS",
      split = ",",
      description = "Columns of a table to write beside the predictions, such as an id.")
  private List<String> pass = List.of();

  @Mixin private ClassWeights classes;
  @Mixin private ScoreOptions score;
  @Mixin private RunOptions run;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    OptionChecks.needs("--force", force, "--out", out != null);
    new Outputs(force)
        .reads("MODEL", modelFile)
        .reads("DATA", file)
        .writes("--out", out, Outputs.Kind.PREDICTIONS);
    if (Files.isRegularFile(Path.of(modelFile)) && CurveFile.isCurve(Path.of(modelFile))) {
      return curve();
    }
    Model model = ModelFile.read(Path.of(modelFile));
    DecisionRule decision = classes.decision(model);
    SequencedMap<String, List<String>> passed = new LinkedHashMap<>();
    InputRows read = DataOptions.read(file, () -> rows(model, passed));
    List<Remark> remarks = Remark.of(read.decisions());
    Remark.texts(remarks).forEach(run::remark);
    Predictions predictions = new Predictions(model, read.data(), decision, passed);
    Optional<String> overflow = predictions.overflow();
    if (overflow.isPresent()) {
      throw new NoResultException(file + ": " + overflow.get());
    }
    if (out != null) {
      predictions.write(Path.of(out));
    }
    say(read.data().rows(), predictions.summary());
    PrintWriter text = run.out();
    if (run.json()) {
      Record found = predictions.json(Optional.ofNullable(out));
      text.println(Json.text(Remark.with(found, remarks)));
    } else if (out == null) {
      predictions.csv(run.data());
    }
    text.flush();
    return ExitCode.SUCCESS;
  }

  private void say(int rows, String summary) {
    String written = out == null ? "" : "; wrote " + out;
    run.remark(Numbers.count(rows, "row") + ": " + summary + written);
  }

  private int curve() throws IOException {
    score.layout().refuse(NOT_FOR_CURVES, "does not apply to a curve; leave it out");
    NumericTable table = NumericTable.read(Path.of(file), score.layout().layout());
    CurveResult.Band band = CurveFile.read(Path.of(modelFile)).band(table);
    double[] values = band.values();
    double[] low = new double[values.length];
    double[] high = new double[values.length];
    List<String> lines = new ArrayList<>(List.of("prediction,low,high"));
    for (int i = 0; i < values.length; i++) {
      low[i] = values[i] - band.halfNew()[i];
      high[i] = values[i] + band.halfNew()[i];
      lines.add(values[i] + "," + low[i] + "," + high[i]);
    }
    if (out != null) {
      AtomicFiles.write(Path.of(out), String.join("\n", lines) + "\n");
    }
    double[] sorted = Arrays.stream(values).sorted().toArray();
    say(
        values.length,
        values.length == 0
            ? "none"
            : Numbers.text(sorted[0]) + " to " + Numbers.text(sorted[sorted.length - 1]));
    run.print(
        new Band(values.length, Optional.ofNullable(out), values, low, high),
        out == null ? lines : List.of());
    return ExitCode.SUCCESS;
  }

  /** The members of a JSON object of a curve's predictions with the band of new observations. */
  private record Band(
      int rows, Optional<String> file, double[] predictions, double[] low, double[] high) {}

  /** Reads the rows, their exposures if the model needs them, and what is passed through. */
  private InputRows rows(Model model, SequencedMap<String, List<String>> passed)
      throws IOException {
    RowSource source = score.source(file, "");
    if (!pass.isEmpty()) {
      List<List<String>> texts = ExposureColumn.texts(source, "--pass", pass, model.table());
      for (int c = 0; c < pass.size(); c++) {
        passed.put(pass.get(c).strip(), texts.get(c));
      }
    }
    return ScoreOptions.rows(source, model, false, file);
  }
}
