package org.ironopt.lab.logistic;

import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.logistic.LogisticResults.Chain;
import org.ironopt.lab.logistic.LogisticResults.Theory;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;

/**
 * The values of the chapter on logistic regression: {@code claims.toml} judges them, {@code
 * page.toml} shows them.
 */
final class LogisticStory {
  /** Orders in 1/alpha of what is fitted: odd noise, the correction, what the expansion leaves. */
  private static final double[] ORDERS = {0.5, 1, 2};

  private static final List<String> MARKERS =
      List.of("circle", "square", "triangle", "star", "cross");

  /** Points of a predicted curve. */
  private static final int POINTS = 101;

  private final LogisticProblem problem;
  private final LogisticResults results;
  private final ResultTables values;
  private final double[] alphas;
  private final int last;

  LogisticStory(LogisticExperiment experiment, Results results) {
    problem = experiment.problem;
    this.results = new LogisticResults(experiment, results);
    values = CellTables.settings(experiment.settings());
    alphas = problem.alphas;
    last = alphas.length - 1;
  }

  Story tell() {
    values.put("discarded", problem.settings.discarded());
    values.put("missing_cells", results.missing.size());
    values.text("missing", String.join(", ", results.missing));
    if (results.missing.isEmpty()) {
      Theory theory = results.theory.orElseThrow();
      Chain tightest = results.good.getFirst();
      predicted(theory);
      chains(theory, tightest);
      seeds(theory, tightest);
      slopes(theory, tightest);
      correction(theory, tightest);
      tolerances("tolerances", results.good, tightest);
      tolerances("all_tolerances", results.all(), tightest);
      loosest(tightest);
      innerSteps();
    }
    return ChapterPage.tell(LogisticStory.class, values, results.missing.isEmpty());
  }

  /** What is known before a chain runs; where a prediction is not positive, nothing is drawn. */
  private void predicted(Theory theory) {
    Stream.of("gradient_norm", "plateau", "nonlinear_correction")
        .forEach(name -> values.put(name, theory.outcome().number(name)));
    double[] x = new double[POINTS];
    double range = alphas[last] / alphas[0];
    Arrays.setAll(x, i -> alphas[0] * StrictMath.pow(range, i / (POINTS - 1.0)));
    values
        .table("curve", POINTS)
        .with("alpha", Column.exact(x))
        .with("plateau", i -> theory.limit() / x[i])
        .with("mse", i -> positive(theory.mse(x[i])))
        .with("scaled_mse", i -> positive(x[i] * theory.mse(x[i])))
        .with("scaled_model", i -> positive(x[i] * theory.model(x[i])));
  }

  private static double positive(double value) {
    return value > 0 ? value : Double.NaN;
  }

  /** The chains of each tolerance, by step; those of the tightest beside the prediction. */
  private void chains(Theory theory, Chain tightest) {
    List<Chain> chains = results.all();
    for (int i = 0; i < chains.size(); i++) {
      values
          .table("tolerance_" + (i + 1), alphas.length)
          .with("alpha", Column.exact(alphas))
          .with("mse", Column.of(chains.get(i).means("mse")))
          .with("scaled_mse", Column.of(chains.get(i).scaled("mse")))
          .with("mean_steps", Column.of(chains.get(i).means("mean_steps")))
          .with("newton_steps", Column.exact(newton(chains.get(i), "newton_steps")));
    }
    List<ConfidenceInterval> controlled = tightest.scaled("controlled_mse");
    double[] predicted = Arrays.stream(alphas).map(alpha -> alpha * theory.mse(alpha)).toArray();
    values
        .rows("tolerance_1")
        .orElseThrow()
        .with("controlled", Column.of(controlled))
        .with("predicted", Column.exact(predicted))
        .with("deviation", a -> controlled.get(a).deviation(predicted[a]));
    double measured = controlled.get(last).mean();
    values.put("growth", Math.abs(measured / controlled.get(last - 1).mean() - 1));
    values.put("predicted_coefficient", predicted[last]);
    values.put("measured_coefficient", measured);
    values.put("coefficient", "", controlled.get(last).times(1 / predicted[last]));
    values.put("miss", Math.abs(measured / predicted[last] - 1));
  }

