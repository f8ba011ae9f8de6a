package org.ironopt.lab.quadratic;

import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.DoubleUnaryOperator;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.lab.particles.Quantiles;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.Noise;
import org.ironopt.random.RandomStreams;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.VaryingStepBound;

/**
 * The values of the chapter on the quadratic: {@code claims.toml} judges them, {@code page.toml}
 * shows them.
 */
record QuadraticStory(QuadraticExperiment experiment, QuadraticProblem problem, Results results) {
  /** Iterations that count as the transient. */
  private static final int TRANSIENT = 10;

  private static final double LONG = 1e3;
  private static final double LONGEST = 1e4;

  /** The noiseless runs: how many steps are tried, and for how long each is run. */
  private static final int STEPS = 30;

  private static final double TIME = 5;
  private static final int LEAST = 10;

  /** Share of a cloud that an inset must show. */
  private static final double NEARLY_ALL = 0.995;

  Story tell() {
    return ChapterPage.tell(
        QuadraticStory.class, values(), results.of(experiment.paper).complete());
  }

  ResultTables values() {
    ResultTables values = CellTables.settings(experiment.settings());
    values.put("gamma", problem.gamma);
    values.text("damping", problem.authors ? "updated" : "frozen");
    paper(values);
    transients(values);
    for (Scheme scheme : Scheme.values()) {
      grid(values, scheme);
    }
    law(values);
    memory(values, "memory_of_long_steps", 1, 1e6);
    memory(values, "memory_of_short_steps", 1e-3, 1);
    correlated(values);
    heavyTails(values);
    varying(values);
    inexact(values);
    return values;
  }

  /** The paper's steps: a row for each, its trace and its cloud, and the planes of the pictures. */
  private void paper(ResultTables values) {
    List<Found<Double>> found = results.of(experiment.paper).found();
    double[] step = found.stream().mapToDouble(f -> problem.step(f.key())).toArray();
    double[] exact = Arrays.stream(step).map(s -> problem.paperMse(s).orElse(Double.NaN)).toArray();
    Rows rows =
        CellTables.cells(values, "steps", found, ParticleCloud.GROUPS)
            .labelled(i -> label(found.get(i).key()))
            .with("step", Column.exact(step))
            .with("lambda", i -> problem.parameters(step[i]).lambda())
            .with("exact", Column.exact(exact))
            .means("scaled_error", i -> mse(found.get(i)).times(step[i]))
            .with("exact_scaled_error", i -> step[i] * exact[i])
            .with("deviation", i -> mse(found.get(i)).deviation(exact[i]))
            .with(
                "bound",
                i ->
                    new PositionBound(problem.parameters(step[i]))
                        .limsup(problem.noiseTrace())
                        .orElse(Double.NaN))
            .with("share_of_squared_bias", i -> shareOfBias(found.get(i).outcome().trace()));
    for (int i = 0; i < found.size(); i++) {
      CellTables.file(values, "trace_" + rows.part(i), found.get(i).outcome().trace());
      CellTables.file(
          values, "cloud_" + rows.part(i), found.get(i).outcome().tables().get("cloud"));
    }
    planes(values, found);
  }

  private String label(double alpha) {
    return problem.authors
        ? "scale " + text(alpha) + ": α = " + text(problem.step(alpha), 4)
        : "α = " + text(alpha);
  }

  private static ConfidenceInterval mse(Found<?> found) {
    return ParticleCloud.mean(found.outcome(), "mse");
  }

  private static double shareOfBias(NumericColumns trace) {
    return trace.last("bias2") / trace.last("mse");
  }

