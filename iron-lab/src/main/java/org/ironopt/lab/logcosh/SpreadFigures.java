package org.ironopt.lab.logcosh;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.logcosh.LogCoshResults.Row;
import org.ironopt.lab.statistics.Interval;

/** The spread around each minimiser against the step, and how fast the saddles are left. */
final class SpreadFigures {
  private static final Color[] COLORS = {
    Color.BLUE, Color.VERMILION, Color.GREEN, Color.ORANGE, Color.PURPLE, Color.SKY
  };

  /** The expansion is drawn where its parameter is below this. */
  private static final double DRAWN_SMALLNESS = 0.35;

  /** How far the marks of one step are spread over the axis, as a factor. */
  private static final double APART = 1.35;

  private final LogCoshSetup setup;
  private final LogCoshTheory theory;
  private final List<Row> rows;

  SpreadFigures(LogCoshSetup setup, LogCoshResults results) {
    this.setup = setup;
    this.theory = new LogCoshTheory(setup);
    this.rows = results.rows();
  }

  Figure spread() {
    List<Panel> panels = new ArrayList<>();
    panels.add(
        new Panel(
            "all minimisers",
            Axis.log("step α"),
            Axis.log("covariance trace about each mean"),
            curvesAndMarks()));
    if (theory.variance().isPresent()) {
      panels.add(
          new Panel(
              "each minimiser",
              Axis.log("step α"),
              Axis.linear("covariance trace / linearised"),
              List.of(
                  new Layer.Reference("", true, 1, Style.line(Color.BLUE)), relativeToTheory())));
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
    double[] fine = fine();
    OptionalDouble constant = theory.constant();
    if (constant.isPresent()) {
      double c = constant.getAsDouble();
      Style gray = Style.line(Color.GRAY).dashed();
      layers.add(curve("γ^{2}ρ^{2}tr(H*^{−2})/α", fine, s -> OptionalDouble.of(c / s), gray));
      Style blue = Style.line(Color.BLUE);
      layers.add(curve("linearised at x*, exact", fine, theory::linearised, blue));
    }
    if (theory.expanded(1).isPresent()) {
      layers.add(
          curve(
              "expansion in 1/α",
              fine,
              s ->
                  theory.smallness(s) < DRAWN_SMALLNESS
                      ? theory.expanded(s)
                      : OptionalDouble.empty(),
              Style.line(Color.GREEN).dotted()));
    }
    List<double[]> points = new ArrayList<>();
    for (Row row : rows) {
      Interval spread = row.interval("spread");
      points.add(new double[] {row.step(), spread.mean(), spread.low(), spread.high()});
    }
    layers.add(marks(points));
    return layers;
  }

  private double[] fine() {
    double low = rows.getFirst().step() / 1.5;
    double high = rows.getLast().step() * 1.5;
    double[] fine = new double[81];
    for (int i = 0; i < fine.length; i++) {
      fine[i] = low * StrictMath.pow(high / low, i / (fine.length - 1.0));
    }
    return fine;
  }

  private static Layer curve(
      String name, double[] steps, DoubleFunction<OptionalDouble> spread, Style style) {
    double[] y = new double[steps.length];
    for (int i = 0; i < y.length; i++) {
      y[i] = spread.apply(steps[i]).orElse(Double.NaN);
    }
    return new Layer.Line(name, steps, y, style);
  }

  private static Layer marks(List<double[]> points) {
    double[][] columns = new double[4][];
    for (int c = 0; c < 4; c++) {
      int at = c;
      columns[c] = points.stream().mapToDouble(p -> p[at]).toArray();
    }
    return new Layer.Errors(
        "measured",
        columns[0],
        columns[1],
        columns[2],
        columns[3],
        Style.line(Color.VERMILION).marked(Marker.CIRCLE));
  }

  private Layer relativeToTheory() {
    List<double[]> points = new ArrayList<>();
    List<Integer> basins = basins();
    for (Row row : rows) {
      double unit = theory.linearised(row.step()).orElse(Double.NaN);
      double[] spread = row.regions().column("spread");
      double[] low = row.regions().column("spread_low");
      double[] high = row.regions().column("spread_high");
      for (int k = 0; k < basins.size(); k++) {
        int r = basins.get(k);
        double aside = StrictMath.pow(APART, 2.0 * k / (basins.size() - 1) - 1);
        points.add(
            new double[] {row.step() * aside, spread[r] / unit, low[r] / unit, high[r] / unit});
      }
    }
    return marks(points);
  }

  private List<Integer> basins() {
    List<Integer> basins = new ArrayList<>();
    for (int r = 0; r < setup.regions.count(); r++) {
      if (setup.regions.isMinimizer(r)) {
        basins.add(r);
      }
    }
    return basins;
  }

  /** The share of particles nearer to a saddle or the maximum than to a minimiser. */
  Figure leaving() {
    List<Layer> layers = new ArrayList<>();
    double last = 1.5 * LogCoshClaims.AUTHORS_ITERATIONS;
    for (int i = rows.size() - 1; i >= 0; i--) {
      Columns trace = rows.get(i).outcome().trace();
      double[] elsewhere = trace.column("minimiser_share");
      double[] k = trace.column("iteration");
      for (int t = 0; t < elsewhere.length; t++) {
        elsewhere[t] = 1 - elsewhere[t];
        last = elsewhere[t] > 0.01 ? Math.max(last, 1.2 * t) : last;
      }
      // Large steps coincide: a dashed and a dotted curve on top let the solid one be seen.
      Style solid = Style.line(COLORS[i % COLORS.length]);
      int above = (rows.size() - 1 - i) % 3;
      Style style = above == 0 ? solid : above == 1 ? solid.dashed() : solid.dotted();
      layers.add(new Layer.Line(LogCoshFigures.title(setup, rows.get(i)), k, elsewhere, style));
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
        1,
        List.of(
            new Panel(
                "",
                Axis.linear("iteration k").between(0, last),
                Axis.linear("share away from minimisers").between(-0.03, 1.03),
                layers)));
  }
}
