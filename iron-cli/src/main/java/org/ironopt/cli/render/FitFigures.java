package org.ironopt.cli.render;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.fit.Inference;
import org.ironopt.fit.Inference.Coefficient;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.LayerStyle.Marker;
import org.ironopt.lab.figure.Panel;

/** The pictures of a fit. */
final class FitFigures {
  static final LayerStyle MAIN = LayerStyle.line(Color.BLUE).marked(Marker.CIRCLE);
  static final LayerStyle SECOND = LayerStyle.line(Color.ORANGE).marked(Marker.SQUARE);
  static final LayerStyle GUIDE = LayerStyle.line(Color.GRAY).dashed();

  /** Of classes, in their order; more classes are not drawn. */
  static final List<Color> COLORS =
      List.of(
          Color.BLUE,
          Color.VERMILION,
          Color.GREEN,
          Color.PURPLE,
          Color.ORANGE,
          Color.SKY,
          Color.BLACK);

  /** Points of a curve are enough from here on. */
  static final int MOST_POINTS = 400;

  /** A name of a column beside an axis has at most so many characters. */
  private static final int LONGEST = 26;

  private FitFigures() {}

  /** Returns the gap against the passes over the data; nothing if none was ever proven. */
  static List<Figure> convergence(List<FitStep> history, double tolerance) {
    List<FitStep> shown =
        history.stream().filter(s -> s.gap() > 0 && Double.isFinite(s.gap())).toList();
    double[] passes = numbers(shown, FitStep::passes);
    Panel panel =
        new Panel(
            "",
            Axis.linear("passes over the data"),
            Axis.log("certified relative gap"),
            new Layer.Line("gap", passes, numbers(shown, FitStep::gap), MAIN),
            new Layer.Reference("tolerance", true, tolerance, GUIDE));
    return shown.isEmpty()
        ? List.of()
        : List.of(new Figure("convergence", "Distance from the optimum, proven.", panel));
  }

  /** Returns the losses of a network against the passes over the data. */
  static Figure epochs(NetworkResult result) {
    List<FitStep> history = result.network().history();
    double[] passes = numbers(history, FitStep::passes);
    double[] training = numbers(history, FitStep::objective);
    double[] stopping = numbers(history, FitStep::validation);
    Panel panel =
        new Panel(
            "",
            Axis.linear("passes over the data"),
            Axis.log("loss"),
            new Layer.Line("training objective", passes, training, LayerStyle.line(Color.ORANGE)),
            new Layer.Line("early-stopping rows", passes, stopping, LayerStyle.line(Color.BLUE)));
    return new Figure(
        "convergence",
        "Training objective and loss on the early-stopping rows; the network where the latter was"
            + " smallest was kept.",
        panel);
  }

  /** Returns loss against penalty. */
  static Figure path(CrossValidation.Found path) {
    List<CrossValidation.Point> points = path.points();
    boolean l1 = points.getFirst().l1() != points.getLast().l1();
    double[] reg = numbers(points, l1 ? CrossValidation.Point::l1 : CrossValidation.Point::reg);
    double[] loss = numbers(points, CrossValidation.Point::loss);
    double[] low = numbers(points, p -> p.loss() - p.error());
    double[] high = numbers(points, p -> p.loss() + p.error());
    double[] training = numbers(points, CrossValidation.Point::training);
    double chosen = l1 ? path.best().l1() : path.best().reg();
    Panel panel =
        new Panel(
            "",
            Axis.log(l1 ? "penalty R1" : "penalty R"),
            Axis.linear("loss"),
            new Layer.Line("training objective", reg, training, SECOND),
            new Layer.Line("", reg, loss, LayerStyle.line(Color.BLUE)),
            new Layer.Errors("rows left out", reg, loss, low, high, MAIN),
            new Layer.Reference("chosen", false, chosen, GUIDE));
    return new Figure(
        "path",
        "Loss on rows left out, five folds, with one standard error; the smallest is chosen.",
        panel);
  }

