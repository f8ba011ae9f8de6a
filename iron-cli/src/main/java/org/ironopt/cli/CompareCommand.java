package org.ironopt.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.ironopt.cli.render.ComparisonReport;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.Interruption;
import org.ironopt.cli.shared.Outputs;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.io.InputError;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.compare.CompareExperiment;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.reproduce.ChapterCatalog;
import org.ironopt.lab.reproduce.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code iron compare}: runs methods on problems under one budget and says which is best where. */
@Command(
    name = "compare",
    customSynopsis = "iron compare CONFIG [OPTION...]",
    sortOptions = false,
    header = "Compare methods on problems with equal starts, batches, tuning and budget.",
    description = {
      "",
      "CONFIG is a TOML file of problems, methods, steps, seeds and a budget; see compare/neighbours.toml. Finished cells are kept unless other code made them.",
      ""
    },
    footer = {"", "Example: iron compare compare/neighbours.toml --scale smoke --out runs"})
final class CompareCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "CONFIG", description = "TOML file of the comparison.")
  private Path config;

  @Option(
      names = "--class-path",
      paramLabel = "PATH",
      defaultValue = "",
      description = "Folders, jars or source files with methods and problems of your own.")
  private String classPath;

  @Mixin private RunOptions.Run run;
  @Mixin private RunOptions options;

  @Override
  public Integer call() throws IOException {
    CompareExperiment experiment = CompareExperiment.read(config, run.smoke(), classPath);
    if (ChapterCatalog.named(experiment.name()).isPresent()) {
      throw new InputError(
          config + " has the name of an experiment of the paper; give the file another name");
    }
    run.require(List.of(experiment));
    options.applyThreads();
    Path folder = run.folder();
    Outputs.requireOutside("CONFIG", config, folder.resolve(experiment.name()), "");
    Progress progress = options.progress();
    RunFolder runs =
        RunOptions.runFolder(
            folder, RunFolder.UserClassPath.of(classPath, ""), options, progress::message);
    ExperimentFolder own = runs.of(experiment);
    try (Interruption interruption = Interruption.watch()) {
      boolean finished = runs.run(own, run.mode(progress, interruption)).finished();
      String page = folder.resolve("report.html").toString();
      ComparisonReport report = new ComparisonReport(experiment.outcome(own), finished, page);
      options.print(report.json(), report.lines(options.quiet()));
      return finished ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
    } catch (DataUnavailableException e) {
      throw new InputError(e.getMessage() + ", or leave the problem out of " + config);
    }
  }
}
