package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.file.Columns;

/** The finished runs, put together. */
final class MnistResults {
  final MnistSetup setup;
  final Tuning tuning;
  private final MnistExperiment experiment;
  private final Results results;
  private final List<Series> series = new ArrayList<>();

  MnistResults(MnistExperiment experiment, Results results) {
    this.experiment = experiment;
    this.results = results;
    setup = experiment.setup();
    tuning = new Tuning(experiment, results);
    for (Configuration c : experiment.configurations(results)) {
      read(c).ifPresent(series::add);
    }
  }

  private Optional<Series> read(Configuration c) {
    List<Outcome> runs = new ArrayList<>();
    List<Columns> clocks = new ArrayList<>();
    for (long seed : setup.seeds) {
      Cell cell = experiment.last(c, seed);
      Optional<Outcome> outcome = results.of(cell);
      if (outcome.isEmpty()) {
        return Optional.empty();
      }
      runs.add(outcome.get());
      results.clock(cell).ifPresent(clocks::add);
    }
    return Optional.of(new Series(c, runs, clocks));
  }

  /** Returns all configurations of which every seed has finished. */
  List<Series> series() {
    return series;
  }

  /** Returns the configurations of a batch size. */
  List<Series> series(int batch) {
    return series.stream().filter(s -> s.configuration().batch() == batch).toList();
  }

  /** Returns the runs with the step that was tuned here. */
  Optional<Series> tuned(Rival rival, int batch) {
    return series(batch).stream()
        .filter(s -> s.configuration().rival() == rival && s.configuration().tuned())
        .findFirst();
  }

  /** Returns the runs with the step of the paper's table. */
  Optional<Series> ofThePaper(Rival rival, int batch) {
    return series(batch).stream()
        .filter(s -> s.configuration().rival() == rival && s.configuration().ofThePaper())
        .findFirst();
  }

  OptionalDouble chosen(Rival rival, int batch) {
    return tuning.chosen(rival, batch);
  }

  /** Returns the short run of a method with a step, if it has finished. */
  Optional<Outcome> robust(Rival rival, double step) {
    return results.of(experiment.robust(rival, step));
  }

  int stepsPerEpoch(int batch) {
    return Math.ceilDiv(setup.train, batch);
  }

  /** Returns how many known cells have not finished. */
  long missing() {
    List<Cell> cells = new ArrayList<>(experiment.cells());
    cells.addAll(experiment.followUps(results));
    return cells.stream().filter(cell -> results.of(cell).isEmpty()).count();
  }
}
