package org.ironopt.lab.logcosh;

import static org.ironopt.io.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.DoubleStream;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.statistics.Interval;

/**
 * The clouds of the paper's section 5.2, whole and around one minimiser; the spread around each
 * minimiser against the step; and how fast the saddles are left.
 */
record LogCoshFigures(LogCoshProblem problem, double[] minimizer, List<Found<Double>> rows) {
  private static final Style CLOUD = Style.line(Color.BLUE);
  private static final Style MEASURED = Style.line(Color.BLUE).marked(Marker.CIRCLE);

  /** Points of a contour plot along an axis. */
  private static final int GRID = 61;

  /** Levels in units of {@code b^2}: 1/2 runs through the saddles, 1 is the top at 0. */
  private static final double[] LEVELS = {0.02, 0.1, 0.25, 0.5, 0.75, 0.95, 1.5, 2.5};

  /** How far the marks of one step are spread over the axis, as a factor. */
  private static final double APART = 1.35;

  LogCoshFigures(LogCoshProblem problem, List<Found<Double>> rows) {
    this(problem, problem.regions.minimizer(), rows);
  }

  /** Every cloud in the coordinate planes, on axes that all steps share. */
  Figure clouds() {
    double[] reach = new double[problem.dimension()];
    Arrays.setAll(reach, this::reach);
    int[][] planes =
        problem.dimension() == 2 ? new int[][] {{0, 1}} : new int[][] {{0, 1}, {0, 2}, {1, 2}};
    List<Panel> panels = new ArrayList<>();
    for (Found<Double> row : rows) {
      for (int[] plane : planes) {
        int p = plane[0];
        int q = plane[1];
        panels.add(
            zoomed(
                row,
                p,
                q,
                new Panel(
                    title(problem, row),
                    axis(p).between(-reach[p], reach[p]),
                    axis(q).between(-reach[q], reach[q]),
                    contours(p, q, reach),
                    critical("saddles and maximum", p, q, false, Color.ORANGE),
                    // Below the cloud: a tight one would disappear under its mark.
                    critical("minimisers", p, q, true, Color.VERMILION),
                    cloud(row, p, q))));
      }
    }
    return new Figure(
            "logcosh-clouds",
            "The particles after the last iteration, projected on the coordinate planes, over"
                + " contours of the objective with the other coordinates at their minimiser."
                + " Crosses mark the critical points. Insets enlarge the cloud at one minimiser as"
                + " many times as they say.",
            planes.length,
            panels)
        .paper("Figure 4");
  }

  /** Adds an inset where the cloud at the minimiser with positive coordinates is small. */
  private Panel zoomed(Found<Double> row, int p, int q, Panel panel) {
    return panel.zoomOn(minimizer[p], minimizer[q], reachAround(row, p), reachAround(row, q));
  }

  static String title(LogCoshProblem problem, Found<Double> row) {
    String step = "α = " + text(problem.step(row.key()));
    return problem.settings.authors() ? "scale " + text(row.key()) + ": " + step : step;
  }

  private static Axis axis(int coordinate) {
    return Axis.linear("x_{" + (coordinate + 1) + "}");
  }

  private static double[] end(Found<Double> row, int coordinate) {
    return row.outcome().tables().get("cloud").column("end_" + (coordinate + 1));
  }

  private static Layer cloud(Found<Double> row, int p, int q) {
    return new Layer.Cloud("particles", end(row, p), end(row, q), CLOUD);
  }

  /** Returns half the width of an axis: wide enough for nearly all particles at every step. */
  private double reach(int i) {
    double reach = 1.4 * minimizer[i];
    for (Found<Double> row : rows) {
      DoubleStream sizes = Arrays.stream(end(row, i)).map(Math::abs);
      reach = Math.max(reach, 1.05 * quantile(sizes, 0.999));
    }
    return Math.min(reach, 4 * minimizer[i]);
  }

  private static double quantile(DoubleStream numbers, double level) {
    double[] sorted = numbers.sorted().toArray();
    return sorted.length == 0
        ? 0
        : sorted[(int) Math.min(sorted.length - 1, level * sorted.length)];
  }

