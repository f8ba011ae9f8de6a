package org.ironopt.lab.fit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.data.Dataset;
import org.ironopt.data.Split;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.FitStep;
import org.ironopt.lab.InputError;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.progress.Progress;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.ironopt.run.Fingerprint;

/**
 * A fit of a user's own data from the rows that were read to the files that are kept: guesses the
 * model if none is named, looks for a step and a penalty if they are asked for, fits, and saves
 * model, graph and page. An interrupt of the thread ends it with the best model so far.
 */
public final class FitJob {
  /**
   * How the fit was asked for, as files keep it.
   *
   * @param file with the data
   * @param library name and version of the program
   * @param typed the command as it was typed
   * @param command the command without what a model does not depend on
   * @param options those that a search for a penalty depends on
   */
  public record Origin(String file, String library, String typed, String command, String options) {}

  /** Is told what happens. */
  public interface Listener {
    /** Something was decided. */
    void say(String line);

    /** Data and options fit together and the work goes on; is called again and again. */
    void begun();
  }

  /**
   * How a job ended.
   *
   * @param conclusion how and why
   * @param report the rest; empty if there is no model
   * @param interrupted whether the thread was interrupted
   */
  public record Ended(Conclusion conclusion, Optional<FitReport> report, boolean interrupted) {}

  private final UserData read;
  private final FitFiles files;
  private final Origin origin;
  private final Listener listener;
  private final Progress progress;
  private final ModelKind kind;
  private final Dataset data;
  private FitSettings settings;
  private long start;

  /** Prepares a fit; data and settings that do not fit together are refused here. */
  public FitJob(
      FitSettings settings,
      UserData read,
      FitFiles files,
      Origin origin,
      Listener listener,
      Progress progress) {
    this.settings = settings;
    this.read = read;
    this.files = files;
    this.origin = origin;
    this.listener = listener;
    this.progress = progress;
    kind = settings.kind().orElseGet(this::guessed);
    data = kind == ModelKind.RIDGE ? read.data() : read.data().toClasses();
    FitChecks.targets(origin.file(), kind, data, settings.intercept());
    FitChecks.settings(settings, kind, data);
    read.notes().forEach(listener::say);
  }

  private ModelKind guessed() {
    FitChecks.Guess guess = FitChecks.guess(read.data());
    listener.say(
        "model: " + guess.kind().word() + ", guessed: " + guess.reason() + " (--model changes it)");
    return guess.kind();
  }

  /** Returns the rows that are fitted and validated on. */
  public Dataset data() {
    return data;
  }

  /** Fits and saves. */
  public Ended run() throws IOException {
    long megabytes = FitChecks.megabytes(data, kind);
    listener.say("data: " + data + "; about " + megabytes + " MB while fitting");
    Split split = InputError.check(this::split);
    FitChecks.weights(origin.file(), split.train());
    start = System.nanoTime();
    if (settings.method().needsStep()) {
      settings = settings.method(withStep(split.train()));
    }
    Optional<RegPath> path = Optional.empty();
    if (settings.reg().isEmpty()) {
      switch (search(split)) {
        case RegSearch.Found found -> path = Optional.of(found.path());
        case RegSearch.Cut cut -> {
          return cut(cut, split);
        }
      }
    }
    double reg = path.map(p -> p.best().reg()).orElseGet(() -> settings.reg().getAsDouble());
    Fit fit = fit(split.train(), reg);
    split.validation().ifPresent(fit::validation);
    settings.timeLimit().ifPresent(all -> fit.timeLimit(RegSearch.left(all, start)));
    if (files.init() != null) {
      Model given = ModelFile.read(Path.of(files.init()));
      FitChecks.start(files.init(), given, kind, read.columns(), data.classNames());
      fit.init(given);
    }
    files.checkpoint().ifPresent(file -> checkpoint(fit, file));
    progress.begin("fit, decades of the gap", 1, 1);
    FitResult result = fit.observe(this::progress).go();
    Ending ending = RegSearch.ofWhole(result.ending(), settings.timeLimit());
    Conclusion conclusion = Conclusion.of(ending, result, settings.tolerance(), files.kept());
    return finish(report(reg, result, conclusion, split, path), ending);
  }

