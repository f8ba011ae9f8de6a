package org.ironopt.lab.logcosh;

import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Collectors;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;

/**
 * The values of the chapter on log-cosh regression: {@code claims.toml} judges them, {@code
 * page.toml} shows them.
 */
record LogCoshReport(
    LogCoshProblem problem,
    LogCoshSettings settings,
    double[] minimizer,
    CellResults<Double> steps,
    List<Found<Double>> rows) {
  /** Iterations that the authors' script makes. */
  private static final int AUTHORS_ITERATIONS = 10;

  /** Points of a contour plot along an axis, which reaches this many minimisers to either side. */
  private static final int GRID = 49;

  private static final double REACH = 2;

  /** Points of a predicted curve. */
  private static final int POINTS = 81;

  /** Levels in units of {@code b^2}: 1/2 runs through the saddles, 1 is the top at 0. */
  private static final double[] LEVELS = {0.02, 0.1, 0.25, 0.5, 0.75, 0.95, 1.5, 2.5};

  private static final String NO_VARIANCE = "the noise of this run has no variance";

  LogCoshReport(LogCoshProblem problem, CellResults<Double> steps) {
    this(problem, problem.settings, problem.regions.minimizer(), steps, steps.found());
  }

  ChapterReport report() {
    return ChapterPage.report(LogCoshReport.class, values(), steps.complete());
  }

  ResultTables values() {
    ResultTables values = CellTables.settings(LogCoshExperiment.CHAPTER.write(settings));
    problem(values);
    steps(values);
    minimisers(values);
    expansion(values);
    curves(values);
    return values;
  }

  private void problem(ResultTables values) {
    values.put("authors_steps", settings.authors() ? 1 : 0);
    values.put("levels", Arrays.stream(LEVELS).map(l -> l * settings.b() * settings.b()).toArray());
    values.put("authors_last_iteration", AUTHORS_ITERATIONS);
    values.put("unit", problem.authorsUnit());
    values.put("unit_of_the_quadratic", QuadraticExperiment.authorsUnit());
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
  }

  private Rows<Found<Double>> steps(ResultTables values, String name, List<Found<Double>> some) {
    return CellTables.steps(values, name, some, ParticleCloud.GROUPS, problem::step)
        .times("scaled_spread", "spread", "step");
  }

  /** A row for each step, with its trace and its cloud in the coordinate planes. */
  private void steps(ResultTables values) {
    Rows<Found<Double>> table =
        steps(values, "steps", rows)
            .of("lambda", "step", step -> problem.parameters(step).lambda())
            .of("solutions", "step", problem::solutions)
            .of("linearised", "step", problem::linearised)
            .of("expansion", "step", step -> problem.expanded(step, LogCoshProblem.SHOWN))
            .of("late_share_elsewhere", "minimiser_share", share -> 1 - share)
            .with("early_share_elsewhere", row -> early(row.outcome().trace()));
    CellTables.files(values, "trace", rows, CellResult::trace);
    CellTables.files(values, "cloud", rows, cell -> cell.tables().get("cloud"));
    CellTables.planes(values, "planes", table, minimizer)
        .of("right", "x", x -> REACH * x)
        .of("left", "x", x -> -REACH * x)
        .of("top", "y", y -> REACH * y)
        .of("bottom", "y", y -> -REACH * y);
    for (int q = 2; q <= Math.min(3, minimizer.length); q++) {
      for (int p = 1; p < q; p++) {
        slice(values, p, q);
      }
    }
  }

  /** Returns the share away from the minimisers where the authors' script stops. */
  private static double early(NumericColumns trace) {
    return 1 - trace.get(Math.min(AUTHORS_ITERATIONS, trace.rows().size() - 1), "minimiser_share");
  }

  /** The shares of the minimisers at each step, and the spreads of neighbouring steps. */
  private void minimisers(ResultTables values) {
    NumericColumns share = new NumericColumns("share");
    NumericColumns ratio = new NumericColumns("ratio");
    NumericColumns before = null;
    for (CellResult step : steps.outcomes()) {
      NumericColumns regions = step.tables().get("regions");
      for (int basin : problem.regions.minimizers()) {
        share.add(regions.get(basin, "share"));
        if (before != null) {
          ratio.add(regions.get(basin, "spread") / before.get(basin, "spread"));
        }
      }
      before = regions;
    }
    CellTables.file(values, "minimisers", share);
    CellTables.file(values, "tightening", ratio);
  }

  /** The steps that are large enough for the expansion. */
  private void expansion(ResultTables values) {
    DoubleUnaryOperator expanded = step -> step * problem.expanded(step, LogCoshProblem.SMALL);
    List<Found<Double>> large =
        rows.stream()
            .filter(row -> !Double.isNaN(expanded.applyAsDouble(problem.step(row.key()))))
            .toList();
    values.absent(
        "large_steps", "no step is large enough for the expansion, or the noise is not Gaussian");
    if (!large.isEmpty()) {
      steps(values, "large_steps", large).of("expanded_scaled_spread", "step", expanded);
    }
  }

  /** The objective and its critical points, other coordinates being those of the minimiser. */
  private void slice(ResultTables values, int p, int q) {
    String plane = "_" + p + q;
    double[] point = minimizer.clone();
    values
        .table("contours" + plane, GRID * GRID)
        .with("x", i -> grid(p, i % GRID))
        .with("y", i -> grid(q, i / GRID))
        .with(
            "z",
            i -> {
              point[p - 1] = grid(p, i % GRID);
              point[q - 1] = grid(q, i / GRID);
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

  private double grid(int coordinate, int k) {
    return REACH * minimizer[coordinate - 1] * (2.0 * k / (GRID - 1) - 1);
  }

  /** What is predicted of the spread, over a little more than the steps that were made. */
  private void curves(ResultTables values) {
    values.absent("curve", NO_VARIANCE);
    if (problem.predicted() && !rows.isEmpty()) {
      double low = problem.step(rows.getFirst().key()) / 1.5;
      double high = problem.step(rows.getLast().key()) * 1.5;
      values
          .table("curve", POINTS)
          .with("step", Column.exact(NumberList.logarithmic(low, high, POINTS)))
          .of("limit", "step", step -> problem.constant() / step)
          .of("linearised", "step", problem::linearised)
          .of("expanded", "step", step -> problem.expanded(step, LogCoshProblem.SHOWN));
    }
  }
}
