package org.ironopt.lab.quadratic;

import static org.ironopt.io.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.particles.Quantiles;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;
import org.ironopt.theory.Scheme;

/** The paper's three figures of section 5.1, and those of what lies beyond it. */
record QuadraticFigures(QuadraticExperiment experiment, QuadraticProblem problem, Results results) {
  private static final Style EXACT = Style.line(Color.BLACK).dotted();
  private static final Style MSE = Style.line(Color.BLUE).broad();
  private static final Style MEASURED = Style.line(Color.BLUE).marked(Marker.CIRCLE);
  private static final Style BOUND = Style.line(Color.PURPLE).dashed();

  /** Share of a cloud that an inset must show. */
  private static final double NEARLY_ALL = 0.995;

  private Optional<Outcome> paper(double alpha) {
    return results.of(experiment.paper).at(alpha);
  }

  Figure decomposition() {
    List<Panel> panels = new ArrayList<>();
    for (double alpha : experiment.paper.keys()) {
      List<Layer> layers = new ArrayList<>();
      paper(alpha).map(Outcome::trace).ifPresent(trace -> parts(trace, alpha, layers));
      panels.add(
          new Panel(
              title(alpha), Axis.linear("iteration k"), Axis.log("squared distance"), layers));
    }
    return new Figure(
            "quadratic-mse-decomposition",
            "Mean-square error, squared bias and covariance trace of "
                + text(problem.settings.particles())
                + " particles against the iteration, with the exact stationary level. Once the bias"
                + " is gone the error is all covariance, and the dashed curve lies on the broad"
                + " one.",
            2,
            panels)
        .shared()
        .paper("Figure 1");
  }

  private void parts(Columns trace, double alpha, List<Layer> layers) {
    double[] k = trace.column("iteration");
    Style bias = Style.line(Color.GREEN);
    Style covariance = Style.line(Color.ORANGE).dashed();
    layers.add(new Layer.Line("mean-square error", k, trace.column("mse"), MSE));
    layers.add(new Layer.Line("squared bias", k, trace.column("bias2"), bias));
    layers.add(new Layer.Line("covariance trace", k, trace.column("covariance_trace"), covariance));
    problem
        .paperMse(problem.step(alpha))
        .ifPresent(
            exact -> layers.add(new Layer.Reference("exact stationary MSE", true, exact, EXACT)));
  }

  private String title(double alpha) {
    return problem.authors
        ? "scale " + text(alpha) + ": α = " + text(problem.step(alpha), 4)
        : "α = " + text(alpha);
  }

  static String name(Scheme scheme) {
    return switch (scheme) {
      case IRON -> "IRON";
      case NAG_GS -> "NAG-GS";
      case EXPLICIT_EULER -> "explicit Euler";
    };
  }

  Figure scaled() {
    List<Layer> layers = new ArrayList<>();
    layers.add(
        new Layer.Reference("C_{quad}", true, problem.constant(), Style.line(Color.GRAY).dashed()));
    Color[] colors = {Color.BLUE, Color.VERMILION, Color.GREEN};
    double lowest = Double.POSITIVE_INFINITY;
    for (Scheme scheme : Scheme.values()) {
      Style style = Style.line(colors[scheme.ordinal()]);
      Layer.Line exact = curve(scheme, style);
      layers.add(exact);
      layers.add(
          scaledErrors(
              name(scheme) + ", Monte Carlo",
              results.of(experiment.grid.get(scheme)),
              style.marked(Marker.CIRCLE)));
      lowest = Math.min(lowest, Arrays.stream(exact.y()).min().orElse(lowest));
    }
    Axis y = Axis.log("α · MSE_{∞}").between(lowest / 1.5, 12 * problem.constant());
    return new Figure(
            "quadratic-scaled-mse",
            "Scaled stationary mean-square error against the step under center noise: Monte Carlo"
                + " with 95 % intervals (dots), exact Lyapunov value (curves) and the asymptotic"
                + " constant. NAG-GS and explicit Euler are drawn up to where they lose stability.",
            new Panel("", Axis.log("step α"), y, layers))
        .paper("Figure 2")
        .asChief();
  }

  private Layer.Line curve(Scheme scheme, Style style) {
    double[] grid = problem.settings.grid();
    double[] stable =
        Arrays.stream(QuadraticProblem.logarithmic(grid[0], grid[grid.length - 1], 300))
            .filter(a -> Contraction.stable(scheme, problem.parameters(a), problem.eigenvalues))
            .filter(a -> problem.mse(scheme, a).isPresent())
            .toArray();
    double[] exact =
        Arrays.stream(stable).map(a -> a * problem.mse(scheme, a).orElseThrow()).toArray();
    return new Layer.Line(name(scheme) + ", exact", stable, exact, style);
  }

