package org.ironopt.lab.sampling;

import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.ledger.Verdict;
import org.ironopt.lab.sampling.NonconvexFunctions.Energy;
import org.ironopt.lab.sampling.NonconvexFunctions.Noisy;
import org.ironopt.lab.sampling.Regressions.Curve;
import org.ironopt.lab.sampling.Regressions.Point;
import org.ironopt.lab.sampling.Regressions.Problem;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Rows;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.EnergyBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.CorrectedRate;
import org.ironopt.theory.sampling.LinearRecursion;
import org.ironopt.theory.sampling.LocalLaw;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.PlBound;

/**
 * The values of the chapter on minibatches and functions that are not strongly convex: {@code
 * claims.toml} judges them, {@code page.toml} shows them. Chains are dots, the theory is curves.
 */
record SamplingStory(SamplingExperiment experiment, SamplingSettings settings, Results results) {
  private static final List<String> COLORS =
      List.of("blue", "vermilion", "green", "orange", "purple", "sky", "gray", "black");
  private static final double[] LEVELS = {1e-3, 0.01, 0.1, 1, 10, 100, 1000, 1e4};
  private static final double[] COMPARED_STEPS = {0.1, 1, 10};

  /** Claims are told once one of them can be judged. */
  Story tell() {
    ResultTables values = values();
    List<Claim> claims = Ledger.judge(SamplingStory.class, values);
    boolean none = claims.stream().allMatch(claim -> claim.verdict() == Verdict.NOT_CHECKABLE);
    return ChapterPage.tell(SamplingStory.class, values, none ? List.of() : claims);
  }

  private ResultTables values() {
    ResultTables values = CellTables.settings(experiment.settings());
    values.put("smallest_batch", settings.batches()[0]);
    regressions(values);
    methods(values);
    bestSteps(values);
    images(values);
    nonconvex(values);
    saddle(values);
    energy(values);
    return values;
  }

  /** Returns whether values can be computed; those of missing cells are absent. */
  private static boolean finished(ResultTables values, boolean complete, String... names) {
    for (String name : complete ? new String[0] : names) {
      values.absent(name, "not all cells of this claim have finished");
    }
    return complete;
  }

  private static double last(double[] ascending) {
    return ascending[ascending.length - 1];
  }

  private static <K> List<Found<K>> found(CellResults<K> cells, Predicate<K> which) {
    return cells.found().stream().filter(f -> which.test(f.key())).toList();
  }

  private ConfidenceInterval mean(Found<?> found, String name) {
    return found.outcome().interval(name, settings.chains());
  }

  /** Adds what was measured beside what was predicted, and how far they are apart. */
  private static void compare(
      Rows rows, IntFunction<ConfidenceInterval> measured, IntToDoubleFunction predicted) {
    rows.means("measured", measured)
        .with("predicted", predicted)
        .with(
            "relative_difference",
            i -> Math.abs(measured.apply(i).mean() / predicted.applyAsDouble(i) - 1))
        .with("deviation", i -> measured.apply(i).deviation(predicted.applyAsDouble(i)));
  }

  /** Returns the table of the theory beside a curve; empty if its cell has not finished. */
  private static <K> NumericColumns trace(CellResults<K> cells, K key) {
    return cells.at(key).map(CellResult::trace).orElseGet(NumericColumns::new);
  }

  private static String color(int i) {
    return COLORS.get(i % COLORS.size());
  }

