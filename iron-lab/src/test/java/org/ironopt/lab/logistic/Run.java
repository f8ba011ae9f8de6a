package org.ironopt.lab.logistic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;

/** Runs a small experiment in memory. */
final class Run implements ResultStore {
  final LogisticExperiment experiment;
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

  static LogisticExperiment open(NamedValues settings) {
    return new LogisticExperiment(LogisticExperiment.CHAPTER.read(settings));
  }

  static NamedValues small() {
    return LogisticExperiment.CHAPTER
        .smoke()
        .with("rows", 300L)
        .with("dimension", 5L)
        .with("reg", 0.05)
        .with("gamma", 0.2)
        .with("alpha", List.of(1.0, 5.0, 20.0, 100.0, 200.0))
        .with("residuals", List.of(1e-2, 1e-5))
        .with("iterations", 200L)
        .with("newton_samples", 3L);
  }

  @Override
  public Optional<CellResult> of(Cell cell) {
    return Optional.ofNullable(outcomes.get(cell.label()));
  }
}
