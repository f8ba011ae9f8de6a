package org.ironopt.lab.sampling;

import static org.ironopt.io.internal.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.LayerStyle.Marker;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.sampling.NonconvexFunctions.Energy;
import org.ironopt.lab.sampling.NonconvexFunctions.Noisy;
import org.ironopt.lab.sampling.Regressions.Curve;
import org.ironopt.lab.sampling.Regressions.Point;
import org.ironopt.lab.sampling.Regressions.Problem;
import org.ironopt.lab.sampling.TheoryTables.Exact;
import org.ironopt.lab.statistics.ConfidenceInterval;

/** The figures of the chapter: chains are dots with intervals, the theory is curves. */
record SamplingFigures(
    SamplingExperiment experiment,
    SamplingSettings settings,
    Results results,
    TheoryTables theory) {
  private static final Color[] COLORS = {
    Color.BLUE,
    Color.VERMILION,
    Color.GREEN,
    Color.ORANGE,
    Color.PURPLE,
    Color.SKY,
    Color.GRAY,
    Color.BLACK
  };
  private static final String ERROR = "E‖x − x*‖²";
  private static final double[] LEVELS = {1e-3, 0.01, 0.1, 1, 10, 100, 1000, 1e4};

  SamplingFigures(SamplingExperiment experiment, Results results) {
    this(experiment, experiment.settings, results, new TheoryTables(experiment, results));
  }

  private static LayerStyle line(int i) {
    return LayerStyle.line(COLORS[i % COLORS.length]);
  }

  private static Layer.Line line(String name, List<Exact> curve, String y, LayerStyle style) {
    double[] alpha = curve.stream().mapToDouble(exact -> exact.get("alpha")).toArray();
    return new Layer.Line(
        name, alpha, curve.stream().mapToDouble(exact -> exact.get(y)).toArray(), style);
  }

  private Layer.Errors dots(String name, Curve curve, String value, LayerStyle style) {
    List<Found<Point>> found =
        results.of(experiment.regressions.chains).found().stream()
            .filter(f -> f.key().curve().equals(curve) && f.has(value))
            .toList();
    return new Layer.Errors(
        name,
        found.stream().mapToDouble(f -> f.key().alpha()).toArray(),
        found.stream().map(f -> f.outcome().interval(value, settings.chains())).toList(),
        style.marked(Marker.CIRCLE));
  }

  private List<Curve> curves(BatchDraw draw) {
    return experiment.regressions.chains.keys().stream()
        .map(Point::curve)
        .distinct()
        .filter(c -> c.problem() == Problem.SQUARES && c.draw() == draw)
        .toList();
  }

  /** Each batch size keeps its colour in all panels. */
  private LayerStyle style(Curve curve) {
    return line(Arrays.binarySearch(settings.batches(), curve.batch()));
  }

  Figure errors() {
    List<Panel> panels = new ArrayList<>();
    for (BatchDraw draw : BatchDraw.values()) {
      List<Layer> layers = new ArrayList<>();
      for (Curve curve : curves(draw)) {
        List<Exact> exact = theory.curve(curve);
        layers.add(line("", exact, "mse", style(curve)));
        if (!exact.isEmpty() && draw != BatchDraw.EPOCHS) {
          double limit = exact.getFirst().get("limit");
          layers.add(new Layer.Reference("", true, limit, style(curve).dashed()));
        }
        layers.add(dots("b = " + curve.batch(), curve, "mse", style(curve)));
      }
      String title = draw == BatchDraw.EPOCHS ? "epochs (curves: subsets)" : draw.words;
      panels.add(new Panel(title, Axis.log("step α"), Axis.log(ERROR), layers));
    }
    return new Figure(
            "sampling-least-squares",
            "Stationary mean-square error against the step: chains with 95 % intervals (dots), the"
                + " theory (curves; a sample of batches where they are too many to count) and the"
                + " limit for long steps (dashed).",
            3,
            panels)
        .shared();
  }

  Figure bias() {
    List<Panel> panels = new ArrayList<>();
    for (BatchDraw draw : new BatchDraw[] {BatchDraw.WITHOUT, BatchDraw.WITH}) {
      List<Layer> layers = new ArrayList<>();
      for (Curve curve : curves(draw)) {
        layers.add(line("", theory.curve(curve), "bias_0", style(curve)));
        layers.add(dots("b = " + curve.batch(), curve, "bias_0", style(curve)));
      }
      panels.add(
          new Panel(draw.words, Axis.log("step α"), Axis.linear("E x_{1} − x_{1}*"), layers));
    }
    return new Figure(
            "sampling-bias",
            "The stationary mean of the first coefficient less its optimum: chains with 95 %"
                + " intervals (dots) and the theory (curves; a sample of batches where they are too"
                + " many to count).",
            2,
            panels)
        .shared();
  }

  Figure bestSteps() {
    var cells = results.of(experiment.regressions.best).found();
    double[] batches = cells.stream().mapToDouble(Found::key).toArray();
    double[][] z = new double[Regressions.PASSES.length][batches.length];
    double least = Double.POSITIVE_INFINITY;
    double most = 0;
    for (int b = 0; b < batches.length; b++) {
      double[] steps = cells.get(b).outcome().trace().column("alpha");
      for (int p = 0; p < steps.length; p++) {
        z[p][b] = StrictMath.log10(steps[p]);
        least = Math.min(least, steps[p]);
        most = Math.max(most, steps[p]);
      }
    }
    double[] passes = Regressions.PASSES;
    double low = least;
    double high = most;
    double[] levels = Arrays.stream(LEVELS).filter(l -> low < l && l < high).toArray();
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < levels.length; i++) {
      layers.add(
          new Layer.Contours(
              "α = " + text(levels[i]),
              batches,
              passes,
              z,
              new double[] {StrictMath.log10(levels[i])},
              LayerStyle.line(Color.ramp(i, levels.length))));
    }
    return new Figure(
        "sampling-best-steps",
        "Least squares from 0, fresh subsets: along a line the best constant step, by the exact"
            + " error after so many passes, is the same.",
        new Panel("", spanning("batch size b", batches), spanning("passes", passes), layers));
  }

  /** Level lines do not tell an axis where to end. */
  private static Axis spanning(String label, double[] ascending) {
    Axis axis = Axis.log(label);
    int n = ascending.length;
    return n < 2 ? axis : axis.between(ascending[0], ascending[n - 1]);
  }

  Figure phases() {
    List<Layer> layers = new ArrayList<>();
    double alpha = Double.NaN;
    double low = Double.NaN;
    double high = Double.NaN;
    for (Curve curve : curves(BatchDraw.WITHOUT)) {
      List<Exact> exact = theory.curve(curve);
      layers.add(line("b = " + curve.batch(), exact, "rho", style(curve)));
      for (Exact at : exact) {
        double rho = at.get("rho");
        low = Double.isNaN(low) ? rho : Math.min(low, rho);
        high = Double.isNaN(high) ? rho : Math.max(high, rho);
        alpha = Double.isNaN(alpha) ? at.get("alpha") : alpha;
      }
    }
    layers.add(new Layer.Note("center noise leaves more: longer steps", 1.5 * alpha, high / 2));
    layers.add(new Layer.Note("batches leave more: shorter steps", 20 * alpha, 1.5 * low));
    return new Figure(
        "sampling-phases",
        "Least squares, fresh subsets: the size ρ of the center noise that leaves as much as the"
            + " batches do.",
        new Panel("", Axis.log("step α"), Axis.log("ρ"), layers));
  }

  Figure logistic() {
    List<Layer> layers = new ArrayList<>();
    for (int batch : Regressions.LOGISTIC_BATCHES) {
      Curve curve = new Curve(Problem.LOGISTIC, BatchDraw.WITHOUT, batch);
      LayerStyle style = line(layers.size() / 2);
      layers.add(line("", theory.curve(curve), "mse", style));
      layers.add(dots("b = " + batch, curve, "mse", style));
    }
    return new Figure(
        "sampling-logistic",
        "Stationary mean-square error with fresh subsets: chains with 95 % intervals (dots) and the"
            + " local model (curves).",
        new Panel("", Axis.log("step α"), Axis.log(ERROR), layers));
  }

  Figure images() {
    List<Layer> layers = new ArrayList<>();
    for (int i = 0; i < settings.imageBatches().length; i++) {
      int batch = settings.imageBatches()[i];
      var found =
          results.of(experiment.images.runs).found().stream()
              .filter(f -> f.key().batch() == batch && f.has("mse"))
              .toList();
      LayerStyle style = line(i);
      results
          .of(experiment.images.predicted)
          .at(batch)
          .map(CellResult::trace)
          .ifPresent(
              t -> layers.add(new Layer.Line("", t.column("alpha"), t.column("mse"), style)));
      layers.add(
          new Layer.Errors(
              "b = " + batch,
              found.stream().mapToDouble(f -> f.key().alpha()).toArray(),
              found.stream().map(f -> f.outcome().interval("mse", settings.imageChains())).toList(),
              style.marked(Marker.CIRCLE)));
    }
    return new Figure(
        "sampling-images",
        "Error of softmax regression after "
            + settings.passes()
            + " passes from 0 against the step: runs with 95 % intervals (dots) and the prediction"
            + " (curves).",
        new Panel("", Axis.log("step α"), Axis.log(ERROR), layers));
  }

  Figure nonconvex() {
    List<Panel> panels = new ArrayList<>();
    for (TestFunction on : experiment.landscapes.nonconvex) {
      List<Layer> layers = new ArrayList<>();
      LayerStyle black = LayerStyle.line(Color.BLACK);
      layers.add(new Layer.Reference("local law", true, TheoryTables.law(on), black.dashed()));
      for (boolean early : new boolean[] {false, true}) {
        List<Found<Noisy>> found =
            results.of(experiment.landscapes.noisy).found().stream()
                .filter(f -> f.key().on() == on)
                .filter(f -> f.key().residual() == NonconvexFunctions.EARLY == early)
                .toList();
        if (!found.isEmpty()) {
          double[] alpha = found.stream().mapToDouble(f -> f.key().alpha()).toArray();
          double[] bound =
              found.stream()
                  .map(Found::key)
                  .mapToDouble(key -> key.alpha() * TheoryTables.bound(key).orElse(Double.NaN))
                  .toArray();
          LayerStyle style = line(early ? 1 : 0);
          String words = early ? ", stopped early" : "";
          List<ConfidenceInterval> means = found.stream().map(SamplingFigures::scaled).toList();
          if (on.pl().isPresent()) {
            layers.add(new Layer.Line("bound S5" + words, alpha, bound, style));
          }
          // A cross leaves the dot under it to be seen.
          Marker marker = early ? Marker.CROSS : Marker.CIRCLE;
          layers.add(new Layer.Errors("chains" + words, alpha, means, style.marked(marker)));
        }
      }
      panels.add(new Panel(on.name(), Axis.log("step α"), Axis.log("α·E[f − f*]"), layers));
    }
    return new Figure(
        "sampling-nonconvex",
        "α times the mean of f − f* against the step: chains with 95 % intervals, the bound S5"
            + " where it holds, and the law at the minimisers for long steps.",
        3,
        panels);
  }

  /** Returns the measured mean of {@code alpha (f - f*)}. */
  static ConfidenceInterval scaled(Found<Noisy> found) {
    return found
        .outcome()
        .interval("excess", found.outcome().trace().rows().size())
        .times(found.key().alpha());
  }

  Figure energy() {
    List<Panel> panels = new ArrayList<>();
    for (Found<Energy> found : results.of(experiment.landscapes.energy).found()) {
      double[] bound = TheoryTables.energyBound(found.key());
      double[] k = IntStream.range(0, bound.length).asDoubleStream().toArray();
      double[] mean =
          IntStream.range(0, bound.length).mapToDouble(i -> found.number("energy_" + i)).toArray();
      panels.add(
          new Panel(
              found.key().on().name() + ", α = " + text(found.key().alpha()),
              Axis.linear("step k"),
              Axis.log("E L_{k}"),
              new Layer.Line("bound S2", k, bound, LayerStyle.line(Color.BLACK).dashed()),
              new Layer.Line("chains", k, mean, LayerStyle.line(Color.VERMILION))));
    }
    return new Figure(
        "sampling-energy",
        "Mean of the energy L_{k} of convex functions without a modulus, against the step: chains"
            + " and the bound S2.",
        4,
        panels);
  }
}
