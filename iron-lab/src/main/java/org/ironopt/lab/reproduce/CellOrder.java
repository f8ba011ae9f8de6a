package org.ironopt.lab.reproduce;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ironopt.io.internal.AtomicFiles;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Experiment;
import org.ironopt.lab.file.TemporaryFolder;
import org.ironopt.lab.folder.Manifest;
import org.ironopt.lab.progress.Progress;

/**
 * A cell to run, perhaps on another machine: all that determines it.
 *
 * @param experiment name of its experiment
 * @param config settings of the experiment, as its folder keeps them
 * @param label of the cell
 * @param dataFolder value of {@code --data}, or null
 * @param classPath where classes of the user are, empty for nowhere
 * @param manifest of the command
 */
public record CellOrder(
    String experiment,
    String config,
    String label,
    String dataFolder,
    String classPath,
    Manifest manifest)
    implements Serializable {
  /**
   * Runs the cell in a folder of its own and returns its files by name; none if its experiment is
   * unknown here or the data cannot be had, so that whoever ordered it runs it itself.
   */
  public SortedMap<String, byte[]> run() throws IOException {
    try (TemporaryFolder folder = new TemporaryFolder("iron-cell-")) {
      return run(folder.path());
    }
  }

  private SortedMap<String, byte[]> run(Path folder) throws IOException {
    SortedMap<String, byte[]> none = new TreeMap<>();
    Path config = folder.resolve(experiment).resolve("config.toml");
    Files.createDirectories(config.getParent());
    AtomicFiles.write(config, this.config);
    RunFolder.UserClassPath own = new RunFolder.UserClassPath(classPath, Optional.empty());
    RunFolder there = new RunFolder(folder, manifest, own, line -> {});
    Experiment opened = there.stored(experiment, config);
    try {
      opened.prepare(dataFolder, line -> {});
    } catch (DataUnavailableException e) {
      return none;
    }
    Optional<Cell> cell = opened.cells().stream().filter(c -> c.label().equals(label)).findFirst();
    return cell.isEmpty() ? none : there.of(opened).run(cell.get(), Progress.NONE);
  }
}
