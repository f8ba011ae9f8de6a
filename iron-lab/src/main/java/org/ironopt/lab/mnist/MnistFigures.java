package org.ironopt.lab.mnist;

import static org.ironopt.io.internal.Numbers.format;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.LayerStyle.Marker;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.mnist.MnistResults.Point;
import org.ironopt.lab.mnist.MnistResults.Series;
import org.ironopt.lab.statistics.SampleSummary;

/** The paper's four figures of section 5.4, a panel for each batch size, and that of the steps. */
record MnistFigures(MnistResults results) {
  private static final String DASHED =
      " Dashed: the paper's step where another one was tuned here.";

  /** Top of the figure of the steps, relative to the best objective. */
  private static final double TOP = 30;

  private static LayerStyle style(ComparedOptimizer rival) {
    return switch (rival) {
      case ADAMW -> LayerStyle.line(Color.ORANGE);
      case NAG_GS -> LayerStyle.line(Color.VERMILION);
      case IRON -> LayerStyle.line(Color.BLUE);
      case IRON_RELATIVE -> LayerStyle.line(Color.BLUE).dashed();
      case SGD -> LayerStyle.line(Color.GREEN);
    };
  }

  Figure trainLoss() {
    return figure(
        "Figure 6",
        "mnist-train-loss",
        "Objective over all training rows against the epoch: mean and standard deviation over the"
            + " seeds."
            + DASHED,
        Axis.linear("epoch"),
        Axis.linear("training objective"),
        s -> curve(s, epochs(s), epoch -> s.at("train_loss", epoch)));
  }

  Figure accuracy() {
    return figure(
            "Figure 7",
            "mnist-test-accuracy",
            "Test accuracy against the epoch: mean and standard deviation over the seeds." + DASHED,
            Axis.linear("epoch"),
            Axis.linear("test accuracy"),
            s -> curve(s, epochs(s), epoch -> s.at("accuracy", epoch)))
        .asChief();
  }

  Figure accuracyByTime() {
    return figure(
        "Figure 8",
        "mnist-accuracy-time",
        "Test accuracy against seconds of training on this machine, without measuring: mean and"
            + " standard deviation over the seeds. This figure depends on the clock.",
        Axis.log("seconds"),
        Axis.linear("test accuracy"),
        MnistFigures::byTime);
  }

  Figure inner() {
    return figure(
        "Figure 9",
        "mnist-inner-iterations",
        "Newton steps and CG iterations of the inner solve per step of IRON, during each epoch:"
            + " mean and standard deviation over the seeds."
            + DASHED,
        Axis.linear("epoch"),
        Axis.log("per IRON step"),
        s ->
            s.rival() != ComparedOptimizer.IRON
                ? List.of()
                : Stream.of(
                        inner(s, "cg_steps", "CG", Color.SKY),
                        inner(s, "newton_steps", "Newton", Color.BLUE))
                    .flatMap(List::stream)
                    .toList());
  }

  private Figure figure(
      String paper,
      String id,
      String caption,
      Axis x,
      Axis y,
      Function<Series, List<Layer>> drawing) {
    List<Panel> panels = new ArrayList<>();
    for (int batch : results.settings.batchSizes()) {
      List<Layer> layers = new ArrayList<>();
      results.series(batch).forEach(s -> layers.addAll(drawing.apply(s)));
      panels.add(new Panel("b = " + batch, x, y, layers));
    }
    return new Figure(id, caption, 3, panels).shared().paper(paper);
  }

  private static double[] epochs(Series s) {
    return IntStream.rangeClosed(1, s.epochs()).asDoubleStream().toArray();
  }

  private static List<Layer> byTime(Series s) {
    if (s.seconds().isEmpty()) {
      return List.of();
    }
    double[] seconds = epochs(s);
    Arrays.setAll(seconds, e -> s.seconds(e + 1).orElseThrow().mean());
    return curve(s, seconds, epoch -> s.at("accuracy", epoch));
  }

  private List<Layer> inner(Series s, String column, String name, Color color) {
    int steps = results.stepsPerEpoch(s.batch());
    return curve(
        s, name, LayerStyle.line(color), epochs(s), epoch -> s.perStep(column, epoch, steps));
  }

  private static List<Layer> curve(Series s, double[] x, IntFunction<SampleSummary> atEpoch) {
    return curve(s, s.rival().title, style(s.rival()), x, atEpoch);
  }

  private static List<Layer> curve(
      Series s, String name, LayerStyle style, double[] x, IntFunction<SampleSummary> atEpoch) {
    List<SampleSummary> y = IntStream.rangeClosed(1, s.epochs()).mapToObj(atEpoch).toList();
    double[] mean = y.stream().mapToDouble(SampleSummary::mean).toArray();
    if (!s.tuned()) {
      return List.of(new Layer.Line("", x, mean, style.dashed()));
    }
    double[] low = y.stream().mapToDouble(v -> v.mean() - v.deviation()).toArray();
    double[] high = y.stream().mapToDouble(v -> v.mean() + v.deviation()).toArray();
    return List.of(new Layer.Band("", x, low, high, style), new Layer.Line(name, x, mean, style));
  }

  Figure steps() {
    List<Layer> losses = new ArrayList<>();
    List<Layer> accuracies = new ArrayList<>();
    double least = Double.POSITIVE_INFINITY;
    for (ComparedOptimizer rival : ComparedOptimizer.values()) {
      List<Point> points = results.points(rival).stream().filter(Point::finite).toList();
      double[] x = points.stream().mapToDouble(Point::step).toArray();
      double[] loss = points.stream().mapToDouble(Point::loss).toArray();
      double[] accuracy = points.stream().mapToDouble(Point::accuracy).toArray();
      LayerStyle style = style(rival).marked(Marker.CIRCLE);
      losses.add(new Layer.Line(rival.title, x, loss, style));
      accuracies.add(new Layer.Line(rival.title, x, accuracy, style));
      least = Math.min(least, Arrays.stream(loss).min().orElse(least));
    }
    least = Double.isFinite(least) ? least : 1;
    Axis objective = Axis.log("training objective").between(least / 1.1, TOP * least);
    return new Figure(
        "mnist-step-robustness",
        format(
            "Training objective and test accuracy after %s against the step (η or α), b ="
                + " %d. Objectives above %.0f times the best are not drawn.",
            Numbers.count(results.settings.stepEpochs(), "epoch"),
            results.settings.stepBatch(),
            TOP),
        new Panel("", Axis.log("step"), objective, losses),
        new Panel("", Axis.log("step"), Axis.linear("test accuracy"), accuracies));
  }
}
