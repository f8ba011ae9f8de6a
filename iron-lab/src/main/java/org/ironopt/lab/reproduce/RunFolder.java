package org.ironopt.lab.reproduce;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.compare.CompareExperiment;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Chapter;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.folder.CodeFingerprint;
import org.ironopt.lab.folder.ExperimentFolder;
import org.ironopt.lab.folder.FolderLock;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.folder.UserClasses;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;
import org.ironopt.lab.progress.Progress;

/**
 * A folder of experiments: they are run, found again and reported on here. One process at a time
 * works in it.
 *
 * @param path where it is
 * @param manifest what is written down of the program that works in it
 * @param own what the user brings to this command
 * @param log is told, in a line each, what a reader of the results has to know
 */
public record RunFolder(Path path, Manifest manifest, UserClassPath own, Consumer<String> log) {
  /**
   * Classes of the user, as typed for the command at hand.
   *
   * @param classPath where they are, empty for nowhere
   * @param chapter a chapter among them, if one was named
   */
  public record UserClassPath(String classPath, Optional<Chapter<?>> chapter) {
    /** Nothing. */
    public static final UserClassPath NONE = new UserClassPath("", Optional.empty());

    /**
     * Loads a chapter: the field {@code public static final Chapter<Settings> CHAPTER} of a class.
     *
     * @param className name of the class, empty for none
     */
    public static UserClassPath of(String classPath, String className) throws IOException {
      if (className.isEmpty()) {
        return new UserClassPath(classPath, Optional.empty());
      }
      String none = "--chapter: there is no class " + className + " on --class-path";
      Class<?> type =
          UserClasses.on(classPath).named(className).orElseThrow(() -> new InputError(none));
      try {
        Chapter<?> chapter = (Chapter<?>) type.getField("CHAPTER").get(null);
        if (ChapterCatalog.named(chapter.name()).isPresent()) {
          throw new InputError(
              className + " has the name of a chapter of the paper, '" + chapter.name() + "'");
        }
        return new UserClassPath(classPath, Optional.of(chapter));
      } catch (ReflectiveOperationException | ClassCastException | NullPointerException e) {
        throw new InputError(
            className + " needs a field 'public static final Chapter<Settings> CHAPTER'");
      }
    }
  }

  /**
   * How to run.
   *
   * @param dataFolder value of {@code --data}, or null
   * @param fresh whether finished cells are run again
   * @param progress is told how far the work is
   * @param stop asked between slices; when it says yes the current cell is saved and the run ends
   * @param master address of machines that run cells, if there are any
   */
  public record Mode(
      String dataFolder,
      boolean fresh,
      Progress progress,
      BooleanSupplier stop,
      Optional<String> master) {}

  /**
   * How a run ended.
   *
   * @param finished whether every cell of every experiment is finished
   * @param unavailable a line for each experiment whose data could not be had
   * @param claims of all experiments in the folder, by name
   * @param reduced names of those that are smaller or other than the whole experiment
   */
  public record Result(
      boolean finished,
      List<String> unavailable,
      Map<String, List<Claim>> claims,
      List<String> reduced) {}

  /** Returns the place of an experiment in this folder. */
  public ExperimentFolder of(Experiment experiment) {
    return new ExperimentFolder(path, experiment, manifest);
  }

  /**
   * Runs experiments and writes the report, again after each of them, so that it can be read while
   * the others run; one whose data cannot be had is left out.
   */
  public Result runAll(List<? extends Experiment> experiments, Mode mode) throws IOException {
    try (FolderLock _ = FolderLock.take(path)) {
      List<ExperimentFolder> all = experiments.stream().map(this::of).toList();
      List<ExperimentFolder> left = new ArrayList<>(all);
      List<String> unavailable = new ArrayList<>();
      RunReport report = new RunReport(path, this::chapter, log);
      RuntimeEstimate estimate = new RuntimeEstimate(all, mode.fresh());
      Progress progress = mode.progress();
      if (all.size() > 1) {
        String page = "; the report is " + path.resolve("report.html");
        progress.milestone(all.size() + " chapters" + estimate.left() + page);
      }
      boolean finished = true;
      while (finished && !left.isEmpty()) {
        ExperimentFolder place = left.removeFirst();
        try {
          place.experiment().prepare(mode.dataFolder(), progress::message);
          finished = cells(place, mode);
        } catch (DataUnavailableException e) {
          if (mode.fresh() || !place.finished()) {
            place.unavailable(String.valueOf(e.getMessage()));
            unavailable.add(place.experiment().name() + " was not run: " + e.getMessage());
            progress.message(unavailable.getLast());
          }
        }
        estimate.done(place);
        if (finished && !left.isEmpty()) {
          List<String> names = left.stream().map(e -> e.experiment().name()).toList();
          String toCome = "to come: " + String.join(", ", names) + estimate.left();
          List<ExperimentFolder> there = find(all, line -> {});
          there.removeIf(folder -> names.contains(folder.experiment().name()));
          report.write(there, "Still running, " + toCome + ".", Progress.NONE);
          progress.milestone(place.experiment().name() + " is in the report; " + toCome);
        }
      }
      progress.end();
      return new Result(
          finished && unavailable.isEmpty(),
          unavailable,
          report.write(find(all, log), "", Progress.NONE),
          report.reduced());
    }
  }

