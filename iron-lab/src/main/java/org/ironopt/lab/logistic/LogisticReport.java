package org.ironopt.lab.logistic;

import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;

/**
 * The values of the chapter on logistic regression: {@code claims.toml} judges them, {@code
 * page.toml} shows them.
 */
final class LogisticReport {
  /** Orders in 1/alpha of what is fitted: odd noise, the correction, what the expansion leaves. */
  private static final double[] ORDERS = {0.5, 1, 2};

  /** Points of a predicted curve. */
  private static final int POINTS = 101;

  /** What is predicted for the generated data. */
  record Theory(LogisticProblem problem, CellResult outcome) {
    /** Returns {@code gamma^2 rho^2 tr(H*^-2)}, the limit of alpha MSE. */
    double limit() {
      return outcome.number("plateau");
    }

    /** Returns the MSE with the first-order correction. */
    double mse(double alpha) {
      return linearMse(alpha, outcome.number("nonlinear_correction"));
    }

    /** Returns the MSE with the correction that the quadratic model has, and more of it. */
    double linearMse(double alpha, double more) {
      return (limit() + (outcome.number("linear_correction") + more) / alpha) / alpha;
    }

    /** Returns the exact stationary MSE of the quadratic model. */
    double model(double alpha) {
      IronParameters p = new IronParameters(alpha, problem.mu, problem.stationaryGamma);
      double[] h = outcome.trace().column("eigenvalue");
      return StationaryCovariance.mse(Scheme.IRON, p, h, problem.rho2).orElseThrow();
    }

    /** Returns the slope that the fit would find if the MSE were the given function of alpha. */
    double slope(DoubleUnaryOperator mse) {
      return problem.slope(Arrays.stream(problem.alphas).map(mse).toArray());
    }
  }

  /** The finished chains of one tolerance; values go by step and seed. */
  record Chain(LogisticProblem problem, double tolerance, CellResult outcome) {
    /** Returns a column of the chains, the seeds of the first step first. */
    double[] all(String column) {
      return outcome.trace().column(column);
    }

    /** Returns a column of the chains at one step, by seed. */
    double[] at(String column, int a) {
      return Arrays.copyOfRange(all(column), a * problem.seeds, (a + 1) * problem.seeds);
    }

    ConfidenceInterval mean(String column, int a) {
      return ConfidenceInterval.ofMeans(at(column, a));
    }

    /** Returns a column of the chains of one seed, by step. */
    double[] of(String column, int seed) {
      return numbers(problem.alphas.length, a -> at(column, a)[seed]);
    }

    /** Returns the mean over the seeds of the slope that is fitted to a column. */
    ConfidenceInterval slope(String column) {
      return ConfidenceInterval.ofMeans(numbers(problem.seeds, s -> problem.slope(of(column, s))));
    }

    /** Returns a column of the equations that Newton's method solved too, by step. */
    double[] newton(String column) {
      return outcome.tables().get("newton").column(column);
    }
  }

  private final LogisticExperiment experiment;
  private final LogisticProblem problem;
  private final ResultStore results;
  private final ResultTables values;
  private final double[] alphas;
  private final int last;

  LogisticReport(LogisticExperiment experiment, ResultStore results) {
    this.experiment = experiment;
    this.results = results;
    problem = experiment.problem;
    values = CellTables.settings(experiment.settings());
    alphas = problem.alphas;
    last = problem.last;
  }

