package org.ironopt.lab.logcosh;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.logcosh.LogCoshResults.Row;

/** The clouds of the paper's section 5.2, whole and around one minimiser. */
final class LogCoshFigures {
  private static final Style CLOUD = Style.line(Color.BLUE);
  private static final Style CONTOUR = Style.line(Color.GRAY);
  private static final int GRID = 61;

  /** Levels in units of {@code b^2}: 1/2 runs through the saddles, 1 is the top at 0. */
  private static final double[] LEVELS = {0.02, 0.1, 0.25, 0.5, 0.75, 0.95, 1.5, 2.5};

  private final LogCoshSetup setup;
  private final LogCoshTheory theory;
  private final List<Row> rows;

  LogCoshFigures(LogCoshSetup setup, LogCoshResults results) {
    this.setup = setup;
    this.theory = new LogCoshTheory(setup);
    this.rows = results.rows();
  }

  /** Every cloud in the coordinate planes, on axes that all steps share. */
  Figure clouds() {
    double[] reach = reach();
    List<Panel> panels = new ArrayList<>();
    for (Row row : rows) {
      for (int[] plane : planes()) {
        int p = plane[0];
        int q = plane[1];
        List<Layer> layers = new ArrayList<>();
        layers.add(contours(p, q, reach));
        layers.add(critical("saddles and maximum", p, q, false, Color.ORANGE, Marker.CROSS));
        // Below the cloud: a tight one would disappear under its mark.
        layers.add(critical("minimisers", p, q, true, Color.VERMILION, Marker.CROSS));
        layers.add(cloud(row, p, q));
        panels.add(
            new Panel(
                title(setup, row),
                Axis.linear("x_{" + (p + 1) + "}").between(-reach[p], reach[p]),
                Axis.linear("x_{" + (q + 1) + "}").between(-reach[q], reach[q]),
                layers));
      }
    }
    return new Figure(
        "logcosh-clouds",
        "The particles after the last iteration, projected on the coordinate planes, over contours"
            + " of the objective with the other coordinates at their minimiser. Crosses mark the"
            + " critical points.",
        planes().size() == 1 ? 1 : 3,
        panels);
  }

  /** The cloud around the positive minimiser with the ellipse that the linearised scheme gives. */
  Figure basin() {
    double[] x = setup.regions.minimizer();
    double[] reach = new double[2];
    List<Panel> panels = new ArrayList<>();
    for (int i = 0; i < 2; i++) {
      for (Row row : rows) {
        reach[i] = Math.max(reach[i], quantile(around(row, i), 0.995));
      }
      reach[i] = Math.min(reach[i], 1.2 * x[i]);
    }
    for (Row row : rows) {
      List<Layer> layers = new ArrayList<>();
      Columns cloud = row.cloud();
      layers.add(new Layer.Cloud("particles", cloud.column("end_1"), cloud.column("end_2"), CLOUD));
      ellipse(row, layers);
      layers.add(
          new Layer.Points(
              "minimiser x*",
              new double[] {x[0]},
              new double[] {x[1]},
              Style.line(Color.VERMILION).marked(Marker.CROSS)));
      panels.add(
          new Panel(
              title(setup, row),
              Axis.linear("x_{1}").between(x[0] - reach[0], x[0] + reach[0]),
              Axis.linear("x_{2}").between(x[1] - reach[1], x[1] + reach[1]),
              layers));
    }
    return new Figure(
        "logcosh-basin",
        "The cloud around the minimiser with positive coordinates, and the ellipse of two standard"
            + " deviations that the scheme linearised there predicts.",
        2,
        panels);
  }

