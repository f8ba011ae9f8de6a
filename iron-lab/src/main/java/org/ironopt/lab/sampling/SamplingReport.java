package org.ironopt.lab.sampling;

import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.sampling.NonconvexFunctions.Noisy;
import org.ironopt.lab.sampling.Regressions.Curve;
import org.ironopt.lab.sampling.Regressions.Point;
import org.ironopt.lab.sampling.Regressions.Problem;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Rows;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.theory.EnergyBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.PlBound;

/**
 * The values of the chapter on minibatches and functions that are not strongly convex: {@code
 * claims.toml} judges them, {@code page.toml} shows them. Chains are dots, the theory is curves.
 */
final class SamplingReport {
  private final SamplingSettings settings;
  private final NonconvexFunctions landscapes;
  private final ResultStore results;
  private final CellResults<Curve> exact;
  private final CellResults<Curve> predicted;
  private final CellResults<Point> chains;
  private final CellResults<Point> runs;
  private final CellResults<Integer> best;
  private final ResultTables values;

  SamplingReport(SamplingExperiment experiment, ResultStore results) {
    this.settings = experiment.settings;
    this.landscapes = experiment.landscapes;
    this.results = results;
    exact = results.of(experiment.regressions.exact);
    predicted = results.of(experiment.regressions.predicted);
    chains = results.of(experiment.regressions.chains);
    runs = results.of(experiment.regressions.runs);
    best = results.of(experiment.regressions.best);
    values = CellTables.of(experiment, results);
  }

  ChapterReport report() {
    for (BatchDraw draw : BatchDraw.values()) {
      curves(Problem.SQUARES, draw, settings.batches());
    }
    curves(Problem.LOGISTIC, BatchDraw.WITHOUT, Regressions.LOGISTIC_BATCHES);
    curves(Problem.IMAGES, BatchDraw.WITHOUT, settings.imageBatches());
    moments();
    agreement();
    bestSteps();
    images();
    nonconvex();
    saddle();
    energy();
    return ChapterPage.report(SamplingReport.class, values, true);
  }

  private static double last(double[] ascending) {
    return ascending[ascending.length - 1];
  }

  /** Adds how far what was measured and what was predicted are apart. */
  private static void compare(Rows<?> rows) {
    rows.ratio("ratio", "measured", "predicted")
        .of("relative_difference", "ratio", ratio -> Math.abs(ratio - 1))
        .deviation("deviation", "measured", "predicted");
  }

  /** Returns the theory beside a curve; a table without rows while its cell has not finished. */
  private NumericColumns theory(Curve curve) {
    return (curve.is(Problem.IMAGES) ? predicted : exact)
        .at(curve.exact())
        .map(outcome -> outcome.trace())
        .orElseGet(NumericColumns::new);
  }

  /** The curves of a panel, which has a row, and so a colour, for each batch size. */
  private void curves(Problem problem, BatchDraw draw, int[] batches) {
    List<Curve> curves = Curve.all(problem, draw, batches);
    values
        .table((problem + "-" + draw).toLowerCase(Locale.ROOT), curves)
        .labelled(curve -> "b = " + curve.batch())
        .parts(Curve::label)
        .text("exact", curve -> "exact-" + curve.exact().label())
        .with("limit", curve -> at(new Point(curve, settings.alpha()[0]), "limit"));
    for (Curve curve : curves) {
      CellTables.file(values, "exact-" + curve.exact().label(), theory(curve));
      points(
          curve.label(),
          (problem == Problem.IMAGES ? runs : chains)
              .found(p -> p.curve().equals(curve)).stream().filter(f -> f.has("mse")).toList(),
          problem == Problem.IMAGES ? settings.imageChains() : settings.chains());
    }
  }

  /** The exact error beside its limit and its bound. */
  private void moments() {
    if (exact.complete()) {
      List<NumericColumns> tables =
          exact.found(curve -> curve.is(Problem.SQUARES)).stream()
              .map(f -> f.outcome().trace())
              .toList();
      values.put(
          "distance_from_the_limit",
          tables.stream()
              .mapToDouble(t -> Math.abs(t.last("mse") / t.last("limit") - 1))
              .toArray());
      values.put(
          "ratio_to_the_bound",
          tables.stream()
              .flatMapToDouble(
                  t ->
                      IntStream.range(0, t.rows().size())
                          .mapToDouble(i -> t.get(i, "mse") / t.get(i, "bound")))
              .filter(ratio -> !Double.isNaN(ratio))
              .toArray());
    }
  }

