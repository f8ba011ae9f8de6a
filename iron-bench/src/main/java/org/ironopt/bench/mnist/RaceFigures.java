package org.ironopt.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.ironopt.bench.mnist.OptimizerSettings.Optimizer;
import org.ironopt.bench.mnist.TrainingCurve.Measurement;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.Panel;

/** Objective and accuracy against seconds and passes, and products against the step. */
record RaceFigures(RaceTables o) {
  /** Accuracies this far below the best are shown. */
  private static final double SPREAD = 0.035;

  /** Objectives up to this many times the first gap are shown. */
  private static final double TALLEST = 12;

  private static final double WORST_SHOWN = 1.55;

  List<Figure> all() {
    return o.ranges.isEmpty()
        ? List.of(objective(), accuracy())
        : List.of(objective(), accuracy(), steps());
  }

  private Figure objective() {
    TargetObjective goal = o.goal;
    Axis y =
        Axis.log("objective − minimum")
            .between(
                0.8 * (goal.last() - goal.minimum()),
                TALLEST * (goal.objectives()[0] - goal.minimum()));
    ToDoubleFunction<Measurement> gap = c -> c.objective() - goal.minimum();
    return new Figure(
        "bench-objective",
        "Distance of the full training objective to its minimum against seconds on the clock and"
            + " against passes: median and range over the seeds, with the settings tuned to the"
            + " last objective. Circles: the median to each objective (dotted lines) with the"
            + " setting tuned to it.",
        2,
        List.of(
            panel("seconds", Measurement::seconds, y, gap, true),
            panel("passes over all rows", Measurement::passes, y, gap, true)));
  }

  private Figure accuracy() {
    double best =
        o.runs.values().stream()
            .flatMap(List::stream)
            .flatMap(t -> t.looks().stream())
            .mapToDouble(Measurement::accuracy)
            .filter(a -> a >= 0)
            .max()
            .orElse(1);
    Axis y = Axis.linear("test accuracy").between(best - SPREAD, best + SPREAD / 10);
    return new Figure(
        "bench-accuracy",
        "Test accuracy of the same runs: median and range over the seeds. Runs end at the last"
            + " objective.",
        2,
        List.of(
            panel("seconds", Measurement::seconds, y, Measurement::accuracy, false),
            panel("passes over all rows", Measurement::passes, y, Measurement::accuracy, false)));
  }

  private Panel panel(
      String label,
      ToDoubleFunction<Measurement> x,
      Axis y,
      ToDoubleFunction<Measurement> value,
      boolean targets) {
    List<Layer> layers = new ArrayList<>();
    for (double objective : targets ? o.goal.objectives() : new double[0]) {
      double at = objective - o.goal.minimum();
      layers.add(
          new Layer.Reference("", true, at, LayerStyle.line(LayerStyle.Color.GRAY).dotted()));
    }
    o.chosen.forEach(
        (optimizer, settings) -> layers.addAll(curve(optimizer, settings.getLast(), x, value, y)));
    if (targets) {
      o.chosen.forEach((optimizer, settings) -> layers.add(points(optimizer, settings, x)));
    }
    return new Panel("", Axis.log(label), y, layers);
  }

  /**
   * The median and the range over the seeds, up to the look at which the median run ended; a run
   * that ended before stays where it was. What is outside of the axis is cut off.
   */
  private List<Layer> curve(
      Optimizer optimizer,
      OptimizerSettings candidate,
      ToDoubleFunction<Measurement> x,
      ToDoubleFunction<Measurement> value,
      Axis shown) {
    List<TrainingCurve> runs = o.runs.get(candidate);
    int[] lengths = runs.stream().mapToInt(t -> t.looks().size()).sorted().toArray();
    int count = lengths[lengths.length / 2];
    double[][] rows = new double[4][count];
    for (int i = 0; i < count; i++) {
      int at = i;
      List<Measurement> looks =
          runs.stream().map(t -> t.looks().get(Math.min(at, t.looks().size() - 1))).toList();
      double[] y = looks.stream().mapToDouble(value).sorted().toArray();
      rows[0][i] =
          RaceTables.median(
              runs.stream().filter(t -> at < t.looks().size()).toList(),
              t -> x.applyAsDouble(t.looks().get(at)));
      rows[1][i] = inside(y[y.length / 2], shown);
      rows[2][i] = Math.max(y[0], shown.low());
      rows[3][i] = Math.min(y[y.length - 1], shown.high());
      if (!(y[0] < shown.high()) || !(y[y.length - 1] > shown.low())) {
        rows[3][i] = Double.NaN; // nothing of the band is inside
      }
    }
    LayerStyle style = style(optimizer);
    return List.of(
        new Layer.Band("", seen(rows[0], rows[3]), rows[2], rows[3], style),
        new Layer.Line(optimizer.label, seen(rows[0], rows[1]), rows[1], style));
  }