  /** Runs one experiment, which needs its data, and writes the report. */
  public Result run(ExperimentFolder place, Mode mode)
      throws IOException, DataUnavailableException {
    try (FolderLock _ = FolderLock.take(path)) {
      place.experiment().prepare(mode.dataFolder(), mode.progress()::message);
      boolean finished = cells(place, mode);
      mode.progress().end();
      RunReport report = new RunReport(path, this::chapter, log);
      var claims = report.write(find(List.of(place), log), "", Progress.NONE);
      return new Result(finished, List.of(), claims, report.reduced());
    }
  }

  private boolean cells(ExperimentFolder place, Mode mode) throws IOException {
    if (mode.fresh()) {
      place.forget();
    }
    if (mode.master().isPresent()) {
      runElsewhere(place, mode);
    }
    boolean finished = place.run(mode.progress(), mode.stop());
    if (!finished) {
      mode.progress().message("interrupted; the same command goes on from here");
    }
    return finished;
  }

  private Optional<Chapter<?>> chapter(String name) {
    return own.chapter()
        .filter(user -> user.name().equals(name))
        .or(() -> ChapterCatalog.named(name));
  }

  /**
   * Lets machines run the missing cells of an experiment. A cell that follows from others, or that
   * no machine could run, is left to this one: the run that comes next finds it missing.
   */
  private void runElsewhere(ExperimentFolder place, Mode mode) throws IOException {
    List<Cell> missing = place.missing();
    if (missing.isEmpty()) {
      return;
    }
    CellMachines machines = CellMachines.find();
    String config = TomlFile.write(place.experiment().settings());
    List<CellOrder> orders = new ArrayList<>();
    for (Cell cell : missing) {
      String name = place.experiment().name();
      orders.add(
          new CellOrder(name, config, cell.label(), mode.dataFolder(), own.classPath(), manifest));
    }
    mode.progress().message(orders.size() + " cells go to " + mode.master().get());
    List<SortedMap<String, byte[]>> made = machines.run(mode.master().get(), orders, mode.stop());
    for (int i = 0; i < made.size(); i++) {
      if (!made.get(i).isEmpty()) {
        place.take(missing.get(i), made.get(i));
      }
    }
  }

  /** Makes the report again from what is there, and returns the claims of each experiment. */
  public Map<String, List<Claim>> report(Progress progress) throws IOException {
    try (FolderLock _ = FolderLock.take(path)) {
      return new RunReport(path, this::chapter, log).write(find(), "", progress);
    }
  }

  /**
   * Makes the report again and writes the claims into a Markdown page. Only what is between the
   * marks of the page changes, so no other file can be harmed.
   */
  public Map<String, List<Claim>> writePage(Path page, Progress progress) throws IOException {
    String text = Files.readString(page);
    if (!text.contains("<!-- ledger ")) {
      throw new InputError(page + " has no line '<!-- ledger NAME -->', expected one per chapter");
    }
    Map<String, List<Claim>> claims = report(progress);
    for (Map.Entry<String, List<Claim>> chapter : claims.entrySet()) {
      if (text.contains("<!-- ledger " + chapter.getKey() + " -->")) {
        text = Claims.replace(text, chapter.getKey(), chapter.getValue());
      }
    }
    AtomicFiles.write(page, text);
    return claims;
  }

  /**
   * A finished cell that was run again.
   *
   * @param cell experiment and label
   * @param files result files that are not the same bytes
   * @param code fingerprint of the code that made it, empty if that was not written down
   * @param thisCode whether that is this program
   */
  public record Replay(String cell, List<String> files, String code, boolean thisCode) {
    public boolean identical() {
      return files.isEmpty();
    }