  /** The points that claims are about. */
  private void agreement() {
    if (exact.complete() && chains.complete()) {
      List<Found<Point>> fresh =
          chains.found(p -> p.curve().is(Problem.SQUARES) && p.curve().draw() != BatchDraw.EPOCHS);
      points("least_squares", fresh, settings.chains());
      values.put("by_a_sample", fresh.stream().filter(f -> at(f.key(), "mse_se") > 0).count());
      double[] steps = settings.alpha();
      Curve epochs = new Curve(Problem.SQUARES, BatchDraw.EPOCHS, settings.batches()[0]);
      points("epochs", chains.found(new Point(epochs, steps[0])::equals), settings.chains());
      points("shortest_step", logistic(steps[0]), settings.chains());
      points("longest_step", logistic(last(steps)), settings.chains());
    }
  }

  private List<Found<Point>> logistic(double alpha) {
    return chains.found(p -> p.curve().is(Problem.LOGISTIC) && p.alpha() == alpha);
  }

  /** Adds points: means of the chains, and how far they lie from the theory. */
  private void points(String name, List<Found<Point>> cells, int count) {
    compare(
        CellTables.cells(values, name, cells, count)
            .labelled(f -> "b = " + f.key().curve().batch() + ", α = " + text(f.key().alpha()))
            .parts(f -> Integer.toString(f.key().curve().batch()))
            .with("alpha", f -> f.key().alpha())
            .with("deviation_of_the_error", f -> deviation(f, "mse"))
            .with(
                "deviation_of_the_bias",
                f ->
                    IntStream.range(0, Regressions.COLUMNS)
                        .mapToDouble(j -> deviation(f, "bias_" + j))
                        .reduce(0, Math::max))
            .means("measured", f -> f.outcome().interval("mse", count))
            .with("predicted", f -> at(f.key(), "mse")));
  }

  /** Returns what the theory says at a point; NaN while it is not known. */
  private double at(Point point, String name) {
    NumericColumns curve = theory(point.curve());
    return curve.columns().contains(name)
        ? curve.get(Arrays.binarySearch(curve.column("alpha"), point.alpha()), name)
        : Double.NaN;
  }

  /** Returns how many standard errors of both together lie between chains and theory. */
  private double deviation(Found<Point> found, String name) {
    ConfidenceInterval mean = found.outcome().interval(name, settings.chains());
    double error = Math.hypot(mean.standardError(), at(found.key(), name + "_se"));
    return Math.abs(mean.mean() - at(found.key(), name)) / error;
  }

  /** The best steps by batch and passes, with the ratios of neighbours; 1 where there is none. */
  private void bestSteps() {
    CellTables.cells(values, "best_batches", best.found(), 1).labelled(cell -> "b = " + cell.key());
    CellTables.files(values, "map", best.found(), CellResult::trace);
    if (best.complete()) {
      int n = Regressions.PASSES.length;
      double[][] step =
          best.outcomes().stream().map(o -> o.trace().column("alpha")).toArray(double[][]::new);
      values
          .table("map", step.length * n)
          .with(
              "ratio_to_fewer_passes",
              i -> i % n == 0 ? 1 : step[i / n][i % n] / step[i / n][i % n - 1])
          .with(
              "ratio_to_the_smaller_batch",
              i -> i < n ? 1 : step[i / n][i % n] / step[i / n - 1][i % n]);
    }
  }

  /** The best step of the runs and the predicted one, for each batch size. */
  private void images() {
    if (runs.complete() && predicted.complete()) {
      int[] batches = settings.imageBatches();
      double[] grid = settings.imageAlpha();
      int[] theory =
          Arrays.stream(batches).map(b -> least(theory(Curve.images(b)).column("mse"))).toArray();
      int[] tuned = Arrays.stream(batches).map(b -> least(errors(b))).toArray();
      values
          .table("best", batches.length)
          .with("batch", i -> batches[i])
          .with("predicted_step", i -> grid[theory[i]])
          .with("tuned_step", i -> grid[tuned[i]])
          .with("places_apart", i -> Math.abs(theory[i] - tuned[i]));
      values.put("growth_of_the_tuned_step", grid[tuned[tuned.length - 1]] / grid[tuned[0]]);
    }
  }

  /** Returns the error of runs, infinite where one of them left the numbers. */
  private double[] errors(int batch) {
    return runs.found(run -> run.curve().batch() == batch).stream()
        .mapToDouble(f -> f.has("mse") ? f.number("mse") : Double.POSITIVE_INFINITY)
        .toArray();
  }