  /** What is claimed of every seed at the tightest tolerance. */
  private void seeds(Theory theory, Chain tightest) {
    int seeds = problem.settings.chainSeeds().length;
    double[] mse = tightest.all("mse");
    double[] expected = tightest.all("twin_expected");
    double[] noise = tightest.at("twin_mse", last);
    Arrays.setAll(noise, s -> noise[s] / tightest.at("twin_expected", last)[s]);
    values.put("seeds", seeds);
    values.put("noise_ratio", noise);
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

  private static double[] newton(Chain chain, String column) {
    return chain.newton().column(column);
  }

  private void slopes(Theory theory, Chain tightest) {
    Chain rough = results.good.getLast();
    values.put("tolerance", tightest.tolerance());
    values.text("tightest", power(tightest.tolerance()));
    ConfidenceInterval slope = tightest.slope("mse");
    ConfidenceInterval controlled = tightest.slope("controlled_mse");
    double alone = theory.slope(theory::linearMse);
    values.text("slope_shown", text(slope.mean(), 4).replace('-', '−'));
    values.put("rough_slope", "ε = " + text(rough.tolerance()), rough.slope("mse"));
    values.put("predicted_slope", theory.slope(theory::mse));
    values
        .table("fit", 1)
        .means("slope", i -> slope)
        .with("half_width", i -> (slope.high() - slope.low()) / 2)
        .means("controlled_slope", i -> controlled)
        .with("quadratic_slope", i -> alone)
        .with("gap", i -> Math.max(controlled.low() - alone, alone - controlled.high()));
  }

  /** The term of order 1/alpha that the quadratic model does not have, by seed. */
  private void correction(Theory theory, Chain tightest) {
    if (last - problem.fitFrom < ORDERS.length) {
      values.absent("correction", "fewer than four steps are fitted (--alpha, --fit-from)");
      return;
    }
    double[] ratios = new double[problem.settings.chainSeeds().length];
    double predicted = theory.outcome().number("nonlinear_correction");
    Arrays.setAll(ratios, s -> correction(tightest, s) / predicted);
    values.put("correction", ratios);
  }

  /**
   * Returns the coefficient of 1/alpha for a seed, by least squares with weights root alpha: the
   * chain and its quadratic model see the same noise, and so do all steps.
   */
  private double correction(Chain chain, int seed) {
    int steps = last - problem.fitFrom + 1;
    DenseMatrix design = DenseMatrix.zeros(steps, ORDERS.length);
    double[] difference = new double[steps];
    for (int i = 0; i < steps; i++) {
      int a = problem.fitFrom + i;
      double mse = chain.at("mse", a)[seed] - chain.at("twin_mse", a)[seed];
      difference[i] = StrictMath.pow(alphas[a], 1.5) * mse;
      for (int j = 0; j < ORDERS.length; j++) {
        design.set(i, j, StrictMath.pow(alphas[a], 0.5 - ORDERS[j]));
      }
    }
    double[] right = new double[ORDERS.length];
    design.applyTransposed(difference, right);
    Cholesky factor = new Cholesky(ORDERS.length);
    if (!factor.factor(design.transpose().multiply(design))) {
      throw new IllegalStateException("the fitted steps are not different");
    }
    double[] coefficients = new double[ORDERS.length];
    factor.solve(right, coefficients);
    return coefficients[1];
  }

  /** A row for each tolerance, compared with the tightest. */
  private void tolerances(String name, List<Chain> chains, Chain tightest) {
    double slope = tightest.slope("mse").mean();
    String from = "α ≥ " + text(problem.settings.fitFrom()) + ", ε = ";
    List<double[]> newton = chains.stream().map(c -> newton(c, "newton_steps")).toList();
    values
        .table(name, chains.size())
        .labelled(i -> from + text(chains.get(i).tolerance()))
        .text("power", i -> power(chains.get(i).tolerance()))
        .text("style", this::style)
        .with("tolerance", i -> chains.get(i).tolerance())
        .means("slope", i -> chains.get(i).slope("mse"))
        .with("slope_gap", i -> Math.abs(chains.get(i).slope("mse").mean() - slope))
        .with("mse_gap", i -> gap(chains.get(i).all("mse"), tightest.all("mse")))
        .with("chord_steps", i -> mean(chains.get(i).all("mean_steps")))
        .with("mean_newton_steps", i -> mean(newton.get(i)))
        .with("first_newton_steps", i -> newton.get(i)[0])
        .with("last_newton_steps", i -> newton.get(i)[last])
        .with("additional_newton_steps", i -> largest(newton.get(i)) - newton.get(i)[0])
        .with("worst_error_ratio", i -> largest(newton(chains.get(i), "worst_error_ratio")))
        .with("newton_takeovers", i -> chains.get(i).number("newton_takeovers"))
        .with("failed_solves", i -> chains.get(i).number("failed_solves"))
        .with(
            "residual_ratio",
            i -> chains.get(i).number("largest_residual") / chains.get(i).tolerance());
  }

  /** Returns how far any number is from its reference, relatively. */
  private static double gap(double[] numbers, double[] reference) {
    return IntStream.range(0, numbers.length)
        .mapToDouble(j -> Math.abs(numbers[j] / reference[j] - 1))
        .max()
        .orElseThrow();
  }

  private static double mean(double[] numbers) {
    return Arrays.stream(numbers).average().orElse(Double.NaN);
  }

  private static double largest(double[] numbers) {
    return Arrays.stream(numbers).max().orElseThrow();
  }

  /** Returns a small power of ten as one. */
  private static String power(double value) {
    long exponent = Math.round(StrictMath.log10(value));
    return exponent < -2 && value == Double.parseDouble("1e" + exponent)
        ? "10^{−" + -exponent + "}"
        : text(value);
  }

  /** A tolerance keeps its colour and its marker in both panels. */
  private String style(int i) {
    return ramp(i, results.all().size()) + " " + MARKERS.get(i % MARKERS.size());
  }

  private static String ramp(int i, int count) {
    return Color.ramp(i, count).name().toLowerCase(Locale.ROOT);
  }

  /** The tolerance that breaks the law most. */
  private void loosest(Chain tightest) {
    if (results.loose.isEmpty()) {
      values.absent("loosest", "no loose tolerance was run (--loose)");
      return;
    }
    Chain loosest = results.loose.getLast();
    values.put("loosest_tolerance", loosest.tolerance());
    double[] ratio = new double[alphas.length];
    Arrays.setAll(
        ratio, a -> loosest.means("mse").get(a).mean() / tightest.means("mse").get(a).mean());
    values
        .table("loosest", alphas.length)
        .with("ratio", Column.exact(ratio))
        .with("gap", a -> Math.abs(ratio[a] - 1));
  }

  /** The steps of the inner solves: for each tolerance those of the chains, and Newton's. */
  private void innerSteps() {
    List<Chain> good = results.good;
    values
        .table("inner_steps", 2 * good.size())
        .text(
            "curve",
            i -> "tolerance_" + (i / 2 + 1) + (i % 2 == 0 ? ".mean_steps" : ".newton_steps"))
        .text("style", i -> style(i / 2) + (i % 2 == 0 ? "" : " dashed"))
        .text(
            "name",
            i -> (i % 2 == 0 ? "ε = " : "Newton, ε = ") + power(good.get(i / 2).tolerance()));
    double most =
        good.stream()
            .flatMap(c -> Stream.of(c.all("mean_steps"), newton(c, "newton_steps")))
            .flatMapToDouble(Arrays::stream)
            .reduce(0, Math::max);
    values.put("end_of_the_axis", Math.ceil(1.2 * most));
    values.put("tolerances_run", good.size());
    values.put(
        "equations",
        good.stream().map(c -> newton(c, "equations")).flatMapToDouble(Arrays::stream).sum());
  }
}
