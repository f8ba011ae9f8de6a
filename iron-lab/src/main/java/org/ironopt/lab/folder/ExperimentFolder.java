package org.ironopt.lab.folder;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Table;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.progress.Progress;

/** The folder of an experiment: runs what is missing, and reads back what is there. */
public final class ExperimentFolder implements Results {
  private static final String UNAVAILABLE = "unavailable.txt";
  private static final long CHECKPOINT_NANOS = 2_000_000_000L;

  private final Path path;
  private final Experiment experiment;
  private final Manifest manifest;

  public ExperimentFolder(Path out, Experiment experiment, Manifest manifest) {
    this.path = out.resolve(experiment.name());
    this.experiment = experiment;
    this.manifest = manifest;
  }

  public Path path() {
    return path;
  }

  /**
   * Runs every cell that is not finished, one after another.
   *
   * @param stop asked between slices; when it says yes the current cell is saved and the run ends
   * @return whether all cells are finished
   */
  public boolean run(Progress progress, BooleanSupplier stop) throws IOException {
    Files.createDirectories(path);
    AtomicFiles.write(path.resolve("config.toml"), TomlFile.write(experiment.settings()));
    Files.deleteIfExists(path.resolve(UNAVAILABLE));
    return runAll(experiment.cells(), 0, progress, stop)
        && runAll(experiment.followUps(this), experiment.cells().size(), progress, stop);
  }

  private boolean runAll(List<Cell> cells, int before, Progress progress, BooleanSupplier stop)
      throws IOException {
    for (int i = 0; i < cells.size(); i++) {
      CellFolder folder = folder(cells.get(i));
      if (folder.read().isPresent()) {
        continue;
      }
      progress.begin(cells.get(i).label(), before + i + 1, before + cells.size());
      if (!runCell(cells.get(i), folder, progress, stop)) {
        return false;
      }
    }
    return true;
  }

  /** Returns all cells that are known by now: the first ones and those that follow from them. */
  public List<Cell> cells() {
    List<Cell> cells = new ArrayList<>(experiment.cells());
    cells.addAll(experiment.followUps(this));
    return cells;
  }

  /** Returns whether no cell is left to run. */
  public boolean finished() {
    return cells().stream().allMatch(cell -> of(cell).isPresent());
  }

  /** Leaves word in the folder that nothing could be run, for the report. */
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
    Task task = open(cell, folder, progress);
    long resumedAt = task.done();
    progress.update(task.done(), task.total());
    long began = System.nanoTime();
    long saved = began;
    while (task.done() < task.total()) {
      if (stop.getAsBoolean()) {
        AtomicFiles.write(folder.checkpoint(), CellCheckpoint.write(folder.identity(), task));
        return false;
      }
      task.advance();
      progress.update(task.done(), task.total());
      if (System.nanoTime() - saved > CHECKPOINT_NANOS) {
        AtomicFiles.write(folder.checkpoint(), CellCheckpoint.write(folder.identity(), task));
        saved = System.nanoTime();
      }
    }
    double seconds = (System.nanoTime() - began) * 1e-9;
    folder.finish(
        task.outcome(),
        manifest,
        String.format(
            Locale.ROOT,
            "slices,resumed_at,seconds%n%d,%d,%.6f%n",
            task.total(),
            resumedAt,
            seconds),
        task.clock());
    return true;
  }

  private Task open(Cell cell, CellFolder folder, Progress progress) {
    Task task = cell.start();
    if (Files.exists(folder.checkpoint())) {
      try {
        CellCheckpoint.restore(folder.checkpoint(), folder.identity(), task);
      } catch (IOException e) {
        progress.message(
            "warning: "
                + folder.checkpoint()
                + " cannot be used ("
                + e.getMessage()
                + "); this cell starts again");
        task = cell.start();
      }
    }
    return task;
  }

  /**
   * Runs a finished cell again and compares every result file byte by byte.
   *
   * @return the names of the files that differ, or nothing if the cell has not finished
   */
  public Optional<List<String>> replay(Cell cell) throws IOException {
    CellFolder folder = folder(cell);
    if (!Files.exists(folder.path().resolve(CellFolder.RESULT))) {
      return Optional.empty();
    }
    Task task = cell.start();
    while (task.done() < task.total()) {
      task.advance();
    }
    List<String> different = new ArrayList<>();
    for (Map.Entry<String, byte[]> file : CellFolder.files(task.outcome()).entrySet()) {
      Path stored = folder.path().resolve(file.getKey());
      if (!Files.exists(stored)
          || !java.util.Arrays.equals(Files.readAllBytes(stored), file.getValue())) {
        different.add(file.getKey());
      }
    }
    return Optional.of(different);
  }

  @Override
  public Optional<Outcome> of(Cell cell) {
    return folder(cell).read();
  }

  @Override
  public Optional<Table> clock(Cell cell) {
    return folder(cell).clock();
  }

  /** Returns the folder of a cell, for evidence in the report. */
  public Path pathOf(Cell cell) {
    return folder(cell).path();
  }

  /**
   * How long a cell took when it was last run.
   *
   * @param slices slices of work
   * @param seconds of wall clock, since it was last resumed
   */
  public record Timing(long slices, double seconds) {}

  /** Returns the timing of a finished cell. */
  public Timing timing(Cell cell) throws IOException {
    double[] row =
        CsvFile.read(Files.readString(pathOf(cell).resolve("timing.csv"))).rows().getLast();
    return new Timing((long) row[0], row[2]);
  }

  /** Returns the manifest of a finished cell. */
  public Map<String, String> provenance(Cell cell) throws IOException {
    return folder(cell).manifest();
  }

  private CellFolder folder(Cell cell) {
    return new CellFolder(path, cell, manifest.version());
  }
}
