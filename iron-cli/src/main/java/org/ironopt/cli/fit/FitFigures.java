package org.ironopt.cli.fit;

import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.DoubleStream;
import org.ironopt.data.Dataset;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.FitResult.FitStep;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.Panel;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.ArgSort;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.NumberEvaluation;

/** The pictures of a fit. */
final class FitFigures {
  private static final LayerStyle MAIN =
      LayerStyle.line(LayerStyle.Color.BLUE).marked(LayerStyle.Marker.CIRCLE);
  private static final LayerStyle SECOND =
      LayerStyle.line(LayerStyle.Color.ORANGE).marked(LayerStyle.Marker.SQUARE);
  private static final LayerStyle GUIDE = LayerStyle.line(LayerStyle.Color.GRAY).dashed();

  /** Points of a curve are enough from here on. */
  private static final int MOST_POINTS = 400;

  private FitFigures() {}

  /** Returns the gap against the passes over the data. */
  static Figure convergence(List<FitStep> history, double tolerance) {
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
    return new Figure("convergence", "Distance from the optimum, proven.", panel);
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
            new Layer.Line(
                "training objective", passes, training, LayerStyle.line(LayerStyle.Color.ORANGE)),
            new Layer.Line(
                "early-stopping rows", passes, stopping, LayerStyle.line(LayerStyle.Color.BLUE)));
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
            new Layer.Line("", reg, loss, LayerStyle.line(LayerStyle.Color.BLUE)),
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

  /** Returns how good the predictions are: calibration and ROC, or predicted against actual. */
  static Figure quality(String id, Model model, Dataset data, Evaluation evaluation) {
    return switch (evaluation) {
      case NumberEvaluation e -> new Figure(id, "Predicted against actual numbers.", panel(e));
      case ClassEvaluation e when e.classes().size() == 2 -> {
        String second = e.classes().get(1);
        yield new Figure(
            id,
            "Calibration of the probability of class " + second + ", and its ROC curve.",
            calibration(e),
            roc(model, data));
      }
      case ClassEvaluation e ->
          new Figure(id, "Calibration of the predicted class.", calibration(e));
    };
  }

  private static Panel panel(NumberEvaluation e) {
    DoubleSummaryStatistics all =
        DoubleStream.concat(Arrays.stream(e.actual()), Arrays.stream(e.predicted()))
            .summaryStatistics();
    return new Panel(
        "",
        Axis.linear("actual"),
        Axis.linear("predicted"),
        points("", e.actual(), e.predicted(), MAIN),
        line("equal", all.getMin(), all.getMax()));
  }

  /** Returns points, or a cloud if they are many. */
  static Layer points(String name, double[] x, double[] y, LayerStyle style) {
    return x.length > MOST_POINTS
        ? new Layer.Cloud(name, x, y, style)
        : new Layer.Points(name, x, y, style);
  }

  /** Returns the line on which both coordinates are equal. */
  static Layer line(String name, double from, double to) {
    double[] ends = {from, to};
    return new Layer.Line(name, ends, ends, GUIDE);
  }

  private static Panel calibration(ClassEvaluation e) {
    List<Evaluation.Bin> bins = Evaluation.filled(e.calibration());
    double[] predicted = numbers(bins, Evaluation.Bin::predicted);
    return new Panel(
        "",
        Axis.linear("predicted probability").between(0, 1),
        Axis.linear("observed share").between(0, 1),
        line("perfect", 0, 1),
        new Layer.Line("model", predicted, numbers(bins, Evaluation.Bin::observed), MAIN));
  }

  private static Panel roc(Model model, Dataset data) {
    DenseMatrix p = model.probabilities(data);
    int n = data.rows();
    double[] last = new double[n];
    for (int i = 0; i < n; i++) {
      last[i] = -p.get(i, 1);
    }
    int[] order = ArgSort.ascending(last);
    double[] trues = new double[n + 1];
    double[] falses = new double[n + 1];
    for (int i = 0; i < n; i++) {
      double weight = data.weight(order[i]);
      boolean positive = data.label(order[i]) == 1;
      trues[i + 1] = trues[i] + (positive ? weight : 0);
      falses[i + 1] = falses[i] + (positive ? 0 : weight);
    }
    int points = Math.min(n, MOST_POINTS);
    double[] x = new double[points + 1];
    double[] y = new double[points + 1];
    for (int k = 0; k <= points; k++) {
      int i = (int) ((long) k * n / points);
      x[k] = falses[i] / falses[n];
      y[k] = trues[i] / trues[n];
    }
    return new Panel(
        "",
        Axis.linear("false positive rate").between(0, 1),
        Axis.linear("true positive rate").between(0, 1),
        line("chance", 0, 1),
        new Layer.Line("model", x, y, LayerStyle.line(LayerStyle.Color.BLUE)));
  }
}
