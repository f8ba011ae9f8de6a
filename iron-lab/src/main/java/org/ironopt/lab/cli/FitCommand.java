package org.ironopt.lab.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.ironopt.data.Dataset;
import org.ironopt.data.Split;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.fit.Guess;
import org.ironopt.lab.fit.Memory;
import org.ironopt.lab.fit.RegPath;
import org.ironopt.lab.fit.UserData;
import org.ironopt.lab.fit.Verdict;
import org.ironopt.lab.folder.AtomicFiles;
import org.ironopt.lab.progress.ProgressPrinter;
import org.ironopt.learn.Fit;
import org.ironopt.learn.FitResult;
import org.ironopt.learn.FitStep;
import org.ironopt.learn.ModelFile;
import org.ironopt.learn.ModelKind;
import org.ironopt.learn.OnnxWriter;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

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
    footer = {"", "Example: iron fit train.libsvm --model logistic --out model.json"})
final class FitCommand implements Callable<Integer> {
  @Parameters(index = "0", paramLabel = "DATA", description = "CSV or LIBSVM file, gzip or not.")
  private String file;

  @Mixin private DataOptions dataOptions;
  @Mixin private FitOptions options;

  @Option(
      names = "--validation",
      paramLabel = "SHARE",
      description = "Share of the rows kept for validation and early stopping; default: 0.")
  private Double validation;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write the model, such as model.json.")
  private String out;

  @Option(
      names = "--onnx",
      paramLabel = "FILE",
      description = "Also write the model as an ONNX graph of 64-bit numbers.")
  private String onnx;

  @Option(names = "--init", paramLabel = "MODEL", description = "Model file to start from.")
  private String init;

  @Option(names = "--resume", description = "Go on from the checkpoint beside --out.")
  private boolean resume;

  @Option(names = "--seed", paramLabel = "N", description = "Of the split; default: 0.")
  private Long seed;

  @Mixin private RunOptions run;
  @Spec private CommandSpec spec;
  private ProgressPrinter progress;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    UserData read = dataOptions.training(file).train();
    read.notes().forEach(this::say);
    ModelKind kind = kind(read.data());
    Dataset data = kind == ModelKind.RIDGE ? read.data() : read.data().toClasses();
    say("data: " + data + "; about " + Memory.megabytes(data, kind) + " MB while fitting");
    Split split = split(data);
    progress = run.progress(spec.commandLine().getErr());
    try (Interruption interruption = Interruption.watch(Thread.currentThread())) {
      long start = System.nanoTime();
      Optional<RegPath> path = options.auto() ? Optional.of(path(kind, split)) : Optional.empty();
      double reg = path.map(p -> p.best().reg()).orElseGet(options::reg);
      Fit fit = fit(kind, split.train(), reg, read);
      split.validation().ifPresent(fit::validation);
      Optional<Path> checkpoint = checkpoint(fit);
      progress.begin("fit, decades of the gap", 1, 1);
      FitResult result = fit.observe(this::progress).run();
      double seconds = 1e-9 * (System.nanoTime() - start);
      progress.end();
      boolean interrupted = interruption.requested() | Thread.interrupted();
      Verdict verdict = Verdict.of(result, options.tolerance());
      if (checkpoint.isPresent() && verdict.success()) {
        Files.deleteIfExists(checkpoint.get());
      }
      FitReport report =
          new FitReport(options, kind, reg, result, verdict, seconds, split, path, repeat());
      save(report, result);
      report.print(spec.commandLine().getOut(), run.json);
      spec.commandLine().getOut().flush();
      return verdict.success() && !interrupted ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
    }
  }

  private void save(FitReport report, FitResult result) throws IOException {
    if (onnx != null) {
      ByteArrayOutputStream graph = new ByteArrayOutputStream();
      OnnxWriter.write(result.model(), OnnxWriter.Numbers.DOUBLE, graph);
      AtomicFiles.write(Path.of(onnx), graph.toByteArray());
      say("wrote " + onnx);
    }
    if (out == null) {
      say("the model was not saved; --out model.json saves it, with a page of pictures");
      return;
    }
    Path model = Path.of(out);
    Path page = Path.of(out.replaceAll("\\.json$", "") + ".html");
    ModelFile.write(result.model(), model);
    AtomicFiles.write(page, report.page("Fit of " + Path.of(file).getFileName()));
    say("wrote " + model + " and " + page);
  }

  private Fit fit(ModelKind kind, Dataset rows, double reg, UserData read) throws IOException {
    Fit fit =
        options.apply(Fit.of(kind, rows)).reg(reg).columns(read.columns()).data(read.sha256());
    read.table().ifPresent(fit::table);
    if (init != null) {
      fit.init(ModelFile.read(Path.of(init)));
    }
    return fit;
  }

  private RegPath path(ModelKind kind, Split split) {
    say("penalty: chosen by cross-validation, 5 folds, 15 penalties from 10 to 1e-6");
    progress.begin("cross-validation, folds", 1, 1);
    long[] folds = new long[1];
    RegPath path =
        RegPath.of(
            split.train(),
            seed(),
            (rows, reg) -> options.apply(Fit.of(kind, rows)).reg(reg),
            () -> progress.update(++folds[0], 5));
    say("penalty: R = " + Numbers.text(path.best().reg()));
    return path;
  }

  private ModelKind kind(Dataset data) {
    if (options.kind().isPresent()) {
      return options.kind().get();
    }
    Guess guess = Guess.of(data);
    say("model: " + guess.kind().word() + ", guessed: " + guess.reason() + " (--model changes it)");
    return guess.kind();
  }

  private Split split(Dataset data) {
    double share = validation == null ? 0 : validation;
    SpectrumOptions.check("--validation", share, share >= 0 && share < 1, ">= 0 and < 1");
    int rows = Split.share(data, share);
    if (rows == 0) {
      return new Split(data, Optional.empty(), Optional.empty());
    }
    return data.classes() > 0
        ? Split.stratified(data, seed(), rows, 0)
        : Split.random(data, seed(), rows, 0);
  }

  private long seed() {
    return seed == null ? 0 : seed;
  }

  private Optional<Path> checkpoint(Fit fit) {
    if (out == null) {
      if (resume) {
        throw new InputError("--resume needs the --out of the fit to go on with");
      }
      return Optional.empty();
    }
    Path path = Path.of(out + ".checkpoint");
    fit.checkpoint(path, Duration.ofSeconds(1));
    if (resume && Files.exists(path)) {
      fit.resume(true);
    } else if (resume) {
      say("no checkpoint " + path + ", starting from the beginning");
    }
    return Optional.of(path);
  }

  private void progress(FitStep step) {
    double decades = -Math.log10(Math.min(1, step.gap()));
    long total = Math.round(Math.ceil(-Math.log10(options.tolerance())));
    progress.update(Math.min(total, (long) decades), total);
  }

  /** Returns the command that makes this model again, for a shell. */
  private String repeat() {
    return spec.root().commandLine().getParseResult().originalArgs().stream()
        .filter(word -> !word.equals("--resume"))
        .map(
            word -> word.matches("[-\\w./=:,+@%]+") ? word : "'" + word.replace("'", "'\\''") + "'")
        .collect(Collectors.joining(" ", "./iron ", ""));
  }

  private void say(String line) {
    if (!run.json && !run.quiet()) {
      spec.commandLine().getErr().println(line);
      spec.commandLine().getErr().flush();
    }
  }
}
