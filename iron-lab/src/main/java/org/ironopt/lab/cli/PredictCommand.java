package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.Callable;
import org.ironopt.curve.CurveResult;
import org.ironopt.lab.file.AtomicFiles;
import org.ironopt.lab.fit.CurveFile;
import org.ironopt.lab.fit.Exposure;
import org.ironopt.lab.fit.Predictions;
import org.ironopt.lab.fit.Source;
import org.ironopt.lab.fit.UserData;
import org.ironopt.lab.table.NumberTable;
import org.ironopt.model.Decision;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron predict}: what a model says about given rows. */
@Command(
    name = "predict",
    customSynopsis = "iron predict MODEL DATA [OPTION...]",
    sortOptions = false,
    header = "Predict with a fitted model.",
    description = {
      "",
      "Writes CSV, a line for each row: the columns of --pass, the prediction, and the probability",
      "of every class; for a curve, the prediction and the 95 %% band of a new observation. Of"
          + " counts",
      "with exposures the prediction is that for the row's exposure.",
      ""
    },
    footer = {"", "Example: iron predict model.json new.libsvm --out predictions.csv"})
final class PredictCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "Model file.")
  private String modelFile;

  @Parameters(index = "1", paramLabel = "DATA", description = "Data file.")
  private String file;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the predictions. Default: stdout.")
  private String out;

  @Option(names = "--force", description = "Replace a file at --out that is no prediction.")
  private boolean force;

  @Option(
      names = "--pass",
      paramLabel = "COLUMNS",
      split = ",",
      description = "Columns of a table to write beside the predictions, such as an id.")
  private List<String> pass = List.of();

  @Mixin private ClassWeights classes;
  @Mixin private DataOptions dataOptions;
  @Mixin private RunOptions run;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    new Outputs(force)
        .reads("MODEL", modelFile)
        .reads("DATA", file)
        .writes("--out", out, Outputs.Kind.PREDICTIONS);
    if (Files.isRegularFile(Path.of(modelFile)) && CurveFile.isCurve(Path.of(modelFile))) {
      return curve();
    }
    Model model = ModelFile.read(Path.of(modelFile));
    Decision decision = classes.decision(model);
    SequencedMap<String, List<String>> passed = new LinkedHashMap<>();
    UserData read = dataOptions.read(file, () -> rows(model, passed));
    PrintWriter err = spec.commandLine().getErr();
    if (!run.json && !run.quiet()) {
      read.notes().forEach(err::println);
    }
    Predictions predictions = new Predictions(model, read.data(), decision, passed);
    Optional<String> overflow = predictions.overflow();
    if (overflow.isPresent()) {
      err.println(spec.qualifiedName() + ": " + file + ": " + overflow.get());
      return ExitCode.NO_SUCCESS;
    }
    if (out != null) {
      predictions.write(Path.of(out));
    }
    int rows = read.data().rows();
    if (!run.json && !run.quiet()) {
      err.println(
          rows
              + (rows == 1 ? " row: " : " rows: ")
              + predictions.summary()
              + (out == null ? "" : "; wrote " + out));
    }
    PrintWriter text = spec.commandLine().getOut();
    if (run.json) {
      text.println(Json.text(predictions.json(Optional.ofNullable(out))));
    } else if (out == null) {
      predictions.csv(text);
    }
    text.flush();
    return ExitCode.SUCCESS;
  }

  private int curve() throws IOException {
    NumberTable table = NumberTable.read(Path.of(file), dataOptions.layout());
    CurveResult.Band band = CurveFile.read(Path.of(modelFile)).band(table);
    List<String> lines = new ArrayList<>(List.of("prediction,low,high"));
    List<Map<String, Double>> rows = new ArrayList<>();
    for (int i = 0; i < band.values().length; i++) {
      double y = band.values()[i];
      double half = band.halfNew()[i];
      lines.add(y + "," + (y - half) + "," + (y + half));
      Map<String, Double> row = new LinkedHashMap<>();
      row.put("prediction", y);
      row.put("low", y - half);
      row.put("high", y + half);
      rows.add(row);
    }
    String csv = String.join("\n", lines) + "\n";
    if (out != null) {
      AtomicFiles.write(Path.of(out), csv);
      return ExitCode.SUCCESS;
    }
    PrintWriter text = spec.commandLine().getOut();
    text.print(run.json ? Json.text(Map.of("rows", rows)) + "\n" : csv);
    text.flush();
    return ExitCode.SUCCESS;
  }

  /** Reads the rows, their exposures if the model needs them, and what is passed through. */
  private UserData rows(Model model, SequencedMap<String, List<String>> passed) throws IOException {
    Source source = dataOptions.source(file);
    if (!pass.isEmpty()) {
      List<List<String>> texts = Exposure.texts(source, "--pass", pass, model.table());
      for (int c = 0; c < pass.size(); c++) {
        passed.put(pass.get(c), texts.get(c));
      }
    }
    Exposure exposure = Exposure.of(model);
    if (exposure == null) {
      return source.score(model, false);
    }
    List<String> texts = exposure.read(source, model.table());
    return exposure.on(source.score(model, false), texts, file);
  }
}
