package org.ironopt.cli.render;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.curve.CurveResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.ChapterReport.Section;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.report.HtmlPage;
import org.ironopt.random.internal.TailProbability;

/** The page beside a fitted curve: data, curve, bands, residuals, parameters. */
public final class CurvePage {
  private static final LayerStyle DATA =
      LayerStyle.line(LayerStyle.Color.BLUE).marked(LayerStyle.Marker.CIRCLE);
  private static final LayerStyle CURVE = LayerStyle.line(LayerStyle.Color.VERMILION);
  private static final LayerStyle OF_CURVE = LayerStyle.line(LayerStyle.Color.ORANGE);
  private static final LayerStyle OF_DATA = LayerStyle.line(LayerStyle.Color.GRAY);
  private static final int GRID = 200;

  private CurvePage() {}

  /**
   * Returns the page.
   *
   * @param inputs names of the inputs and then of the target
   * @param x inputs by columns
   */
  public static String render(
      String model,
      CurveResult result,
      List<String> inputs,
      double[][] x,
      double[] y,
      String command) {
    String lead =
        filled(
            "%s rows; R² %s, standard deviation of a residual %s with %s degrees of freedom.%s",
            y.length,
            Numbers.text(result.rSquared(), 6),
            Numbers.text(result.deviation(), 4),
            result.dof(),
            result.ending().goal() ? "" : " " + ending(result));
    return HtmlPage.render("Fit of " + model, lead, sections(result, inputs, x, y), command);
  }

