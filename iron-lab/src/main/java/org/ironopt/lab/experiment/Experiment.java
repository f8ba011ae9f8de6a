package org.ironopt.lab.experiment;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.ironopt.lab.DataUnavailableException;
import org.ironopt.lab.file.NamedValues;

/**
 * A reproducible experiment with all its settings fixed. Cells are run by the folder that holds
 * them; the report is made from their files alone, so it can be made again without a run.
 */
public interface Experiment {
  /** Returns the name used on the command line and as a folder name. */
  String name();

  /** Returns every setting, complete, in the order in which it is printed. */
  NamedValues settings();

  /** Returns the cells, in the order in which they are run. */
  List<Cell> cells();

  /**
   * Returns the cells that are known only once others have finished, such as runs with a tuned
   * step; none while those are missing.
   */
  default List<Cell> followUps(ResultStore results) {
    return List.of();
  }

  /** Returns a hash of other modules whose code its cells run, empty if there are none. */
  default String moreCode() {
    return "";
  }

  /** Returns whether {@link #prepare} looks into the folder of {@code --data}. */
  default boolean needsData() {
    return false;
  }

  /**
   * Gets what the cells need from outside; nothing for most experiments.
   *
   * @param dataFolder value of {@code --data}, or null
   * @param log is told what is fetched
   */
  default void prepare(String dataFolder, Consumer<String> log)
      throws IOException, DataUnavailableException {}

  /** Returns what to type to run it again; {@code config} holds its settings. */
  default String command(Path config) {
    return "./iron reproduce " + name() + " --config " + config;
  }

  /** Returns what the finished cells show. Cells that are missing are said to be missing. */
  ChapterReport report(ResultStore results);
}
