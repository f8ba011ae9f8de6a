package org.ironopt.lab.logcosh;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;

/** Runs a small experiment in memory. */
final class Run implements ResultStore {
  final LogCoshExperiment experiment;
  final Map<String, CellResult> outcomes = new LinkedHashMap<>();

  Run(NamedValues settings) {
    experiment = open(settings);
    for (Cell cell : experiment.cells()) {
      Task task = cell.start();
      while (task.done() < task.total()) {
        task.advance();
      }
      outcomes.put(cell.label(), task.outcome());
    }
  }

  /** Takes over the outcomes of another run. */
  Run(Run other) {
    experiment = other.experiment;
    outcomes.putAll(other.outcomes);
  }

  static LogCoshExperiment open(NamedValues settings) {
    return new LogCoshExperiment(LogCoshExperiment.CHAPTER.read(settings));
  }

  static NamedValues small() {
    return LogCoshExperiment.CHAPTER
        .smoke()
        .with("particles", 512L)
        .with("iterations", 24L)
        .with("window", 12L);
  }

  @Override
  public Optional<CellResult> of(Cell cell) {
    return Optional.ofNullable(outcomes.get(cell.label()));
  }
}
