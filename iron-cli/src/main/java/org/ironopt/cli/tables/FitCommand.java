package org.ironopt.cli.tables;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.ironopt.cli.fit.ExposureColumn;
import org.ironopt.cli.fit.FitFiles;
import org.ironopt.cli.fit.FitJob;
import org.ironopt.cli.fit.FitLog;
import org.ironopt.cli.fit.FitOptions;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.cli.shared.Interruption;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.table.TableDecision;
import org.ironopt.table.source.InputRows;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code iron fit}: a model of a user's own data. */
@Command(
    name = "fit",
    customSynopsis = "iron fit DATA [OPTION...]",
    sortOptions = false,
    header = "Fit a model to your own data.",
    description = {
      "",
      "Minimises mean loss + R/2 |w|^2 with a free intercept, to a certified gap. Columns are scaled for the penalty; the coefficients are in the units of the file. No option needs tuning.",
      ""
    },
    footer = {
      "",
      "Example: iron fit train.libsvm --model logistic --out model.json",
      "'iron help methods' lists the methods."
    })
public final class FitCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "DATA",
      description = "CSV, LIBSVM or Parquet file, also compressed by gzip or Zstandard.")
  private String file;

  @Mixin private DataOptions dataOptions;
  @Mixin private FitOptions options;
  @Mixin private FitFiles files;
  @Mixin private ClusterOptions cluster;
  @Mixin private RunOptions run;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    options.check();
    files.check(file);
    FitLog log = new FitLog(run);
    Optional<FitPlugin.Session> session = cluster.open(options, log::say);
    try {
      FitJob job = new FitJob(options, files, file, read(session), run, log);
      session.ifPresent(job::on);
      return HeapMemory.during("fitting " + job.data(), () -> run(job));
    } finally {
      session.ifPresent(FitPlugin.Session::close);
    }
  }

  /** A process that is asked to stop waits until the result is printed. */
  private static int run(FitJob job) throws IOException {
    try (Interruption _ = Interruption.watch(Thread.currentThread())) {
      return job.run();
    }
  }

  private InputRows read(Optional<FitPlugin.Session> session) throws IOException {
    String lastWords = "iron fit: interrupted while reading " + file + "; nothing was written";
    try (Interruption _ = Interruption.atOnce(() -> run.err().println(lastWords))) {
      return DataOptions.read(file, () -> rows(session));
    }
  }

  private InputRows rows(Optional<FitPlugin.Session> session) throws IOException {
    Optional<ExposureColumn> exposure = options.exposure();
    if (session.isPresent() && exposure.isEmpty()) {
      return session.get().read(dataOptions.training(file), file);
    }
    InputRows read = dataOptions.rows(file, exposure);
    return session.isEmpty()
        ? read
        : read.decided(new TableDecision.ReadWhole("each goes with its " + exposure.get().key()));
  }
}
