package org.ironopt.lab.logcosh;

import java.util.ArrayList;
import java.util.List;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.statistics.Interval;

/** The finished cells, in order of their steps. */
final class LogCoshResults {
  /**
   * One finished cell.
   *
   * @param alpha nominal step
   * @param step step really made
   * @param outcome what the cell left behind
   */
  record Row(double alpha, double step, Outcome outcome) {
    Values values() {
      return outcome.values();
    }

    double number(String name) {
      return values().number(name);
    }

    Columns regions() {
      return outcome.tables().get("regions");
    }

    Columns cloud() {
      return outcome.tables().get("cloud");
    }

    /** Returns an interval over the groups, all NaN if it was not measurable. */
    Interval interval(String name) {
      if (!values().has(name)) {
        return new Interval(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Cloud.GROUPS);
      }
      return new Interval(
          number(name),
          number(name + "_standard_error"),
          number(name + "_low"),
          number(name + "_high"),
          Cloud.GROUPS);
    }
  }

  private final List<Row> rows = new ArrayList<>();
  private final List<Double> missing = new ArrayList<>();

  LogCoshResults(LogCoshExperiment experiment, Results results) {
    LogCoshSetup setup = experiment.setup();
    double[] alphas = setup.alphas().clone();
    java.util.Arrays.sort(alphas);
    for (double alpha : alphas) {
      results
          .of(experiment.cell(alpha))
          .ifPresentOrElse(
              outcome -> rows.add(new Row(alpha, setup.step(alpha), outcome)),
              () -> missing.add(alpha));
    }
  }

  List<Row> rows() {
    return rows;
  }

  /** Returns the nominal steps that have no result. */
  List<Double> missing() {
    return missing;
  }
}
