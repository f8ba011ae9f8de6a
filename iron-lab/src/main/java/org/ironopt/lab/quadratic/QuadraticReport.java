package org.ironopt.lab.quadratic;

import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.particles.ParticleCloud;
import org.ironopt.lab.particles.Quantiles;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.PowerLaw;
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
record QuadraticReport(
    QuadraticExperiment experiment, QuadraticProblem problem, ResultStore results) {
  /** Iterations that count as the transient. */
  private static final int TRANSIENT = 10;

  private static final double LONG = 1e3;
  private static final double LONGEST = 1e4;

  /** The noiseless runs: how many steps are tried, and for how long each is run. */
  private static final int STEPS = 30;

  private static final double TIME = 5;
  private static final int LEAST = 10;

  ChapterReport report() {
    return ChapterPage.report(
        QuadraticReport.class, values(), results.of(experiment.paper).complete());
  }

  ResultTables values() {
    ResultTables values = CellTables.settings(experiment.settings());
    values.put("gamma", problem.gamma);
    values.text("damping", problem.damping());
    paper(values);
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
    List<Found<Double>> found = found(experiment.paper);
    Rows<Found<Double>> rows =
        CellTables.steps(values, "steps", found, ParticleCloud.GROUPS, problem::step)
            .of("lambda", "step", step -> problem.parameters(step).lambda())
            .of("exact", "step", step -> problem.paperMse(step).orElse(Double.NaN))
            .times("scaled_error", "mse", "step")
            .times("exact_scaled_error", "exact", "step")
            .deviation("deviation", "mse", "exact")
            .of("bound", "step", this::bound)
            .with("share_of_squared_bias", cell -> shareOfBias(cell.outcome().trace()));
    CellTables.files(values, "trace", found, CellResult::trace);
    CellTables.files(values, "cloud", found, cell -> cell.tables().get("cloud"));
    CellTables.planes(values, "planes", rows, problem.minimizer);
    // The error of each step over that of the step before, in the first iterations.
    NumericColumns ratios = new NumericColumns("ratio");
    for (int i = 1; i < found.size(); i++) {
      NumericColumns before = found.get(i - 1).outcome().trace();
      for (int k = 1; k <= TRANSIENT; k++) {
        ratios.add(found.get(i).outcome().trace().get(k, "mse") / before.get(k, "mse"));
      }
    }
    CellTables.file(values, "transient", ratios);
  }

  private List<Found<Double>> found(CellGroup<Double> group) {
    return results.of(group).found();
  }

  private double bound(double step) {
    PositionBound bound = new PositionBound(problem.parameters(step));
    return bound.limsup(problem.noiseTrace()).orElse(Double.NaN);
  }

  private static double shareOfBias(NumericColumns trace) {
    return trace.last("bias2") / trace.last("mse");
  }

  /** The measured errors of a scheme over the grid, and its exact curve where it is stable. */
  private void grid(ResultTables values, Scheme scheme) {
    String name = scheme.name().toLowerCase(Locale.ROOT);
    byStep(values, "grid_" + name, found(experiment.grid.get(scheme)))
        .of("exact", "alpha", alpha -> problem.mse(scheme, alpha));
    double[] grid = problem.settings.grid();
    double[] stable =
        Arrays.stream(NumberList.logarithmic(grid[0], grid[grid.length - 1], 300))
            .filter(a -> Contraction.stable(scheme, problem.parameters(a), problem.eigenvalues))
            .toArray();
    curve(values, "curve_" + name, scheme, stable);
  }

  private void curve(ResultTables values, String name, Scheme scheme, double[] x) {
    values
        .table(name, x.length)
        .with("x", Column.exact(x))
        .of("y", "x", alpha -> alpha * problem.mse(scheme, alpha));
  }

  /** Adds the finished cells of a group, with alpha times their errors. */
  private Rows<Found<Double>> byStep(ResultTables values, String name, List<Found<Double>> found) {
    return CellTables.steps(values, name, found, ParticleCloud.GROUPS, alpha -> alpha)
        .times("scaled_error", "mse", "alpha");
  }

  /** The law in the step: seen in the grid, and exact. */
  private void law(ResultTables values) {
    List<Found<Double>> points =
        results.of(experiment.grid.get(Scheme.IRON)).found(alpha -> alpha >= LONG);
    values.put("long_steps", points.size());
    values.put("longest_step", points.isEmpty() ? 0 : points.getLast().key());
    end(values, "grid_end", points, 0);
    double error = problem.mse(Scheme.IRON, LONGEST);
    values.put("constant", problem.constant());
    values.put("exact_scaled_error", LONGEST * error);
    double[] errors = {problem.mse(Scheme.IRON, LONG), error};
    values.put("exact_slope", PowerLaw.exponent(new double[] {LONG, LONGEST}, errors));
    QuadraticConstant.Interval kappa =
        QuadraticConstant.interval(
            problem.mu, problem.largest(), problem.stationaryGamma(), problem.noiseTrace());
    values.put("lower_end", kappa.low());
    values.put("upper_end", kappa.high());
    values.put("highest", 12 * problem.constant());
  }

  /** The error at the last of some steps, and the slope to it from an earlier one. */
  private static void end(ResultTables values, String name, List<Found<Double>> found, int from) {
    values.absent(name, "these cells were not run");
    if (!found.isEmpty()) {
      Found<Double> last = found.getLast();
      ConfidenceInterval error = ParticleCloud.mean(last.outcome(), "mse");
      values
          .table(name, List.of(last))
          .labelled(cell -> "α = " + text(cell.key()))
          .means("error", cell -> error)
          .means("scaled_error", cell -> error.times(cell.key()))
          .with("slope", cell -> slope(found.get(from), cell, "mse"));
    }
  }

  private static double slope(Found<Double> a, Found<Double> b, String number) {
    double[] steps = {a.key(), b.key()};
    return PowerLaw.exponent(steps, new double[] {a.number(number), b.number(number)});
  }

  private void memory(ResultTables values, String name, double shortest, double longest) {
    values
        .table(name, STEPS)
        .with("alpha", Column.exact(NumberList.logarithmic(shortest, longest, STEPS)))
        .of("ratio", "alpha", alpha -> memory(problem, Scheme.IRON, alpha));
  }

  /**
   * Returns how much of its start a scheme remembers, seen from its own steps without noise rather
   * than from a formula: on the quadratic with this spectrum and its minimiser at 0, the length of
   * the state after 2K steps over that after K steps.
   */
  static double memory(QuadraticProblem problem, Scheme scheme, double alpha) {
    int n = problem.dimension();
    Quadratic f = Quadratic.diagonal(problem.eigenvalues, new double[n]);
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
    return Math.hypot(Vectors.norm(stepper.x()), Vectors.norm(stepper.v()));
  }

  /** A covariance that does not commute with A. */
  private void correlated(ResultTables values) {
    DenseMatrix sigma = problem.sigma();
    CellResults<Double> cells = results.of(experiment.correlated);
    List<Found<Double>> found = cells.found();
    byStep(values, "correlated", found)
        .of("exact", "alpha", alpha -> problem.mse(alpha, sigma).orElse(Double.NaN))
        .with("deviation", cell -> worst(cell, sigma));
    values.put("own_constant", problem.constant(sigma));
    values.put("proxy", problem.constant() / problem.noiseTrace() * sigma.trace());
    end(values, "correlated_end", cells.complete() ? found : List.of(), found.size() - 2);
    double last = experiment.correlated.keys().getLast();
    values.put("exact_correlated_error", problem.mse(last, sigma).orElse(Double.NaN));
  }

  /** Returns the largest deviation of an entry of the covariance, in standard errors. */
  private double worst(Found<Double> cell, DenseMatrix sigma) {
    DenseMatrix exact = problem.covariance(cell.key(), sigma).orElseThrow().position();
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
    byStep(values, "student", found(experiment.student));
    List<Double> steps = experiment.student.keys();
    double[] fine = NumberList.logarithmic(steps.getFirst(), steps.getLast(), 60);
    curve(values, "curve_student", Scheme.IRON, fine);
    // How the spread falls with the step under stable noise, which has no variance.
    double exponent = 1 / QuadraticExperiment.STABILITY - 1;
    List<Found<Double>> found = found(experiment.stable);
    int last = found.size() - 1;
    CellTables.steps(values, "stable", found, ParticleCloud.GROUPS, alpha -> alpha)
        .means("median", cell -> Quantiles.of(cell.outcome(), 0.5))
        .with("upper", cell -> Quantiles.of(cell.outcome(), 0.9).mean())
        .of("law", "alpha", alpha -> law(found.getLast(), alpha, exponent));
    values.put("stable_exponent", exponent);
    values.absent("stable_slope", "these cells were not run");
    if (last >= 2) {
      values.put("stable_slope", slope(found.get(last - 2), found.get(last), "median"));
    }
  }

  private static double law(Found<Double> last, double alpha, double exponent) {
    return last.number("median") * StrictMath.pow(alpha / last.key(), exponent);
  }

  /** Steps that vary, with the bound of Theorem 3.2 at every iteration after the start. */
  private void varying(ResultTables values) {
    VaryingStepBound theorem = new VaryingStepBound(problem.mu, problem.largest(), problem.gamma);
    values.put("critical_step", theorem.recursion().g());
    values.absent("varying", "not run");
    if (results.of(experiment.varying).isEmpty()) {
      return;
    }
    NumericColumns trace = results.of(experiment.varying).get().trace();
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

  /** Inner solves to a residual, with the bound (33) of the error. */
  private void inexact(ResultTables values) {
    IronParameters p = problem.parameters(QuadraticExperiment.INEXACT_STEP);
    double exact = problem.mse(Scheme.IRON, p.alpha());
    double contraction = 1 + p.lambda() * p.mu();
    PositionBound bound = new PositionBound(p);
    values.put("error_of_exact_solves", exact);
    values.put("breakdown", Math.sqrt(exact) * contraction);
    byStep(values, "inexact", found(experiment.inexact))
        .of(
            "rms",
            "alpha",
            t -> bound.inexactRms(problem.noiseTrace(), t / contraction).orElse(Double.NaN))
        .of("bound", "rms", rms -> rms * rms);
  }
}