  private Layer contours(int p, int q, double[] reach) {
    double[] x = grid(reach[p]);
    double[] y = grid(reach[q]);
    double[][] z = new double[GRID][GRID];
    double[] point = minimizer.clone();
    for (int r = 0; r < GRID; r++) {
      for (int c = 0; c < GRID; c++) {
        point[p] = x[c];
        point[q] = y[r];
        z[r][c] = problem.objective.value(point);
      }
    }
    double unit = problem.settings.b() * problem.settings.b();
    double[] levels = Arrays.stream(LEVELS).map(level -> level * unit).toArray();
    return new Layer.Contours("contours of f", x, y, z, levels, Style.line(Color.GRAY));
  }

  private static double[] grid(double reach) {
    double[] grid = new double[GRID];
    Arrays.setAll(grid, k -> reach * (2.0 * k / (GRID - 1) - 1));
    return grid;
  }

  /** Returns the critical points of the slice: minimisers, or all others. */
  private Layer critical(String name, int p, int q, boolean minimizers, Color color) {
    List<double[]> points = new ArrayList<>();
    for (int s = -1; s <= 1; s++) {
      for (int t = -1; t <= 1; t++) {
        if ((s != 0 && t != 0) == minimizers) {
          points.add(new double[] {s * minimizer[p], t * minimizer[q]});
        }
      }
    }
    return new Layer.Points(
        name,
        points.stream().mapToDouble(x -> x[0]).toArray(),
        points.stream().mapToDouble(x -> x[1]).toArray(),
        Style.line(color).marked(Marker.CROSS));
  }

  /** The cloud around the positive minimiser with the ellipse that the linearised scheme gives. */
  Figure basin() {
    Axis x = around(0);
    Axis y = around(1);
    Layer mark =
        new Layer.Points(
            "minimiser x*",
            new double[] {minimizer[0]},
            new double[] {minimizer[1]},
            Style.line(Color.VERMILION).marked(Marker.PLUS));
    List<Panel> panels = new ArrayList<>();
    for (Found<Double> row : rows) {
      List<Layer> layers = new ArrayList<>();
      layers.add(cloud(row, 0, 1));
      if (problem.predicted()) {
        layers.add(ellipse(problem.step(row.key())));
      }
      layers.add(mark);
      panels.add(zoomed(row, 0, 1, new Panel(title(problem, row), x, y, layers)));
    }
    return new Figure(
        "logcosh-basin",
        "The cloud around the minimiser with positive coordinates, and the ellipse of two standard"
            + " deviations that the scheme linearised there predicts.",
        2,
        panels);
  }

  /** Returns an axis around the minimiser that shows nearly all particles there. */
  private Axis around(int i) {
    double x = minimizer[i];
    double reach = rows.stream().mapToDouble(row -> reachAround(row, i)).max().orElse(0);
    reach = Math.min(reach, 1.2 * x);
    return axis(i).between(x - reach, x + reach);
  }

  /** Returns how far nearly all particles are that stay on the positive side of a coordinate. */
  private double reachAround(Found<Double> row, int i) {
    double x = minimizer[i];
    DoubleStream there = Arrays.stream(end(row, i)).filter(v -> v > 0.5 * x);
    return quantile(there.map(v -> Math.abs(v - x)), 0.995);
  }

  private Layer ellipse(double step) {
    double[] x = new double[101];
    double[] y = new double[101];
    for (int k = 0; k < x.length; k++) {
      double angle = 2 * Math.PI * k / (x.length - 1);
      x[k] = minimizer[0] + 2 * problem.deviation(step, 0) * StrictMath.cos(angle);
      y[k] = minimizer[1] + 2 * problem.deviation(step, 1) * StrictMath.sin(angle);
    }
    return new Layer.Line("two standard deviations, predicted", x, y, Style.line(Color.BLACK));
  }

  Figure spread() {
    List<Panel> panels = new ArrayList<>();
    panels.add(
        new Panel(
            "all minimisers",
            Axis.log("step α"),
            Axis.log("covariance trace about each mean"),
            curvesAndMarks()));
    if (problem.predicted()) {
      panels.add(
          new Panel(
              "each minimiser",
              Axis.log("step α"),
              Axis.linear("covariance trace / linearised"),
              new Layer.Reference("", true, 1, Style.line(Color.BLACK)),
              relativeToTheory()));
    }
    return new Figure(
        "logcosh-spread",
        "Spread of the particles around the minimisers against the step, with 95 % intervals over"
            + " 64 groups. Left: all minimisers together, with the scheme linearised at a"
            + " minimiser, its limit for large steps, and the expansion with third and fourth"
            + " derivatives where it applies. Right: every minimiser by itself, side by side at"
            + " each step, in units of the linearised prediction.",
        panels.size(),
        panels);
  }

