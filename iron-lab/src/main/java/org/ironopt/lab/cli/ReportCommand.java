package org.ironopt.lab.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.reproduce.RunFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code iron report}: makes figures, ledger and page again from the files of a run folder. */
@Command(
    name = "report",
    header = "Make the report again from the files of a run folder.",
    description = {"", "Nothing is simulated; cells that are missing are left out.", ""})
final class ReportCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "DIR",
      arity = "0..1",
      defaultValue = "runs",
      description = "Run folder; default: runs.")
  private String folder;

  @Option(
      names = "--page",
      paramLabel = "FILE",
      description = "Also write the claims into the marked tables of a Markdown page.")
  private Path page;

  @Mixin private RunOptions.Classes own;
  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    Path path = existing(folder);
    RunFolder runs =
        new RunOptions().runFolder(path, own.load(), spec, spec.commandLine().getErr()::println);
    int count =
        (page == null ? runs.report() : runs.writePage(page))
            .values().stream().mapToInt(List::size).sum();
    spec.commandLine().getOut().println(path.resolve("report.html") + ": " + count + " claims");
    return ExitCode.SUCCESS;
  }

  static Path existing(String folder) {
    Path path = RunOptions.folder(folder);
    if (!Files.isDirectory(path)) {
      throw new InputError(path + " is not a folder; './iron reproduce --out DIR' makes one");
    }
    return path;
  }
}
