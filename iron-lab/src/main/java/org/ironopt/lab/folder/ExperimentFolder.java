package org.ironopt.lab.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.io.internal.Numbers;
import org.ironopt.io.internal.Sha256;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.file.TomlFile;
import org.ironopt.lab.progress.Progress;

/** The folder of an experiment: runs what is missing, and reads back what is there. */
public final class ExperimentFolder implements ResultStore {
  private static final String UNAVAILABLE = "unavailable.txt";
  private static final long CHECKPOINT_NANOS = 2_000_000_000L;

  private final Path path;
  private final Experiment experiment;
  private final Manifest manifest;
  private final String code;
  private final Map<String, CellFolder> folders = new HashMap<>();

  public ExperimentFolder(Path out, Experiment experiment, Manifest manifest) {
    this(out, experiment, manifest, code(experiment));
  }

  private static String code(Experiment experiment) {
    String own = UserClasses.fingerprint(experiment.getClass());
    String more = experiment.moreCode();
    return more.isEmpty() ? own : Sha256.of(own + more);
  }

  ExperimentFolder(Path out, Experiment experiment, Manifest manifest, String code) {
    this.path = out.resolve(experiment.name());
    this.experiment = experiment;
    this.manifest = manifest;
    this.code = code;
  }

  public Path path() {
    return path;
  }

  public Experiment experiment() {
    return experiment;
  }

  /**
   * Runs every cell that is not finished or was made by other code, one after another. The caller
   * holds the lock of the run folder.
   *
   * @param stop asked between slices; when it says yes the current cell is saved and the run ends
   * @return whether all cells are finished
   */
  public boolean run(Progress progress, BooleanSupplier stop) throws IOException {
    Files.createDirectories(path);
    AtomicFiles.sweep(path.toAbsolutePath().getParent(), 1);
    AtomicFiles.sweep(path, 2);
    AtomicFiles.write(path.resolve("config.toml"), TomlFile.write(experiment.settings()));
    Files.deleteIfExists(path.resolve(UNAVAILABLE));
    otherCode(" run again").ifPresent(progress::message);
    return runAll(experiment.cells(), 0, progress, stop)
        && runAll(experiment.followUps(this), experiment.cells().size(), progress, stop);
  }

  private boolean runAll(List<Cell> cells, int before, Progress progress, BooleanSupplier stop)
      throws IOException {
    for (int i = 0; i < cells.size(); i++) {
      CellFolder folder = folder(cells.get(i));
      if (finished(cells.get(i))) {
        replaceDamaged(folder, progress);
        // A process that was killed just after its last file has left one.
        Files.deleteIfExists(folder.checkpoint());
        continue;
      }
      progress.begin(cells.get(i).label(), before + i + 1, before + cells.size());
      if (!runCell(cells.get(i), folder, progress, stop)) {
        return false;
      }
    }
    return true;
  }

  /** Returns the cells, without those that follow from others, that are still to be run. */
  public List<Cell> missing() {
    return experiment.cells().stream().filter(cell -> !finished(cell)).toList();
  }

  private boolean finished(Cell cell) {
    return folder(cell).read().filter(made -> isThisCode(made.code())).isPresent();
  }

  /** Runs one cell here and returns its files by name. */
  public SortedMap<String, byte[]> run(Cell cell, Progress progress) throws IOException {
    CellFolder folder = folder(cell);
    runCell(cell, folder, progress, () -> false);
    SortedMap<String, byte[]> files = new TreeMap<>();
    try (Stream<Path> all = Files.list(folder.path())) {
      for (Path file : all.toList()) {
        files.put(file.getFileName().toString(), Files.readAllBytes(file));
      }
    }
    return files;
  }