  /** Returns alpha times the measured errors. */
  private static Layer scaledErrors(String name, Outcomes<Double> steps, Style style) {
    return new Layer.Errors(
        name,
        keys(steps),
        steps.found().stream().map(f -> Cloud.mean(f.outcome(), "mse").times(f.key())).toList(),
        style);
  }

  private static double[] keys(Outcomes<Double> outcomes) {
    return outcomes.found().stream().mapToDouble(Found::key).toArray();
  }

  Figure clouds() {
    int[][] planes =
        problem.dimension() == 2 ? new int[][] {{0, 1}} : new int[][] {{0, 1}, {0, 2}, {1, 2}};
    List<Panel> panels = new ArrayList<>();
    for (double alpha : experiment.paper.keys()) {
      for (int[] plane : planes) {
        panels.add(cloud(alpha, axis(plane[0]), axis(plane[1]), plane, true));
      }
    }
    Figure figure =
        new Figure(
                "quadratic-clouds",
                "Projections of the particles at the start and after the last iteration; axes of"
                    + " one name have one range. Insets enlarge the final cloud as many times as"
                    + " they say.",
                3,
                panels)
            .shared();
    return figure.paper("Figure 3").each(QuadraticFigures::zoomed);
  }

  /** The final clouds alone, all on the axes of the widest, so that their sizes can be compared. */
  Figure finalClouds() {
    double first = problem.step(experiment.paper.keys().getFirst());
    double reach = 4 * Math.sqrt(problem.mse(Scheme.IRON, first).orElse(1));
    double[] center = problem.minimizer;
    Axis x = axis(0).between(center[0] - reach, center[0] + reach);
    Axis y = axis(1).between(center[1] - reach, center[1] + reach);
    return new Figure(
        "quadratic-final-clouds",
        "The particles after the last iteration around the minimiser, on one scale for all steps."
            + " Insets enlarge the cloud as many times as they say.",
        2,
        experiment.paper.keys().stream()
            .map(alpha -> zoomed(cloud(alpha, x, y, new int[] {0, 1}, false)))
            .toList());
  }

  /** Adds an inset where the last cloud is too small to be seen around the last marked point. */
  private static Panel zoomed(Panel panel) {
    Layer.Points mark = (Layer.Points) panel.layers().getLast();
    double x = mark.x()[0];
    double y = mark.y()[0];
    return panel.layers().stream()
        .filter(Layer.Cloud.class::isInstance)
        .map(Layer.Cloud.class::cast)
        .reduce((first, last) -> last)
        .map(cloud -> panel.zoomOn(x, y, reach(cloud.x(), x), reach(cloud.y(), y)))
        .orElse(panel);
  }

  /** Returns the distance from a number within which nearly all others are. */
  private static double reach(double[] numbers, double center) {
    double[] sorted = Arrays.stream(numbers).map(v -> Math.abs(v - center)).sorted().toArray();
    return sorted.length == 0 ? 0 : sorted[(int) (NEARLY_ALL * (sorted.length - 1))];
  }

  private Panel cloud(double alpha, Axis x, Axis y, int[] plane, boolean start) {
    List<Layer> layers = new ArrayList<>();
    Optional<Columns> cloud = paper(alpha).map(outcome -> outcome.tables().get("cloud"));
    if (start) {
      cloud.ifPresent(c -> layers.add(points("initial", c, "start_", plane, Color.GRAY)));
    }
    cloud.ifPresent(c -> layers.add(points("final", c, "end_", plane, Color.BLUE)));
    layers.add(
        new Layer.Points(
            "minimiser x*",
            new double[] {problem.minimizer[plane[0]]},
            new double[] {problem.minimizer[plane[1]]},
            Style.line(Color.VERMILION).marked(Marker.PLUS)));
    return new Panel(title(alpha), x, y, layers);
  }

  private static Axis axis(int coordinate) {
    return Axis.linear("x_{" + (coordinate + 1) + "}");
  }

  private static Layer points(String name, Columns table, String prefix, int[] plane, Color color) {
    return new Layer.Cloud(
        name,
        table.column(prefix + (plane[0] + 1)),
        table.column(prefix + (plane[1] + 1)),
        Style.line(color));
  }

