package org.ironopt.lab.fit;

import java.util.Arrays;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.fit.CrossValidation;
import org.ironopt.fit.FitStep;
import org.ironopt.fit.network.NetworkResult;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Order;
import org.ironopt.model.ClassEvaluation;
import org.ironopt.model.Evaluation;
import org.ironopt.model.Model;
import org.ironopt.model.NumberEvaluation;

/** The pictures of a fit. */
final class FitFigures {
  private static final Style MAIN = Style.line(Style.Color.BLUE).marked(Style.Marker.CIRCLE);
  private static final Style SECOND = Style.line(Style.Color.ORANGE).marked(Style.Marker.SQUARE);
  private static final Style GUIDE = Style.line(Style.Color.GRAY).dashed();

  /** Points of a curve are enough from here on. */
  private static final int MOST_POINTS = 400;

  private FitFigures() {}

  /** Returns the gap against the passes over the data. */
  static Figure convergence(List<FitStep> history, double tolerance) {
    List<FitStep> shown =
        history.stream().filter(s -> s.gap() > 0 && Double.isFinite(s.gap())).toList();
    double[] passes = shown.stream().mapToDouble(FitStep::passes).toArray();
    double[] gap = shown.stream().mapToDouble(FitStep::gap).toArray();
    Panel panel =
        new Panel(
            "",
            Axis.linear("passes over the data"),
            Axis.log("certified relative gap"),
            List.of(
                new Layer.Line("gap", passes, gap, MAIN),
                new Layer.Reference("tolerance", true, tolerance, GUIDE)));
    return new Figure("convergence", "Distance from the optimum, proven.", 1, List.of(panel));
  }

  /** Returns the losses of a network against the passes over the data. */
  static Figure epochs(NetworkResult result) {
    List<FitStep> history = result.network().history();
    double[] passes = history.stream().mapToDouble(FitStep::passes).toArray();
    Panel panel =
        new Panel(
            "",
            Axis.linear("passes over the data"),
            Axis.log("loss"),
            List.of(
                new Layer.Line(
                    "training objective",
                    passes,
                    history.stream().mapToDouble(FitStep::objective).toArray(),
                    Style.line(Style.Color.ORANGE)),
                new Layer.Line(
                    "validation rows",
                    passes,
                    history.stream().mapToDouble(FitStep::validation).toArray(),
                    Style.line(Style.Color.BLUE))));
    return new Figure(
        "convergence",
        "Training objective and loss on the validation rows; the network where the latter was"
            + " smallest was kept.",
        1,
        List.of(panel));
  }

  /** Returns loss against penalty. */
  static Figure path(CrossValidation.Found path) {
    boolean l1 = path.points().getFirst().l1() != path.points().getLast().l1();
    double[] reg = path.points().stream().mapToDouble(p -> l1 ? p.l1() : p.reg()).toArray();
    double[] loss = path.points().stream().mapToDouble(CrossValidation.Point::loss).toArray();
    double[] low = path.points().stream().mapToDouble(p -> p.loss() - p.error()).toArray();
    double[] high = path.points().stream().mapToDouble(p -> p.loss() + p.error()).toArray();
    double[] training =
        path.points().stream().mapToDouble(CrossValidation.Point::training).toArray();
    Panel panel =
        new Panel(
            "",
            Axis.log(l1 ? "penalty R1" : "penalty R"),
            Axis.linear("loss"),
            List.of(
                new Layer.Line("training objective", reg, training, SECOND),
                new Layer.Line("", reg, loss, Style.line(Style.Color.BLUE)),
                new Layer.Errors("rows left out", reg, loss, low, high, MAIN),
                new Layer.Reference(
                    "chosen", false, l1 ? path.best().l1() : path.best().reg(), GUIDE)));
    return new Figure(
        "path",
        "Loss on rows left out, five folds, with one standard error; the smallest is chosen.",
        1,
        List.of(panel));
  }

  /** Returns how good the predictions are: calibration and ROC, or predicted against actual. */
  static Figure quality(String id, Model model, Dataset data, Evaluation evaluation) {
    return switch (evaluation) {
      case NumberEvaluation e -> numbers(id, e);
      case ClassEvaluation e ->
          e.classes().size() == 2
              ? new Figure(
                  id,
                  "Calibration of the probability of class "
                      + e.classes().get(1)
                      + ", and its ROC curve.",
                  2,
                  List.of(calibration(e), roc(model, data)))
              : new Figure(id, "Calibration of the predicted class.", 1, List.of(calibration(e)));
    };
  }

  private static Figure numbers(String id, NumberEvaluation e) {
    double low = Math.min(min(e.actual()), min(e.predicted()));
    double high = Math.max(-min(negative(e.actual())), -min(negative(e.predicted())));
    double[] ends = {low, high};
    Panel panel =
        new Panel(
            "",
            Axis.linear("actual"),
            Axis.linear("predicted"),
            List.of(
                e.rows() > MOST_POINTS
                    ? new Layer.Cloud("", e.actual(), e.predicted(), MAIN)
                    : new Layer.Points("", e.actual(), e.predicted(), MAIN),
                new Layer.Line("equal", ends, ends, GUIDE)));
    return new Figure(id, "Predicted against actual numbers.", 1, List.of(panel));
  }

  private static double min(double[] x) {
    return Arrays.stream(x).min().orElse(0);
  }

  private static double[] negative(double[] x) {
    return Arrays.stream(x).map(v -> -v).toArray();
  }

  private static Panel calibration(ClassEvaluation e) {
    List<Evaluation.Bin> bins = Evaluation.filled(e.calibration());
    double[] ends = {0, 1};
    return new Panel(
        "",
        Axis.linear("predicted probability").between(0, 1),
        Axis.linear("observed share").between(0, 1),
        List.of(
            new Layer.Line("perfect", ends, ends, GUIDE),
            new Layer.Line(
                "model",
                bins.stream().mapToDouble(Evaluation.Bin::predicted).toArray(),
                bins.stream().mapToDouble(Evaluation.Bin::observed).toArray(),
                MAIN)));
  }

  private static Panel roc(Model model, Dataset data) {
    DenseMatrix p = model.probabilities(data);
    int n = data.rows();
    double[] last = new double[n];
    for (int i = 0; i < n; i++) {
      last[i] = -p.get(i, 1);
    }
    int[] order = Order.ascending(last);
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
    double[] ends = {0, 1};
    return new Panel(
        "",
        Axis.linear("false positive rate").between(0, 1),
        Axis.linear("true positive rate").between(0, 1),
        List.of(
            new Layer.Line("chance", ends, ends, GUIDE),
            new Layer.Line("model", x, y, Style.line(Style.Color.BLUE))));
  }
}
