package org.ironopt.cli.fit;

import static org.ironopt.io.internal.Numbers.filled;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.data.Dataset;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.fit.Inference;
import org.ironopt.fit.Inference.Coefficient;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.LayerStyle.Marker;
import org.ironopt.lab.figure.Panel;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.NumberEvaluation;
import org.ironopt.model.ThresholdCurve;

/** The pictures of a fit. */
final class FitFigures {
  private static final LayerStyle MAIN = LayerStyle.line(Color.BLUE).marked(Marker.CIRCLE);
  private static final LayerStyle SECOND = LayerStyle.line(Color.ORANGE).marked(Marker.SQUARE);
  static final LayerStyle GUIDE = LayerStyle.line(Color.GRAY).dashed();

  /** Of classes, in their order; more classes are not drawn. */
  private static final List<Color> COLORS =
      List.of(
          Color.BLUE,
          Color.VERMILION,
          Color.GREEN,
          Color.PURPLE,
          Color.ORANGE,
          Color.SKY,
          Color.BLACK);

  /** Points of a curve are enough from here on. */
  private static final int MOST_POINTS = 400;

  /** A name of a column beside an axis has at most so many characters. */
  private static final int LONGEST = 26;

  /** Counts beyond this are not compared one by one. */
  private static final int MOST_COUNTS = 30;

  private static final int TENTHS = 10;

  private FitFigures() {}

  /**
   * Rows that the model is measured on.
   *
   * @param name in legends
   */
  record Measured(String name, Model model, Dataset rows, Evaluation evaluation) {
    LayerStyle style() {
      return name.equals("training") ? SECOND : MAIN;
    }

    /** The style of a curve without markers. */
    LayerStyle line() {
      return style().marked(Marker.NONE);
    }
  }

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