  ChapterReport report() {
    List<String> missing =
        experiment.cells().stream()
            .filter(cell -> results.of(cell).isEmpty())
            .map(Cell::label)
            .toList();
    values.put("discarded", problem.settings.discarded());
    values.put("missing_cells", missing.size());
    values.text("missing", String.join(", ", missing));
    if (missing.isEmpty()) {
      Theory theory = new Theory(problem, results.of(experiment.theory).orElseThrow());
      List<Chain> good = chains(experiment.tolerances);
      List<Chain> loose = chains(experiment.loose);
      List<Chain> all = Stream.concat(good.stream(), loose.stream()).toList();
      Chain tightest = good.getFirst();
      Stream.of("gradient_norm", "plateau", "nonlinear_correction")
          .forEach(name -> values.put(name, theory.outcome().number(name)));
      curve(theory);
      IntStream.range(0, all.size()).forEach(i -> steps(i + 1, all.get(i), theory));
      largest();
      seeds(theory, tightest);
      slopes(theory, tightest);
      values.put("rough_slope", label(good.getLast()), good.getLast().slope("mse"));
      correction(theory, tightest);
      tolerances("tolerances", good, tightest);
      tolerances("all_tolerances", all, tightest);
      values.put("tolerances_run", good.size());
      values.put(
          "equations",
          good.stream().map(c -> c.newton("equations")).flatMapToDouble(Arrays::stream).sum());
      values.put("loosest_tolerance", all.getLast().tolerance());
      values.absent("loosest", "no loose tolerance was run (--loose)");
      if (!loose.isEmpty()) {
        values
            .table("loosest", alphas.length)
            .with("mse", values.column("tolerance_" + all.size() + ".mse"))
            .with("least", values.column("tolerance_1.mse"))
            .ratio("ratio", "mse", "least")
            .of("gap", "ratio", ratio -> Math.abs(ratio - 1));
      }
    }
    return ChapterPage.report(LogisticReport.class, values, missing.isEmpty());
  }

  private List<Chain> chains(CellGroup<Double> group) {
    return results.of(group).found().stream()
        .map(found -> new Chain(problem, found.key(), found.outcome()))
        .toList();
  }

  private static String label(Chain chain) {
    return "ε = " + text(chain.tolerance());
  }

  /** What is known before a chain runs; where a prediction is not positive, nothing is drawn. */
  private void curve(Theory theory) {
    values
        .table("curve", POINTS)
        .with("alpha", Column.exact(NumberList.logarithmic(alphas[0], alphas[last], POINTS)))
        .of("plateau", "alpha", alpha -> theory.limit() / alpha)
        .of("mse", "alpha", theory::mse)
        .of("scaled_mse", "alpha", alpha -> alpha * theory.mse(alpha))
        .of("scaled_model", "alpha", alpha -> alpha * theory.model(alpha));
  }

  /** The chains of a tolerance, by step, beside the prediction. */
  private void steps(int number, Chain chain, Theory theory) {
    values
        .table("tolerance_" + number, alphas.length)
        .with("alpha", Column.exact(alphas))
        .means("mse", a -> chain.mean("mse", a))
        .times("scaled_mse", "mse", "alpha")
        .means("controlled_mse", a -> chain.mean("controlled_mse", a))
        .times("controlled", "controlled_mse", "alpha")
        .of("predicted", "alpha", alpha -> alpha * theory.mse(alpha))
        .deviation("deviation", "controlled", "predicted")
        .means("mean_steps", a -> chain.mean("mean_steps", a))
        .with("newton_steps", Column.exact(chain.newton("newton_steps")));
  }

  /** The coefficient of 1/alpha, measured at the largest step of the tightest tolerance. */
  private void largest() {
    Column controlled = values.column("tolerance_1.controlled");
    double predicted = values.column("tolerance_1.predicted").means()[last];
    double measured = controlled.means()[last];
    values.put("growth", Math.abs(measured / controlled.means()[last - 1] - 1));
    values.put("predicted_coefficient", predicted);
    values.put("measured_coefficient", measured);
    values.put("coefficient", "", controlled.interval(last).times(1 / predicted));
    values.put("miss", Math.abs(measured / predicted - 1));
  }

  /** What is claimed of every seed at the tightest tolerance. */
  private void seeds(Theory theory, Chain tightest) {
    int seeds = problem.seeds;
    double[] mse = tightest.all("mse");
    double[] expected = tightest.all("twin_expected");
    double[] model = tightest.at("twin_mse", last);
    values.put("noise_ratio", numbers(seeds, s -> model[s] / expected[last * seeds + s]));
    values.put("seeds", seeds);
    values.put("middle", alphas[alphas.length / 2]);
    values.put("largest_alpha", alphas[last]);
    values
        .table("window", expected.length)
        .with("gap", j -> Math.abs(expected[j] / theory.model(alphas[j / seeds]) - 1));
    values.table("neighbours", last * seeds).with("mse_ratio", j -> mse[j + seeds] / mse[j]);
    values
        .table("moderate", alphas.length / 2 * seeds)
        .with(
            "scaled_mse_ratio",
            j -> alphas[j / seeds + 1] * mse[j + seeds] / (alphas[j / seeds] * mse[j]));
  }

