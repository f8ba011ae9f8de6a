package org.ironopt.lab.mnist;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.file.NumericColumns;

/** Runs a small experiment on the real MNIST in memory. */
final class Run implements ResultStore {
  final MnistExperiment experiment;
  final Map<String, CellResult> outcomes = new LinkedHashMap<>();
  private final Map<String, NumericColumns> clocks = new LinkedHashMap<>();

  Run(NamedValues settings) {
    experiment = open(settings);
    all(experiment.cells());
    all(experiment.followUps(this));
  }

  static MnistExperiment open(NamedValues settings) {
    return new MnistExperiment(MnistExperiment.CHAPTER.read(settings));
  }

  private void all(List<Cell> cells) {
    for (Cell cell : cells) {
      Task task = cell.start();
      finish(task);
      outcomes.put(cell.label(), task.outcome());
      task.clock().ifPresent(clock -> clocks.put(cell.label(), clock));
    }
  }

  static Task finish(Task task) {
    while (task.done() < task.total()) {
      task.advance();
    }
    return task;
  }

  static NamedValues small() {
    return MnistExperiment.CHAPTER
        .smoke()
        .with("batches", new double[] {128, 256})
        .with("adamw", new double[] {2e-3, 3e-3})
        .with("nag_gs", new double[] {1, 2})
        .with("iron", new double[] {1, 2.5})
        .with("train_rows", 800L)
        .with("validation_rows", 200L)
        .with("test_rows", 300L)
        .with("epochs", 2L)
        .with("step_grid", new double[] {1e-3, 1, 1e3});
  }

  @Override
  public Optional<CellResult> of(Cell cell) {
    return Optional.ofNullable(outcomes.get(cell.label()));
  }

  @Override
  public Optional<NumericColumns> clock(Cell cell) {
    return Optional.ofNullable(clocks.get(cell.label()));
  }
}
