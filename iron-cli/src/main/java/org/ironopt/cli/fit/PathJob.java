package org.ironopt.cli.fit;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.cli.render.FitOutcome;
import org.ironopt.cli.render.PathPage;
import org.ironopt.cli.render.PathReport;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.cli.shared.ShellCommand;
import org.ironopt.cli.shared.Version;
import org.ironopt.data.Dataset;
import org.ironopt.fit.Fit;
import org.ironopt.fit.PathFit;
import org.ironopt.fit.PenaltyPath;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.io.InputError;
import org.ironopt.lab.progress.Progress;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.ironopt.run.Ending;
import org.ironopt.table.source.InputRows;

/**
 * A path of penalties on a user's own data, from the rows that were read to the files that are
 * kept. An interrupt of the thread ends it with the finished points.
 */
public final class PathJob {
  private final PathOptions options;
  private final ModelFiles files;
  private final String file;
  private final InputRows read;
  private final RunOptions run;
  private final FitLog log;
  private final Progress progress;
  private final ModelKind kind;
  private final Dataset data;
  private final List<Remark> remarks = new ArrayList<>();
  private int[] done;

  /**
   * Prepares a path; data and options that do not fit together are refused here.
   *
   * @param file with the data, as the user named it
   */
  public PathJob(
      PathOptions options,
      ModelFiles files,
      String file,
      InputRows read,
      RunOptions run,
      FitLog log) {
    this.options = options;
    this.files = files;
    this.file = file;
    this.run = run;
    this.log = log;
    progress = run.progress();
    kind = options.kind().orElseGet(() -> guessed(read.data()));
    data = kind.classes() ? read.data().toClasses() : read.data();
    FitChecks.targets(file, kind, data, !options.problem().noIntercept);
    options.problem().check(kind, data);
    FitChecks.weights(file, data);
    if (options.folds() > data.rows()) {
      throw new InputError(
          "--folds is %s, and there are %s rows to share out; take less",
          options.folds(), data.rows());
    }
    List<Remark> target = TargetRemarks.of(kind, data, read.table());
    this.read = read.noting(Remark.texts(target));
    Remark.of(read.decisions()).forEach(this::say);
    target.forEach(this::say);
  }

  private ModelKind guessed(Dataset rows) {
    Remark.ModelGuess guess = FitChecks.guess(rows);
    say(guess);
    return guess.model();
  }

  private void say(Remark remark) {
    remarks.add(remark);
    log.say(remark.text());
  }

  /** Returns the rows that are fitted. */
  public Dataset data() {
    return data;
  }

  /** Fits, saves and prints; returns the exit code. */
  public int run() throws IOException {
    Fit fit = Fit.of(kind, data).columns(read.columns()).data(read.sha256());
    read.table().ifPresent(fit::table);
    PathFit path = options.apply(fit.preprocessing(read.imputation()), read);
    double bytes = 1e6 * FitChecks.megabytes(data, kind) + path.memory();
    if (bytes > Runtime.getRuntime().maxMemory()) {
      throw new InputError(
          "%s: a path needs about %s of memory; %s, or take %sfewer columns%s",
          file,
          HeapMemory.size(bytes),
          HeapMemory.advice(bytes),
          options.folds() > 0 ? "--folds 0, " : "",
          options.ridge() ? ", or --mix above 0, which leaves columns out" : "");
    }
    log.say("data: " + data + "; about " + HeapMemory.size(bytes) + " while fitting");
    files
        .checkpoint()
        .ifPresent(
            place -> {
              path.checkpoint(place, Duration.ofSeconds(1)).warn(log::say);
              files.resume(place, path::resume, log);
            });
    long start = System.nanoTime();
    done = new int[options.folds() + 1];
    progress.begin("points", 1, 1);
    PenaltyPath found = path.observe(this::progress).go();
    return finish(found, 1e-9 * (System.nanoTime() - start));
  }

  private void progress(PathFit.Progress at) {
    log.begun();
    done[at.fold()] = at.point() + 1;
    progress.update(Arrays.stream(done).sum(), (long) at.points() * done.length);
  }

  private int finish(PenaltyPath path, double seconds) throws IOException {
    boolean hurried = path.ending() instanceof Ending.Interrupted;
    PathReport report =
        new PathReport(
            kind,
            path,
            data.rows(),
            read.columns(),
            spreads(),
            options.folds(),
            chosen(path),
            options.rule(),
            seconds,
            files.kept(),
            remarks,
            ShellCommand.typed(run.typed()));
    FitOutcome conclusion = report.conclusion();
    log.begun();
    progress.end();
    boolean interrupted = hurried | Thread.interrupted();
    if (conclusion.success()) {
      files.clean();
    }
    List<String> written = save(report, interrupted);
    run.print(report.summary(written), report.lines());
    return interrupted
        ? ExitCode.INTERRUPTED
        : conclusion.success() ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }

  /** Keeps the model of the chosen point and the page, if there is a choice and a place. */
  private List<String> save(PathReport report, boolean interrupted) throws IOException {
    if (report.chosen().isEmpty() || !files.saves()) {
      if (!files.kept()) {
        log.say(
            "no model was saved; --out model.json saves the chosen one, with a page of pictures");
      }
      return List.of();
    }
    Model model = report.path().model(report.chosen().getAsInt());
    Optional<String> page =
        interrupted || !files.kept()
            ? Optional.empty()
            : Optional.of(PathPage.render("Path of " + Path.of(file).getFileName(), report));
    List<String> written = files.save(model.noting(manifest()), page);
    log.say("wrote " + String.join(", ", written));
    files.graphNote(model).ifPresent(log::say);
    return written;
  }

  /** Returns the standard deviation of each column. */
  private double[] spreads() {
    return Arrays.stream(ColumnMoments.of(data).variance()).map(Math::sqrt).toArray();
  }

  /** Returns the point to keep; a path that was cut short has none but by its folds. */
  private OptionalInt chosen(PenaltyPath path) {
    boolean cut =
        path.ending() instanceof Ending.Interrupted || path.ending() instanceof Ending.TimeLimit;
    return switch (options.rule()) {
      case MIN -> path.minimum();
      case ONE_ERROR -> path.oneStandardError();
      case NEAREST -> cut ? OptionalInt.empty() : nearest(path, options.lambda());
    };
  }

  /** Returns the point whose penalty is nearest by ratio, or by difference from 0. */
  private static OptionalInt nearest(PenaltyPath path, double lambda) {
    List<PenaltyPath.Point> points = path.points();
    double[] distance =
        points.stream()
            .mapToDouble(
                p ->
                    lambda > 0 && p.lambda() > 0
                        ? Math.abs(StrictMath.log(p.lambda() / lambda))
                        : Math.abs(p.lambda() - lambda) + (lambda > 0 ? 1e3 : 0))
            .toArray();
    return IntStream.range(0, distance.length).reduce((a, b) -> distance[b] < distance[a] ? b : a);
  }

  /** Returns what the model depends on besides the data; not where it is written to. */
  private Map<String, Object> manifest() {
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("library", "iron " + Version.number());
    manifest.put("method", "penalty path");
    manifest.put("seed", options.seed());
    String asked = ShellCommand.options(run.parsed(), Set.of());
    manifest.put("command", ("./iron path " + ShellCommand.quoted(file) + " " + asked).strip());
    options.exposure().ifPresent(e -> manifest.put(e.key(), e.column()));
    manifest.put("notes", Remark.texts(remarks));
    return manifest;
  }
}
