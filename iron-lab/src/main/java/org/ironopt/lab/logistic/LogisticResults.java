package org.ironopt.lab.logistic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/** What the finished cells left: the prediction, and the chains in order of their tolerances. */
final class LogisticResults {
  /** What is predicted for the generated data. */
  record Theory(LogisticProblem problem, CellResult outcome) {
    /** Returns {@code gamma^2 rho^2 tr(H*^-2)}, the limit of alpha MSE. */
    double limit() {
      return outcome.number("plateau");
    }

    /** Returns the MSE with the first-order correction. */
    double mse(double alpha) {
      double linear = outcome.number("linear_correction");
      return (limit() + (linear + outcome.number("nonlinear_correction")) / alpha) / alpha;
    }

    /** Returns the MSE with the part of the correction that the quadratic model has. */
    double linearMse(double alpha) {
      return (limit() + outcome.number("linear_correction") / alpha) / alpha;
    }

    /** Returns the exact stationary MSE of the quadratic model. */
    double model(double alpha) {
      IronParameters p = new IronParameters(alpha, problem.mu, problem.stationaryGamma);
      double[] h = outcome.trace().column("eigenvalue");
      return StationaryCovariance.mse(Scheme.IRON, p, h, problem.rho2).orElseThrow();
    }

    /** Returns the slope that the fit would find if the MSE were the given function of alpha. */
    double slope(DoubleUnaryOperator mse) {
      return problem.slope(a -> mse.applyAsDouble(problem.alphas[a]));
    }
  }

  /** The finished chains of one tolerance; values go by step and seed. */
  record Chain(LogisticProblem problem, double tolerance, CellResult outcome) {
    double number(String name) {
      return outcome.number(name);
    }

    /** Returns the table of the equations that were solved by Newton's method too, by step. */
    NumericColumns newton() {
      return outcome.tables().get("newton");
    }

    /** Returns a column of the chains, the seeds of the first step first. */
    double[] all(String column) {
      return outcome.tables().get("chains").column(column);
    }

    /** Returns a column of the chains at one step, by seed. */
    double[] at(String column, int a) {
      int seeds = problem.settings.chainSeeds().length;
      return Arrays.copyOfRange(all(column), a * seeds, (a + 1) * seeds);
    }

    /** Returns the means of a column over the seeds, by step. */
    List<ConfidenceInterval> means(String column) {
      return IntStream.range(0, problem.alphas.length)
          .mapToObj(a -> ConfidenceInterval.ofMeans(at(column, a)))
          .toList();
    }

    /** Returns alpha times the means of a column, by step. */
    List<ConfidenceInterval> scaled(String column) {
      List<ConfidenceInterval> means = means(column);
      return IntStream.range(0, means.size())
          .mapToObj(a -> means.get(a).times(problem.alphas[a]))
          .toList();
    }

    /** Returns the mean over the seeds of the slope that is fitted to a column. */
    ConfidenceInterval slope(String column) {
      double[] slopes = new double[problem.settings.chainSeeds().length];
      Arrays.setAll(slopes, s -> problem.slope(a -> at(column, a)[s]));
      return ConfidenceInterval.ofMeans(slopes);
    }
  }

  final Optional<Theory> theory;

  /** The chains of the tolerances under test, the tightest first. */
  final List<Chain> good;

  /** The chains of the tolerances that are meant to break. */
  final List<Chain> loose;

  /** Labels of the cells that have no result. */
  final List<String> missing = new ArrayList<>();

  private final LogisticProblem problem;

  LogisticResults(LogisticExperiment experiment, Results results) {
    problem = experiment.problem;
    theory = results.of(experiment.theory).map(outcome -> new Theory(problem, outcome));
    if (theory.isEmpty()) {
      missing.add(experiment.theory.label());
    }
    good = chains(experiment.tolerances, results);
    loose = chains(experiment.loose, results);
  }

  private List<Chain> chains(CellGroup<Double> group, Results results) {
    CellResults<Double> cells = results.of(group);
    cells.missing().forEach(tolerance -> missing.add(group.cell(tolerance).label()));
    return cells.found().stream()
        .map(found -> new Chain(problem, found.key(), found.outcome()))
        .toList();
  }

  /** Returns all chains, the loose ones last. */
  List<Chain> all() {
    return Stream.concat(good.stream(), loose.stream()).toList();
  }
}