  Figure heavyTails() {
    List<Double> steps = experiment.student.keys();
    double[] fine = QuadraticProblem.logarithmic(steps.getFirst(), steps.getLast(), 60);
    double[] exact = Arrays.stream(fine).map(alpha -> alpha * problem.mse(alpha)).toArray();
    Panel student =
        new Panel(
            "Student-t, 5 degrees of freedom",
            Axis.log("step α"),
            Axis.log("α · MSE_{∞}"),
            new Layer.Line("exact for finite variance", fine, exact, Style.line(Color.BLACK)),
            scaledErrors("Monte Carlo", results.of(experiment.student), MEASURED));
    return new Figure(
        "quadratic-heavy-tails",
        "Left: with a finite variance the law of the noise does not matter, only its"
            + " covariance. Right: symmetric stable noise has no variance; the median distance"
            + " falls like α^{1/s − 1}, more slowly than α^{−1/2}.",
        student,
        stable());
  }

  private Panel stable() {
    Outcomes<Double> steps = results.of(experiment.stable);
    double[] alphas = keys(steps);
    List<Layer> layers = new ArrayList<>();
    if (alphas.length > 0) {
      double last = alphas[alphas.length - 1];
      double level = Quantiles.of(steps.outcomes().getLast(), 0.5).mean();
      double[] law =
          Arrays.stream(alphas)
              .map(a -> level * StrictMath.pow(a / last, QuadraticStory.STABLE_EXPONENT))
              .toArray();
      layers.add(new Layer.Line("α^{1/s−1}", alphas, law, Style.line(Color.GRAY).dashed()));
    }
    layers.add(
        new Layer.Errors(
            "median",
            alphas,
            steps.outcomes().stream().map(o -> Quantiles.of(o, 0.5)).toList(),
            Style.line(Color.BLUE).marked(Marker.SQUARE)));
    layers.add(
        new Layer.Line(
            "0.9 quantile",
            alphas,
            steps.outcomes().stream().mapToDouble(o -> Quantiles.of(o, 0.9).mean()).toArray(),
            Style.line(Color.SKY).dotted().marked(Marker.TRIANGLE)));
    return new Panel(
        "symmetric stable, s = 1.5", Axis.log("step α"), Axis.log("quantile of ‖x − x*‖"), layers);
  }

  Figure varying(double[] bound) {
    List<Layer> layers = new ArrayList<>();
    results
        .of(experiment.varying)
        .map(Outcome::trace)
        .ifPresent(
            trace -> {
              double[] k = trace.column("iteration");
              layers.add(
                  new Layer.Line(
                      "measured E‖x_{k} − x*‖²", k, trace.column("mse"), Style.line(Color.BLUE)));
              layers.add(new Layer.Line("bound of Theorem 3.2", k, bound, BOUND));
            });
    return new Figure(
        "quadratic-varying",
        "Varying steps: measured mean-square error and the bound of the paper's Theorem 3.2.",
        new Panel("", Axis.linear("iteration k"), Axis.log("mean-square error"), layers));
  }

  /**
   * The stationary error against the tolerance of the inner solves.
   *
   * @param breakdown tolerance at which it breaks down
   */
  Figure inexact(double breakdown) {
    IronParameters p = problem.parameters(QuadraticExperiment.INEXACT_STEP);
    Outcomes<Double> measured = results.of(experiment.inexact);
    double[] tolerances =
        experiment.inexact.keys().stream().mapToDouble(Double::doubleValue).toArray();
    double[] bound =
        Arrays.stream(tolerances)
            .map(delta -> delta / (1 + p.lambda() * p.mu()))
            .map(e -> new PositionBound(p).inexactRms(problem.noiseTrace(), e).orElse(Double.NaN))
            .map(rms -> rms * rms)
            .toArray();
    return new Figure(
        "quadratic-inexact",
        "Stationary mean-square error against an absolute residual tolerance at α = 100, with"
            + " the bound for inexact solves and the predicted onset of breakdown.",
        new Panel(
            "",
            Axis.log("residual tolerance δ"),
            Axis.log("stationary MSE"),
            new Layer.Reference(
                "exact solves",
                true,
                problem.mse(QuadraticExperiment.INEXACT_STEP),
                Style.line(Color.GRAY)),
            new Layer.Reference(
                "δ = RMSE·(1 + λμ)", false, breakdown, Style.line(Color.BLACK).dotted()),
            new Layer.Line("certified bound", tolerances, bound, BOUND),
            new Layer.Errors(
                "Monte Carlo",
                keys(measured),
                measured.outcomes().stream().map(o -> Cloud.mean(o, "mse")).toList(),
                MEASURED)));
  }
}