  private static int least(double[] values) {
    Comparator<Integer> byValue = Comparator.comparingDouble(i -> values[i]);
    return IntStream.range(0, values.length).boxed().min(byValue).orElseThrow();
  }

  private void nonconvex() {
    CellResults<Noisy> cells = results.of(landscapes.noisy);
    List<TestFunction> functions = landscapes.nonconvex;
    values
        .table("functions", functions)
        .labelled(TestFunction::name)
        .parts(TestFunction::label)
        .with("law", SamplingReport::law);
    for (TestFunction on : functions) {
      noisy("exact-" + on.label(), cells.found(key -> key.on() == on && !key.early()));
      noisy("early-" + on.label(), cells.found(key -> key.on() == on && key.early()));
      if (on.pl().isEmpty()) {
        values.absent("exact-" + on.label() + ".bound", "no PL function");
      }
    }
    if (cells.complete()) {
      List<Found<Noisy>> longest =
          cells.found(key -> key.alpha() == last(settings.plAlpha()) && !key.early());
      noisy("bounded", cells.found(key -> bound(key).isPresent()));
      noisy("pl_functions", longest.stream().filter(f -> f.key().on().pl().isPresent()).toList());
      noisy("linear_network", longest.stream().filter(f -> f.key().on().pl().isEmpty()).toList());
    }
  }

  /** Adds α·E[f − f*] of chains, beside the local law and the bound S5. */
  private void noisy(String name, List<Found<Noisy>> cells) {
    compare(
        values
            .table(name, cells)
            .labelled(f -> f.key().on().name())
            .with("alpha", f -> f.key().alpha())
            .with("bound", f -> f.key().alpha() * bound(f.key()).orElse(Double.NaN))
            .means("measured", f -> mean(f, "excess").times(f.key().alpha()))
            .over("ratio_to_the_bound", "measured", "bound")
            .with("predicted", f -> law(f.key().on())));
  }

  private ConfidenceInterval mean(Found<?> found, String name) {
    return found.outcome().interval(name, settings.chains());
  }

  /** Returns {@code gamma^2/2 tr(Sigma H^+)} with gamma = 1 and Sigma = I. */
  static double law(TestFunction on) {
    return PlBound.firstOrder(1, on.hessian(), DenseMatrix.identity(on.start().length));
  }

  /** Returns the bound S5 of the mean; empty for functions that are not PL. */
  static OptionalDouble bound(Noisy key) {
    IronParameters p = new IronParameters(key.alpha(), 1, 1);
    OptionalDouble mu = key.on().pl();
    return mu.isEmpty()
        ? mu
        : new PlBound(p, mu.getAsDouble()).mean(key.on().start().length, key.residual());
  }

  private void saddle() {
    CellResults<Noisy> cells = results.of(landscapes.saddle);
    if (cells.complete()) {
      double excess = cells.outcomes().getFirst().number("excess");
      values.put("end_of_the_run", excess);
      values.put("distance_from_one_half", Math.abs(excess - 0.5));
    }
  }

  private void energy() {
    CellResults<Noisy> cells = results.of(landscapes.energy);
    List<ConfidenceInterval> ratios = new ArrayList<>();
    values
        .table("functions_without_a_modulus", cells.found())
        .labelled(f -> f.key().on().name() + ", α = " + text(f.key().alpha()));
    for (Found<Noisy> cell : cells.found()) {
      double[] bound = energyBound(cell.key());
      values
          .table("energy_" + (cells.found().indexOf(cell) + 1), bound.length)
          .with("k", k -> k)
          .with("bound", k -> bound[k])
          .means("mean", k -> mean(cell, "energy_" + k));
      IntStream.range(1, bound.length)
          .forEach(k -> ratios.add(mean(cell, "energy_" + k).times(1 / bound[k])));
    }
    if (cells.complete()) {
      values.table("energy", ratios).means("ratio_to_the_bound", ratio -> ratio);
    }
  }

  /** Returns the bound S2 of the mean energy at each step, for mu = 0. */
  static double[] energyBound(Noisy key) {
    double[] start = key.on().start();
    double[] alphas = new double[NonconvexFunctions.ENERGY_STEPS];
    Arrays.fill(alphas, key.alpha());
    double energy = key.on().excess(start) + Vectors.dot(start, start) / 2;
    return IntStream.rangeClosed(0, alphas.length)
        .mapToDouble(k -> EnergyBound.convexLast(energy, 1, start.length, Arrays.copyOf(alphas, k)))
        .toArray();
  }
}
