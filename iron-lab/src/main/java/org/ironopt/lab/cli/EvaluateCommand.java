package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.ironopt.lab.fit.Exposure;
import org.ironopt.lab.fit.Measures;
import org.ironopt.lab.fit.Source;
import org.ironopt.lab.fit.UserData;
import org.ironopt.model.Decision;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron evaluate}: how good a model is on given rows. */
@Command(
    name = "evaluate",
    customSynopsis = "iron evaluate MODEL DATA [OPTION...]",
    sortOptions = false,
    header = "Measure a fitted model on data.",
    description = {
      "",
      "Of classes: accuracy, log loss, ROC-AUC and PR-AUC beside what knowing nothing gives,",
      "confusion, calibration and measures by class. Of numbers: R2, RMSE, mean absolute error.",
      ""
    },
    footer = {"", "Example: iron evaluate model.json test.libsvm --json"})
final class EvaluateCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "Model file.")
  private String modelFile;

  @Parameters(index = "1", paramLabel = "DATA", description = "Data file with targets.")
  private String file;

  @Mixin private ClassWeights classes;
  @Mixin private DataOptions dataOptions;
  @Mixin private RunOptions run;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    Model model = ModelFile.read(Path.of(modelFile));
    Source source = dataOptions.source(file);
    Decision decision = classes.decision(model);
    UserData read = dataOptions.read(file, () -> rows(source, model));
    PrintWriter err = spec.commandLine().getErr();
    if (!run.json && !run.quiet()) {
      read.notes().forEach(err::println);
    }
    Evaluation evaluation = Evaluation.of(model, source.labelled(read.data(), model), decision);
    PrintWriter out = spec.commandLine().getOut();
    if (run.json) {
      out.println(Json.text(evaluation));
    } else {
      out.println(Measures.line(evaluation));
      Measures.tables(evaluation, "").forEach(out::println);
    }
    return ExitCode.SUCCESS;
  }

  private UserData rows(Source source, Model model) throws IOException {
    Exposure exposure = Exposure.of(model);
    if (exposure == null) {
      return source.score(model, true);
    }
    List<String> texts = exposure.read(source, model.table());
    return exposure.on(source.score(model, true), texts, file);
  }
}
