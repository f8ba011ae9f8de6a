package org.ironopt.cli.fit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.cli.render.FitOutcome;
import org.ironopt.cli.render.FitReport;
import org.ironopt.cli.render.NetworkWords;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.render.TrainingSplit;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.cli.shared.ShellCommand;
import org.ironopt.data.Dataset;
import org.ironopt.data.TableSchema;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.Fit;
import org.ironopt.fit.FitResult;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.fit.Inference;
import org.ironopt.fit.network.NetworkFit;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.fit.remote.FitPlugin;
import org.ironopt.io.InputError;
import org.ironopt.model.Evaluation.FoldScores;
import org.ironopt.model.Model;
import org.ironopt.model.ModelFile;
import org.ironopt.run.Checkpoint;
import org.ironopt.run.Ending;
import org.ironopt.table.source.InputRows;

/**
 * A fit of a user's own data from the rows that were read to the files that are kept: guesses the
 * model if none is named, looks for a step and a penalty if they are asked for, fits, and saves
 * model, graph and page. An interrupt of the thread ends it with the best model so far.
 */
public final class FitJob extends ModelJob {
  private final FitOptions options;
  private final FitFiles files;
  private TrainingSplit rows;
  private Optional<CrossValidation.Found> path = Optional.empty();
  private Optional<NetworkResult> network = Optional.empty();
  private Optional<FoldScores> folds = Optional.empty();
  private Optional<FitPlugin.Session> cluster = Optional.empty();
  private long start;

  /**
   * Prepares a fit; data and options that do not fit together are refused here.
   *
   * @param file with the data, as the user named it
   */
  public FitJob(
      FitOptions options, FitFiles files, String file, InputRows read, RunOptions run, FitLog log) {
    super(
        options.kind(),
        options.network().isPresent(),
        options.problem,
        files,
        file,
        read,
        run,
        log);
    this.options = options;
    this.files = files;
    FitChecks.settings(options, kind, data);
    if (options.network().isPresent()) {
      NetworkOptions.check(file, data);
    }
  }

  /** Lets the rows to learn from be kept on a cluster. */
  public void on(FitPlugin.Session machines) {
    FitChecks.sampled(options, machines.unseen());
    cluster = Optional.of(machines);
  }

