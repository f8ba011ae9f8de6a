package org.ironopt.lab.bench.mnist;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;

/** Objective and accuracy against seconds and passes, and products against the step. */
final class BenchFigures {
  /** Accuracies this far below the best are shown. */
  private static final double SPREAD = 0.035;

  /** Objectives up to this many times the first gap are shown. */
  private static final double TALLEST = 12;

  private static final double WORST_SHOWN = 1.55;

  private final Outcome o;

  BenchFigures(Outcome o) {
    this.o = o;
  }

  List<Figure> all() {
    return o.ranges().isEmpty()
        ? List.of(objective(), accuracy())
        : List.of(objective(), accuracy(), steps());
  }

  private Figure objective() {
    Goal goal = o.goal();
    Axis y =
        Axis.log("objective − minimum")
            .between(
                0.8 * (goal.last() - goal.minimum()),
                TALLEST * (goal.objectives()[0] - goal.minimum()));
    ToDoubleFunction<Check> gap = c -> c.objective() - goal.minimum();
    return new Figure(
        "bench-objective",
        "Distance of the full training objective to its minimum against seconds on the clock and"
            + " against passes: median and range over the seeds, with the settings tuned to the"
            + " last objective. Circles: the median to each objective (dotted lines) with the"
            + " setting tuned to it.",
        2,
        List.of(
            panel("seconds", Check::seconds, y, gap, true),
            panel("passes over all rows", Check::passes, y, gap, true)));
  }

  private Figure accuracy() {
    double best =
        o.tracks().values().stream()
            .flatMap(List::stream)
            .flatMap(t -> t.checks().stream())
            .mapToDouble(Check::accuracy)
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
            panel("seconds", Check::seconds, y, Check::accuracy, false),
            panel("passes over all rows", Check::passes, y, Check::accuracy, false)));
  }

  private Panel panel(
      String label,
      ToDoubleFunction<Check> x,
      Axis y,
      ToDoubleFunction<Check> value,
      boolean targets) {
    List<Layer> layers = new ArrayList<>();
    for (double objective : targets ? o.goal().objectives() : new double[0]) {
      double at = objective - o.goal().minimum();
      layers.add(new Layer.Reference("", true, at, Style.line(Style.Color.GRAY).dotted()));
    }
    o.chosen()
        .forEach((family, configs) -> layers.addAll(curve(family, configs.getLast(), x, value, y)));
    if (targets) {
      o.chosen().forEach((family, configs) -> layers.add(points(family, configs, x)));
    }
    return new Panel("", Axis.log(label), y, layers);
  }

  /**
   * The median and the range over the seeds, up to the look at which the median run ended; a run
   * that ended before stays where it was. What is outside of the axis is cut off.
   */
  private List<Layer> curve(
      Family family,
      Config config,
      ToDoubleFunction<Check> x,
      ToDoubleFunction<Check> value,
      Axis shown) {
    List<Track> tracks = o.tracks().get(config);
    int[] lengths = tracks.stream().mapToInt(t -> t.checks().size()).sorted().toArray();
    int count = lengths[lengths.length / 2];
    double[][] rows = new double[4][count];
    for (int i = 0; i < count; i++) {
      int at = i;
      List<Check> checks =
          tracks.stream().map(t -> t.checks().get(Math.min(at, t.checks().size() - 1))).toList();
      double[] y = checks.stream().mapToDouble(value).sorted().toArray();
      rows[0][i] =
          PaperConfig.median(
              tracks.stream()
                  .filter(t -> at < t.checks().size())
                  .mapToDouble(t -> x.applyAsDouble(t.checks().get(at)))
                  .toArray());
      rows[1][i] = inside(y[y.length / 2], shown);
      rows[2][i] = Math.max(y[0], shown.low());
      rows[3][i] = Math.min(y[y.length - 1], shown.high());
      if (!(y[0] < shown.high()) || !(y[y.length - 1] > shown.low())) {
        rows[3][i] = Double.NaN; // nothing of the band is inside
      }
    }
    Style style = style(family);
    return List.of(
        new Layer.Band("", seen(rows[0], rows[3]), rows[2], rows[3], style),
        new Layer.Line(family.label, seen(rows[0], rows[1]), rows[1], style));
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
  private Layer points(Family family, List<Config> configs, ToDoubleFunction<Check> x) {
    double[] objectives = o.goal().objectives();
    double[] px = new double[objectives.length];
    double[] py = new double[objectives.length];
    for (int i = 0; i < objectives.length; i++) {
      double[] there = new double[o.tracks().get(configs.get(i)).size()];
      for (int s = 0; s < there.length; s++) {
        there[s] =
            o.tracks()
                .get(configs.get(i))
                .get(s)
                .reached(objectives[i])
                .map(x::applyAsDouble)
                .orElse(Double.NaN);
      }
      boolean all = Arrays.stream(there).noneMatch(Double::isNaN);
      px[i] = all ? PaperConfig.median(there) : Double.NaN;
      py[i] = objectives[i] - o.goal().minimum();
    }
    return new Layer.Points(family.label, px, py, style(family).marked(Style.Marker.CIRCLE));
  }

  private Figure steps() {
    List<Layer> layers = new ArrayList<>();
    layers.add(new Layer.Reference("", true, 1.05, Style.line(Style.Color.GRAY).dotted()));
    for (StepRange r : o.ranges().stream().filter(StepRange::reached).toList()) {
      double best = r.best();
      double[] x = Arrays.stream(r.steps()).map(s -> s / r.config().step()).toArray();
      double[] y =
          Arrays.stream(r.products())
              .map(p -> p <= WORST_SHOWN * best ? p / best : Double.NaN)
              .toArray();
      Family family = r.config().family();
      layers.add(new Layer.Line(family.label, x, y, style(family).marked(Style.Marker.CIRCLE)));
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

  private static Style style(Family family) {
    return switch (family) {
      case IRON -> Style.line(Style.Color.VERMILION);
      case IRON_CG -> Style.line(Style.Color.ORANGE);
      case CONSTANT -> Style.line(Style.Color.GRAY);
      case DECAY -> Style.line(Style.Color.SKY);
      case AVERAGED -> Style.line(Style.Color.BLUE);
      case SAGA -> Style.line(Style.Color.GREEN).dashed();
      case SVRG -> Style.line(Style.Color.PURPLE).dashed();
    };
  }
}
