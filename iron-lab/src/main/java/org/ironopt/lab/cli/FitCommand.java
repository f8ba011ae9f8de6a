package org.ironopt.lab.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import org.ironopt.data.Dataset;
import org.ironopt.data.Split;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.FitStep;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.fit.Guess;
import org.ironopt.lab.fit.Memory;
import org.ironopt.lab.fit.RegFile;
import org.ironopt.lab.fit.RegPath;
import org.ironopt.lab.fit.RegSearch;
import org.ironopt.lab.fit.UserData;
import org.ironopt.lab.fit.Verdict;
import org.ironopt.lab.machine.Heap;
import org.ironopt.lab.progress.ProgressPrinter;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.ironopt.run.Fingerprint;
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

  @Option(
      names = "--force",
      description = "Replace files at --out and --onnx that are not of iron.")
  private boolean force;

  @Option(names = "--resume", description = "Go on from the checkpoint beside --out.")
  private boolean resume;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Of the split and of random steps; default: 0.")
  private Long seed;

  @Mixin private RunOptions run;
  @Spec private CommandSpec spec;
  private ProgressPrinter progress;

  /** Lines that wait until it is clear that data and options fit together. */
  private final List<String> waiting = new ArrayList<>();

  private boolean speaking;

  @Override
  public Integer call() throws IOException {
    run.applyThreads();
    options.check();
    Outputs outputs = new Outputs(force).reads("DATA", file).reads("--init", init);
    FitFiles files = new FitFiles(out, onnx).require(outputs);
    if (resume && !files.kept()) {
      throw new InputError("--resume needs the --out of the fit to go on with");
    }
    UserData read = read();
    ModelKind kind = kind(read.data());
    Dataset data = kind == ModelKind.RIDGE ? read.data() : read.data().toClasses();
    FitChecks.targets(file, kind, data, options.intercept());
    FitChecks.options(options, kind, data);
    read.notes().forEach(this::say);
    progress = run.progress(spec.commandLine().getErr());
    return Heap.during("fitting " + data, () -> fit(kind, data, read, files));
  }

  private int fit(ModelKind kind, Dataset data, UserData read, FitFiles files) throws IOException {
    try (Interruption _ = Interruption.watch(Thread.currentThread())) {
      say("data: " + data + "; about " + Memory.megabytes(data, kind) + " MB while fitting");
      Split split = InputError.check(() -> split(data));
      FitChecks.weights(file, split.train());
      long start = System.nanoTime();
      options.findStep(kind, split.train(), seed()).ifPresent(this::say);
      Optional<RegPath> path = Optional.empty();
      if (options.auto()) {
        switch (search(kind, split, read, files)) {
          case RegSearch.Outcome.Found found -> path = Optional.of(found.path());
          case RegSearch.Outcome.Cut cut -> {
            return cut(cut, kind, split, files, start);
          }
        }
      }
      double reg = path.map(p -> p.best().reg()).orElseGet(options::reg);
      Fit fit = fit(kind, split.train(), reg, read);
      split.validation().ifPresent(fit::validation);
      options.timeLimit().ifPresent(all -> fit.timeLimit(left(all, start)));
      if (init != null) {
        Model given = ModelFile.read(Path.of(init));
        FitChecks.start(init, given, kind, read.columns(), data.classNames());
        fit.init(given);
      }
      files.checkpoint().ifPresent(file -> checkpoint(fit, file));
      progress.begin("fit, decades of the gap", 1, 1);
      FitResult result = fit.observe(this::progress).go();
      Ending ending = ofWhole(result.ending());
      Verdict verdict = Verdict.of(ending, result, options.tolerance(), files.kept());
      return finish(files, report(kind, reg, result, verdict, split, path, start), ending);
    }
  }

  private UserData read() throws IOException {
    Runnable lastWords =
        () ->
            spec.commandLine()
                .getErr()
                .println("iron fit: interrupted while reading " + file + "; nothing was written");
    try (Interruption _ = Interruption.atOnce(lastWords)) {
      return dataOptions.read(file, () -> dataOptions.training(file).train());
    }
  }

  private static Duration left(Duration all, long start) {
    Duration left = all.minusNanos(System.nanoTime() - start);
    return left.isPositive() ? left : Duration.ofNanos(1);
  }

  /** A fit behind a search for a penalty has only the rest of the time; the limit is the whole. */
  private Ending ofWhole(Ending ending) {
    return ending instanceof Ending.TimeLimit e
        ? new Ending.TimeLimit(options.timeLimit().orElse(e.limit()), e.step())
        : ending;
  }

  private FitReport report(
      ModelKind kind,
      double reg,
      FitResult result,
      Verdict verdict,
      Split split,
      Optional<RegPath> path,
      long start) {
    double seconds = 1e-9 * (System.nanoTime() - start);
    String again = Recipe.typed(spec.root().commandLine().getParseResult().originalArgs());
    return new FitReport(options, kind, reg, result, verdict, seconds, split, path, again);
  }

  /** Saves and prints; an interrupted fit takes no time for measures and pictures. */
  private int finish(FitFiles files, FitReport report, Ending ending) throws IOException {
    speak();
    progress.end();
    boolean interrupted = ending instanceof Ending.Interrupted | Thread.interrupted();
    if (report.verdict().success()) {
      files.clean();
    }
    Optional<String> page =
        interrupted || !files.kept()
            ? Optional.empty()
            : Optional.of(report.page("Fit of " + Path.of(file).getFileName()));
    List<String> written =
        files.save(report.result().model().noting(manifest(report.result())), page);
    if (!written.isEmpty()) {
      say("wrote " + String.join(", ", written));
    }
    if (!files.kept()) {
      say("the model was not saved; --out model.json saves it, with a page of pictures");
    }
    report.print(spec.commandLine().getOut(), run.json, interrupted);
    spec.commandLine().getOut().flush();
    return interrupted
        ? ExitCode.INTERRUPTED
        : report.verdict().success() ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }

  /** Returns what the model depends on besides the data; not where it is written to. */
  private Map<String, Object> manifest(FitResult result) {
    String options = Recipe.options(spec.commandLine().getParseResult(), Set.of());
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("library", "iron " + Version.number());
    manifest.put("method", result.method() + this.options.method().words());
    manifest.put("seed", seed());
    manifest.put("command", ("./iron fit " + Recipe.quoted(file) + " " + options).strip());
    return manifest;
  }

  private Fit fit(ModelKind kind, Dataset rows, double reg, UserData read) {
    Fit fit =
        options
            .apply(Fit.of(kind, rows))
            .reg(reg)
            .seed(seed())
            .columns(read.columns())
            .data(read.sha256());
    read.table().ifPresent(fit::table);
    return fit;
  }

  private RegSearch.Outcome search(ModelKind kind, Split split, UserData read, FitFiles files) {
    say("penalty: chosen by cross-validation, 5 folds, 15 penalties from 10 to 1e-6");
    progress.begin("cross-validation, fits", 1, 2);
    RegSearch search =
        new RegSearch(split.train(), seed(), (rows, reg) -> fit(kind, rows, reg, read));
    options.timeLimit().ifPresent(search::timeLimit);
    files.penalties().ifPresent(path -> checkpoint(search, path, read, split));
    speak();
    RegSearch.Outcome outcome = search.observe(fits -> progress.update(fits, search.total())).run();
    if (outcome instanceof RegSearch.Outcome.Found found) {
      say("penalty: R = " + Numbers.text(found.path().best().reg()));
    }
    return outcome;
  }

  private void checkpoint(RegSearch search, Path path, UserData read, Split split) {
    String options =
        Recipe.options(spec.commandLine().getParseResult(), Set.of("--tolerance", "--seed"));
    Fingerprint fingerprint =
        new Fingerprint(options, split.train().columns(), read.sha256(), seed());
    search.checkpoint(new RegFile(path, fingerprint), resume && existing(path));
  }

  /** A checkpoint is read whole, so it must be a file with an end. */
  private static boolean existing(Path path) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      throw new InputError("the checkpoint " + path + " is a device or the like; remove it");
    }
    return Files.exists(path);
  }

  /** Ends without a penalty: the best model so far is kept, and the state to go on from. */
  private int cut(
      RegSearch.Outcome.Cut cut, ModelKind kind, Split split, FitFiles files, long start)
      throws IOException {
    Verdict verdict = Verdict.of(cut, files.kept());
    if (cut.best().isPresent()) {
      RegSearch.Best best = cut.best().get();
      FitReport report =
          report(kind, best.reg(), best.result(), verdict, split, Optional.empty(), start);
      return finish(files, report, cut.ending());
    }
    progress.end();
    boolean interrupted = Thread.interrupted();
    PrintWriter text = spec.commandLine().getOut();
    text.println(run.json ? Json.text(Map.of("ending", verdict.word())) : verdict.paragraph());
    text.flush();
    return interrupted ? ExitCode.INTERRUPTED : ExitCode.NO_SUCCESS;
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
    Check.number("--validation", share, share >= 0 && share < 1, ">= 0 and < 1");
    int rows = Split.share(data, share);
    FitChecks.validation(share, rows, data.rows());
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

  private void checkpoint(Fit fit, Path path) {
    fit.checkpoint(path, Duration.ofSeconds(1)).warn(this::say);
    if (resume && existing(path)) {
      fit.resume(path);
    } else if (resume) {
      say("no checkpoint " + path + ", starting from the beginning");
    }
  }

  private void progress(FitStep step) {
    speak();
    double decades = -Math.log10(Math.min(1, step.gap()));
    long total = Math.round(Math.ceil(-Math.log10(options.tolerance())));
    progress.update(Math.min(total, (long) decades), total);
  }

  private void say(String line) {
    waiting.add(line);
    if (speaking) {
      speak();
    }
  }

  private void speak() {
    speaking = true;
    if (!run.json && !run.quiet()) {
      waiting.forEach(spec.commandLine().getErr()::println);
      spec.commandLine().getErr().flush();
    }
    waiting.clear();
  }
}
