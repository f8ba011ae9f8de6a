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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Consumer;
import org.ironopt.io.InputError;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.compare.CompareConfig.Budget;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.file.TomlSection;
import org.ironopt.lab.folder.UserClasses;
import org.ironopt.method.Method;
import org.ironopt.random.RandomStreams;

/**
 * A comparison by a config: every method chooses its step on every problem by the same runs, and
 * then runs with it from several seeds.
 */
public final class CompareExperiment implements Experiment {
  /** The key that marks the settings of a comparison. */
  static final String MARK = "compare";

  /** A method on a problem. */
  record Match(ProblemKinds.ProblemEntry problem, ComparedMethod method) {}

  /**
   * What is run, before any step is chosen.
   *
   * @param references problems whose minimum is not known
   * @param tuning every method on every problem it applies to
   * @param spreads the methods of the study of spreads
   * @param obstacles why a method cannot be run on a problem
   */
  record Plan(
      CellGroup<ProblemKinds.ProblemEntry> references,
      CellGroup<Match> tuning,
      CellGroup<SpreadStudy.Subject> spreads,
      Map<Match, String> obstacles) {}

  private final String name;
  private final NamedValues settings;
  private final CompareConfig config;
  private final Map<String, ProblemInstance> instances = new HashMap<>();

  private Plan plan;

  /** Value of --data, or null. */
  private String dataFolder;

  private CompareExperiment(String name, NamedValues settings, CompareConfig config) {
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
    UserClasses own = UserClasses.on(classPath);
    String text = String.join("\n", lines) + "\n";
    CompareConfig config = InputError.check(() -> CompareConfig.read(file, text, smoke, own));
    NamedValues settings =
        new NamedValues()
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
  public NamedValues settings() {
    return settings;
  }

  CompareConfig config() {
    return config;
  }

  @Override
  public boolean needsData() {
    return config.problems().stream().anyMatch(ProblemKinds.ProblemEntry::needsMnist);
  }

  @Override
  public void prepare(String folder, Consumer<String> log)
      throws IOException, DataUnavailableException {
    dataFolder = folder;
    if (needsData()) {
      Mnist.fetch(DataFolder.mnist(folder), log);
    }
  }

  /** Makes a problem when it is first needed, and keeps it. */
  synchronized ProblemInstance instance(ProblemKinds.ProblemEntry problem) {
    return instances.computeIfAbsent(
        problem.name(), key -> problem.maker().make(problem.name(), config.fewer(), dataFolder));
  }

  /** Returns the plan, which needs the data: so it is made when it is first asked for. */
  synchronized Plan plan() {
    if (plan == null) {
      plan = planned();
    }
    return plan;
  }

  private Plan planned() {
    List<Match> matches = new ArrayList<>();
    Map<Match, String> obstacles = new LinkedHashMap<>();
    for (ProblemKinds.ProblemEntry problem : config.problems()) {
      for (ComparedMethod method : config.methods()) {
        Match match = new Match(problem, method);
        obstacle(match)
            .ifPresentOrElse(reason -> obstacles.put(match, reason), () -> matches.add(match));
      }
    }
    return new Plan(
        CellGroup.of(
            config.problems().stream().filter(p -> instance(p).smallest().isEmpty()).toList(),
            problem -> CompareCells.reference(instance(problem))),
        CellGroup.of(matches, m -> CompareCells.tuning(m.method(), instance(m.problem()), config)),
        CellGroup.of(
            config.spread().map(SpreadStudy::subjects).orElse(List.of()),
            subject -> CompareCells.spread(config.spread().get(), subject, config.seed())),
        obstacles);
  }

  /** Returns why a method cannot be run on a problem, if it cannot. */
  private Optional<String> obstacle(Match match) {
    ProblemInstance instance = instance(match.problem());
    try {
      Method method = match.method().make(1, instance);
      method.start(instance.objective(), instance.start(), new RandomStreams(0));
      return Optional.empty();
    } catch (IllegalArgumentException | IllegalStateException | ArithmeticException e) {
      return Optional.of(String.valueOf(e.getMessage()));
    }
  }

  @Override
  public List<Cell> cells() {
    return CellGroup.cells(plan().references(), plan().tuning(), plan().spreads());
  }

  @Override
  public List<Cell> followUps(ResultStore results) {
    return runs(results).cells();
  }

  /** Returns the runs with the steps that were chosen. */
  CellGroup<Match> runs(ResultStore results) {
    Map<Match, Double> chosen = new LinkedHashMap<>();
    for (Found<Match> tuned : results.of(plan().tuning()).found()) {
      chosen(tuned.outcome()).ifPresent(step -> chosen.put(tuned.key(), step));
    }
    return CellGroup.of(
        List.copyOf(chosen.keySet()),
        m -> {
          Budget budget = config.budget(m.problem());
          ProblemInstance problem = instance(m.problem());
          return CompareCells.runs(m.method(), problem, chosen.get(m), budget, config);
        });
  }

  /** Returns the step with the best validation; the smaller one of two, empty if all failed. */
  static OptionalDouble chosen(CellResult tuned) {
    double[] steps = tuned.trace().column("step");
    double[] scores = tuned.trace().column("score");
    int best = -1;
    for (int i = 0; i < scores.length; i++) {
      if (scores[i] < (best < 0 ? Double.POSITIVE_INFINITY : scores[best])) {
        best = i;
      }
    }
    return best < 0 ? OptionalDouble.empty() : OptionalDouble.of(steps[best]);
  }

  @Override
  public String command(Path config) {
    String classPath = settings.text("class_path");
    return "./iron compare "
        + settings.text("file")
        + (settings.text("scale").equals("smoke") ? " --scale smoke" : "")
        + (classPath.isEmpty() ? "" : " --class-path " + classPath);
  }

  /** Returns what came out: the winners, a sentence about IRON, and the costs of every method. */
  public CompareOutcome outcome(ResultStore results) {
    return new CompareReport(this, results).outcome();
  }

  @Override
  public ChapterReport report(ResultStore results) {
    return new CompareReport(this, results).report();
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

  /** Returns whether a config in a run folder is that of a comparison. */
  public static boolean isComparison(Path config) throws IOException {
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