  /** Points that are not drawn shall not widen the axis. */
  private static double[] seen(double[] x, double[] y) {
    double[] seen = x.clone();
    for (int i = 0; i < x.length; i++) {
      seen[i] = Double.isNaN(y[i]) ? Double.NaN : x[i];
    }
    return seen;
  }

  private static double inside(double y, Axis shown) {
    return y >= shown.low() && y <= shown.high() ? y : Double.NaN;
  }

  /** The medians of the table. */
  private Layer points(
      Optimizer optimizer, List<OptimizerSettings> settings, ToDoubleFunction<Measurement> x) {
    double[] objectives = o.goal.objectives();
    double[] px = new double[objectives.length];
    for (int i = 0; i < objectives.length; i++) {
      double objective = objectives[i];
      List<TrainingCurve> runs = o.runs.get(settings.get(i));
      boolean all = runs.stream().allMatch(run -> run.reached(objective).isPresent());
      px[i] =
          all
              ? RaceTables.median(
                  runs, run -> x.applyAsDouble(run.reached(objective).orElseThrow()))
              : Double.NaN;
    }
    double[] py = Arrays.stream(objectives).map(t -> t - o.goal.minimum()).toArray();
    return new Layer.Points(
        optimizer.label, px, py, style(optimizer).marked(LayerStyle.Marker.CIRCLE));
  }

  private Figure steps() {
    List<Layer> layers = new ArrayList<>();
    layers.add(
        new Layer.Reference("", true, 1.05, LayerStyle.line(LayerStyle.Color.GRAY).dotted()));
    for (StepRange r : o.ranges.stream().filter(StepRange::reached).toList()) {
      double best = r.best();
      double[] x = Arrays.stream(r.steps()).map(s -> s / r.candidate().step()).toArray();
      double[] y =
          Arrays.stream(r.products())
              .map(p -> p <= WORST_SHOWN * best ? p / best : Double.NaN)
              .toArray();
      Optimizer optimizer = r.candidate().optimizer();
      layers.add(
          new Layer.Line(optimizer.label, x, y, style(optimizer).marked(LayerStyle.Marker.CIRCLE)));
    }
    return new Figure(
        "bench-steps",
        "Products to the middle objective over those of the best step, against the step over the"
            + " tuned one. Dotted: 5 % more than the best. A curve ends where the objective was not"
            + " reached, or not with half as many products again as the best.",
        1,
        List.of(
            new Panel(
                "",
                Axis.log("step / tuned step"),
                Axis.linear("products / fewest products").between(0.98, WORST_SHOWN),
                layers)));
  }

  private static LayerStyle style(Optimizer optimizer) {
    return switch (optimizer) {
      case IRON -> LayerStyle.line(LayerStyle.Color.VERMILION);
      case IRON_CG -> LayerStyle.line(LayerStyle.Color.ORANGE);
      case CONSTANT -> LayerStyle.line(LayerStyle.Color.GRAY);
      case DECAY -> LayerStyle.line(LayerStyle.Color.SKY);
      case AVERAGED -> LayerStyle.line(LayerStyle.Color.BLUE);
      case SAGA -> LayerStyle.line(LayerStyle.Color.GREEN).dashed();
      case SVRG -> LayerStyle.line(LayerStyle.Color.PURPLE).dashed();
    };
  }
}
