package org.ironopt.cli.render;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.ironopt.fit.PenaltyPath.Point;
import org.ironopt.lab.experiment.ChapterReport.Section;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.report.HtmlPage;

/** The page beside the model of a path: the choice, the coefficients along it, all points. */
final class PathPage {
  /** More classes are not drawn. */
  private static final int MOST_PANELS = 6;

  /** More lines in the background are not drawn: the largest ones stand for all. */
  private static final int MOST_LINES = 200;

  private static final int COEFFICIENTS = 30;

  private PathPage() {}

  static String render(String title, PathReport report) {
    String lead = String.join(" ", report.choice());
    return HtmlPage.render(
        title,
        lead.isEmpty() ? report.conclusion().paragraph() : lead,
        sections(report),
        report.command());
  }

  /** Returns the sections in reading order. */
  static List<Section> sections(PathReport report) {
    List<Section> sections = new ArrayList<>();
    if (report.path().minimum().isPresent()) {
      sections.add(
          new Section("Loss on rows left out", List.of(), List.of(loss(report)), List.of()));
    }
    sections.add(
        new Section(
            "Coefficients along the path", List.of(), List.of(coefficients(report)), List.of()));
    report
        .chosen()
        .ifPresent(
            k -> {
              var inference = report.coefficients(k);
              String text =
                  "In the units of the file" + Coefficients.heading(inference, COEFFICIENTS) + ".";
              sections.add(
                  new Section("Coefficients of the chosen point", text)
                      .with(FitPage.table("", Coefficients.table(inference, COEFFICIENTS))));
            });
    sections.add(
        new Section("All points", report.conclusion().paragraph())
            .with(FitPage.table("", report.table(report.all()))));
    FitPage.decisions(report.remarks()).ifPresent(sections::add);
    sections.add(
        new Section("Computation", List.of(), List.of(), List.of())
            .with(new TextTable("", List.of("", ""), report.computation())));
    return sections;
  }

  /** Draws the cross-validated loss with its standard error. */
  static Figure loss(PathReport report) {
    List<Point> points = shown(report);
    double[] lambda = FitFigures.numbers(points, Point::lambda);
    double[] loss = FitFigures.numbers(points, Point::loss);
    double[] low = FitFigures.numbers(points, p -> p.loss() - p.error());
    double[] high = FitFigures.numbers(points, p -> p.loss() + p.error());
    List<Layer> layers = new ArrayList<>();
    layers.add(
        new Layer.Band("± one standard error", lambda, low, high, LayerStyle.line(Color.BLUE)));
    layers.add(new Layer.Line("mean of the folds", lambda, loss, LayerStyle.line(Color.BLUE)));
    layers.addAll(choices(report));
    Panel panel = new Panel("", Axis.log("penalty λ"), Axis.linear("loss"), layers);
    String caption =
        filled(
            "Mean loss on rows left out, %s folds, with its standard error. The dashed line is the"
                + " smallest loss, the dotted one the largest penalty within one"
                + " standard error of it.",
            report.folds());
    return new Figure("loss", caption, panel);
  }

  /** Returns lines at the two choices, and at the point that is kept if it is neither. */
  private static List<Layer> choices(PathReport report) {
    OptionalInt min = report.path().minimum();
    OptionalInt one = report.path().oneStandardError();
    List<Layer> layers = new ArrayList<>();
    LayerStyle gray = LayerStyle.line(Color.GRAY);
    if (!one.equals(min)) {
      mark(report, "one standard error", one, gray.dotted(), layers);
    }
    mark(report, "smallest loss", min, gray.dashed(), layers);
    if (!report.chosen().equals(min) && !report.chosen().equals(one)) {
      mark(report, "chosen", report.chosen(), gray, layers);
    }
    return layers;
  }

  private static void mark(
      PathReport report, String name, OptionalInt point, LayerStyle style, List<Layer> layers) {
    if (point.isPresent() && report.lambdas()[point.getAsInt()] > 0) {
      layers.add(new Layer.Reference(name, false, report.lambdas()[point.getAsInt()], style));
    }
  }

  /** Draws the coefficients against the penalty, a panel for each output. */
  static Figure coefficients(PathReport report) {
    List<String> outputs = report.outputs();
    List<Panel> panels = new ArrayList<>();
    for (int c = 0; c < Math.min(MOST_PANELS, outputs.size()); c++) {
      panels.add(panel(report, c, outputs.get(c)));
    }
    String more = outputs.size() > MOST_PANELS ? ", the first " + MOST_PANELS + " classes" : "";
    String caption =
        "Coefficients for one standard deviation of their column, the strongest by name"
            + more
            + ".";
    return new Figure("coefficients", caption, Math.min(2, panels.size()), panels);
  }

  private static Panel panel(PathReport report, int output, String name) {
    double[][] all = report.standardized(output);
    int last = report.path().points().size() - 1;
    int at = report.chosen().orElse(last);
    int[] order =
        IntStream.range(0, all.length)
            .filter(j -> Arrays.stream(all[j]).anyMatch(w -> w != 0))
            .boxed()
            .sorted(
                Comparator.<Integer>comparingDouble(j -> -Math.abs(all[j][at]))
                    .thenComparingDouble(j -> -Math.abs(all[j][last])))
            .limit(MOST_LINES)
            .mapToInt(j -> j)
            .toArray();
    List<Point> points = shown(report);
    double[] lambda = FitFigures.numbers(points, Point::lambda);
    List<Layer> layers = new ArrayList<>();
    layers.add(new Layer.Reference("", true, 0, FitFigures.GUIDE));
    int named = Math.min(FitFigures.COLORS.size(), order.length);
    for (int k = order.length - 1; k >= named; k--) {
      layers.add(line("", lambda, all[order[k]], LayerStyle.pale()));
    }
    for (int k = 0; k < named; k++) {
      String column = FitFigures.shortened(report.columns().get(order[k]));
      layers.add(line(column, lambda, all[order[k]], LayerStyle.line(FitFigures.COLORS.get(k))));
    }
    choices(report).stream().map(PathPage::unnamed).forEach(layers::add);
    return new Panel(name, Axis.log("penalty λ"), Axis.linear("coefficient"), layers);
  }

  private static Layer unnamed(Layer layer) {
    return layer instanceof Layer.Reference r
        ? new Layer.Reference("", r.horizontal(), r.at(), r.style())
        : layer;
  }

  private static Layer line(String name, double[] lambda, double[] values, LayerStyle style) {
    return new Layer.Line(name, lambda, Arrays.copyOf(values, lambda.length), style);
  }

  /** Returns the points that a logarithmic axis has room for: a penalty of 0, the last, is none. */
  private static List<Point> shown(PathReport report) {
    return report.path().points().stream().filter(p -> p.lambda() > 0).toList();
  }
}
