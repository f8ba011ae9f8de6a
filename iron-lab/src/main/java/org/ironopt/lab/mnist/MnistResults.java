package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.mnist.MnistTraining.Purpose;
import org.ironopt.lab.statistics.SampleSummary;

/** The finished runs, the steps that follow from them, and the final runs with these steps. */
final class MnistResults {
  final MnistSettings settings;

  /** The final runs, seed by seed, so that a slow phase of the machine affects all methods. */
  final CellGroup<MnistTraining> last;

  private final CellResults<MnistTraining> tuning;
  private final CellResults<MnistTraining> robust;

  /** All series of which every seed has finished. */
  final List<Series> series;

  /** How many known cells have not finished. */
  final int missing;

  /** Whether every method was run with its tuned step and with the paper's. */
  final boolean finished;

  MnistResults(MnistExperiment experiment, ResultStore results) {
    settings = experiment.settings;
    tuning = results.of(experiment.tuning);
    robust = results.of(experiment.robust);
    List<MnistTraining> chosen = finals();
    last =
        CellGroup.of(
            Arrays.stream(settings.runSeeds())
                .boxed()
                .flatMap(seed -> chosen.stream().map(run -> run.withSeed(seed)))
                .toList(),
            experiment::cell);
    CellResults<MnistTraining> finals = results.of(last);
    series =
        chosen.stream()
            .filter(run -> Collections.disjoint(finals.missing(), seeds(run)))
            .map(
                run ->
                    new Series(
                        run,
                        chosen(run.rival(), run.batch()).orElseThrow() == run.step(),
                        seeds(run).stream().map(seed -> finals.at(seed).orElseThrow()).toList(),
                        seeds(run).stream()
                            .flatMap(seed -> results.clock(last.cell(seed)).stream())
                            .toList()))
            .toList();
    finished = !chosen.isEmpty() && series.size() == chosen.size();
    missing = tuning.missing().size() + robust.missing().size() + finals.missing().size();
  }

  private List<MnistTraining> seeds(MnistTraining run) {
    return Arrays.stream(settings.runSeeds()).mapToObj(run::withSeed).toList();
  }

  /** Returns final runs with tuned steps, and with the paper's where those are others. */
  private List<MnistTraining> finals() {
    List<MnistTraining> runs = new ArrayList<>();
    for (int batch : settings.batchSizes()) {
      for (ComparedOptimizer rival : ComparedOptimizer.PAPER) {
        Optional<Double> tuned = chosen(rival, batch);
        if (tuned.isEmpty()) {
          return List.of();
        }
        Optional<Double> paper = PaperTable.row(rival, batch).map(PaperTable.Row::step);
        Stream.concat(tuned.stream(), paper.stream())
            .distinct()
            .map(step -> new MnistTraining(Purpose.FINAL, rival, step, batch, 0))
            .forEach(runs::add);
      }
    }
    return runs;
  }

  /**
   * Returns the step of highest validation accuracy, the smallest of equal ones, or nothing while a
   * run of the grid is missing.
   */
  Optional<Double> chosen(ComparedOptimizer rival, int batch) {
    Comparator<Double> byAccuracy =
        Comparator.comparingDouble(step -> validationAccuracy(rival, step, batch));
    double[] grid = settings.grid(rival);
    return Arrays.stream(grid)
            .anyMatch(step -> Double.isNaN(validationAccuracy(rival, step, batch)))
        ? Optional.empty()
        : Arrays.stream(grid).boxed().max(byAccuracy.thenComparing(Comparator.reverseOrder()));
  }

  /**
   * Returns the validation accuracy of a short run, NaN if it is missing; a model that is not
   * finite classifies nothing correctly.
   */
  double validationAccuracy(ComparedOptimizer rival, double step, int batch) {
    return tuning
        .at(new MnistTraining(Purpose.TUNE, rival, step, batch, settings.seed()))
        .map(run -> run.values().has("accuracy") ? run.number("accuracy") : 0)
        .orElse(Double.NaN);
  }

  /** Returns whether a run and its training objective were finite to the end. */
  static boolean finite(CellResult run) {
    return Boolean.TRUE.equals(run.values().asMap().get("finite"))
        && Double.isFinite(run.trace().last("train_loss"));
  }

  /**
   * Final runs that differ in their seeds only.
   *
   * @param run the one of a seed
   * @param tuned whether the validation rows chose their step here
   * @param runs what they left
   * @param clocks seconds by epoch, fewer than runs where a clock file is missing
   */
  record Series(
      MnistTraining run, boolean tuned, List<CellResult> runs, List<NumericColumns> clocks) {
    ComparedOptimizer rival() {
      return run.rival();
    }

    int batch() {
      return run.batch();
    }

    int epochs() {
      return runs.getFirst().trace().rows().size() - 1;
    }

    /** Returns a column of the trace after an epoch, by seed. */
    double[] values(String column, int epoch) {
      return runs.stream().mapToDouble(r -> r.trace().get(epoch, column)).toArray();
    }

    /** Returns a column of the trace over the seeds after an epoch. */
    SampleSummary at(String column, int epoch) {
      return SampleSummary.of(values(column, epoch));
    }

    /** Returns a column of the trace over the seeds at the end. */
    SampleSummary last(String column) {
      return at(column, epochs());
    }

    SampleSummary accuracy() {
      return last("accuracy");
    }

    /** Returns the mean growth of a column per step of the method, during an epoch. */
    SampleSummary perStep(String column, int epoch, int stepsPerEpoch) {
      double[] sums = values(column, epoch);
      double[] before = values(column, epoch - 1);
      Arrays.setAll(sums, i -> (sums[i] - before[i]) / stepsPerEpoch);
      return SampleSummary.of(sums);
    }

    boolean timed() {
      return clocks.size() == runs.size();
    }

    /** Returns the seconds over the seeds after an epoch. */
    SampleSummary seconds(int epoch) {
      return SampleSummary.of(clocks.stream().mapToDouble(c -> c.get(epoch, "seconds")).toArray());
    }

    SampleSummary seconds() {
      return seconds(epochs());
    }
  }

  /** Returns the tuned methods of a batch size, the most accurate first. */
  List<Series> ranked(int batch) {
    return series.stream()
        .filter(s -> s.batch() == batch && s.tuned())
        .sorted(Comparator.comparingDouble(s -> -s.accuracy().mean()))
        .toList();
  }

  /** Returns the runs with the step that was tuned here. */
  Optional<Series> tuned(ComparedOptimizer rival, int batch) {
    return ranked(batch).stream().filter(s -> s.rival() == rival).findFirst();
  }

  /** Returns the runs with the step of the paper's table. */
  Optional<Series> ofThePaper(ComparedOptimizer rival, int batch) {
    return series.stream()
        .filter(s -> s.batch() == batch && s.rival() == rival && s.run().paper().isPresent())
        .findFirst();
  }

  /** Returns the finished short runs of some methods, with steps that all are run with. */
  List<Found<MnistTraining>> robust(ComparedOptimizer... rivals) {
    return robust.found().stream()
        .filter(run -> List.of(rivals).contains(run.key().rival()))
        .toList();
  }
}
