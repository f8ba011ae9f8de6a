package org.ironopt.lab.experiment;

import java.util.List;

/**
 * A reproducible experiment with all its settings fixed. Cells are run by the folder that holds
 * them; the story is told from their files alone, so a report can be made again without a run.
 */
public interface Experiment {
  /** Returns the name used on the command line and as a folder name. */
  String name();

  /** Returns every setting, complete, in the order in which it is printed. */
  Settings settings();

  /** Returns the cells, in the order in which they are run. */
  List<Cell> cells();

  /** Tells what the finished cells show. Cells that are missing are said to be missing. */
  Story tell(Results results);
}
