package org.ironopt.lab.mnist;

import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;

/** The choice of a step: the one of highest validation accuracy, the smallest of equal ones. */
final class Tuning {
  private final MnistExperiment experiment;
  private final Results results;

  Tuning(MnistExperiment experiment, Results results) {
    this.experiment = experiment;
    this.results = results;
  }

  /** Returns the chosen step, or nothing while a run of the grid is missing. */
  OptionalDouble chosen(Rival rival, int batch) {
    double best = Double.NaN;
    double most = Double.NEGATIVE_INFINITY;
    for (double step : experiment.setup().grid(rival)) {
      Optional<Outcome> outcome = results.of(experiment.tuning(rival, step, batch));
      if (outcome.isEmpty()) {
        return OptionalDouble.empty();
      }
      double accuracy = accuracy(outcome.get());
      if (accuracy > most || (accuracy == most && step < best)) {
        best = step;
        most = accuracy;
      }
    }
    return OptionalDouble.of(best);
  }

  /** Returns the validation accuracy of a finished run, NaN if it is missing. */
  double accuracy(Rival rival, double step, int batch) {
    return results
        .of(experiment.tuning(rival, step, batch))
        .map(Tuning::accuracy)
        .orElse(Double.NaN);
  }

  /** A model that is not finite gets nothing right. */
  private static double accuracy(Outcome outcome) {
    return outcome.values().has("accuracy") ? outcome.values().number("accuracy") : 0;
  }
}