    /** Returns which code made it, in words. */
    public String maker() {
      return (thisCode ? "this" : "other") + " code (" + CodeFingerprint.brief(code) + ")";
    }
  }

  /**
   * Runs finished cells again and compares their files.
   *
   * @param filter part of a label
   * @param dataFolder value of {@code --data}, or null
   * @param progress is told how many cells are done
   * @param each is told of every cell
   * @return whether the data of all experiments could be had
   */
  public boolean verify(String filter, String dataFolder, Progress progress, Consumer<Replay> each)
      throws IOException {
    boolean available = true;
    List<ExperimentFolder> places = find();
    long total = places.stream().mapToLong(place -> chosen(place, filter).size()).sum();
    long done = 0;
    progress.begin("cells run again", 1, 1);
    for (ExperimentFolder place : places) {
      String name = place.experiment().name();
      try {
        place.experiment().prepare(dataFolder, line -> {});
      } catch (DataUnavailableException e) {
        log.accept(name + ": " + e.getMessage());
        available = false;
        continue;
      }
      for (Cell cell : chosen(place, filter)) {
        progress.update(done++, total);
        Optional<List<String>> files = place.replay(cell);
        if (files.isPresent()) {
          String code = place.code(cell).orElse("");
          String label = name + "/" + cell.label();
          each.accept(new Replay(label, files.get(), code, place.isThisCode(code)));
        }
      }
    }
    return available;
  }

  private static List<Cell> chosen(ExperimentFolder place, String filter) {
    return place.cells().stream().filter(cell -> cell.label().contains(filter)).toList();
  }

  /** Returns the experiments of the folder, in the order of the paper, comparisons last. */
  public List<Experiment> experiments() throws IOException {
    return find(List.of(), _ -> {}).stream().map(ExperimentFolder::experiment).toList();
  }

  /** Returns the folders of the experiments. */
  List<ExperimentFolder> find() throws IOException {
    return find(List.of(), log);
  }

  /** Finds experiments; those that are open already are taken as they are. */
  private List<ExperimentFolder> find(List<ExperimentFolder> open, Consumer<String> said)
      throws IOException {
    List<ExperimentFolder> found = new ArrayList<>();
    List<String> passedOver = new ArrayList<>();
    for (Path place : folders()) {
      String name = place.getFileName().toString();
      try {
        found.add(
            open.stream()
                .filter(known -> known.experiment().name().equals(name))
                .findFirst()
                .orElseGet(() -> of(stored(name, place.resolve("config.toml")))));
      } catch (InputError e) {
        String other = "its settings are of another version of iron (" + e.getMessage() + ")";
        passedOver.add(place + " is passed over: " + other);
      } catch (IllegalStateException needsClasses) {
        passedOver.add(place + " is passed over: " + needsClasses.getMessage());
      }
    }
    if (found.isEmpty()) {
      throw new InputError(
          passedOver.isEmpty()
              ? path + " holds no experiment; './iron reproduce --out " + path + "' makes one"
              : passedOver.getFirst());
    }
    passedOver.forEach(said);
    return found;
  }

  /** Returns the folders that have settings: chapters first, then the others by name. */
  private List<Path> folders() throws IOException {
    // From the last: what is no chapter has no place, which is less than 0.
    List<String> chapters = ChapterCatalog.all().stream().map(Chapter::name).toList().reversed();
    Comparator<Path> byChapter =
        Comparator.comparing(child -> -chapters.indexOf(child.getFileName().toString()));
    try (Stream<Path> children = Files.list(path)) {
      return children
          .filter(child -> Files.isRegularFile(child.resolve("config.toml")))
          .sorted(byChapter.thenComparing(Comparator.naturalOrder()))
          .toList();
    }
  }

  /** Returns the experiment of a folder of that name with these settings. */
  Experiment stored(String name, Path config) {
    Optional<Chapter<?>> chapter = chapter(name);
    if (chapter.isEmpty()) {
      String own = "; give --class-path and --chapter if it is your own";
      return CompareExperiment.stored(config, own().classPath())
          .orElseThrow(() -> new IllegalStateException("there is no chapter '" + name + "'" + own));
    }
    NamedValues settings = chapter.get().file(config, chapter.get().paper());
    return InputError.check(() -> chapter.get().open(settings));
  }
}
