package org.ironopt.lab.logcosh;

import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;

/**
 * The values of the chapter on log-cosh regression: {@code claims.toml} judges them, {@code
 * page.toml} shows them.
 */
record LogCoshStory(
    LogCoshProblem problem,
    LogCoshSettings settings,
    double[] minimizer,
    CellResults<Double> steps,
    List<Found<Double>> rows) {
  /** Iterations that the authors' script makes. */
  private static final int AUTHORS_ITERATIONS = 10;

  /** Points of a contour plot along an axis. */
  private static final int GRID = 61;

  /** Levels in units of {@code b^2}: 1/2 runs through the saddles, 1 is the top at 0. */
  private static final double[] LEVELS = {0.02, 0.1, 0.25, 0.5, 0.75, 0.95, 1.5, 2.5};

  private static final String NO_VARIANCE = "the noise of this run has no variance";

  LogCoshStory(LogCoshProblem problem, CellResults<Double> steps) {
    this(problem, problem.settings, problem.regions.minimizer(), steps, steps.found());
  }

  Story tell() {
    return ChapterPage.tell(LogCoshStory.class, values(), steps.complete());
  }

  ResultTables values() {
    ResultTables values = CellTables.settings(LogCoshExperiment.CHAPTER.write(settings));
    problem(values);
    steps(values);
    minimisers(values);
    expansion(values);
    clouds(values);
    curves(values);
    return values;
  }

  private void problem(ResultTables values) {
    values.put("authors_steps", settings.authors() ? 1 : 0);
    values.put("authors_last_iteration", AUTHORS_ITERATIONS);
    values.put("unit", problem.authorsUnit());
    values.put("unit_of_the_quadratic", QuadraticExperiment.authorsUnit());
    values.put("cells", rows.size());
    values.put("critical_points", problem.regions.count());
    values.put("global_minimisers", problem.regions.minimizers().length);
    values.put("constant", problem.constant());
    values.put("minimiser", minimizer);
    values.put("hessian", problem.spectrum);
    String missing = steps.missing().stream().map(Numbers::text).collect(Collectors.joining(", "));
    values.text("missing", missing.isEmpty() ? "" : "Not run yet: α = " + missing + ".");
    values.text(
        "no_variance",
        problem.predicted() ? "" : "There is no prediction to compare with: " + NO_VARIANCE + ".");
    values.text(
        "steps_made",
        settings.authors()
            ? "that is what is run here"
            : "run with reading = \"authors\" for that; the steps here are those of the captions");
  }

  private String label(Found<Double> row) {
    String step = "α = " + text(step(row));
    return settings.authors() ? "scale " + text(row.key()) + ": " + step : step;
  }

  private double step(Found<Double> row) {
    return problem.step(row.key());
  }

  private static ConfidenceInterval spread(Found<Double> row) {
    return ParticleCloud.mean(row.outcome(), "spread");
  }

  private static NumericColumns regions(Found<Double> row) {
    return row.outcome().tables().get("regions");
  }

  /** A row for each step, with its trace. */
  private void steps(ResultTables values) {
    Rows table =
        CellTables.cells(values, "steps", rows, ParticleCloud.GROUPS)
            .labelled(i -> label(rows.get(i)))
            .with("step", i -> step(rows.get(i)))
            .with("lambda", i -> problem.parameters(step(rows.get(i))).lambda())
            .with("solutions", i -> problem.solutions(step(rows.get(i))))
            .means("scaled_spread", i -> spread(rows.get(i)).times(step(rows.get(i))))
            .with("linearised", i -> problem.linearised(step(rows.get(i))))
            .with("expansion", i -> problem.expanded(step(rows.get(i)), LogCoshProblem.SHOWN))
            .with("late_share_elsewhere", i -> 1 - rows.get(i).number("minimiser_share"))
            .with("early_share_elsewhere", i -> early(rows.get(i)));
    for (int i = 0; i < rows.size(); i++) {
      NumericColumns trace = rows.get(i).outcome().trace();
      double[] elsewhere =
          Arrays.stream(trace.column("minimiser_share")).map(share -> 1 - share).toArray();
      CellTables.file(values, "trace_" + table.part(i), trace)
          .with("elsewhere", Column.exact(elsewhere));
    }
    values.text(
        "early",
        rows.stream()
            .map(row -> text(100 * early(row), 2) + " % at α = " + text(step(row)))
            .collect(Collectors.joining(", ")));
  }

  /** Returns the share away from the minimisers where the authors' script stops. */
  private static double early(Found<Double> row) {
    double[] share = row.outcome().trace().column("minimiser_share");
    return 1 - share[Math.min(AUTHORS_ITERATIONS, share.length - 1)];
  }

  /** The shares of the minimisers at each step, and the spreads of neighbouring steps. */
  private void minimisers(ResultTables values) {
    NumericColumns share = new NumericColumns("share");
    NumericColumns ratio = new NumericColumns("ratio");
    for (int i = 0; i < rows.size(); i++) {
      for (int basin : problem.regions.minimizers()) {
        share.add(regions(rows.get(i)).get(basin, "share"));
        if (i > 0) {
          double before = regions(rows.get(i - 1)).get(basin, "spread");
          ratio.add(regions(rows.get(i)).get(basin, "spread") / before);
        }
      }
    }
    CellTables.file(values, "minimisers", share);
    CellTables.file(values, "tightening", ratio);
  }

  /** The steps that are large enough for the expansion. */
  private void expansion(ResultTables values) {
    List<Found<Double>> large =
        rows.stream()
            .filter(row -> !Double.isNaN(problem.expanded(step(row), LogCoshProblem.SMALL)))
            .toList();
    if (large.isEmpty()) {
      values.absent(
          "large_steps", "no step is large enough for the expansion, or the noise is not Gaussian");
      return;
    }
    values
        .table("large_steps", large.size())
        .labelled(i -> "α = " + text(step(large.get(i))))
        .means("scaled_spread", i -> spread(large.get(i)).times(step(large.get(i))))
        .with(
            "expanded_scaled_spread",
            i -> step(large.get(i)) * problem.expanded(step(large.get(i)), LogCoshProblem.SMALL));
  }

  /** The clouds in the coordinate planes over contours of f, and the one at the minimiser x*. */
  private void clouds(ResultTables values) {
    int planes = problem.dimension() == 2 ? 1 : 3;
    int[] p = {1, 1, 2};
    int[] q = {2, 3, 3};
    values
        .table("planes", rows.size() * planes)
        .labelled(i -> label(rows.get(i / planes)))
        .with("cell", i -> i / planes + 1)
        .with("p", i -> p[i % planes])
        .with("q", i -> q[i % planes])
        .with("right", i -> reach(p[i % planes]))
        .with("left", i -> -reach(p[i % planes]))
        .with("top", i -> reach(q[i % planes]))
        .with("bottom", i -> -reach(q[i % planes]))
        .with("x", i -> minimizer[p[i % planes] - 1])
        .with("y", i -> minimizer[q[i % planes] - 1])
        .with("width", i -> around(rows.get(i / planes), p[i % planes]))
        .with("height", i -> around(rows.get(i / planes), q[i % planes]));
    for (int i = 0; i < planes; i++) {
      slice(values, p[i], q[i]);
    }
    double unit = settings.b() * settings.b();
    values.table("levels", LEVELS.length).with("level", i -> LEVELS[i] * unit);
    for (int i = 0; i < rows.size(); i++) {
      CellTables.file(values, "cloud_" + (i + 1), rows.get(i).outcome().tables().get("cloud"));
    }
  }

  private double[] end(Found<Double> row, int coordinate) {
    return row.outcome().tables().get("cloud").column("end_" + coordinate);
  }

  /** Returns half the width of an axis: wide enough for nearly all particles at every step. */
  private double reach(int coordinate) {
    double x = minimizer[coordinate - 1];
    double reach = 1.4 * x;
    for (Found<Double> row : rows) {
      DoubleStream sizes = Arrays.stream(end(row, coordinate)).map(Math::abs);
      reach = Math.max(reach, 1.05 * quantile(sizes, 0.999));
    }
    return Math.min(reach, 4 * x);
  }

  /** Returns how far nearly all particles are that stay on the positive side of a coordinate. */
  private double around(Found<Double> row, int coordinate) {
    double x = minimizer[coordinate - 1];
    DoubleStream there = Arrays.stream(end(row, coordinate)).filter(v -> v > 0.5 * x);
    return quantile(there.map(v -> Math.abs(v - x)), 0.995);
  }

  private static double quantile(DoubleStream numbers, double level) {
    double[] sorted = numbers.sorted().toArray();
    return sorted.length == 0
        ? 0
        : sorted[(int) Math.min(sorted.length - 1, level * sorted.length)];
  }

  /** The objective and its critical points, other coordinates being those of the minimiser. */
  private void slice(ResultTables values, int p, int q) {
    String plane = "_" + p + q;
    double[] x = grid(reach(p));
    double[] y = grid(reach(q));
    double[] point = minimizer.clone();
    values
        .table("contours" + plane, GRID * GRID)
        .with("x", i -> x[i % GRID])
        .with("y", i -> y[i / GRID])
        .with(
            "z",
            i -> {
              point[p - 1] = x[i % GRID];
              point[q - 1] = y[i / GRID];
              return problem.objective.value(point);
            });
    NumericColumns minimisers = new NumericColumns("x", "y");
    NumericColumns others = new NumericColumns("x", "y");
    for (int s = -1; s <= 1; s++) {
      for (int t = -1; t <= 1; t++) {
        (s != 0 && t != 0 ? minimisers : others).add(s * minimizer[p - 1], t * minimizer[q - 1]);
      }
    }
    CellTables.file(values, "minimisers" + plane, minimisers);
    CellTables.file(values, "saddles" + plane, others);
  }

  private static double[] grid(double reach) {
    double[] grid = new double[GRID];
    Arrays.setAll(grid, k -> reach * (2.0 * k / (GRID - 1) - 1));
    return grid;
  }

  /** What is predicted of the spread, over a little more than the steps that were made. */
  private void curves(ResultTables values) {
    curve(values, "limit", problem.predicted(), s -> problem.constant() / s);
    curve(values, "linearised", problem.predicted(), problem::linearised);
    curve(values, "expanded", problem.expands(), s -> problem.expanded(s, LogCoshProblem.SHOWN));
  }

  private void curve(ResultTables values, String name, boolean there, DoubleUnaryOperator spread) {
    if (!there || rows.isEmpty()) {
      values.absent(name, NO_VARIANCE);
      return;
    }
    double low = step(rows.getFirst()) / 1.5;
    double high = step(rows.getLast()) * 1.5;
    double[] steps = new double[81];
    Arrays.setAll(steps, i -> low * StrictMath.pow(high / low, i / (steps.length - 1.0)));
    values
        .table(name, steps.length)
        .with("step", Column.exact(steps))
        .with("spread", i -> spread.applyAsDouble(steps[i]));
  }
}
