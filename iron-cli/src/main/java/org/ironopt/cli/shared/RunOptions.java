package org.ironopt.cli.shared;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.progress.Progress;
import org.ironopt.lab.reproduce.RunFolder;
import org.ironopt.linalg.Parallel;
import org.ironopt.linalg.kernel.Kernels;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The options of every command that computes. */
public final class RunOptions extends OutputOptions {
  @Option(
      names = "--threads",
      paramLabel = "N",
      description =
          "Number of threads, at least 1; results do not depend on it. Default: all cores.")
  private Integer threads;

  public void applyThreads() {
    if (threads != null) {
      InputError.when(threads < 1, "--threads is %s, expected at least 1", threads);
      Parallel.setThreads(threads);
    }
  }

  /** Returns a run folder to work in. */
  public static RunFolder runFolder(
      Path path, RunFolder.UserClassPath own, OutputOptions options, Consumer<String> log) {
    return new RunFolder(path, manifest(options.typed()), own, log);
  }

  public static Manifest manifest(List<String> typed) {
    return new Manifest(
        typed, Version.number(), Version.commit(), Kernels.get().description(), Parallel.threads());
  }

  /** Returns whether a scale is the small one. */
  public static boolean smoke(String scale) {
    if (!List.of("paper", "smoke").contains(scale)) {
      throw new InputError("--scale is '" + scale + "', expected paper or smoke");
    }
    return scale.equals("smoke");
  }

  /** Returns the folder as a path, checked for being one. */
  public static Path folder(String text) {
    return Outputs.folder(text, "report.html", "claims.json");
  }

  /** The run folder of the commands that work on one that is there. */
  public static final class Existing {
    @Parameters(
        index = "0",
        paramLabel = "DIR",
        arity = "0..1",
        defaultValue = "runs",
        description = "Run folder; default: runs.")
    private String folder;

    public Path folder() {
      Path path = RunOptions.folder(folder);
      if (!Files.isDirectory(path)) {
        throw new InputError(path + " is not a folder; './iron reproduce --out DIR' makes one");
      }
      return path;
    }
  }

  /** The options of the commands that run experiments. */
  public static final class Run {
    @Option(
        names = "--out",
        paramLabel = "DIR",
        defaultValue = "runs",
        description = "Output folder; default: runs.")
    private String out;

    @Option(
        names = "--scale",
        paramLabel = "NAME",
        defaultValue = "paper",
        completionCandidates = CompletionCandidates.Scales.class,
        description = "paper (default), or smoke, which takes seconds.")
    private String scale;

    @Option(names = "--fresh", description = "Run every cell again, finished ones too.")
    private boolean fresh;

    @Option(
        names = "--spark",
        paramLabel = "MASTER",
        description = "Run cells on a Spark cluster: its URL, or local[2].")
    private String master;

    @Mixin private Data data;

    public Path folder() {
      return RunOptions.folder(out);
    }

    public boolean smoke() {
      return RunOptions.smoke(scale);
    }

    /** Refuses options that change nothing for these experiments. */
    public void require(List<Experiment> experiments) {
      data.require(experiments);
    }

    public Optional<String> master() {
      return Optional.ofNullable(master);
    }

    public RunFolder.Mode mode(Progress progress, Interruption interruption) {
      return new RunFolder.Mode(data.folder, fresh, progress, interruption::requested, master());
    }
  }

  /** Where the commands that may need MNIST look for it. */
  public static final class Data {
    @Option(
        names = "--data",
        paramLabel = "DIR",
        description =
            "Folder of the MNIST files; chapter deep also takes other images in their format. Default: IRON_DATA, else the user's cache.")
    private String folder;

    public String folder() {
      return folder;
    }

    /** Refuses a folder that none of the experiments looks into. */
    public void require(List<Experiment> experiments) {
      if (folder != null && experiments.stream().noneMatch(Experiment::needsData)) {
        String names = experiments.stream().map(Experiment::name).collect(joining(", "));
        throw new InputError("--data is of no use to %s: no MNIST is read; leave it out", names);
      }
    }
  }

  /** Where the commands that work on chapters look for one of the user's own. */
  public static final class Classes {
    @Option(
        names = "--class-path",
        paramLabel = "PATH",
        defaultValue = "",
        description = "Folders, jars or source files with classes of your own.")
    private String classPath;

    @Option(
        names = "--chapter",
        paramLabel = "CLASS",
        defaultValue = "",
        description = "Class with a chapter of your own; see examples/chapter.")
    private String chapter;

    /** Loads a chapter to run; classes alone are nothing that can be run. */
    public RunFolder.UserClassPath chapter() throws IOException {
      OptionChecks.needs("--class-path", !classPath.isEmpty(), "--chapter", !chapter.isEmpty());
      return load();
    }

    public RunFolder.UserClassPath load() throws IOException {
      return RunFolder.UserClassPath.of(classPath, chapter);
    }
  }
}
