package org.ironopt.cli.tables;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.ironopt.cli.render.ModelMeasures;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.model.DecisionRule;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.table.source.InputRows;
import org.ironopt.table.source.RowSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron evaluate}: how good a model is on given rows. */
@Command(
    name = "evaluate",
    customSynopsis = "iron evaluate MODEL DATA [OPTION...]",
    sortOptions = false,
    header = "Measure a fitted model on data.",
    description = {
      "",
      "Classes: accuracy and log loss beside their baselines, ROC-AUC, PR-AUC, confusion matrix, calibration, and measures of each class. Numbers: R2, RMSE, mean absolute error.",
      ""
    },
    footer = {"", "Example: iron evaluate model.json test.libsvm --json"})
public final class EvaluateCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "Model file.")
  private String modelFile;

  @Parameters(index = "1", paramLabel = "DATA", description = "Data file with targets.")
  private String file;

  @Mixin private ClassWeights classes;

  @Option(
      names = "--weight",
      paramLabel = "COLUMN",
      description = "Column of a table with the weights of the rows.")
  private String weight;

  @Mixin private ScoreOptions score;
  @Mixin private RunOptions run;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    Model model = ModelFile.read(Path.of(modelFile));
    RowSource source = score.source(file, weight == null ? "" : weight);
    DecisionRule decision = classes.decision(model);
    InputRows read = DataOptions.read(file, () -> ScoreOptions.rows(source, model, true, file));
    List<Remark> remarks = Remark.of(read.decisions());
    Remark.texts(remarks).forEach(run::remark);
    Evaluation evaluation = Evaluation.of(model, source.labelled(read.data(), model), decision);
    List<String> lines = new ArrayList<>(List.of(ModelMeasures.line(evaluation)));
    lines.addAll(ModelMeasures.tables(evaluation, ""));
    run.print(run.json() ? Remark.with(evaluation, remarks) : evaluation, lines);
    return ExitCode.SUCCESS;
  }
}