  /**
   * Takes the files of a cell that was run elsewhere; the one that makes it finished comes last.
   */
  public void take(Cell cell, SortedMap<String, byte[]> files) throws IOException {
    CellFolder folder = folder(cell);
    folder.forget();
    Files.createDirectories(folder.path());
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      if (!file.getKey().equals(CellFolder.RESULT)) {
        AtomicFiles.write(folder.path().resolve(file.getKey()), file.getValue());
      }
    }
    AtomicFiles.write(folder.path().resolve(CellFolder.RESULT), files.get(CellFolder.RESULT));
  }

  private void replaceDamaged(CellFolder folder, Progress progress) throws IOException {
    for (Path file : folder.sideFiles().damaged()) {
      progress.message(
          "warning: " + file + " is missing or damaged; it is written again without what it said");
      folder.sideFiles().replace(file, folder.identity(), code);
    }
  }

  /** Makes every known cell unfinished, so that the next run starts from the beginning. */
  public void forget() throws IOException {
    for (Cell cell : cells()) {
      folder(cell).forget();
    }
  }

  /** Returns which code made a finished cell, empty text if that was not written down. */
  public Optional<String> code(Cell cell) {
    return folder(cell).code();
  }

  /** Returns whether a fingerprint is that of this program. */
  public boolean isThisCode(String fingerprint) {
    return fingerprint.equals(code);
  }

  /** Returns what a reader of the results has to know: cells of other code, damaged files. */
  public List<String> remarks() {
    List<String> remarks = new ArrayList<>();
    otherCode(" shown as they are; running the experiment makes them anew")
        .ifPresent(line -> remarks.add(experiment.name() + ": " + line));
    for (Cell cell : cells()) {
      if (of(cell).isPresent()) {
        for (Path file : folder(cell).sideFiles().damaged()) {
          remarks.add(
              file + " is missing or damaged; running the experiment again writes it again");
        }
      }
    }
    return remarks;
  }

  private Optional<String> otherCode(String what) {
    List<String> others =
        cells().stream().flatMap(cell -> code(cell).stream()).filter(c -> !isThisCode(c)).toList();
    if (others.isEmpty()) {
      return Optional.empty();
    }
    String form = others.size() == 1 ? "%s cell was %s and is%s" : "%s cells were %s and are%s";
    String names =
        others.stream()
            .distinct()
            .sorted()
            .map(CodeFingerprint::brief)
            .collect(Collectors.joining(", "));
    String maker = "made by other code (" + names + ")";
    return Optional.of(Numbers.format(form, others.size(), maker, what));
  }

  /** Returns all known cells: the first ones and those that follow from their results. */
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>(experiment.cells());
    cells.addAll(experiment.followUps(this));
    return cells;
  }

  /** Returns whether no cell is left to run. */
  public boolean finished() {
    return cells().stream().allMatch(this::finished);
  }

  /** Writes down why nothing could be run, for the report. */
  public void unavailable(String reason) throws IOException {
    Files.createDirectories(path);
    AtomicFiles.write(path.resolve("config.toml"), TomlFile.write(experiment.settings()));
    AtomicFiles.write(path.resolve(UNAVAILABLE), reason + "\n");
  }

  /** Returns why the last attempt could not run, if it could not. */
  public Optional<String> unavailable() throws IOException {
    Path file = path.resolve(UNAVAILABLE);
    return Files.exists(file) ? Optional.of(Files.readString(file).strip()) : Optional.empty();
  }

  private boolean runCell(Cell cell, CellFolder folder, Progress progress, BooleanSupplier stop)
      throws IOException {
    Files.createDirectories(folder.path());
    try (Task task = open(cell, folder, progress)) {
      long resumedAt = task.done();
      progress.update(task.done(), task.total());
      long began = System.nanoTime();
      long saved = began;
      while (task.done() < task.total()) {
        if (stop.getAsBoolean()) {
          AtomicFiles.write(folder.checkpoint(), CellCheckpoint.write(state(folder), task));
          return false;
        }
        task.advance();
        progress.update(task.done(), task.total());
        if (System.nanoTime() - saved > CHECKPOINT_NANOS) {
          AtomicFiles.write(folder.checkpoint(), CellCheckpoint.write(state(folder), task));
          saved = System.nanoTime();
        }
      }
      double seconds = (System.nanoTime() - began) * 1e-9;
      String timing = ProvenanceFiles.timing(task.total(), resumedAt, seconds);
      folder.finish(task.outcome(), code, manifest, timing, task.clock());
      return true;
    }
  }

  /** A saved state goes on only in the cell and the code that it was saved by. */
  private String state(CellFolder folder) {
    return folder.identity() + " " + code;
  }

  private Task open(Cell cell, CellFolder folder, Progress progress) {
    Task task = cell.start();
    if (Files.exists(folder.checkpoint())) {
      try {
        CellCheckpoint.restore(folder.checkpoint(), state(folder), task);
      } catch (IOException e) {
        progress.message(
            Numbers.format(
                "warning: %s cannot be used (%s); this cell starts again",
                folder.checkpoint(), e.getMessage()));
        task.close();
        task = cell.start();
      }
    }
    return task;
  }

  /**
   * Runs a finished cell again and compares every result file byte by byte, apart from the
   * fingerprint of the code that made it.
   *
   * @return the names of the files that differ, or nothing if the cell has not finished
   */
  public Optional<List<String>> replay(Cell cell) throws IOException {
    CellFolder folder = folder(cell);
    if (!Files.exists(folder.path().resolve(CellFolder.RESULT))) {
      return Optional.empty();
    }
    Map<String, byte[]> files;
    try (Task task = cell.start()) {
      while (task.done() < task.total()) {
        task.advance();
      }
      files = CellFolder.files(task.outcome(), folder.code().orElse(code));
    }
    List<String> different = new ArrayList<>();
    for (Map.Entry<String, byte[]> file : files.entrySet()) {
      Path stored = folder.path().resolve(file.getKey());
      if (!Files.exists(stored) || !Arrays.equals(Files.readAllBytes(stored), file.getValue())) {
        different.add(file.getKey());
      }
    }
    return Optional.of(different);
  }

  @Override
  public Optional<CellResult> of(Cell cell) {
    return folder(cell).read().map(CellFolder.Finished::outcome);
  }

  @Override
  public Optional<NumericColumns> clock(Cell cell) {
    return folder(cell).clock();
  }

  /**
   * How long a cell took when it was last run.
   *
   * @param slices slices of work
   * @param seconds of wall clock, since it was last resumed
   */
  public record Timing(long slices, double seconds) {}

  /** Returns the timing of a finished cell, if that can be read and is known. */
  public Optional<Timing> timing(Cell cell) {
    return folder(cell).sideFiles().timing().filter(timing -> !Double.isNaN(timing.seconds()));
  }

  /** Returns the manifest of a finished cell, nothing if it cannot be read. */
  public Map<String, String> provenance(Cell cell) {
    return folder(cell).sideFiles().manifest().orElse(Map.of());
  }

  private CellFolder folder(Cell cell) {
    String identity = CellFolder.identity(cell);
    return folders.computeIfAbsent(identity, key -> new CellFolder(path, cell, key));
  }
}