  private Split split() {
    int rows = Split.share(data, settings.validation());
    FitChecks.validation(settings.validation(), rows, data.rows());
    if (rows == 0) {
      return new Split(data, Optional.empty(), Optional.empty());
    }
    return data.classes() > 0
        ? Split.stratified(data, settings.seed(), rows, 0)
        : Split.random(data, settings.seed(), rows, 0);
  }

  private MethodChoice withStep(Dataset rows) {
    double penalty = settings.reg().orElse(1e-4);
    return settings
        .method()
        .withStep(
            rows,
            settings.seed(),
            (some, method) -> settings.method(method).apply(Fit.of(kind, some)).reg(penalty),
            listener::say);
  }

  private Fit fit(Dataset rows, double reg) {
    Fit fit =
        settings.apply(Fit.of(kind, rows)).reg(reg).columns(read.columns()).data(read.sha256());
    read.table().ifPresent(fit::table);
    return fit;
  }

  private RegSearch.End search(Split split) {
    listener.say("penalty: chosen by cross-validation, 5 folds, 15 penalties from 10 to 1e-6");
    progress.begin("cross-validation, fits", 1, 2);
    RegSearch search = new RegSearch(split.train(), settings.seed(), this::fit);
    settings.timeLimit().ifPresent(search::timeLimit);
    files
        .penalties()
        .ifPresent(
            path -> {
              Fingerprint fingerprint =
                  new Fingerprint(
                      origin.options(), split.train().columns(), read.sha256(), settings.seed());
              search.checkpoint(path, fingerprint, files.resumes(path));
            });
    listener.begun();
    RegSearch.End end = search.observe(fits -> progress.update(fits, search.total())).run();
    if (end instanceof RegSearch.Found found) {
      listener.say("penalty: R = " + Numbers.text(found.path().best().reg()));
    }
    return end;
  }

  /** Ends without a penalty: the best model so far is kept, and the state to go on from. */
  private Ended cut(RegSearch.Cut cut, Split split) throws IOException {
    Conclusion conclusion = Conclusion.of(cut, files.kept());
    if (cut.best().isPresent()) {
      RegSearch.Best best = cut.best().get();
      return finish(
          report(best.reg(), best.result(), conclusion, split, Optional.empty()), cut.ending());
    }
    progress.end();
    return new Ended(conclusion, Optional.empty(), Thread.interrupted());
  }

  private void checkpoint(Fit fit, Path path) {
    fit.checkpoint(path, Duration.ofSeconds(1)).warn(listener::say);
    if (files.resumes(path)) {
      fit.resume(path);
    } else if (files.resume()) {
      listener.say("no checkpoint " + path + ", starting from the beginning");
    }
  }

  private void progress(FitStep step) {
    listener.begun();
    double decades = -Math.log10(Math.min(1, step.gap()));
    long total = Math.round(Math.ceil(-Math.log10(settings.tolerance())));
    progress.update(Math.min(total, (long) decades), total);
  }

  private FitReport report(
      double reg, FitResult result, Conclusion conclusion, Split split, Optional<RegPath> path) {
    double seconds = 1e-9 * (System.nanoTime() - start);
    return new FitReport(
        settings, kind, reg, result, conclusion, seconds, split, path, origin.typed());
  }

  /** Saves; an interrupted fit takes no time for measures and pictures. */
  private Ended finish(FitReport report, Ending ending) throws IOException {
    listener.begun();
    progress.end();
    boolean interrupted = ending instanceof Ending.Interrupted | Thread.interrupted();
    if (report.conclusion().success()) {
      files.clean();
    }
    Optional<String> page =
        interrupted || !files.kept()
            ? Optional.empty()
            : Optional.of(FitPage.render("Fit of " + Path.of(origin.file()).getFileName(), report));
    List<String> written =
        files.save(report.result().model().noting(manifest(report.result())), page);
    if (!written.isEmpty()) {
      listener.say("wrote " + String.join(", ", written));
    }
    if (!files.kept()) {
      listener.say("the model was not saved; --out model.json saves it, with a page of pictures");
    }
    return new Ended(report.conclusion(), Optional.of(report), interrupted);
  }

  /** Returns what the model depends on besides the data; not where it is written to. */
  private Map<String, Object> manifest(FitResult result) {
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("library", origin.library());
    manifest.put("method", result.method() + settings.method().words());
    manifest.put("seed", settings.seed());
    manifest.put("command", origin.command());
    return manifest;
  }
}
