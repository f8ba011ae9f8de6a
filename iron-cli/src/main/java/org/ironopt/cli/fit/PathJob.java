package org.ironopt.cli.fit;

import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.ironopt.cli.machine.HeapMemory;
import org.ironopt.cli.render.PathReport;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.cli.shared.ShellCommand;
import org.ironopt.fit.Fit;
import org.ironopt.fit.PathFit;
import org.ironopt.fit.PenaltyPath;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.io.InputError;
import org.ironopt.model.Model;
import org.ironopt.run.Ending;
import org.ironopt.table.source.InputRows;

/**
 * A path of penalties on a user's own data, from the rows that were read to the files that are
 * kept. An interrupt of the thread ends it with the finished points.
 */
public final class PathJob extends ModelJob {
  private final PathOptions options;
  private final ModelFiles files;
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
    super(options.kind(), false, options.problem(), files, file, read, run, log);
    this.options = options;
    this.files = files;
    FitChecks.weights(file, data);
    if (options.folds() > data.rows()) {
      throw new InputError(
          "--folds is %s, and there are %s rows to share out; take less",
          options.folds(), data.rows());
    }
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
            log.remarks(),
            ShellCommand.typed(run.typed()));
    Optional<Model> model =
        report.chosen().isPresent() && files.saves()
            ? Optional.of(model(report, report.chosen().getAsInt()))
            : Optional.empty();
    String unsaved =
        "no model was saved; --out model.json saves the chosen one, with a page of pictures";
    return end(report, hurried, model, unsaved);
  }

  /** Returns the model of the chosen point with what it depends on. */
  private Model model(PathReport report, int chosen) {
    Map<String, Object> manifest = manifest("path", "penalty path", options.seed());
    report.keep(manifest);
    return report.path().model(chosen).noting(manifest);
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
}
