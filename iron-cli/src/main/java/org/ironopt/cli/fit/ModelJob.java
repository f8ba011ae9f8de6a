package org.ironopt.cli.fit;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.ironopt.cli.render.FitOutcome;
import org.ironopt.cli.render.Remark;
import org.ironopt.cli.render.Report;
import org.ironopt.cli.shared.ExitCode;
import org.ironopt.cli.shared.RunOptions;
import org.ironopt.cli.shared.ShellCommand;
import org.ironopt.cli.shared.Version;
import org.ironopt.data.Dataset;
import org.ironopt.lab.progress.Progress;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.ironopt.table.source.InputRows;

/** What a fit and a path share: the rows that were read, what is said of them, and the end. */
abstract class ModelJob {
  final String file;
  final InputRows read;
  final RunOptions run;
  final FitLog log;
  final Progress progress;
  final ModelKind kind;
  final Dataset data;
  private final ModelFiles files;
  private final Optional<ExposureColumn> exposure;

  /**
   * Guesses the model if none is named, and says what there is to say of the rows.
   *
   * @param network whether a guess is about the outputs of a network
   * @param file with the data, as the user named it
   */
  ModelJob(
      Optional<ModelKind> named,
      boolean network,
      ProblemOptions problem,
      ModelFiles files,
      String file,
      InputRows read,
      RunOptions run,
      FitLog log) {
    this.files = files;
    this.file = file;
    this.run = run;
    this.log = log;
    progress = run.progress();
    kind = named.orElseGet(() -> guessed(read.data(), network, log));
    data = kind.classes() ? read.data().toClasses() : read.data();
    FitChecks.targets(file, kind, data, problem.intercept());
    problem.check(kind, data);
    exposure = problem.exposure();
    List<Remark> target = TargetRemarks.of(kind, data, read.table());
    this.read = read.noting(Remark.texts(target));
    Remark.of(read.decisions()).forEach(log::say);
    target.forEach(log::say);
    exposure.ifPresent(e -> log.say(new Remark.Exposure(e.key(), e.column())));
  }

  private static ModelKind guessed(Dataset data, boolean network, FitLog log) {
    Remark.ModelGuess guess = FitChecks.guess(data).of(network);
    log.say(guess);
    return guess.model();
  }

  /** Returns the rows that are fitted and validated on. */
  public Dataset data() {
    return data;
  }

  /** Returns what the model depends on besides the data; not where it is written to. */
  Map<String, Object> manifest(String command, String method, long seed) {
    Map<String, Object> manifest = new LinkedHashMap<>();
    manifest.put("library", "iron " + Version.number());
    manifest.put("method", method);
    manifest.put("seed", seed);
    String asked = ShellCommand.options(run.parsed(), Set.of());
    manifest.put(
        "command", ("./iron " + command + " " + ShellCommand.quoted(file) + " " + asked).strip());
    exposure.ifPresent(e -> manifest.put(e.key(), e.column()));
    return manifest;
  }

  /**
   * Saves and prints; an interrupted job takes no time for pictures.
   *
   * @param model with its manifest; empty if there is none to save
   * @param unsaved what to say if it has no place
   * @return the exit code
   */
  int end(Report report, boolean hurried, Optional<Model> model, String unsaved)
      throws IOException {
    log.begun();
    progress.end();
    boolean interrupted = hurried | Thread.interrupted();
    if (report.conclusion().success()) {
      files.clean();
    }
    List<String> written = List.of();
    if (model.isPresent()) {
      boolean paged = !interrupted && files.kept();
      String name = Path.of(file).getFileName().toString();
      written =
          files.save(
              model.get(), paged ? Optional.of(report.page(name)) : Optional.<String>empty());
      if (!written.isEmpty()) {
        log.say("wrote " + String.join(", ", written));
      }
      files.graphNote(model.get()).ifPresent(log::say);
    }
    if (!files.kept()) {
      log.say(unsaved);
    }
    run.print(report.summary(written), report.lines(run.width()));
    return code(report.conclusion(), interrupted);
  }

  static int code(FitOutcome conclusion, boolean interrupted) {
    return interrupted
        ? ExitCode.INTERRUPTED
        : conclusion.success() ? ExitCode.SUCCESS : ExitCode.NO_SUCCESS;
  }
}
