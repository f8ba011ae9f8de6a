package org.ironopt.cli.tables;

import java.io.IOException;
import java.util.concurrent.Callable;
import org.ironopt.cli.fit.FitLog;
import org.ironopt.cli.fit.ModelFiles;
import org.ironopt.cli.fit.PathJob;
import org.ironopt.cli.fit.PathOptions;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.cli.shared.Interruption;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.table.source.InputRows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code iron path}: a model for every strength of a penalty, and the choice among them. */
@Command(
    name = "path",
    customSynopsis = "iron path DATA [OPTION...]",
    sortOptions = false,
    header = "Fit models for a sequence of penalties and choose one.",
    description = {
      "",
      "Minimises mean loss + lambda sum_j f_j (E |w_j| + (1-E)/2 w_j^2) for a decreasing grid of lambda, each to a certified gap, and measures each model on held-out rows. E is --mix, f_j a factor of --factors. Columns are scaled for the penalty; the intercept is free.",
      ""
    },
    footer = {
      "",
      "Example: iron path train.csv --target price --out model.json --at 1se",
      "docs/how-to/penalty-paths.md shows how to read the table and the page."
    })
public final class PathCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description = "CSV, LIBSVM or Parquet file, also compressed by gzip or Zstandard.")
  private String file;

  @Mixin private DataOptions dataOptions;
  @Mixin private PathOptions options;
  @Mixin private ModelFiles files;
  @Mixin private RunOptions run;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    options.check(files);
    files.check(file);
    FitLog log = new FitLog(run);
    PathJob job = new PathJob(options, files, file, read(), run, log);
    return HeapMemory.during("fitting " + job.data(), () -> run(job));
  }

  /** A process that is asked to stop waits until the result is printed. */
  private static int run(PathJob job) throws IOException {
    try (Interruption _ = Interruption.watch(Thread.currentThread())) {
      return job.run();
    }
  }

  private InputRows read() throws IOException {
    String lastWords = "iron path: interrupted while reading " + file + "; nothing was written";
    try (Interruption _ = Interruption.atOnce(() -> run.err().println(lastWords))) {
      return DataOptions.read(file, () -> dataOptions.rows(file, options.exposure()));
    }
  }
}
