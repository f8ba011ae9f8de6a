package org.ironopt.lab.sampling;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
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
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Rows;

/**
 * The values of the chapter on minibatches and functions that are not strongly convex: {@code
 * claims.toml} judges them, {@code page.toml} shows them. Chains are dots, the theory is curves.
 */
record SamplingStory(SamplingExperiment experiment, SamplingSettings settings, Results results) {
  private static final List<String> COLORS =
      List.of("blue", "vermilion", "green", "orange", "purple", "sky", "gray", "black");
  private static final double[] LEVELS = {1e-3, 0.01, 0.1, 1, 10, 100, 1000, 1e4};

  /** Claims are told once one of them can be judged. */
  Story tell() {
    ResultTables values = values();
    List<Claim> claims = Ledger.judge(SamplingStory.class, values);
    boolean none = claims.stream().allMatch(claim -> claim.verdict() == Verdict.NOT_CHECKABLE);
    return ChapterPage.tell(SamplingStory.class, values, none ? List.of() : claims);
  }

  private ResultTables values() {
    ResultTables values = CellTables.settings(experiment.settings());
    new RegressionTables(
            settings,
            results.of(experiment.regressions.exact),
            results.of(experiment.regressions.chains),
            values)
        .add();
    bestSteps(values);
    images(values);
    new NonconvexTables(experiment.landscapes, settings, results, values).add();
    return values;
  }

  /** Returns whether values can be computed; those of missing cells are absent. */
  static boolean finished(ResultTables values, boolean complete, String... names) {
    for (String name : complete ? new String[0] : names) {
      values.absent(name, "not all cells of this claim have finished");
    }
    return complete;
  }

  static double last(double[] ascending) {
    return ascending[ascending.length - 1];
  }

  static <K> List<Found<K>> found(CellResults<K> cells, Predicate<K> which) {
    return cells.found().stream().filter(f -> which.test(f.key())).toList();
  }

  /** Adds what was measured beside what was predicted, and how far they are apart. */
  static void compare(
      Rows rows, IntFunction<ConfidenceInterval> measured, IntToDoubleFunction predicted) {
    rows.means("measured", measured)
        .with("predicted", predicted)
        .with("ratio", i -> measured.apply(i).mean() / predicted.applyAsDouble(i))
        .with(
            "relative_difference",
            i -> Math.abs(measured.apply(i).mean() / predicted.applyAsDouble(i) - 1))
        .with("deviation", i -> measured.apply(i).deviation(predicted.applyAsDouble(i)));
  }

  /** Returns the table of the theory beside a curve; empty if its cell has not finished. */
  static <K> NumericColumns trace(CellResults<K> cells, K key) {
    return cells.at(key).map(CellResult::trace).orElseGet(NumericColumns::new);
  }

  static String color(int i) {
    return COLORS.get(i % COLORS.size());
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
        .with("z", i -> StrictMath.log10(step[i % n][i / n]))
        .with("ratio_to_fewer_passes", i -> i < n ? 1 : step[i % n][i / n] / step[i % n][i / n - 1])
        .with(
            "ratio_to_the_smaller_batch",
            i -> i % n == 0 ? 1 : step[i % n][i / n] / step[i % n - 1][i / n]);
    finished(
        values, cells.complete(), "map.ratio_to_fewer_passes", "map.ratio_to_the_smaller_batch");
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
      List<Found<ImageRegression.Run>> finite =
          found(runs, run -> run.batch() == batch).stream().filter(f -> f.has("mse")).toList();
      CellTables.cells(values, "images-" + batch, finite, settings.imageChains())
          .with("alpha", i -> finite.get(i).key().alpha());
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
}
