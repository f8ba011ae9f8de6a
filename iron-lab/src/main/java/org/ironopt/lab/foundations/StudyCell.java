package org.ironopt.lab.foundations;

import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.Values;

/**
 * A study as a cell.
 *
 * @param study what is computed
 * @param count number of instances
 * @param seed root seed
 */
record StudyCell(Study study, int count, long seed) implements Cell {
  @Override
  public String label() {
    return study.label();
  }

  @Override
  public Values settings() {
    return new Values()
        .with("experiment", FoundationsExperiment.NAME)
        .with("study", study.label())
        .with("instances", (long) count)
        .with("seed", seed);
  }

  @Override
  public Task start() {
    return new StudyTask(study, count, seed);
  }
}