  /** A row for each cloud and pair of coordinates p and q, with the room that an inset needs. */
  private void planes(ResultTables values, List<Found<Double>> found) {
    int planes = problem.dimension() == 2 ? 1 : 3;
    int[] p = {1, 1, 2};
    int[] q = {2, 3, 3};
    values
        .table("planes", found.size() * planes)
        .labelled(i -> label(found.get(i / planes).key()))
        .with("cell", i -> i / planes + 1)
        .with("p", i -> p[i % planes])
        .with("q", i -> q[i % planes])
        .with("x", i -> problem.minimizer[p[i % planes] - 1])
        .with("y", i -> problem.minimizer[q[i % planes] - 1])
        .with("width", i -> reach(found.get(i / planes), p[i % planes]))
        .with("height", i -> reach(found.get(i / planes), q[i % planes]));
  }

  /** Returns the distance from the minimiser within which nearly all particles end. */
  private double reach(Found<Double> cell, int coordinate) {
    double center = problem.minimizer[coordinate - 1];
    double[] end = cell.outcome().tables().get("cloud").column("end_" + coordinate);
    double[] sorted = Arrays.stream(end).map(v -> Math.abs(v - center)).sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[(int) (NEARLY_ALL * (sorted.length - 1))];
  }

  /** The error of each step over that of the step before, in the first iterations. */
  private void transients(ResultTables values) {
    List<Found<Double>> found = results.of(experiment.paper).found();
    NumericColumns ratios = new NumericColumns("ratio");
    for (int i = 1; i < found.size(); i++) {
      double[] before = found.get(i - 1).outcome().trace().column("mse");
      double[] after = found.get(i).outcome().trace().column("mse");
      for (int k = 1; k <= TRANSIENT; k++) {
        ratios.add(after[k] / before[k]);
      }
    }
    CellTables.file(values, "transient", ratios);
  }

  /** The measured errors of a scheme over the grid, and its exact curve where it is stable. */
  private void grid(ResultTables values, Scheme scheme) {
    String name = scheme.name().toLowerCase(Locale.ROOT);
    List<Found<Double>> found = results.of(experiment.grid.get(scheme)).found();
    byStep(values, "grid_" + name, found)
        .with("exact", i -> problem.mse(scheme, found.get(i).key()).orElse(Double.NaN));
    double[] grid = problem.settings.grid();
    double[] stable =
        Arrays.stream(QuadraticProblem.logarithmic(grid[0], grid[grid.length - 1], 300))
            .filter(a -> Contraction.stable(scheme, problem.parameters(a), problem.eigenvalues))
            .filter(a -> problem.mse(scheme, a).isPresent())
            .toArray();
    curve(values, "curve_" + name, stable, a -> a * problem.mse(scheme, a).orElseThrow());
  }

  private static void curve(ResultTables values, String name, double[] x, DoubleUnaryOperator y) {
    values.table(name, x.length).with("x", Column.exact(x)).with("y", i -> y.applyAsDouble(x[i]));
  }

  /** Adds the finished cells of a group, with alpha times their errors. */
  private Rows byStep(ResultTables values, String name, List<Found<Double>> found) {
    return CellTables.cells(values, name, found, ParticleCloud.GROUPS)
        .labelled(i -> "α = " + text(found.get(i).key()))
        .with("alpha", i -> found.get(i).key())
        .means("scaled_error", i -> mse(found.get(i)).times(found.get(i).key()));
  }

