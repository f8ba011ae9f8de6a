package org.ironopt.lab.mnist;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.lab.figure.Style.Color;
import org.ironopt.lab.figure.Style.Marker;
import org.ironopt.lab.statistics.Sample;

/** The paper's four figures of section 5.4: a panel for each batch size. */
final class MnistFigures {
  private final MnistResults results;

  MnistFigures(MnistResults results) {
    this.results = results;
  }

  static Style style(Rival rival) {
    return switch (rival) {
      case ADAMW -> Style.line(Color.ORANGE);
      case NAG_GS -> Style.line(Color.VERMILION);
      case IRON -> Style.line(Color.BLUE);
      case IRON_RELATIVE -> Style.line(Color.SKY).dashed();
      case SGD -> Style.line(Color.GREEN);
    };
  }

  Figure trainLoss() {
    return new Figure(
        "mnist-train-loss",
        "Objective over all training rows against the epoch: mean and standard deviation over the"
            + " seeds. Dashed: the paper's step where another one was tuned here.",
        3,
        panels(
            Axis.linear("epoch"),
            Axis.linear("training objective"),
            s -> byEpoch(s, "train_loss")));
  }

  Figure accuracy() {
    return new Figure(
        "mnist-test-accuracy",
        "Test accuracy against the epoch: mean and standard deviation over the seeds. Dashed: the"
            + " paper's step where another one was tuned here.",
        3,
        panels(Axis.linear("epoch"), Axis.linear("test accuracy"), s -> byEpoch(s, "accuracy")));
  }

  Figure accuracyByTime() {
    return new Figure(
        "mnist-accuracy-time",
        "Test accuracy against seconds of training on this machine, judging excluded: mean and"
            + " standard deviation over the seeds. This figure depends on the clock.",
        3,
        panels(Axis.log("seconds"), Axis.linear("test accuracy"), MnistFigures::byTime));
  }

  /** What to draw for a series. */
  private interface Drawing {
    List<Layer> of(Series series);
  }

  private List<Panel> panels(Axis x, Axis y, Drawing drawing) {
    List<Panel> panels = new ArrayList<>();
    for (int batch : results.setup.batches) {
      List<Layer> layers = new ArrayList<>();
      for (Series series : results.series(batch)) {
        layers.addAll(drawing.of(series));
      }
      panels.add(new Panel("b = " + batch, x, y, layers));
    }
    return panels;
  }

  private static List<Layer> byEpoch(Series s, String column) {
    double[] epochs = new double[s.epochs()];
    for (int e = 0; e < epochs.length; e++) {
      epochs[e] = e + 1;
    }
    return curve(s, epochs, e -> s.at(column, e + 1));
  }

  private static List<Layer> byTime(Series s) {
    if (s.seconds().isEmpty()) {
      return List.of();
    }
    double[] seconds = new double[s.epochs()];
    for (int e = 0; e < seconds.length; e++) {
      seconds[e] = s.seconds(e + 1).orElseThrow().mean();
    }
    return curve(s, seconds, e -> s.at("accuracy", e + 1));
  }

  private static List<Layer> curve(Series s, double[] x, IntFunction<Sample> at) {
    double[][] y = spreads(x.length, at);
    Configuration c = s.configuration();
    Style style = style(c.rival());
    if (!c.tuned()) {
      return List.of(new Layer.Line("", x, y[0], style.dashed()));
    }
    return List.of(
        new Layer.Band("", x, y[1], y[2], style), new Layer.Line(c.rival().title, x, y[0], style));
  }

  private static double[][] spreads(int count, IntFunction<Sample> at) {
    double[][] y = new double[3][count];
    for (int e = 0; e < count; e++) {
      Sample spread = at.apply(e);
      y[0][e] = spread.mean();
      y[1][e] = spread.mean() - spread.deviation();
      y[2][e] = spread.mean() + spread.deviation();
    }
    return y;
  }

  Figure inner() {
    List<Panel> panels = new ArrayList<>();
    for (int batch : results.setup.batches) {
      List<Layer> layers = new ArrayList<>();
      for (Series s : results.series(batch)) {
        if (s.configuration().rival() == Rival.IRON) {
          inner(s, "cg_steps", "CG", Style.line(Color.SKY), layers);
          inner(s, "newton_steps", "Newton", Style.line(Color.BLUE), layers);
        }
      }
      panels.add(
          new Panel("b = " + batch, Axis.linear("epoch"), Axis.log("per IRON step"), layers));
    }
    return new Figure(
        "mnist-inner-iterations",
        "Newton steps and CG iterations of the inner solve per step of IRON, during each epoch:"
            + " mean and standard deviation over the seeds. Dashed: the paper's step.",
        3,
        panels);
  }

  private void inner(Series s, String column, String name, Style style, List<Layer> layers) {
    int stepsPerEpoch = results.stepsPerEpoch(s.configuration().batch());
    double[] epochs = new double[s.epochs()];
    for (int e = 0; e < epochs.length; e++) {
      epochs[e] = e + 1;
    }
    double[][] y = spreads(epochs.length, e -> s.perStep(column, e + 1, stepsPerEpoch));
    if (s.configuration().tuned()) {
      layers.add(new Layer.Band("", epochs, y[1], y[2], style));
      layers.add(new Layer.Line(name, epochs, y[0], style.marked(Marker.NONE)));
    } else {
      layers.add(new Layer.Line("", epochs, y[0], style.dashed()));
    }
  }
}