  private void slopes(Theory theory, Chain tightest) {
    ConfidenceInterval controlled = tightest.slope("controlled_mse");
    double alone = theory.slope(alpha -> theory.linearMse(alpha, 0));
    values.put("tolerance", tightest.tolerance());
    values.put("predicted_slope", theory.slope(theory::mse));
    values
        .table("fit", List.of(tightest.slope("mse")))
        .means("slope", mean -> mean)
        .with("half_width", mean -> (mean.high() - mean.low()) / 2)
        .means("controlled_slope", _ -> controlled)
        .with("quadratic_slope", _ -> alone)
        .with("gap", _ -> Math.max(controlled.low() - alone, alone - controlled.high()));
  }

  /** The term of order 1/alpha that the quadratic model does not have, by seed. */
  private void correction(Theory theory, Chain tightest) {
    if (last - problem.fitFrom < ORDERS.length) {
      values.absent("correction", "fewer than four steps are fitted (--alpha, --fit-from)");
      return;
    }
    double predicted = theory.outcome().number("nonlinear_correction");
    values.put("correction", numbers(problem.seeds, s -> correction(tightest, s) / predicted));
  }

  /**
   * Returns the coefficient of 1/alpha for a seed, by least squares with weights root alpha: the
   * chain and its quadratic model see the same noise, and so do all steps.
   */
  private double correction(Chain chain, int seed) {
    double[] mse = problem.fitted(chain.of("mse", seed));
    double[] model = problem.fitted(chain.of("twin_mse", seed));
    double[] fitted = problem.fitted(alphas);
    double[] difference =
        numbers(fitted.length, i -> StrictMath.pow(fitted[i], 1.5) * (mse[i] - model[i]));
    double[][] design = new double[fitted.length][];
    Arrays.setAll(
        design, i -> numbers(ORDERS.length, j -> StrictMath.pow(fitted[i], 0.5 - ORDERS[j])));
    return LinearLeastSquares.of(DenseMatrix.of(design), difference, 0).minimizer()[1];
  }

  /** A row for each tolerance, compared with the tightest. */
  private void tolerances(String name, List<Chain> chains, Chain tightest) {
    double slope = tightest.slope("mse").mean();
    String from = "α ≥ " + text(problem.settings.fitFrom()) + ", ";
    values
        .table(name, chains)
        .labelled(chain -> from + label(chain))
        .with("tolerance", Chain::tolerance)
        .means("slope", chain -> chain.slope("mse"))
        .of("slope_gap", "slope", mean -> Math.abs(mean - slope))
        .with("mse_gap", chain -> gap(chain.all("mse"), tightest.all("mse")))
        .with("chord_steps", chain -> mean(chain.all("mean_steps")))
        .with("mean_newton_steps", chain -> mean(chain.newton("newton_steps")))
        .with("first_newton_steps", chain -> chain.newton("newton_steps")[0])
        .with("last_newton_steps", chain -> chain.newton("newton_steps")[last])
        .with(
            "additional_newton_steps",
            chain -> largest(chain.newton("newton_steps")) - chain.newton("newton_steps")[0])
        .with("worst_error_ratio", chain -> largest(chain.newton("worst_error_ratio")))
        .with("newton_takeovers", chain -> chain.outcome().number("newton_takeovers"))
        .with("failed_solves", chain -> chain.outcome().number("failed_solves"))
        .with(
            "residual_ratio",
            chain -> chain.outcome().number("largest_residual") / chain.tolerance());
  }

  /** Returns how far any number is from its reference, relatively. */
  private static double gap(double[] numbers, double[] reference) {
    return largest(numbers(numbers.length, j -> Math.abs(numbers[j] / reference[j] - 1)));
  }

  private static double mean(double[] numbers) {
    return Arrays.stream(numbers).average().orElse(Double.NaN);
  }

  private static double largest(double[] numbers) {
    return Arrays.stream(numbers).max().orElseThrow();
  }

  private static double[] numbers(int count, IntToDoubleFunction number) {
    return IntStream.range(0, count).mapToDouble(number).toArray();
  }
}