  private void ellipse(Row row, List<Layer> layers) {
    if (theory.deviation(row.step(), 0).isEmpty()) {
      return;
    }
    double[] x = new double[101];
    double[] y = new double[101];
    for (int k = 0; k < x.length; k++) {
      double angle = 2 * Math.PI * k / (x.length - 1);
      double[] center = setup.regions.minimizer();
      x[k] = center[0] + 2 * theory.deviation(row.step(), 0).getAsDouble() * StrictMath.cos(angle);
      y[k] = center[1] + 2 * theory.deviation(row.step(), 1).getAsDouble() * StrictMath.sin(angle);
    }
    layers.add(
        new Layer.Line("two standard deviations, predicted", x, y, Style.line(Color.ORANGE)));
  }

  /** Returns distances along coordinate i to the positive minimiser, of the particles there. */
  private double[] around(Row row, int i) {
    double x = setup.regions.minimizer()[i];
    return Arrays.stream(row.cloud().column("end_" + (i + 1)))
        .filter(v -> v > 0.5 * x)
        .map(v -> Math.abs(v - x))
        .toArray();
  }

  /** Returns half the width of each axis: wide enough for nearly all particles at every step. */
  private double[] reach() {
    double[] reach = new double[setup.dimension()];
    for (int i = 0; i < reach.length; i++) {
      double x = setup.regions.minimizer()[i];
      reach[i] = 1.4 * x;
      for (Row row : rows) {
        double[] size =
            Arrays.stream(row.cloud().column("end_" + (i + 1))).map(Math::abs).toArray();
        reach[i] = Math.max(reach[i], 1.05 * quantile(size, 0.999));
      }
      reach[i] = Math.min(reach[i], 4 * x);
    }
    return reach;
  }

  private static double quantile(double[] values, double level) {
    Arrays.sort(values);
    return values.length == 0
        ? 0
        : values[(int) Math.min(values.length - 1, level * values.length)];
  }

  private Layer contours(int p, int q, double[] reach) {
    double[] x = axis(reach[p]);
    double[] y = axis(reach[q]);
    double[][] z = new double[GRID][GRID];
    double[] point = setup.regions.minimizer().clone();
    for (int r = 0; r < GRID; r++) {
      for (int c = 0; c < GRID; c++) {
        point[p] = x[c];
        point[q] = y[r];
        z[r][c] = setup.objective.value(point);
      }
    }
    double unit = setup.b[p] * setup.b[p];
    double[] levels = Arrays.stream(LEVELS).map(level -> level * unit).toArray();
    return new Layer.Contours("contours of f", x, y, z, levels, CONTOUR);
  }

  private static double[] axis(double reach) {
    double[] axis = new double[GRID];
    for (int k = 0; k < GRID; k++) {
      axis[k] = reach * (2.0 * k / (GRID - 1) - 1);
    }
    return axis;
  }

  private static Layer cloud(Row row, int p, int q) {
    Columns cloud = row.cloud();
    return new Layer.Cloud(
        "particles", cloud.column("end_" + (p + 1)), cloud.column("end_" + (q + 1)), CLOUD);
  }

  /** Returns the critical points of the slice: minimisers, or all others. */
  private Layer critical(String name, int p, int q, boolean minimizers, Color color, Marker mark) {
    List<double[]> points = new ArrayList<>();
    for (int s = -1; s <= 1; s++) {
      for (int t = -1; t <= 1; t++) {
        if ((s != 0 && t != 0) == minimizers) {
          double[] x = setup.regions.minimizer();
          points.add(new double[] {s * x[p], t * x[q]});
        }
      }
    }
    return new Layer.Points(
        name,
        points.stream().mapToDouble(x -> x[0]).toArray(),
        points.stream().mapToDouble(x -> x[1]).toArray(),
        Style.line(color).marked(mark));
  }

  /** Returns the first three coordinate planes. */
  private List<int[]> planes() {
    return setup.dimension() == 2
        ? List.of(new int[] {0, 1})
        : List.of(new int[] {0, 1}, new int[] {0, 2}, new int[] {1, 2});
  }

  static String title(LogCoshSetup setup, Row row) {
    String step = String.format(Locale.ROOT, "α = %s", Numbers.text(row.step()));
    return setup.authors ? "scale " + Numbers.text(row.alpha()) + ": " + step : step;
  }
}
