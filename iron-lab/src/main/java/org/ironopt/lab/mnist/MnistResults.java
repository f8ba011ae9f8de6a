package org.ironopt.lab.mnist;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.DoubleStream;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.mnist.MnistTraining.Purpose;
import org.ironopt.lab.statistics.SampleSummary;
import org.ironopt.lab.statistics.WelchEstimate;

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
    List<MnistTraining> chosen =
        tuning.complete() ? experiment.runs(Purpose.FINAL, this::finalSteps) : List.of();
    last =
        CellGroup.of(
            Arrays.stream(settings.runSeeds())
                .boxed()
                .flatMap(seed -> chosen.stream().map(run -> run.withSeed(seed)))
                .toList(),
            experiment::cell);
    series =
        chosen.stream()
            .map(run -> series(run, results))
            .filter(runs -> runs.runs().size() == settings.runSeeds().length)
            .toList();
    finished = !chosen.isEmpty() && series.size() == chosen.size();
    missing = tuning.missing().size() + robust.missing().size() + results.of(last).missing().size();
  }

  /** Returns the tuned step, and the paper's where that is another. */
  private DoubleStream finalSteps(ComparedOptimizer rival, int batch) {
    return DoubleStream.concat(
            DoubleStream.of(chosen(rival, batch)),
            PaperTable.row(rival, batch).stream().mapToDouble(PaperTable.Row::step))
        .distinct();
  }

  private Series series(MnistTraining run, ResultStore results) {
    List<Cell> cells =
        Arrays.stream(settings.runSeeds()).mapToObj(run::withSeed).map(last::cell).toList();
    return new Series(
        run,
        chosen(run.rival(), run.batch()) == run.step(),
        cells.stream().flatMap(cell -> results.of(cell).stream()).toList(),
        cells.stream().flatMap(cell -> results.clock(cell).stream()).toList());
  }

  /**
   * Returns the step of highest validation accuracy, the smallest of equal ones, once all runs of
   * the grids have finished.
   */
  double chosen(ComparedOptimizer rival, int batch) {
    Comparator<Double> byAccuracy =
        Comparator.comparingDouble(step -> validationAccuracy(rival, step, batch));
    return Arrays.stream(settings.grid(rival))
        .boxed()
        .max(byAccuracy.thenComparing(Comparator.reverseOrder()))
        .orElseThrow();
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

    /** Returns a column of the trace, or the seconds of the clock, after an epoch, by seed. */
    double[] values(String column, int epoch) {
      return (column.equals("seconds") ? clocks.stream() : runs.stream().map(CellResult::trace))
          .mapToDouble(table -> table.get(epoch, column))
          .toArray();
    }

    /** Returns a column over the seeds after an epoch. */
    SampleSummary at(String column, int epoch) {
      return SampleSummary.of(values(column, epoch));
    }

    /** Returns a column over the seeds at the end. */
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

    /** Returns the paper's row, whose step these runs have. */
    PaperTable.Row paper() {
      return run.paper().orElseThrow();
    }

    /** Returns the mean difference of the final accuracies; runs of a seed see the same batches. */
    WelchEstimate paired(Series other) {
      double[] differences = values("accuracy", epochs());
      double[] others = other.values("accuracy", other.epochs());
      Arrays.setAll(differences, s -> differences[s] - others[s]);
      SampleSummary sample = SampleSummary.of(differences);
      return new WelchEstimate(sample.mean(), sample.standardError(), sample.count() - 1.0);
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
  Series tuned(ComparedOptimizer rival, int batch) {
    return find(rival, batch, Series::tuned);
  }

  /** Returns the runs with the step of the paper's table. */
  Series ofThePaper(ComparedOptimizer rival, int batch) {
    return find(rival, batch, s -> s.run().paper().isPresent());
  }

  private Series find(ComparedOptimizer rival, int batch, Predicate<Series> which) {
    return series.stream()
        .filter(s -> s.batch() == batch && s.rival() == rival && which.test(s))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the finished short runs of some methods, with steps that all are run with. */
  List<Found<MnistTraining>> robust(ComparedOptimizer... rivals) {
    return robust.found(run -> List.of(rivals).contains(run.rival()));
  }
}
