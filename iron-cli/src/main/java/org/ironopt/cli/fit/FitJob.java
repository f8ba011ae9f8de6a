package org.ironopt.cli.fit;

import static org.ironopt.io.Numbers.format;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.FitStep;
import org.ironopt.fit.Inference;
import org.ironopt.fit.network.NetworkFit;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.InputError;
import org.ironopt.lab.progress.Progress;
import org.ironopt.model.FoldScores;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.ironopt.run.Fingerprint;
import org.ironopt.table.source.UserData;

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
   * @param files that were written
   * @param interrupted whether the thread was interrupted
   */
  public record Ended(
      Conclusion conclusion, Optional<FitReport> report, List<String> files, boolean interrupted) {}

  private final UserData read;
  private final Optional<Exposure> exposure;
  private final FitFiles files;
  private final Origin origin;
  private final Listener listener;
  private final Progress progress;
  private final ModelKind kind;
  private final Dataset data;
  private final List<String> notes = new ArrayList<>();
  private final FitSettings settings;
  private MethodChoice method;
  private TrainingSplit rows;
  private Optional<CrossValidation.Found> path = Optional.empty();
  private Optional<NetworkResult> network = Optional.empty();
  private Optional<FoldScores> folds = Optional.empty();
  private Optional<FitPlugin.Session> cluster = Optional.empty();
  private long start;

  /** Prepares a fit; data and settings that do not fit together are refused here. */
  public FitJob(
      FitSettings settings,
      UserData read,
      Optional<Exposure> exposure,
      FitFiles files,
      Origin origin,
      Listener listener,
      Progress progress) {
    this.settings = settings;
    method = settings.method();
    this.exposure = exposure;
    this.files = files;
    this.origin = origin;
    this.listener = listener;
    this.progress = progress;
    kind = settings.kind().orElseGet(() -> guessed(read.data()));
    data = kind.classes() ? read.data().toClasses() : read.data();
    FitChecks.targets(origin.file(), kind, data, settings.intercept());
    FitChecks.settings(settings, kind, data);
    FitChecks.exposure(exposure, kind);
    settings.network().ifPresent(network -> network.check(origin.file(), data));
    this.read = read.noting(Remarks.of(kind, data, read.table()));
    this.read.notes().forEach(this::say);
    exposure.ifPresent(
        e ->
            say(
                "%s: '%s' is no feature; coefficients are for counts for each unit of exposure, and"
                    + " the mean loss is one over the exposure",
                e.key(), e.column()));
  }

  private ModelKind guessed(Dataset rows) {
    FitChecks.Guess guess = FitChecks.guess(rows);
    boolean network = settings.network().isPresent();
    say(
        network
            ? "model: network with %s outputs, guessed: %s (--model network:logistic,"
                + " network:softmax or network:ridge changes it)"
            : "model: %s, guessed: %s (%s)",
        guess.kind().word(),
        guess.reason(),
        guess.change());
    return guess.kind();
  }

  /** Decisions are printed, and are in the JSON and in the model file. */
  private void say(String form, Object... values) {
    String line = values.length == 0 ? form : format(form, values);
    notes.add(line);
    listener.say(line);
  }

  /** Lets the rows to learn from be kept on a cluster. */
  public void on(FitPlugin.Session machines) {
    FitChecks.sampled(settings, machines.unseen());
    cluster = Optional.of(machines);
  }

  /** Returns the rows that are fitted and validated on. */
  public Dataset data() {
    return data;
  }

  /** Fits and saves. */
  public Ended run() throws IOException {
    long more = settings.network().map(network -> network.megabytes(data, kind)).orElse(0L);
    long megabytes = FitChecks.megabytes(data, kind) + more;
    listener.say("data: " + data + "; about " + megabytes + " MB while fitting");
    rows = InputError.check(() -> TrainingSplit.of(data, settings, read.imputation()));
    FitChecks.weights(origin.file(), rows.train());
    if (rows.validation().isPresent() && read.imputation().needed()) {
      say("missing values: filled with what the %s other rows tell", rows.learnt().length);
    }
    start = System.nanoTime();
    if (settings.network().isPresent()) {
      return network(settings.network().get());
    }
    if (method.needsStep()) {
      MethodChoice.Trial trial = (some, tried) -> settings.apply(Fit.of(kind, some), tried);
      method = method.withStep(rows.train(), settings.seed(), trial, this::say);
    }
    Fit fit = fit(rows.train());
    if (settings.search().isPresent()) {
      switch (search(fit, settings.search().get())) {
        case CrossValidation.Found found -> {
          path = Optional.of(found);
          fit.penalty(found.best());
        }
        case CrossValidation.Cut cut -> {
          return cut(cut, fit);
        }
      }
    }
    rows.stopping().ifPresent(some -> earlyStopping(fit, some));
    settings.timeLimit().ifPresent(all -> fit.timeLimit(CrossValidation.left(all, start)));
    if (files.init() != null) {
      Model given = ModelFile.read(Path.of(files.init()));
      FitChecks.start(files.init(), given, kind, read.columns(), data.classNames());
      fit.init(given);
    }
    files.checkpoint().ifPresent(file -> checkpoint(fit, file));
    progress.begin("fit, digits of the optimum", 1, 1);
    FitResult result = fit.observe(this::progress).go();
    Ending ending = CrossValidation.ofWhole(result.ending(), settings.timeLimit());
    Conclusion conclusion =
        Conclusion.of(ending, result, settings.tolerance(), settings.steps(), files.kept());
    boolean whole = !(ending instanceof Ending.Interrupted || ending instanceof Ending.TimeLimit);
    conclusion = whole && settings.heldOut().folds() > 0 ? folds(conclusion) : conclusion;
    return finish(ending, conclusion, result, Optional.of(fit));
  }

  private void earlyStopping(Fit fit, Dataset some) {
    FitChecks.weights(origin.file(), some);
    rows.notes(false).forEach(this::say);
    fit.earlyStopping(some);
    settings.heldOut().patience().ifPresent(fit::patience);
  }

  /** Scores the model by folds of the rows that it learnt from. */
  private Conclusion folds(Conclusion conclusion) {
    int count = settings.heldOut().folds();
    say(
        "folds: the model is scored by %s-fold cross-validation%s",
        count, path.isPresent() ? "; each fold searches for its own penalty" : "");
    FoldJob job = new FoldJob(settings, this::fit, start, progress, listener::begun);
    try {
      folds = Optional.of(job.run(rows.train(), read.imputation()));
    } catch (CancellationException e) {
      return conclusion.withoutFolds(e.getMessage(), job.made(), count);
    }
    if (job.unproven() > 0) {
      say("folds: %s of %s models ended without a certificate", job.unproven(), count);
    }
    return conclusion;
  }

  private Ended network(NetworkSettings wanted) throws IOException {
    Dataset stopping = rows.stopping().orElseThrow();
    FitChecks.weights(origin.file(), stopping);
    rows.notes(true).forEach(this::say);
    NetworkFit fit = wanted.fit(kind, rows, settings).columns(read.columns()).data(read.sha256());
    table().ifPresent(fit::table);
    files
        .checkpoint()
        .ifPresent(
            path -> {
              fit.checkpoint(path, Duration.ofSeconds(1), listener::say);
              resume(path, fit::resume);
            });
    progress.begin("network, steps at most", 1, 1);
    NetworkResult result =
        fit.observe(
                step -> {
                  listener.begun();
                  progress.update(step.step(), fit.steps());
                })
            .go();
    Ending ending = result.network().ending();
    if (!(ending instanceof Ending.Interrupted)) {
      notes.add(NetworkWords.comparison(result));
    }
    Conclusion conclusion = NetworkWords.conclusion(result, files.kept());
    network = Optional.of(result);
    return finish(ending, conclusion, result.network(), Optional.empty());
  }

  private Fit fit(Dataset some) {
    Fit fit = settings.apply(begun(some), method).columns(read.columns()).data(read.sha256());
    table().ifPresent(fit::table);
    return fit.preprocessing(read.imputation());
  }

  /** Returns how the columns became features, without what rows to validate tell of them. */
  private Optional<TableSchema> table() {
    return read.table()
        .map(all -> read.imputation().schema(all, data, rows.learnt()))
        .filter(_ -> rows.validation().isPresent())
        .or(read::table);
  }

  private Fit begun(Dataset some) {
    return cluster
        .map(c -> c.parts(kind, settings.intercept(), some.rates()))
        .map(parts -> Fit.of(kind, parts, some.classNames()))
        .orElseGet(() -> Fit.of(kind, some));
  }

  private CrossValidation.End search(Fit fit, CrossValidation.Search wanted) {
    CrossValidation search = fit.crossValidation(wanted).ratio(settings.ratio());
    say(
        "penalty: chosen by cross-validation, 5 folds, "
            + FitReport.grid(wanted, search.total() / 5));
    progress.begin("cross-validation, fits", 1, 2);
    settings.timeLimit().ifPresent(search::timeLimit);
    files
        .penalties()
        .ifPresent(
            path -> {
              Fingerprint fingerprint =
                  new Fingerprint(origin.options(), data.columns(), read.sha256(), settings.seed());
              search.checkpoint(path, fingerprint, files.resumes(path));
            });
    listener.begun();
    CrossValidation.End end = search.observe(fits -> progress.update(fits, search.total())).go();
    if (end instanceof CrossValidation.Found found) {
      String best = FitReport.penalty(wanted, found.best()) + FitReport.edge(found, wanted);
      say("penalty: " + best + "; " + FitReport.loss(kind, found.best()));
    }
    return end;
  }

  /** Ends without a penalty: the best model so far is kept, and the state to go on from. */
  private Ended cut(CrossValidation.Cut cut, Fit fit) throws IOException {
    Conclusion conclusion = Conclusion.of(cut, files.kept());
    if (cut.best().isPresent()) {
      CrossValidation.Best best = cut.best().get();
      fit.reg(best.reg()).l1(best.l1());
      return finish(cut.ending(), conclusion, best.result(), Optional.of(fit));
    }
    progress.end();
    return new Ended(conclusion, Optional.empty(), List.of(), Thread.interrupted());
  }

  private void checkpoint(Fit fit, Path path) {
    fit.checkpoint(path, Duration.ofSeconds(1)).warn(listener::say);
    resume(path, fit::resume);
  }

  private void resume(Path path, Consumer<Path> from) {
    if (files.resumes(path)) {
      from.accept(path);
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

  /** Measures and saves; an interrupted fit takes no time for measures and pictures. */
  private Ended finish(Ending ending, Conclusion conclusion, FitResult result, Optional<Fit> linear)
      throws IOException {
    double seconds = 1e-9 * (System.nanoTime() - start);
    boolean hurried = ending instanceof Ending.Interrupted;
    FitReport report =
        new FitReport(
            settings,
            method,
            kind,
            result,
            conclusion,
            seconds,
            rows.train().rows() + unseen(),
            rows,
            hurried
                ? Optional.empty()
                : Optional.of(FitReport.Quality.of(result.model(), rows, folds)),
            linear.filter(_ -> !hurried && unseen() == 0).flatMap(fit -> inference(fit, result)),
            path,
            network,
            notes,
            origin.typed());
    listener.begun();
    progress.end();
    boolean interrupted = hurried | Thread.interrupted();
    if (conclusion.success()) {
      files.clean();
    }
    Optional<String> page =
        interrupted || !files.kept()
            ? Optional.empty()
            : Optional.of(FitPage.render("Fit of " + Path.of(origin.file()).getFileName(), report));
    List<String> written = files.save(result.model().noting(manifest(report)), page);
    if (!written.isEmpty()) {
      listener.say("wrote " + String.join(", ", written));
    }
    files.graphNote(result.model()).ifPresent(listener::say);
    if (!files.kept()) {
      listener.say("the model was not saved; --out model.json saves it, with a page of pictures");
    }
    return new Ended(conclusion, Optional.of(report), written, interrupted);
  }

  private long unseen() {
    return cluster.map(FitPlugin.Session::unseen).orElse(0L);
  }

  /** Returns standard errors, which need the rows on this machine. */
  private Optional<Inference> inference(Fit made, FitResult result) {
    Fit fit =
        cluster.isEmpty()
            ? made
            : settings.apply(Fit.of(kind, rows.train()), method).columns(read.columns());
    Inference.Errors errors = settings.errors().orElse(Inference.Errors.CLASSICAL);
    double cost = fit.inferenceCost(errors);
    if (cost > Inference.MOST_MULTIPLICATIONS && settings.errors().isEmpty()) {
      say(
          "standard errors: left out, since %d columns and %d rows take %.2g multiplications"
              + " (--errors computes them)",
          data.columns(), data.rows(), cost);
      return Optional.empty();
    }
    return Optional.of(fit.inference(result, errors, settings.weightKind()));
  }

  /** Returns what the model depends on besides the data; not where it is written to. */
  private Map<String, Object> manifest(FitReport report) {
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("library", origin.library());
    manifest.put("method", report.result().method() + method.words());
    manifest.put("seed", settings.seed());
    manifest.put("command", origin.command());
    exposure.ifPresent(e -> manifest.put(e.key(), e.column()));
    report.keep(manifest);
    return manifest;
  }
}