  private List<Layer> curvesAndMarks() {
    List<Layer> layers = new ArrayList<>();
    if (problem.predicted()) {
      double c = problem.constant();
      Style gray = Style.line(Color.GRAY).dashed();
      layers.add(curve("γ^{2}ρ^{2}tr(H*^{−2})/α", s -> c / s, gray));
      layers.add(curve("linearised at x*, exact", problem::linearised, Style.line(Color.BLACK)));
    }
    if (problem.expands()) {
      layers.add(
          curve(
              "expansion in 1/α",
              s -> problem.expanded(s, LogCoshProblem.SHOWN),
              Style.line(Color.ORANGE).dotted()));
    }
    double[] steps = rows.stream().mapToDouble(row -> problem.step(row.key())).toArray();
    List<Interval> spreads = rows.stream().map(row -> Cloud.mean(row.outcome(), "spread")).toList();
    layers.add(new Layer.Errors("measured", steps, spreads, MEASURED));
    return layers;
  }

  /** Returns a curve over a little more than the steps that were made. */
  private Layer curve(String name, DoubleUnaryOperator spread, Style style) {
    double low = problem.step(rows.getFirst().key()) / 1.5;
    double high = problem.step(rows.getLast().key()) * 1.5;
    double[] steps = new double[81];
    Arrays.setAll(steps, i -> low * StrictMath.pow(high / low, i / (steps.length - 1.0)));
    return new Layer.Line(name, steps, Arrays.stream(steps).map(spread).toArray(), style);
  }

  private Layer relativeToTheory() {
    Columns points = new Columns("x", "y", "low", "high");
    int[] basins = problem.regions.minimizers();
    for (Found<Double> row : rows) {
      double step = problem.step(row.key());
      double unit = problem.linearised(step);
      Columns regions = row.outcome().tables().get("regions");
      for (int k = 0; k < basins.length; k++) {
        points.add(
            step * StrictMath.pow(APART, 2.0 * k / (basins.length - 1) - 1),
            regions.get(basins[k], "spread") / unit,
            regions.get(basins[k], "spread_low") / unit,
            regions.get(basins[k], "spread_high") / unit);
      }
    }
    return new Layer.Errors("measured", points, MEASURED);
  }

  /** The share of particles nearer to a saddle or the maximum than to a minimiser. */
  Figure leaving() {
    List<Layer> layers = new ArrayList<>();
    double last = 1.5 * LogCoshClaims.AUTHORS_ITERATIONS;
    for (int i = rows.size() - 1; i >= 0; i--) {
      Columns trace = rows.get(i).outcome().trace();
      double[] elsewhere =
          Arrays.stream(trace.column("minimiser_share")).map(share -> 1 - share).toArray();
      for (int t = 0; t < elsewhere.length; t++) {
        last = elsewhere[t] > 0.01 ? Math.max(last, 1.2 * t) : last;
      }
      // Large steps coincide: a dashed and a dotted curve on top let the broad one be seen.
      Style solid = Style.line(Color.ramp(i, rows.size()));
      Style style =
          switch (rows.size() - 1 - i) {
            case 0 -> solid.broad();
            case 1 -> solid.dashed();
            case 2 -> solid.dotted();
            default -> solid;
          };
      String name = title(problem, rows.get(i));
      layers.add(new Layer.Line(name, trace.column("iteration"), elsewhere, style));
    }
    layers.add(
        new Layer.Reference(
            "authors' last iteration",
            false,
            LogCoshClaims.AUTHORS_ITERATIONS,
            Style.line(Color.GRAY).dashed()));
    return new Figure(
        "logcosh-leaving",
        "Share of the particles that are nearer to a saddle or to the local maximum than to a"
            + " minimiser, against the iteration k.",
        new Panel(
            "",
            Axis.linear("iteration k").between(0, last),
            Axis.linear("share away from minimisers").between(-0.03, 1.03),
            layers));
  }
}