  private static <T> double[] numbers(List<T> list, ToDoubleFunction<T> number) {
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

  private static String shortened(String name) {
    return name.length() <= LONGEST
        ? name
        : name.substring(0, LONGEST / 2) + "…" + name.substring(name.length() - LONGEST / 2 + 1);
  }

  /**
   * Returns the curves that suit the predictions, training and held-out rows in one figure each.
   */
  static List<Figure> predictions(List<Measured> parts) {
    Measured last = parts.getLast();
    return switch (last.evaluation) {
      case ClassEvaluation e when e.classes().size() == 2 ->
          List.of(
              calibration(parts, "Calibration of the probability of " + e.classes().get(1) + "."),
              roc(parts, e.classes().get(1)),
              precisionRecall(parts, e));
      case ClassEvaluation e ->
          List.of(
              calibration(parts, "Calibration of the probability of the predicted class."),
              byClass(
                  "roc",
                  "ROC curves of each class against the rest.",
                  parts,
                  Axis.linear("false positive rate").between(0, 1),
                  Axis.linear("true positive rate").between(0, 1),
                  ThresholdCurve::falsePositiveRate,
                  ThresholdCurve::recall),
              byClass(
                  "precision-recall",
                  "Precision over recall of each class against the rest.",
                  parts,
                  Axis.linear("recall").between(0, 1),
                  Axis.linear("precision").between(0, 1),
                  ThresholdCurve::recall,
                  ThresholdCurve::precision));
      case NumberEvaluation e when Double.isNaN(e.deviance()) ->
          List.of(actual(parts), residuals(parts), quantiles(parts));
      case NumberEvaluation e -> {
        int largest = (int) Arrays.stream(e.actual()).max().orElse(0);
        yield largest <= MOST_COUNTS
            ? List.of(tenths(parts), frequencies(last, e, largest))
            : List.of(tenths(parts), residuals(parts));
      }
    };
  }

  /** Returns points, or a cloud if they are many. */
  static Layer points(String name, double[] x, double[] y, LayerStyle style) {
    return x.length > MOST_POINTS
        ? new Layer.Cloud(name, x, y, style)
        : new Layer.Points(name, x, y, style);
  }

  /** Returns the line on which both coordinates are equal, between the ends of some numbers. */
  static Layer diagonal(String name, double[]... numbers) {
    double[] all = Arrays.stream(numbers).flatMapToDouble(Arrays::stream).sorted().toArray();
    double[] ends = {all[0], all[all.length - 1]};
    return new Layer.Line(name, ends, ends, GUIDE);
  }

  private static Figure figure(
      String id, String caption, Axis x, Axis y, Layer guide, Stream<Layer> layers) {
    return new Figure(
        id, caption, new Panel("", x, y, Stream.concat(Stream.of(guide), layers).toList()));
  }

  private static Layer bins(Measured part, List<Evaluation.Bin> bins) {
    return new Layer.Line(
        part.name,
        numbers(bins, Evaluation.Bin::predicted),
        numbers(bins, Evaluation.Bin::observed),
        part.style());
  }

  private static Figure calibration(List<Measured> parts, String caption) {
    return figure(
        "calibration",
        caption + " Rows by predicted probability, in tenths.",
        Axis.linear("predicted probability").between(0, 1),
        Axis.linear("observed share").between(0, 1),
        diagonal("perfect", new double[] {0, 1}),
        parts.stream()
            .map(p -> bins(p, Evaluation.filled(((ClassEvaluation) p.evaluation).calibration()))));
  }

  private static Figure roc(List<Measured> parts, String second) {
    return figure(
        "roc",
        "ROC curve of " + second + ".",
        Axis.linear("false positive rate").between(0, 1),
        Axis.linear("true positive rate").between(0, 1),
        diagonal("chance", new double[] {0, 1}),
        parts.stream()
            .map(
                p -> {
                  ThresholdCurve curve = ThresholdCurve.of(p.model, p.rows, 1).thinned(MOST_POINTS);
                  double auc = ((ClassEvaluation) p.evaluation).auc();
                  return new Layer.Line(
                      filled("%s, AUC %s", p.name, Numbers.text(auc, 3)),
                      curve.falsePositiveRate(),
                      curve.recall(),
                      p.line());
                }));
  }

  private static Figure precisionRecall(List<Measured> parts, ClassEvaluation shown) {
    return figure(
        "precision-recall",
        "Precision over recall of " + shown.classes().get(1) + ".",
        Axis.linear("recall").between(0, 1),
        Axis.linear("precision").between(0, 1),
        new Layer.Reference("prevalence", true, shown.prevalence(), GUIDE),
        parts.stream()
            .map(
                p -> {
                  ThresholdCurve curve = ThresholdCurve.of(p.model, p.rows, 1).thinned(MOST_POINTS);
                  double area = ((ClassEvaluation) p.evaluation).prAuc();
                  return new Layer.Line(
                      filled("%s, AUC %s", p.name, Numbers.text(area, 3)),
                      curve.recall(),
                      curve.precision(),
                      p.line());
                }));
  }

  /** Returns a panel for each part with a curve of each class, of many those that are worst. */
  private static Figure byClass(
      String id,
      String caption,
      List<Measured> parts,
      Axis x,
      Axis y,
      Function<ThresholdCurve, double[]> across,
      Function<ThresholdCurve, double[]> up) {
    List<ClassEvaluation.OneClass> all = ((ClassEvaluation) parts.getLast().evaluation).byClass();
    ToDoubleFunction<Integer> area = c -> all.get(c).auc();
    List<Integer> shown =
        IntStream.range(0, all.size())
            .boxed()
            .sorted(Comparator.comparingDouble(area))
            .limit(COLORS.size())
            .sorted()
            .toList();
    List<Panel> panels = new ArrayList<>();
    for (Measured part : parts) {
      List<Layer> layers = new ArrayList<>();
      for (int k = 0; k < shown.size(); k++) {
        int c = shown.get(k);
        ThresholdCurve curve = ThresholdCurve.of(part.model, part.rows, c).thinned(MOST_POINTS);
        layers.add(
            new Layer.Line(
                all.get(c).name(),
                across.apply(curve),
                up.apply(curve),
                LayerStyle.line(COLORS.get(k))));
      }
      ClassEvaluation e = (ClassEvaluation) part.evaluation;
      double mean = id.equals("roc") ? e.auc() : e.prAuc();
      panels.add(
          new Panel(filled("%s, mean AUC %s", part.name, Numbers.text(mean, 3)), x, y, layers));
    }
    String which =
        shown.size() < all.size() ? " The " + shown.size() + " with the smallest AUC." : "";
    return new Figure(id, caption + which, 1, panels);
  }

  private static NumberEvaluation numbers(Measured part) {
    return (NumberEvaluation) part.evaluation;
  }

  private static Figure actual(List<Measured> parts) {
    double[][] all =
        parts.stream()
            .flatMap(p -> Stream.of(numbers(p).actual(), numbers(p).predicted()))
            .toArray(double[][]::new);
    return figure(
        "actual",
        "Predicted against actual numbers.",
        Axis.linear("actual"),
        Axis.linear("predicted"),
        diagonal("equal", all),
        parts.stream()
            .map(p -> points(p.name, numbers(p).actual(), numbers(p).predicted(), p.style())));
  }

  private static Figure residuals(List<Measured> parts) {
    NumberEvaluation shown = numbers(parts.getLast());
    List<Evaluation.Bin> bins = shown.calibration(TENTHS);
    Layer means =
        new Layer.Line(
            "mean of a tenth",
            numbers(bins, Evaluation.Bin::predicted),
            numbers(bins, bin -> bin.observed() - bin.predicted()),
            LayerStyle.line(Color.BLACK).marked(Marker.SQUARE));
    return figure(
        "residuals",
        "What is left, actual less predicted; tenths of the rows by prediction.",
        Axis.linear("predicted"),
        Axis.linear("residual"),
        new Layer.Reference("", true, 0, GUIDE),
        Stream.concat(
            parts.stream()
                .map(
                    p -> points(p.name, numbers(p).predicted(), numbers(p).residuals(), p.style())),
            Stream.of(means)));
  }

  private static Figure quantiles(List<Measured> parts) {
    double spread = numbers(parts.getLast()).rmse();
    return quantiles(
        spread,
        parts.stream()
            .map(p -> quantiles(p.name, numbers(p).residuals(), numbers(p).weights(), p.style())));
  }

  /** Returns residuals against normal quantiles, with the line of a standard deviation. */
  static Figure quantiles(double deviation, Stream<Layer> layers) {
    double[] ends = {-3, 3};
    double[] line = DoubleStream.of(ends).map(end -> deviation * end).toArray();
    return figure(
        "quantiles",
        "Residuals against the quantiles of a normal law; on the line if they follow it.",
        Axis.linear("normal quantile"),
        Axis.linear("residual"),
        new Layer.Line("normal", ends, line, GUIDE),
        layers);
  }

  static Layer quantiles(String name, double[] residuals, double[] weights, LayerStyle style) {
    double[][] points = NumberEvaluation.normalQuantiles(residuals, weights, MOST_POINTS);
    return new Layer.Points(name, points[0], points[1], style);
  }

  private static Figure tenths(List<Measured> parts) {
    double[] means =
        parts.stream()
            .flatMap(p -> numbers(p).calibration(TENTHS).stream())
            .flatMapToDouble(bin -> DoubleStream.of(bin.predicted(), bin.observed()))
            .toArray();
    return figure(
        "calibration",
        "Mean counts, predicted and observed, in tenths of the rows by prediction.",
        Axis.linear("predicted mean"),
        Axis.linear("observed mean"),
        diagonal("perfect", means),
        parts.stream().map(p -> bins(p, numbers(p).calibration(TENTHS))));
  }

  private static Figure frequencies(Measured part, NumberEvaluation e, int largest) {
    double[][] counts = e.frequencies(largest);
    double[] x = IntStream.rangeClosed(0, largest).asDoubleStream().toArray();
    return new Figure(
        "counts",
        "Rows of each count, observed and expected by Poisson laws with the predicted means.",
        new Panel(
            "",
            Axis.linear("count"),
            Axis.log("rows"),
            new Layer.Line("expected", x, counts[1], LayerStyle.line(Color.GRAY)),
            new Layer.Points(part.name + ", observed", x, counts[0], part.style())));
  }
}
