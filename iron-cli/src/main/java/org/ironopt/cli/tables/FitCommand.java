package org.ironopt.cli.tables;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.ironopt.cli.fit.Exposure;
import org.ironopt.cli.fit.FitFiles;
import org.ironopt.cli.fit.FitJob;
import org.ironopt.cli.fit.FitReport;
import org.ironopt.cli.fit.FitSettings;
import org.ironopt.cli.machine.Heap;
import org.ironopt.cli.shared.Check;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.Interruption;
import org.ironopt.cli.shared.Outputs;
import org.ironopt.cli.shared.Recipe;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.cli.shared.Version;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.table.source.Source;
import org.ironopt.table.source.UserData;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParseResult;

/** {@code iron fit}: a model of a user's own data. */
@Command(
    name = "fit",
    customSynopsis = "iron fit DATA [OPTION...]",
    sortOptions = false,
    header = "Fit a model to your own data.",
    description = {
      "",
      "Minimises mean loss + R/2 |w|^2 with a free intercept, to a certified gap. Columns are",
      "scaled for the penalty and the model is in the units of the file. Nothing needs tuning.",
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
      description = "CSV, LIBSVM or Parquet file, also packed by gzip or Zstandard.")
  private String file;

  @Mixin private DataOptions dataOptions;
  @Mixin private FitOptions options;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the model, such as model.json.")
  private String out;

  @Option(
      names = "--onnx",
      paramLabel = "FILE",
      description = "Also write the model as an ONNX graph of the encoded columns, 64-bit numbers.")
  private String onnx;

  @Option(names = "--init", paramLabel = "MODEL", description = "Model file to start from.")
  private String init;

  @Option(
      names = "--force",
      description = "Replace files at --out and --onnx that are not of iron.")
  private boolean force;

  @Option(names = "--resume", description = "Go on from the checkpoint beside --out.")
  private boolean resume;

  @Mixin private ClusterOptions cluster;
  @Mixin private RunOptions run;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    Check.needs("--force", force, "--out or --onnx", out != null || onnx != null);
    FitSettings settings = options.settings();
    FitFiles files = new FitFiles(init, out, onnx, resume);
    requireOutputs(files);
    Lines lines = new Lines();
    Optional<FitPlugin.Session> session = cluster.open(settings, lines::say);
    try {
      FitJob job =
          new FitJob(
              settings, read(session), options.exposure(), files, origin(), lines, run.progress());
      session.ifPresent(job::on);
      return Heap.during("fitting " + job.data(), () -> run(job));
    } finally {
      session.ifPresent(FitPlugin.Session::close);
    }
  }

  /** Fits and prints; a process that is asked to stop waits until the result is printed. */
  private int run(FitJob job) throws IOException {
    try (Interruption _ = Interruption.watch(Thread.currentThread())) {
      FitJob.Ended ended = job.run();
      print(ended);
      return ended.interrupted()
          ? ExitCode.INTERRUPTED
          : ended.conclusion().success() ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
    }
  }

  /** Finds out before the work whether its result can be written, and over what. */
  private void requireOutputs(FitFiles files) {
    Outputs outputs = new Outputs(force).reads("DATA", file).reads("--init", init);
    outputs.writes("--out", out, Outputs.Kind.MODEL);
    if (out != null) {
      outputs.writes("the page beside --out", files.page().toString(), Outputs.Kind.PAGE);
    }
    for (Path checkpoint : files.checkpoints()) {
      outputs.writes("a checkpoint beside --out", checkpoint.toString(), Outputs.Kind.CHECKPOINT);
    }
    outputs.writes("--onnx", onnx, Outputs.Kind.GRAPH);
  }

  private UserData read(Optional<FitPlugin.Session> session) throws IOException {
    String lastWords = "iron fit: interrupted while reading " + file + "; nothing was written";
    try (Interruption _ = Interruption.atOnce(() -> run.err().println(lastWords))) {
      return DataOptions.read(file, () -> rows(session));
    }
  }

  private UserData rows(Optional<FitPlugin.Session> session) throws IOException {
    Optional<Exposure> exposure = options.exposure();
    exposure.ifPresent(e -> dataOptions.leaveOut(e.column()));
    Source source = dataOptions.training(file);
    if (exposure.isEmpty()) {
      return session.isPresent() ? session.get().read(source, file) : source.train();
    }
    List<String> texts = exposure.get().read(source, Optional.empty());
    UserData read = exposure.get().on(source.train(), texts, file);
    return session.isEmpty()
        ? read
        : read.noted(
            "rows: read by this machine and sent to the executors, since each goes with its "
                + exposure.get().key());
  }

  private FitJob.Origin origin() {
    ParseResult parsed = run.parsed();
    String options = Recipe.options(parsed, Set.of());
    return new FitJob.Origin(
        file,
        "iron " + Version.number(),
        Recipe.typed(run.typed()),
        ("./iron fit " + Recipe.quoted(file) + " " + options).strip(),
        Recipe.options(parsed, Set.of("--tolerance", "--seed")));
  }

  private void print(FitJob.Ended ended) {
    Optional<FitReport> report = ended.report();
    run.print(
        report.isPresent()
            ? report.get().summary(ended.files())
            : Map.of("ending", ended.conclusion().word()),
        report.map(FitReport::lines).orElse(List.of(ended.conclusion().paragraph())));
  }

  /** Prints what is decided, but nothing before it is clear that data and options fit together. */
  private final class Lines implements FitJob.Listener {
    private final List<String> waiting = new ArrayList<>();
    private boolean begun;

    @Override
    public void say(String line) {
      waiting.add(line);
      if (begun) {
        begun();
      }
    }

    @Override
    public void begun() {
      begun = true;
      if (!run.json() && !run.quiet()) {
        waiting.forEach(run.err()::println);
        run.err().flush();
      }
      waiting.clear();
    }
  }
}