  /** The law in the step: seen in the grid, and exact. */
  private void law(ResultTables values) {
    List<Found<Double>> points =
        results.of(experiment.grid.get(Scheme.IRON)).found().stream()
            .filter(point -> point.key() >= LONG)
            .toList();
    values.put("long_steps", points.size());
    values.put("longest_step", points.isEmpty() ? 0 : points.getLast().key());
    if (points.isEmpty()) {
      values.absent(
          "error_at_the_longest_step", "the grid of this run has no step of at least 10000");
      values.absent(
          "slope_of_the_grid", "the grid of this run has fewer than two steps from 1000 on");
    } else {
      Found<Double> last = points.getLast();
      values.put(
          "error_at_the_longest_step", "α = " + text(last.key()), mse(last).times(last.key()));
      values.put("slope_of_the_grid", slope(points.getFirst(), last, "mse"));
    }
    double error = problem.mse(LONGEST);
    values.put("constant", problem.constant());
    values.put("exact_scaled_error", LONGEST * error);
    values.put("exact_slope", slope(LONG, problem.mse(LONG), LONGEST, error));
    QuadraticConstant.Interval kappa =
        QuadraticConstant.interval(
            problem.mu, problem.largest(), problem.stationaryGamma(), problem.noiseTrace());
    values.put("lower_end", kappa.low());
    values.put("upper_end", kappa.high());
    double lowest =
        Arrays.stream(Scheme.values())
            .map(s -> values.column("curve_" + s.name().toLowerCase(Locale.ROOT) + ".y").means())
            .flatMapToDouble(Arrays::stream)
            .min()
            .orElse(1);
    values.put("lowest", lowest / 1.5);
    values.put("highest", 12 * problem.constant());
  }

  private static double slope(Found<Double> a, Found<Double> b, String number) {
    return slope(a.key(), a.number(number), b.key(), b.number(number));
  }

  /** Returns the slope between two points on logarithmic axes. */
  private static double slope(double x0, double y0, double x1, double y1) {
    return StrictMath.log(y1 / y0) / StrictMath.log(x1 / x0);
  }

  private void memory(ResultTables values, String name, double shortest, double longest) {
    double[] alpha = QuadraticProblem.logarithmic(shortest, longest, STEPS);
    values
        .table(name, STEPS)
        .labelled(i -> "α = " + text(alpha[i]))
        .with("ratio", i -> memory(problem, Scheme.IRON, alpha[i]));
  }

  /**
   * Returns how much of its start a scheme remembers, seen from its own steps without noise rather
   * than from a formula: on the quadratic with this spectrum and its minimiser at 0, the length of
   * the state after 2K steps over that after K steps.
   */
  static double memory(QuadraticProblem problem, Scheme scheme, double alpha) {
    int n = problem.dimension();
    Quadratic f = Quadratic.ofEigen(problem.eigenvalues, DenseMatrix.identity(n), new double[n]);
    double[] start = new double[n];
    Arrays.fill(start, 1);
    FlowStepper stepper =
        problem
            .method(scheme, alpha, new Noise.Isotropic(0))
            .start(f, start, start, new RandomStreams(problem.settings.seed()));
    int k = LEAST + (int) Math.ceil(TIME / alpha);
    double half = length(stepper, k);
    return length(stepper, k) / half;
  }

  private static double length(FlowStepper stepper, int steps) {
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    double x = Vectors.norm(stepper.x());
    double v = Vectors.norm(stepper.v());
    return Math.sqrt(x * x + v * v);
  }

  /** A covariance that does not commute with A. */
  private void correlated(ResultTables values) {
    DenseMatrix sigma = problem.sigma();
    CellResults<Double> cells = results.of(experiment.correlated);
    List<Found<Double>> found = cells.found();
    byStep(values, "correlated", found)
        .with("exact", i -> problem.covariance(found.get(i).key(), sigma).trace())
        .with("deviation", i -> worst(found.get(i), sigma));
    values.put("own_constant", problem.constant(sigma));
    values.put("proxy", problem.constant() / problem.noiseTrace() * sigma.trace());
    if (cells.complete()) {
      Found<Double> last = found.getLast();
      values.put("correlated_slope", slope(found.get(found.size() - 2), last, "mse"));
      values.put("correlated_error", "", mse(last));
      values.put("exact_correlated_error", problem.mse(last.key(), sigma).orElse(Double.NaN));
      values.put("correlated_scaled_error", "", mse(last).times(last.key()));
    } else {
      List.of("slope", "error", "scaled_error")
          .forEach(name -> values.absent("correlated_" + name, "these cells were not run"));
      values.absent("exact_correlated_error", "these cells were not run");
    }
  }