  /** Fits, saves and prints; returns the exit code. */
  public int run() throws IOException {
    long more = options.network().map(network -> network.megabytes(data, kind)).orElse(0L);
    long megabytes = FitChecks.megabytes(data, kind) + more;
    log.say("data: " + data + "; about " + megabytes + " MB while fitting");
    rows = InputError.check(() -> options.heldOut.split(data, options.seed, read.imputation()));
    FitChecks.weights(file, rows.train());
    if (rows.validation().isPresent() && read.imputation().needed()) {
      log.say(new Remark.FilledByOthers(rows.learnt().length));
    }
    start = System.nanoTime();
    if (options.network().isPresent()) {
      return network(options.network().get());
    }
    if (options.method.needsStep()) {
      options.method.findStep(
          rows.train(),
          options.seed,
          (some, step) -> options.apply(Fit.of(kind, some), step),
          log::say);
    }
    Fit fit = fit(rows.train());
    if (options.search().isPresent()) {
      switch (search(fit, options.search().get())) {
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
    options.timeLimit().ifPresent(all -> fit.timeLimit(CrossValidation.left(all, start)));
    if (files.init().isPresent()) {
      String init = files.init().get();
      Model given = ModelFile.read(Path.of(init));
      FitChecks.start(init, given, kind, read.columns(), data.classNames());
      fit.init(given);
    }
    files.checkpoint().ifPresent(file -> checkpoint(fit, file));
    progress.begin("fit, digits of the optimum", 1, 1);
    FitResult result = fit.observe(this::progress).go();
    Ending ending = CrossValidation.ofWhole(result.ending(), options.timeLimit());
    FitOutcome conclusion =
        FitOutcome.of(ending, result, options.tolerance, options.steps(), files.kept());
    boolean whole = !(ending instanceof Ending.Interrupted || ending instanceof Ending.TimeLimit);
    conclusion = whole && options.heldOut.folds() > 0 ? folds(conclusion) : conclusion;
    return finish(ending, conclusion, result, Optional.of(fit));
  }

  private void earlyStopping(Fit fit, Dataset some) {
    FitChecks.weights(file, some);
    rows.remarks(false).forEach(log::say);
    fit.earlyStopping(some);
    options.heldOut.patience().ifPresent(fit::patience);
  }

  /** Scores the model by folds of the rows that it learnt from. */
  private FitOutcome folds(FitOutcome conclusion) {
    int count = options.heldOut.folds();
    log.say(new Remark.FoldScoring(count, path.isPresent()));
    FoldJob job = new FoldJob(options, this::fit, start, progress, log::begun);
    try {
      folds = Optional.of(job.run(rows.train(), read.imputation()));
    } catch (FoldJob.Cut e) {
      return conclusion.withoutFolds(e.ending(), job.made(), count);
    }
    if (job.unproven() > 0) {
      log.say(new Remark.UnprovenFolds(job.unproven(), count));
    }
    return conclusion;
  }

  private int network(NetworkOptions wanted) throws IOException {
    Dataset stopping = rows.stopping().orElseThrow();
    FitChecks.weights(file, stopping);
    rows.remarks(true).forEach(log::say);
    NetworkFit fit = wanted.fit(kind, rows, options).columns(read.columns()).data(read.sha256());
    table().ifPresent(fit::table);
    files
        .checkpoint()
        .ifPresent(
            path -> {
              fit.checkpoint(path, Duration.ofSeconds(1), log::say);
              files.resume(path, fit::resume, log);
            });
    progress.begin("network, steps at most", 1, 1);
    NetworkResult result =
        fit.observe(
                step -> {
                  log.begun();
                  progress.update(step.step(), fit.steps());
                })
            .go();
    Ending ending = result.network().ending();
    if (!(ending instanceof Ending.Interrupted)) {
      log.note(Remark.NetworkComparison.of(result));
    }
    FitOutcome conclusion = NetworkWords.conclusion(result, files.kept());
    network = Optional.of(result);
    return finish(ending, conclusion, result.network(), Optional.empty());
  }

  private Fit fit(Dataset some) {
    Fit fit = options.apply(begun(some)).columns(read.columns()).data(read.sha256());
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
        .map(c -> c.parts(kind, options.problem.intercept(), some.rates()))
        .map(parts -> Fit.of(kind, parts, some.classNames()))
        .orElseGet(() -> Fit.of(kind, some));
  }

  private CrossValidation.End search(Fit fit, CrossValidation.Search wanted) {
    CrossValidation search = fit.crossValidation(wanted).ratio(options.ratio());
    log.say(new Remark.PenaltySearch(wanted, search.penalties()));
    progress.begin("cross-validation, fits", 1, 2);
    options.timeLimit().ifPresent(search::timeLimit);
    files
        .penalties()
        .ifPresent(
            path -> {
              Checkpoint.Fingerprint fingerprint =
                  new Checkpoint.Fingerprint(
                      ShellCommand.options(run.parsed(), Set.of("--tolerance", "--seed")),
                      data.columns(),
                      read.sha256(),
                      options.seed);
              search.checkpoint(path, fingerprint, files.resumes(path));
            });
    log.begun();
    CrossValidation.End end = search.observe(fits -> progress.update(fits, search.total())).go();
    if (end instanceof CrossValidation.Found found) {
      log.say(Remark.PenaltyChoice.of(kind, wanted, found));
    }
    return end;
  }

  /** Ends without a penalty: the best model so far is kept, and the state to go on from. */
  private int cut(CrossValidation.Cut cut, Fit fit) throws IOException {
    FitOutcome conclusion = FitOutcome.of(cut, files.kept());
    if (cut.best().isPresent()) {
      CrossValidation.Best best = cut.best().get();
      fit.reg(best.reg()).l1(best.l1());
      return finish(cut.ending(), conclusion, best.result(), Optional.of(fit));
    }
    progress.end();
    run.print(conclusion.members(), List.of(conclusion.paragraph()));
    return code(conclusion, Thread.interrupted());
  }

  private void checkpoint(Fit fit, Path path) {
    fit.checkpoint(path, Duration.ofSeconds(1)).warn(log::say);
    files.resume(path, fit::resume, log);
  }

  private void progress(FitStep step) {
    log.begun();
    double decades = -Math.log10(Math.min(1, step.gap()));
    long total = Math.round(Math.ceil(-Math.log10(options.tolerance)));
    progress.update(Math.min(total, (long) decades), total);
  }

  /** Measures and saves; an interrupted fit takes no time for measures and pictures. */
  private int finish(Ending ending, FitOutcome conclusion, FitResult result, Optional<Fit> linear)
      throws IOException {
    double seconds = 1e-9 * (System.nanoTime() - start);
    boolean hurried = ending instanceof Ending.Interrupted;
    FitReport report =
        new FitReport(
            options.asked(),
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
            log.remarks(),
            ShellCommand.typed(run.typed()));
    String method = result.method() + options.method.words();
    Map<String, Object> manifest = manifest("fit", method, options.seed);
    report.keep(manifest);
    return end(
        report,
        hurried,
        Optional.of(result.model().noting(manifest)),
        "the model was not saved; --out model.json saves it, with a page of pictures");
  }

  private long unseen() {
    return cluster.map(FitPlugin.Session::unseen).orElse(0L);
  }

  /** Returns standard errors, which need the rows on this machine. */
  private Optional<Inference> inference(Fit made, FitResult result) {
    Fit fit =
        cluster.isEmpty()
            ? made
            : options.apply(Fit.of(kind, rows.train())).columns(read.columns());
    Inference.Errors errors = options.errors().orElse(Inference.Errors.CLASSICAL);
    double cost = fit.inferenceCost(errors);
    if (cost > Inference.MOST_MULTIPLICATIONS && options.errors().isEmpty()) {
      log.say(new Remark.ErrorsLeftOut(data.columns(), data.rows(), cost));
      return Optional.empty();
    }
    return Optional.of(fit.inference(result, errors, options.weightKind()));
  }
}
