package org.ironopt.cli.fit;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.curve.CurveResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.report.HtmlPage;

/** The page beside a fitted curve: data, curve, bands, residuals, parameters. */
public final class CurvePage {
  private static final LayerStyle DATA =
      LayerStyle.line(LayerStyle.Color.BLUE).marked(LayerStyle.Marker.CIRCLE);
  private static final LayerStyle CURVE = LayerStyle.line(LayerStyle.Color.VERMILION);
  private static final LayerStyle OF_CURVE = LayerStyle.line(LayerStyle.Color.ORANGE);
  private static final LayerStyle OF_DATA = LayerStyle.line(LayerStyle.Color.GRAY);
  private static final LayerStyle GUIDE = LayerStyle.line(LayerStyle.Color.GRAY).dashed();
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
    List<Story.Section> sections = new ArrayList<>();
    Panel residuals = residuals(result, inputs, x, y);
    sections.add(
        new Story.Section(
                "The curve",
                model,
                new Figure("curve", caption(x), curve(result, inputs, x, y)),
                new Figure("residuals", "What is left: data less curve.", residuals))
            .with(parameters(result))
            .with(summary(result)));
    if (result.values().length > 1) {
      sections.add(
          new Story.Section(
                  "Correlation of the parameters",
                  "Near 1 or -1 two parameters can hardly be told apart.")
              .with(correlation(result)));
    }
    String end = FitOutcome.sentence(result.ending().sentence()) + ".";
    return HtmlPage.render("Fit of " + model, end, sections, command);
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
      double least = Arrays.stream(y).min().orElse(0);
      double most = Arrays.stream(y).max().orElse(1);
      return new Panel(
          "",
          Axis.linear("observed " + names.getLast()),
          Axis.linear("fitted"),
          points("rows", y, fitted),
          FitFigures.line("equal", least, most));
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
    return FitFigures.points(name, x, y, DATA);
  }

  private static Panel residuals(CurveResult result, List<String> names, double[][] x, double[] y) {
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
    return new Panel(
        "",
        Axis.linear(below),
        Axis.linear("residual"),
        new Layer.Reference("", true, 0, GUIDE),
        points("", at, rest));
  }

  private static Story.TextTable parameters(CurveResult result) {
    List<List<String>> rows = new ArrayList<>();
    for (int k = 0; k < result.values().length; k++) {
      double error = result.error(k);
      rows.add(
          List.of(
              result.names().get(k),
              Numbers.text(result.values()[k], 8),
              result.parameters().get(k).status() == CurveResult.Status.FIXED
                  ? "fixed"
                  : Double.isNaN(error) ? "–" : Numbers.text(error, 3)));
    }
    return new Story.TextTable("", List.of("parameter", "value", "standard error"), rows);
  }

  private static Story.TextTable summary(CurveResult result) {
    String work =
        result.evaluations()
            + " evaluations, "
            + result.work().newtonSteps()
            + " of the derivatives";
    return new Story.TextTable(
        "",
        List.of("", ""),
        List.of(
            List.of("residual sum of squares", Numbers.text(result.rss(), 8)),
            List.of("degrees of freedom", String.valueOf(result.dof())),
            List.of("standard deviation of a residual", Numbers.text(result.deviation(), 4)),
            List.of("R²", Numbers.text(result.rSquared(), 6)),
            List.of("work", work)));
  }

  private static Story.TextTable correlation(CurveResult result) {
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
    return new Story.TextTable("", head, rows);
  }
}