  /** Returns the largest deviation of an entry of the covariance, in standard errors. */
  private double worst(Found<Double> cell, DenseMatrix sigma) {
    DenseMatrix exact = problem.covariance(cell.key(), sigma);
    NumericColumns entries = cell.outcome().trace();
    double worst = 0;
    for (int e = 0; e < entries.rows().size(); e++) {
      int i = (int) entries.get(e, "row");
      int j = (int) entries.get(e, "column");
      double gap = Math.abs(entries.get(e, "mean") - exact.get(i, j));
      worst = Math.max(worst, gap / entries.get(e, "standard_error"));
    }
    return worst;
  }

  private void heavyTails(ResultTables values) {
    byStep(values, "student", results.of(experiment.student).found());
    List<Double> steps = experiment.student.keys();
    double[] fine = QuadraticProblem.logarithmic(steps.getFirst(), steps.getLast(), 60);
    curve(values, "curve_student", fine, alpha -> alpha * problem.mse(alpha));
    // How the spread falls with the step under stable noise, which has no variance.
    double exponent = 1 / QuadraticExperiment.STABILITY - 1;
    List<Found<Double>> found = results.of(experiment.stable).found();
    int last = found.size() - 1;
    values
        .table("stable", found.size())
        .with("alpha", i -> found.get(i).key())
        .means("median", i -> quantile(found.get(i), 0.5))
        .with("upper", i -> quantile(found.get(i), 0.9).mean())
        .with(
            "law",
            i ->
                found.get(last).number("median")
                    * StrictMath.pow(found.get(i).key() / found.get(last).key(), exponent));
    values.put("stable_exponent", exponent);
    values.put(
        "stable_slope",
        last < 2 ? Double.NaN : slope(found.get(last - 2), found.get(last), "median"));
  }

  private static ConfidenceInterval quantile(Found<Double> found, double level) {
    return Quantiles.of(found.outcome(), level);
  }

  /** Steps that vary, with the bound of Theorem 3.2 at every iteration after the start. */
  private void varying(ResultTables values) {
    VaryingStepBound theorem = new VaryingStepBound(problem.mu, problem.largest(), problem.gamma);
    values.put("critical_step", theorem.recursion().g());
    values.absent("varying", "not run");
    results.of(experiment.varying).ifPresent(run -> varying(values, theorem, run.trace()));
  }

  private void varying(ResultTables values, VaryingStepBound theorem, NumericColumns trace) {
    double[] mse = trace.column("mse");
    double[] alphas = new double[mse.length - 1];
    Arrays.setAll(alphas, QuadraticExperiment::varyingStep);
    double first = mse[1] + theorem.recursion().theta(alphas[0]) * mse[0];
    double[] bounds =
        Double.isFinite(first)
            ? theorem.history(alphas, first, problem.noiseTrace()).orElse(new double[0])
            : new double[0];
    CellTables.file(values, "varying", trace)
        .with("bound", k -> k == 0 || bounds.length == 0 ? Double.NaN : bounds[k - 1]);
  }

  private void inexact(ResultTables values) {
    IronParameters p = problem.parameters(QuadraticExperiment.INEXACT_STEP);
    double exact = problem.mse(QuadraticExperiment.INEXACT_STEP);
    values.put("error_of_exact_solves", exact);
    values.put("breakdown", Math.sqrt(exact) * (1 + p.lambda() * p.mu()));
    List<Found<Double>> found = results.of(experiment.inexact).found();
    byStep(values, "inexact", found).with("bound", i -> bound(p, found.get(i).key()));
  }

  /** Returns the bound (33) of the error with inner solves to a residual. */
  private double bound(IronParameters p, double residual) {
    double error = residual / (1 + p.lambda() * p.mu());
    double rms = new PositionBound(p).inexactRms(problem.noiseTrace(), error).orElse(Double.NaN);
    return rms * rms;
  }
}
