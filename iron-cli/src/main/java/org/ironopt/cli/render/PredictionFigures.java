package org.ironopt.cli.render;

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
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.LayerStyle.Marker;
import org.ironopt.lab.figure.Panel;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.ClassEvaluation.ThresholdCurve;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.ModelKind;
import org.ironopt.model.NumberEvaluation;

/** The pictures of what a model predicts, training and held-out rows in one figure each. */
final class PredictionFigures {
  /** Counts beyond this are not compared one by one. */
  private static final int MOST_COUNTS = 30;

  private static final int TENTHS = 10;

  private PredictionFigures() {}

  /**
   * Rows that the model is measured on.
   *
   * @param name in legends
   */
  record Measured(String name, Model model, Dataset rows, Evaluation evaluation) {
    LayerStyle style() {
      return name.equals("training") ? FitFigures.SECOND : FitFigures.MAIN;
    }

    /** The style of a curve without markers. */
    LayerStyle line() {
      return style().marked(Marker.NONE);
    }
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
      case NumberEvaluation e when !counts(last) ->
          List.of(actual(parts), residuals(parts), quantiles(parts));
      case NumberEvaluation e -> {
        int largest = (int) Arrays.stream(e.actual()).max().orElse(0);
        // The expected rows of each count are those of Poisson laws.
        yield largest <= MOST_COUNTS && last.model.kind() == ModelKind.POISSON
            ? List.of(tenths(parts), frequencies(last, e, largest))
            : List.of(tenths(parts), residuals(parts));
      }
    };
  }

  private static boolean counts(Measured part) {
    return part.model.kind() == ModelKind.POISSON || part.model.kind() == ModelKind.NEGBIN;
  }

  /** Returns points, or a cloud if they are many. */
  static Layer points(String name, double[] x, double[] y, LayerStyle style) {
    return x.length > FitFigures.MOST_POINTS
        ? new Layer.Cloud(name, x, y, style)
        : new Layer.Points(name, x, y, style);
  }

  /** Returns the line on which both coordinates are equal, between the ends of some numbers. */
  static Layer diagonal(String name, double[]... numbers) {
    double[] all = Arrays.stream(numbers).flatMapToDouble(Arrays::stream).sorted().toArray();
    double[] ends = {all[0], all[all.length - 1]};
    return new Layer.Line(name, ends, ends, FitFigures.GUIDE);
  }

  private static Figure figure(
      String id, String caption, Axis x, Axis y, Layer guide, Stream<Layer> layers) {
    return new Figure(
        id, caption, new Panel("", x, y, Stream.concat(Stream.of(guide), layers).toList()));
  }

  private static Layer bins(Measured part, List<Evaluation.Bin> bins) {
    return new Layer.Line(
        part.name,
        FitFigures.numbers(bins, Evaluation.Bin::predicted),
        FitFigures.numbers(bins, Evaluation.Bin::observed),
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
                p ->
                    curve(
                        p,
                        ClassEvaluation::auc,
                        ThresholdCurve::falsePositiveRate,
                        ThresholdCurve::recall)));
  }

  private static Figure precisionRecall(List<Measured> parts, ClassEvaluation shown) {
    return figure(
        "precision-recall",
        "Precision over recall of " + shown.classes().get(1) + ".",
        Axis.linear("recall").between(0, 1),
        Axis.linear("precision").between(0, 1),
        new Layer.Reference("prevalence", true, shown.prevalence(), FitFigures.GUIDE),
        parts.stream()
            .map(
                p ->
                    curve(
                        p,
                        ClassEvaluation::prAuc,
                        ThresholdCurve::recall,
                        ThresholdCurve::precision)));
  }

  /** Returns the curve of the second of two classes, with its area in the legend. */
  private static Layer curve(
      Measured part,
      ToDoubleFunction<ClassEvaluation> area,
      Function<ThresholdCurve, double[]> across,
      Function<ThresholdCurve, double[]> up) {
    ThresholdCurve curve =
        ThresholdCurve.of(part.model, part.rows, 1).thinned(FitFigures.MOST_POINTS);
    double auc = area.applyAsDouble((ClassEvaluation) part.evaluation);
    return new Layer.Line(
        filled("%s, AUC %s", part.name, Numbers.text(auc, 3)),
        across.apply(curve),
        up.apply(curve),
        part.line());
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
            .limit(FitFigures.COLORS.size())
            .sorted()
            .toList();
    List<Panel> panels = new ArrayList<>();
    for (Measured part : parts) {
      List<Layer> layers = new ArrayList<>();
      for (int k = 0; k < shown.size(); k++) {
        int c = shown.get(k);
        ThresholdCurve curve =
            ThresholdCurve.of(part.model, part.rows, c).thinned(FitFigures.MOST_POINTS);
        layers.add(
            new Layer.Line(
                all.get(c).name(),
                across.apply(curve),
                up.apply(curve),
                LayerStyle.line(FitFigures.COLORS.get(k))));
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
            FitFigures.numbers(bins, Evaluation.Bin::predicted),
            FitFigures.numbers(bins, bin -> bin.observed() - bin.predicted()),
            LayerStyle.line(Color.BLACK).marked(Marker.SQUARE));
    return figure(
        "residuals",
        "What is left, actual less predicted; tenths of the rows by prediction.",
        Axis.linear("predicted"),
        Axis.linear("residual"),
        new Layer.Reference("", true, 0, FitFigures.GUIDE),
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
        new Layer.Line("normal", ends, line, FitFigures.GUIDE),
        layers);
  }

  static Layer quantiles(String name, double[] residuals, double[] weights, LayerStyle style) {
    double[][] points =
        NumberEvaluation.normalQuantiles(residuals, weights, FitFigures.MOST_POINTS);
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
