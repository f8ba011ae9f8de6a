package org.ironopt.lab.sampling;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Task;
import org.ironopt.lab.file.NamedValues;

/** The chapter with few chains, run once for the tests. */
final class Run {
  static final Run SMALL = new Run();

  final SamplingExperiment experiment = open(small());
  private final Map<String, CellResult> outcomes = new HashMap<>();

  private Run() {
    for (Cell cell : experiment.cells()) {
      outcomes.put(cell.label(), run(cell));
    }
  }

  static NamedValues small() {
    return SamplingExperiment.CHAPTER
        .smoke()
        .with("alpha", new double[] {0.1, 1, 1000})
        .with("batches", new double[] {1, 2})
        .with("map_batches", new double[] {1, 2, 20})
        .with("chains", 40L)
        .with("window", 40L)
        .with("rows", 60L)
        .with("image_batches", new double[] {5, 30})
        .with("image_alpha", new double[] {0.01, 0.1, 1})
        .with("passes", 3L);
  }

  static SamplingExperiment open(NamedValues settings) {
    return new SamplingExperiment(SamplingExperiment.CHAPTER.read(settings));
  }

  static CellResult run(Cell cell) {
    return finish(cell.start());
  }

  static CellResult finish(Task task) {
    while (task.done() < task.total()) {
      task.advance();
    }
    return task.outcome();
  }

  Optional<CellResult> found(Cell cell) {
    return Optional.of(outcomes.get(cell.label()));
  }
}
