package org.ironopt.lab.logistic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.statistics.Interval;

/** The finished cells, in order of their tolerances. */
final class LogisticResults {
  /** The finished chains of one tolerance; values go by step and seed. */
  static final class Chain {
    final double tolerance;
    final double[] alphas;
    final Outcome outcome;
    private final int seeds;

    Chain(double tolerance, LogisticSetup setup, Outcome outcome) {
      this.tolerance = tolerance;
      this.alphas = setup.alphas;
      this.seeds = setup.seeds.length;
      this.outcome = outcome;
    }

    Values values() {
      return outcome.values();
    }

    Columns newton() {
      return outcome.tables().get("newton");
    }

    /** Returns a column of the chains at one step, by seed. */
    double[] at(String column, int a) {
      double[] all = outcome.tables().get("chains").column(column);
      return Arrays.copyOfRange(all, a * seeds, (a + 1) * seeds);
    }

    /** Returns the mean of a column over the seeds at one step. */
    Interval interval(String column, int a) {
      return Interval.ofMeans(at(column, a));
    }

    /** Returns the interval of alpha times a column. */
    Interval scaled(String column, int a) {
      return interval(column, a).times(alphas[a]);
    }

    /** Returns the slope of each seed's log MSE against log alpha, over steps from a number on. */
    Interval slope(String column, double from) {
      double[] slopes = new double[seeds];
      for (int s = 0; s < seeds; s++) {
        List<double[]> points = new ArrayList<>();
        for (int a = 0; a < alphas.length; a++) {
          if (alphas[a] >= from) {
            points.add(new double[] {alphas[a], at(column, a)[s]});
          }
        }
        slopes[s] = Slope.of(points);
      }
      return Interval.ofMeans(slopes);
    }
  }

  private final List<Chain> good = new ArrayList<>();
  private final List<Chain> loose = new ArrayList<>();
  private final List<String> missing = new ArrayList<>();
  private final Optional<Outcome> theory;

  LogisticResults(LogisticExperiment experiment, Results results) {
    LogisticSetup setup = experiment.setup();
    theory = results.of(experiment.theoryCell());
    if (theory.isEmpty()) {
      missing.add(experiment.theoryCell().label());
    }
    collect(experiment, setup.tolerances, results, good);
    collect(experiment, setup.loose, results, loose);
  }

  private void collect(
      LogisticExperiment experiment, double[] tolerances, Results results, List<Chain> chains) {
    for (double tolerance : tolerances) {
      Cell cell = experiment.cell(tolerance);
      results
          .of(cell)
          .ifPresentOrElse(
              outcome -> chains.add(new Chain(tolerance, experiment.setup(), outcome)),
              () -> missing.add(cell.label()));
    }
  }

  /** Returns the labels of the cells that have no result. */
  List<String> missing() {
    return missing;
  }

  Optional<Outcome> theory() {
    return theory;
  }

  /** Returns the chains of the tolerances under test, the tightest first. */
  List<Chain> good() {
    return good;
  }

  /** Returns the chains of the tolerances that are meant to break. */
  List<Chain> loose() {
    return loose;
  }
}