  static <T> double[] numbers(List<T> list, ToDoubleFunction<T> number) {
    return list.stream().mapToDouble(number).toArray();
  }

  /**
   * Returns the largest coefficients with their intervals, each for one standard deviation of its
   * column; those of several classes in rows of the same column, or in rows of their own if the
   * classes are too many for a colour each. Empty if none is to be seen.
   */
  static List<Figure> coefficients(Inference inference, int most) {
    List<Coefficient> all = Coefficients.largest(inference, most);
    List<String> classes = all.stream().map(Coefficient::output).distinct().sorted().toList();
    boolean colored = classes.size() > 1 && classes.size() <= COLORS.size();
    Function<Coefficient, String> label =
        c -> colored || classes.size() <= 1 ? c.column() : c.output() + ": " + c.column();
    List<String> names = all.stream().map(label).distinct().toList().reversed();
    if (names.isEmpty()) {
      return List.of();
    }
    List<Layer> layers = new ArrayList<>();
    layers.add(new Layer.Reference("", false, 0, GUIDE));
    for (int c = 0; colored && c < classes.size(); c++) {
      String one = classes.get(c);
      double lift = (0.5 - (c + 0.5) / classes.size()) * 0.7;
      List<Coefficient> own = all.stream().filter(k -> k.output().equals(one)).toList();
      LayerStyle style = LayerStyle.line(COLORS.get(c)).marked(Marker.CIRCLE);
      layers.add(intervals(one, own, k -> names.indexOf(label.apply(k)) + 1 + lift, style));
    }
    for (Sign sign : colored ? new Sign[0] : Sign.values()) {
      List<Coefficient> own = all.stream().filter(k -> Sign.of(k) == sign).toList();
      layers.add(intervals(sign.words, own, k -> names.indexOf(label.apply(k)) + 1, sign.style));
    }
    layers.removeIf(layer -> layer instanceof Layer.Intervals i && i.x().length == 0);
    boolean scaled = all.stream().noneMatch(c -> Double.isNaN(c.standardized()));
    Axis x = Axis.linear(scaled ? "coefficient for one standard deviation" : "coefficient");
    Panel panel =
        new Panel(
            "", x, Axis.categories("", names.stream().map(FitFigures::shortened).toList()), layers);
    boolean known = all.stream().anyMatch(c -> !Double.isNaN(c.low()));
    String caption =
        "The largest coefficients, by size"
            + (known ? ", with 95 % intervals where there are any." : ", without intervals.");
    return List.of(new Figure("coefficients", caption, panel));
  }

  /** Whether the data tell the sign of a coefficient. */
  private enum Sign {
    KNOWN("interval without 0", Color.BLUE),
    OPEN("interval around 0", Color.GRAY),
    UNTOLD("no interval", Color.ORANGE);

    private final String words;
    private final LayerStyle style;

    Sign(String words, Color color) {
      this.words = words;
      this.style = LayerStyle.line(color).marked(Marker.CIRCLE);
    }

    static Sign of(Coefficient c) {
      return Double.isNaN(c.low()) ? UNTOLD : c.low() <= 0 && c.high() >= 0 ? OPEN : KNOWN;
    }
  }

  private static Layer intervals(
      String name, List<Coefficient> list, ToDoubleFunction<Coefficient> y, LayerStyle style) {
    return new Layer.Intervals(
        name,
        numbers(list, c -> c.value() * unit(c)),
        numbers(list, y),
        numbers(list, c -> c.low() * unit(c)),
        numbers(list, c -> c.high() * unit(c)),
        style);
  }

  /** Returns the standard deviation of the column of a coefficient, or 1 if it is not known. */
  private static double unit(Coefficient c) {
    return Double.isNaN(c.standardized()) ? 1 : c.standardized() / c.value();
  }

  static String shortened(String name) {
    return name.length() <= LONGEST
        ? name
        : name.substring(0, LONGEST / 2) + "…" + name.substring(name.length() - LONGEST / 2 + 1);
  }
}