  /** Returns the sections in reading order. */
  static List<Section> sections(CurveResult result, List<String> inputs, double[][] x, double[] y) {
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
            "Curve",
            List.of(),
            List.of(new Figure("curve", caption(x), curve(result, inputs, x, y))),
            List.of()));
    sections.add(
        new Section("Parameters", "With 95 % intervals of the linearised curve.")
            .with(parameters(result)));
    sections.add(new Section("Residuals", List.of(), residuals(result, inputs, x, y), List.of()));
    if (result.values().length > 1) {
      sections.add(
          new Section(
                  "Correlation of the parameters",
                  "Near 1 or -1 two parameters can hardly be told apart.")
              .with(correlation(result)));
    }
    sections.add(new Section("Computation", ending(result)).with(summary(result)));
    return sections;
  }

  private static String ending(CurveResult result) {
    return FitOutcome.sentence(result.ending().sentence()) + ".";
  }

  private static String caption(double[][] x) {
    return x.length == 1
        ? "Data, curve, and two 95 % bands: where the curve lies, and where a new observation"
            + " would."
        : "Fitted against observed values.";
  }

  private static Panel curve(CurveResult result, List<String> names, double[][] x, double[] y) {
    if (x.length != 1) {
      double[] fitted = result.predict(y.length, x);
      return new Panel(
          "",
          Axis.linear("observed " + names.getLast()),
          Axis.linear("fitted"),
          points("rows", y, fitted),
          PredictionFigures.diagonal("equal", y));
    }
    double low = Arrays.stream(x[0]).min().orElse(0);
    double high = Arrays.stream(x[0]).max().orElse(1);
    double[] grid =
        IntStream.rangeClosed(0, GRID).mapToDouble(i -> low + (high - low) * i / GRID).toArray();
    CurveResult.Band band = result.band(0.95, grid);
    List<Layer> layers = new ArrayList<>();
    if (result.rss() > 0 && Arrays.stream(band.half()).allMatch(Double::isFinite)) {
      layers.add(band("95 % of new data", grid, band.values(), band.halfNew(), OF_DATA));
      layers.add(band("95 % of the curve", grid, band.values(), band.half(), OF_CURVE));
    }
    layers.add(points("data", x[0], y));
    layers.add(new Layer.Line("curve", grid, band.values(), CURVE));
    return new Panel("", Axis.linear(names.getFirst()), Axis.linear(names.getLast()), layers);
  }

  private static Layer band(
      String name, double[] x, double[] middle, double[] half, LayerStyle style) {
    double[] low = new double[x.length];
    double[] high = new double[x.length];
    Arrays.setAll(low, i -> middle[i] - half[i]);
    Arrays.setAll(high, i -> middle[i] + half[i]);
    return new Layer.Band(name, x, low, high, style);
  }

  private static Layer points(String name, double[] x, double[] y) {
    return PredictionFigures.points(name, x, y, DATA);
  }

  private static List<Figure> residuals(
      CurveResult result, List<String> names, double[][] x, double[] y) {
    double[] fitted = result.predict(y.length, x);
    double[] rest = new double[y.length];
    Arrays.setAll(rest, i -> y[i] - fitted[i]);
    String below =
        switch (x.length) {
          case 0 -> "row";
          case 1 -> names.getFirst();
          default -> "fitted " + names.getLast();
        };
    double[] at =
        switch (x.length) {
          case 0 -> IntStream.rangeClosed(1, y.length).asDoubleStream().toArray();
          case 1 -> x[0];
          default -> fitted;
        };
    Panel panel =
        new Panel(
            "",
            Axis.linear(below),
            Axis.linear("residual"),
            new Layer.Reference("", true, 0, FitFigures.GUIDE),
            points("", at, rest));
    List<Figure> figures = new ArrayList<>();
    figures.add(new Figure("residuals", "What is left: data less curve.", panel));
    if (result.rss() > 0) {
      double[] ones = new double[y.length];
      Arrays.fill(ones, 1);
      Layer layer = PredictionFigures.quantiles("", rest, ones, DATA);
      figures.add(PredictionFigures.quantiles(result.deviation(), Stream.of(layer)));
    }
    return figures;
  }

  private static TextTable parameters(CurveResult result) {
    double t = result.dof() > 0 ? TailProbability.quantile(0.05, result.dof()) : Double.NaN;
    List<List<String>> rows = new ArrayList<>();
    for (int k = 0; k < result.parameters().size(); k++) {
      CurveResult.Parameter parameter = result.parameters().get(k);
      double half = t * result.error(k);
      boolean known = half > 0;
      rows.add(
          List.of(
              parameter.name(),
              Numbers.text(parameter.value(), 8),
              known ? Numbers.text(result.error(k), 3) : words(parameter.status()),
              known ? Numbers.text(parameter.value() - half, 6) : "",
              known ? Numbers.text(parameter.value() + half, 6) : ""));
    }
    return new TextTable(
        "", List.of("parameter", "value", "standard error", "95 % from", "to"), rows);
  }

  private static String words(CurveResult.Status status) {
    return switch (status) {
      case FITTED -> "–";
      case FIXED -> "fixed";
      case AT_BOUND -> "at its bound";
      case UNDETERMINED -> "not determined";
    };
  }

  private static TextTable summary(CurveResult result) {
    String work =
        result.evaluations()
            + " evaluations, "
            + result.work().newtonSteps()
            + " of the derivatives";
    return new TextTable(
        "",
        List.of("", ""),
        List.of(
            List.of("residual sum of squares", Numbers.text(result.rss(), 8)),
            List.of("degrees of freedom", String.valueOf(result.dof())),
            List.of("standard deviation of a residual", Numbers.text(result.deviation(), 4)),
            List.of("R²", Numbers.text(result.rSquared(), 6)),
            List.of("work", work)));
  }

  private static TextTable correlation(CurveResult result) {
    List<String> head = new ArrayList<>(List.of(""));
    head.addAll(result.names());
    List<List<String>> rows = new ArrayList<>();
    for (String a : result.names()) {
      List<String> row = new ArrayList<>(List.of(a));
      for (String b : result.names()) {
        double r = result.correlation(a, b);
        row.add(Double.isNaN(r) ? "–" : Numbers.text(r, 3));
      }
      rows.add(row);
    }
    return new TextTable("", head, rows);
  }
}
