package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.ironopt.lab.fit.Measures;
import org.ironopt.lab.fit.Source;
import org.ironopt.lab.fit.UserData;
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
      "Accuracy, log loss, AUC, confusion and calibration of classes; R2 and RMSE of numbers.",
      ""
    },
    footer = {"", "Example: iron evaluate model.json test.libsvm --json"})
final class EvaluateCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "MODEL", description = "Model file.")
  private String modelFile;

  @Parameters(index = "1", paramLabel = "DATA", description = "Data file with targets.")
  private String file;

  @Mixin private DataOptions dataOptions;
  @Mixin private RunOptions run;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    Model model = ModelFile.read(Path.of(modelFile));
    Source source = dataOptions.source(file);
    UserData read = dataOptions.read(file, () -> source.score(model, true));
    PrintWriter err = spec.commandLine().getErr();
    if (!run.json) {
      read.notes().forEach(err::println);
    }
    Evaluation evaluation = Evaluation.of(model, source.labelled(read.data(), model));
    PrintWriter out = spec.commandLine().getOut();
    if (run.json) {
      out.println(Json.text(evaluation));
    } else {
      out.println(Measures.line(evaluation));
      Measures.tables(evaluation).forEach(out::println);
    }
    return ExitCode.SUCCESS;
  }
}
