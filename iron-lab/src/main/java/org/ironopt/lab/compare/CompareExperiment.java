package org.ironopt.lab.compare;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.InputError;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.folder.OwnClasses;
import org.ironopt.random.Streams;

/**
 * A comparison by a config: every method chooses its step on every problem by the same runs, and
 * then runs with it from several seeds.
 */
public final class CompareExperiment implements Experiment {
  /** The key that marks the settings of a comparison. */
  static final String MARK = "compare";

  private final String name;
  private final Values settings;
  private final CompareConfig config;
  private final Map<String, Instance> instances = new HashMap<>();

  /** Value of --data, or null. */
  private String dataFolder;

  private CompareExperiment(String name, Values settings, CompareConfig config) {
    this.name = name;
    this.settings = settings;
    this.config = config;
  }

  /**
   * Reads a comparison.
   *
   * @param file the config
   * @param smoke whether to look only, within seconds
   * @param classPath where classes of the user's own are, empty for nowhere
   */
  public static CompareExperiment read(Path file, boolean smoke, String classPath)
      throws IOException {
    String text;
    try {
      text = TomlFile.content(file);
    } catch (IOException e) {
      throw new InputError(
          file + ": cannot be read; give a config such as compare/neighbours.toml");
    }
    String stem = file.getFileName().toString().replaceAll("\\.toml$", "");
    return of(file, stem, text.lines().toList(), smoke, classPath);
  }

  private static CompareExperiment of(
      Path file, String name, List<String> lines, boolean smoke, String classPath)
      throws IOException {
    OwnClasses own = OwnClasses.on(classPath);
    String text = String.join("\n", lines) + "\n";
    CompareConfig config = InputError.check(() -> CompareConfig.read(file, text, smoke, own));
    Values settings =
        new Values()
            .with(MARK, name)
            .with("file", file.toString())
            .with("scale", smoke ? "smoke" : "paper")
            .with("class_path", classPath)
            .with("config", lines);
    String folder = name.replaceAll("[^A-Za-z0-9_-]", "-");
    return new CompareExperiment(folder.isEmpty() ? MARK : folder, settings, config);
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Values settings() {
    return settings;
  }

  CompareConfig config() {
    return config;
  }

  @Override
  public void prepare(String folder, Consumer<String> log) throws IOException, DataUnavailable {
    dataFolder = folder;
    if (config.problems().stream().anyMatch(ProblemKinds.Named::needsMnist)) {
      Mnist.fetch(DataFolder.mnist(folder), log);
    }
  }

  /** Makes a problem when it is first needed, and keeps it. */
  synchronized Instance instance(ProblemKinds.Named problem) {
    return instances.computeIfAbsent(
        problem.name(), key -> problem.maker().make(problem.name(), config.fewer(), dataFolder));
  }

  /** Returns why a method cannot be run on a problem, if it cannot. */
  Optional<String> obstacle(Entry method, ProblemKinds.Named problem) {
    Instance instance = instance(problem);
    try {
      method.make(1, instance).start(instance.objective(), instance.start(), new Streams(0));
      return Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>();
    for (ProblemKinds.Named problem : config.problems()) {
      if (instance(problem).smallest().isEmpty()) {
        cells.add(reference(problem));
      }
      for (Entry method : applicable(problem)) {
        cells.add(tuning(method, problem));
      }
    }
    config
        .spread()
        .ifPresent(
            c ->
                SpreadMethod.all(c)
                    .forEach(method -> cells.add(Cells.spread(method, c, config.seed()))));
    return cells;
  }

  @Override
  public List<Cell> followUps(Results results) {
    List<Cell> cells = new ArrayList<>();
    for (ProblemKinds.Named problem : config.problems()) {
      for (Entry method : applicable(problem)) {
        chosen(results, method, problem).ifPresent(step -> cells.add(runs(method, problem, step)));
      }
    }
    return cells;
  }

  List<Entry> applicable(ProblemKinds.Named problem) {
    return config.methods().stream().filter(m -> obstacle(m, problem).isEmpty()).toList();
  }

  Cell reference(ProblemKinds.Named problem) {
    return Cells.reference(instance(problem));
  }

  Cell tuning(Entry method, ProblemKinds.Named problem) {
    return Cells.tuning(
        method, instance(problem), config.steps(method), config.tuning(), config.seed());
  }

  Cell runs(Entry method, ProblemKinds.Named problem, double step) {
    return Cells.runs(
        method,
        instance(problem),
        step,
        config.budget(problem),
        config.seed() + 1,
        config.seeds(),
        config.warmUp());
  }

  /** Returns the step with the best validation; the smaller one of two, empty if all failed. */
  OptionalDouble chosen(Results results, Entry method, ProblemKinds.Named problem) {
    Optional<Outcome> outcome = results.of(tuning(method, problem));
    if (outcome.isEmpty()) {
      return OptionalDouble.empty();
    }
    double best = Double.NaN;
    double lowest = Double.POSITIVE_INFINITY;
    for (double[] row : outcome.get().trace().rows()) {
      if (row[1] < lowest) {
        lowest = row[1];
        best = row[0];
      }
    }
    return Double.isNaN(best) ? OptionalDouble.empty() : OptionalDouble.of(best);
  }

  @Override
  public String command(Path config) {
    String classPath = settings.text("class_path");
    return "./iron compare "
        + settings.text("file")
        + (settings.text("scale").equals("smoke") ? " --scale smoke" : "")
        + (classPath.isEmpty() ? "" : " --class-path " + classPath);
  }

  /** Returns what is printed after a run: the winners and a sentence about IRON. */
  public List<String> summary(Results results) {
    return new CompareStory(this, results).summary();
  }

  @Override
  public Story tell(Results results) {
    return new CompareStory(this, results).tell();
  }

  /**
   * Returns the comparison with these settings, nothing if they are of something else. They are a
   * file that may come from anywhere: no class is loaded from a path that it names, and where one
   * is named and none was typed, an {@code IllegalStateException} says so.
   *
   * @param classPath where classes of the user's own are, as typed for this command, or empty
   */
  public static Optional<CompareExperiment> stored(Path file, String classPath) {
    try {
      if (!isComparison(file)) {
        return Optional.empty();
      }
      TomlSection stored = TomlSection.parse(file, TomlFile.content(file));
      String before = stored.text("class_path");
      if (!before.isEmpty() && classPath.isEmpty()) {
        throw new IllegalStateException(
            "it uses classes from --class-path "
                + before
                + "; give --class-path again, no code is loaded from a path in a file");
      }
      return Optional.of(reopened(stored, before.isEmpty() ? "" : classPath));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static boolean isComparison(Path config) throws IOException {
    if (!Files.isRegularFile(config)) {
      return false;
    }
    try (InputStream in = Files.newInputStream(config)) {
      byte[] mark = (MARK + " = ").getBytes(StandardCharsets.US_ASCII);
      return Arrays.equals(in.readNBytes(mark.length), mark);
    }
  }

  private static CompareExperiment reopened(TomlSection stored, String classPath)
      throws IOException {
    List<String> config =
        stored
            .texts("config")
            .orElseThrow(() -> stored.error("config", "the file has no 'config'"));
    return of(
        InputError.check(() -> Path.of(stored.text("file"))),
        stored.text(MARK),
        config,
        stored.text("scale").equals("smoke"),
        classPath);
  }
}