  private void regressions(ResultTables values) {
    CellResults<Curve> exact = results.of(experiment.regressions.exact);
    CellResults<Point> chains = results.of(experiment.regressions.chains);
    for (Curve curve : experiment.regressions.exact.keys()) {
      CellTables.file(values, "exact-" + curve.label(), trace(exact, curve));
    }
    for (BatchDraw draw : BatchDraw.values()) {
      curves(values, Problem.SQUARES, draw, exact, chains);
    }
    curves(values, Problem.LOGISTIC, BatchDraw.WITHOUT, exact, chains);
    double[] rho =
        found(exact, curve -> curve.draw() == BatchDraw.WITHOUT && squares(curve)).stream()
            .flatMapToDouble(f -> Arrays.stream(f.outcome().trace().column("rho")))
            .filter(r -> !Double.isNaN(r))
            .sorted()
            .toArray();
    values
        .table("phases", Math.min(1, rho.length))
        .with("left", i -> 1.5 * settings.alpha()[0])
        .with("top", i -> last(rho) / 2)
        .with("right", i -> 20 * settings.alpha()[0])
        .with("bottom", i -> 1.5 * rho[0]);
    if (finished(values, exact.complete(), "distance_from_the_limit", "ratio_to_the_bound")) {
      List<NumericColumns> tables =
          found(exact, SamplingStory::squares).stream().map(f -> f.outcome().trace()).toList();
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
                          .filter(i -> !Double.isNaN(t.get(i, "bound")))
                          .mapToDouble(i -> t.get(i, "mse") / t.get(i, "bound")))
              .toArray());
    }
    boolean both = exact.complete() && chains.complete();
    if (finished(
        values,
        both,
        "deviation_of_the_error",
        "deviation_of_the_bias",
        "epochs_over_subsets",
        "shortest_step",
        "longest_step")) {
      chains(values, exact, chains);
    }
  }

  private static boolean squares(Curve curve) {
    return curve.problem() == Problem.SQUARES;
  }

  /** The curves of a panel; each batch size keeps its colour in all of them. */
  private void curves(
      ResultTables values,
      Problem problem,
      BatchDraw draw,
      CellResults<Curve> exact,
      CellResults<Point> chains) {
    List<Curve> curves =
        experiment.regressions.chains.keys().stream()
            .map(Point::curve)
            .distinct()
            .filter(c -> c.problem() == problem && c.draw() == draw)
            .toList();
    int[] batches = problem == Problem.SQUARES ? settings.batches() : Regressions.LOGISTIC_BATCHES;
    values
        .table((problem + "-" + draw).toLowerCase(Locale.ROOT), curves.size())
        .labelled(i -> "b = " + curves.get(i).batch())
        .parts(i -> curves.get(i).label())
        .text("exact", i -> "exact-" + curves.get(i).exact().label())
        .text("color", i -> color(Arrays.binarySearch(batches, curves.get(i).batch())))
        .with(
            "limit",
            i ->
                exact
                    .at(curves.get(i))
                    .map(outcome -> outcome.trace().get(0, "limit"))
                    .orElse(Double.NaN));
    for (Curve curve : curves) {
      List<Found<Point>> own = found(chains, p -> p.curve().equals(curve));
      points(values, curve.label(), own, settings.chains(), Point::alpha);
    }
  }

  /** Adds means that were measured; chains that left the numbers have none. */
  private static <K> void points(
      ResultTables values,
      String name,
      List<Found<K>> cells,
      int count,
      ToDoubleFunction<K> alpha) {
    List<Found<K>> finite = cells.stream().filter(f -> f.has("mse")).toList();
    CellTables.cells(values, name, finite, count)
        .with("alpha", i -> alpha.applyAsDouble(finite.get(i).key()));
  }

  private void chains(ResultTables values, CellResults<Curve> exact, CellResults<Point> chains) {
    List<Found<Point>> squares =
        found(chains, p -> squares(p.curve()) && p.curve().draw() != BatchDraw.EPOCHS);
    values.put(
        "deviation_of_the_error",
        squares.stream().mapToDouble(f -> deviation(f, exact, "mse")).toArray());
    values.put(
        "deviation_of_the_bias",
        squares.stream()
            .flatMapToDouble(
                f ->
                    IntStream.range(0, Regressions.COLUMNS)
                        .mapToDouble(j -> deviation(f, exact, "bias_" + j)))
            .toArray());
    values.put(
        "points_by_a_sample",
        squares.stream().filter(f -> at(exact, f.key(), "mse_se") > 0).count());
    double shortest = settings.alpha()[0];
    Curve epochs = new Curve(Problem.SQUARES, BatchDraw.EPOCHS, settings.batches()[0]);
    Found<Point> shuffled = found(chains, new Point(epochs, shortest)::equals).getFirst();
    values.put(
        "epochs_over_subsets", mean(shuffled, "mse").mean() / at(exact, shuffled.key(), "mse"));
    logistic(values, "shortest_step", shortest, exact, chains);
    logistic(values, "longest_step", last(settings.alpha()), exact, chains);
  }

  /** Returns what the theory says at a point of the chains. */
  private static double at(CellResults<Curve> exact, Point point, String name) {
    NumericColumns curve = trace(exact, point.curve().exact());
    return curve.get(Arrays.binarySearch(curve.column("alpha"), point.alpha()), name);
  }

  /** Returns how many standard errors of both together lie between chains and theory. */
  private double deviation(Found<Point> found, CellResults<Curve> exact, String name) {
    ConfidenceInterval chains = mean(found, name);
    double error = Math.hypot(chains.standardError(), at(exact, found.key(), name + "_se"));
    return Math.abs(chains.mean() - at(exact, found.key(), name)) / error;
  }

  private void logistic(
      ResultTables values,
      String name,
      double alpha,
      CellResults<Curve> exact,
      CellResults<Point> chains) {
    List<Found<Point>> points = found(chains, p -> !squares(p.curve()) && p.alpha() == alpha);
    Rows rows =
        values
            .table(name, points.size())
            .parts(i -> Integer.toString(points.get(i).key().curve().batch()))
            .labelled(i -> "b = " + points.get(i).key().curve().batch() + ", α = " + text(alpha));
    compare(rows, i -> mean(points.get(i), "mse"), i -> at(exact, points.get(i).key(), "mse"));
  }

  /** A line of the table of methods; an error that grows is NaN. */
  private record Remains(double alpha, String method, double error, double factor) {}

  /** All methods on one flow: what remains, and how fast they get there. */
  private void methods(ResultTables values) {
    int batch = settings.batches()[0];
    BatchLaw law = law(batch);
    BatchLaw all = law(Regressions.ROWS);
    DenseMatrix unit = DenseMatrix.identity(Regressions.COLUMNS);
    double variance = law.sum().gradientVariance(law.sampling());
    DenseMatrix none = unit.times(0);
    DenseMatrix noise = unit.times(variance / Regressions.COLUMNS);
    List<Remains> rows = new ArrayList<>();
    for (double alpha : COMPARED_STEPS) {
      IronParameters p = Regressions.parameters(alpha);
      rows.add(remains(alpha, "IRON", law, LinearRecursion.iron(p), none));
      rows.add(remains(alpha, "IRON, gradient noise", all, LinearRecursion.iron(p), noise));
      rows.add(remains(alpha, "NAG-GS", law, LinearRecursion.nagGs(p), none));
      rows.add(remains(alpha, "NAG-GS, gradient noise", all, LinearRecursion.nagGs(p), noise));
      rows.add(remains(alpha, "SPPM, same λ", law, LinearRecursion.sppm(p.lambda()), none));
      rows.add(remains(alpha, "SGD, same λ", law, LinearRecursion.sgd(p.lambda()), none));
      int every = Math.ceilDiv(Regressions.ROWS, batch);
      rows.add(corrected(alpha, "IRON, snapshot", CorrectedRate.snapshot(law, p, every)));
      CorrectedRate.table(law, p)
          .ifPresent(rate -> rows.add(corrected(alpha, "IRON, table", rate)));
    }
    values
        .table("methods", rows.size())
        .text("method", i -> rows.get(i).method)
        .text("error", i -> Double.isNaN(rows.get(i).error) ? "grows" : text(rows.get(i).error, 4))
        .with("alpha", i -> rows.get(i).alpha)
        .with("factor", i -> rows.get(i).factor);
  }

  private BatchLaw law(int batch) {
    return experiment.regressions.law(new Curve(Problem.SQUARES, BatchDraw.WITHOUT, batch));
  }

  private static Remains remains(
      double alpha, String name, BatchLaw law, LinearRecursion method, DenseMatrix noise) {
    double error =
        MinibatchMoments.of(law, method, noise).map(MinibatchMoments::mse).orElse(Double.NaN);
    return new Remains(alpha, name, error, MinibatchMoments.radius(law, method));
  }

  private static Remains corrected(double alpha, String name, double rate) {
    return new Remains(alpha, name, rate < 1 ? 0 : Double.NaN, rate);
  }

  /** The map of best steps, with the ratios of neighbours, which are 1 where there is none. */
  private void bestSteps(ResultTables values) {
    CellResults<Integer> cells = results.of(experiment.regressions.best);
    double[] batches = cells.found().stream().mapToDouble(Found::key).toArray();
    double[] passes = Regressions.PASSES;
    int n = batches.length;
    double[][] step =
        cells.outcomes().stream().map(o -> o.trace().column("alpha")).toArray(double[][]::new);
    values
        .table("map", n * passes.length)
        .with("x", i -> batches[i % n])
        .with("y", i -> passes[i / n])
        .with("step", i -> step[i % n][i / n])
        .with("z", i -> StrictMath.log10(step[i % n][i / n]))
        .with("over_fewer_passes", i -> i < n ? 1 : step[i % n][i / n] / step[i % n][i / n - 1])
        .with(
            "over_a_smaller_batch",
            i -> i % n == 0 ? 1 : step[i % n][i / n] / step[i % n - 1][i / n]);
    finished(values, cells.complete(), "map.over_fewer_passes", "map.over_a_smaller_batch");
    // Lines need two batch sizes, and do not tell an axis where to end.
    double[] all = Arrays.stream(step).flatMapToDouble(Arrays::stream).sorted().toArray();
    double[] levels =
        Arrays.stream(LEVELS).filter(l -> n > 1 && all[0] < l && l < last(all)).toArray();
    values
        .table("levels", levels.length)
        .with("step", i -> levels[i])
        .with("exponent", i -> StrictMath.log10(levels[i]))
        .with("smallest_batch", i -> batches[0])
        .with("largest_batch", i -> last(batches))
        .with("fewest_passes", i -> passes[0])
        .with("most_passes", i -> last(passes));
  }

  private void images(ResultTables values) {
    CellResults<ImageRegression.Run> runs = results.of(experiment.images.runs);
    CellResults<Integer> predicted = results.of(experiment.images.predicted);
    int[] batches = settings.imageBatches();
    values
        .table("image_curves", batches.length)
        .parts(i -> Integer.toString(batches[i]))
        .text("color", SamplingStory::color);
    for (int batch : batches) {
      CellTables.file(values, "predicted-" + batch, trace(predicted, batch));
      List<Found<ImageRegression.Run>> own = found(runs, run -> run.batch() == batch);
      points(values, "images-" + batch, own, settings.imageChains(), ImageRegression.Run::alpha);
    }
    boolean complete = runs.complete() && predicted.complete();
    if (finished(values, complete, "best", "growth_of_the_tuned_step")) {
      double[] grid = settings.imageAlpha();
      int[] tuned = new int[batches.length];
      int[] theory = new int[batches.length];
      for (int i = 0; i < batches.length; i++) {
        int batch = batches[i];
        theory[i] = least(trace(predicted, batch).column("mse"));
        tuned[i] =
            least(
                found(runs, run -> run.batch() == batch).stream()
                    .mapToDouble(SamplingStory::error)
                    .toArray());
      }
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
  private static double error(Found<?> run) {
    return run.has("mse") ? run.number("mse") : Double.POSITIVE_INFINITY;
  }

  private static int least(double[] values) {
    int least = 0;
    for (int i = 1; i < values.length; i++) {
      least = values[i] < values[least] ? i : least;
    }
    return least;
  }

  private void nonconvex(ResultTables values) {
    CellResults<Noisy> cells = results.of(experiment.landscapes.noisy);
    List<TestFunction> functions = experiment.landscapes.nonconvex;
    values
        .table("functions", functions.size())
        .labelled(i -> functions.get(i).name())
        .parts(i -> functions.get(i).label())
        .with("law", i -> law(functions.get(i)));
    noisy(values, "noisy", cells.found());
    for (TestFunction on : functions) {
      noisy(values, "exact-" + on.label(), found(cells, key -> key.on() == on && !early(key)));
      noisy(values, "early-" + on.label(), found(cells, key -> key.on() == on && early(key)));
      if (on.pl().isEmpty()) {
        values.absent("exact-" + on.label() + ".bound", "no PL function");
      }
    }
    if (finished(values, cells.complete(), "bounded", "pl_functions", "linear_network")) {
      double longest = last(settings.plAlpha());
      noisy(values, "bounded", found(cells, key -> bound(key).isPresent()));
      for (boolean pl : new boolean[] {true, false}) {
        noisy(
            values,
            pl ? "pl_functions" : "linear_network",
            found(
                cells,
                key -> key.alpha() == longest && !early(key) && key.on().pl().isPresent() == pl));
      }
    }
  }

  private static boolean early(Noisy key) {
    return key.residual() == NonconvexFunctions.EARLY;
  }

  /** Adds α·E[f − f*] of chains, beside the local law and the bound S5. */
  private void noisy(ResultTables values, String name, List<Found<Noisy>> cells) {
    IntFunction<Noisy> key = i -> cells.get(i).key();
    IntFunction<ConfidenceInterval> scaled =
        i -> mean(cells.get(i), "excess").times(key.apply(i).alpha());
    IntToDoubleFunction bound = i -> key.apply(i).alpha() * bound(key.apply(i)).orElse(Double.NaN);
    Rows rows =
        values
            .table(name, cells.size())
            .labelled(i -> key.apply(i).on().name())
            .with("residual", i -> key.apply(i).residual())
            .with("alpha", i -> key.apply(i).alpha())
            .with("bound", bound)
            .means("ratio_to_the_bound", i -> scaled.apply(i).times(1 / bound.applyAsDouble(i)));
    compare(rows, scaled, i -> law(key.apply(i).on()));
  }

  /** Returns {@code gamma^2/2 tr(Sigma H^+)} with gamma = 1 and Sigma = I. */
  static double law(TestFunction on) {
    return LocalLaw.excess(1, on.hessian(), DenseMatrix.identity(on.start().length));
  }

  /** Returns the bound S5 of the mean; empty for functions that are not PL. */
  static OptionalDouble bound(Noisy key) {
    IronParameters p = new IronParameters(key.alpha(), 1, 1);
    OptionalDouble mu = key.on().pl();
    return mu.isEmpty()
        ? mu
        : new PlBound(p, mu.getAsDouble()).mean(key.on().start().length, key.residual());
  }

  private void saddle(ResultTables values) {
    CellResults<TestFunction> cells = results.of(experiment.landscapes.saddle);
    if (finished(values, cells.complete(), "distance_from_one_half")) {
      double excess = cells.found().getFirst().number("excess");
      values.put("end_of_the_run", excess);
      values.put("distance_from_one_half", Math.abs(excess - 0.5));
    }
  }

  private void energy(ResultTables values) {
    CellResults<Energy> cells = results.of(experiment.landscapes.energy);
    List<Found<Energy>> found = cells.found();
    int steps = NonconvexFunctions.ENERGY_STEPS;
    double[][] bound = found.stream().map(f -> energyBound(f.key())).toArray(double[][]::new);
    values
        .table("functions_without_a_modulus", found.size())
        .labelled(
            i -> found.get(i).key().on().name() + ", α = " + text(found.get(i).key().alpha()));
    for (int i = 0; i < bound.length; i++) {
      Found<Energy> cell = found.get(i);
      double[] own = bound[i];
      values
          .table("energy_" + (i + 1), steps + 1)
          .with("k", k -> k)
          .with("bound", k -> own[k])
          .means("mean", k -> mean(cell, "energy_" + k));
    }
    if (finished(values, cells.complete(), "energy")) {
      values
          .table("energy", found.size() * steps)
          .means(
              "ratio_to_the_bound",
              i -> {
                int k = i % steps + 1;
                return mean(found.get(i / steps), "energy_" + k).times(1 / bound[i / steps][k]);
              });
    }
  }

  /** Returns the bound S2 of the mean energy at each step, for mu = 0. */
  static double[] energyBound(Energy key) {
    double[] start = key.on().start();
    double[] bound = new double[NonconvexFunctions.ENERGY_STEPS + 1];
    bound[0] = key.on().excess(start) + Arrays.stream(start).map(v -> v * v).sum() / 2;
    double gamma = 1;
    for (int k = 0; k + 1 < bound.length; k++) {
      IronParameters p = new IronParameters(key.alpha(), 0, gamma);
      bound[k + 1] = EnergyBound.nextUpdated(p, bound[k], start.length);
      gamma = p.gammaNext();
    }
    return bound;
  }
}
