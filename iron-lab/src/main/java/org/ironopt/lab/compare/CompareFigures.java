package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.figure.Style;
import org.ironopt.theory.NoiseSource;

/** The figures of a comparison. */
final class CompareFigures {
  private static final int FINE = 200;
  private static final double FLOOR = 1e-12;

  private final CompareExperiment experiment;
  private final Findings findings;
  private final Results results;

  CompareFigures(CompareExperiment experiment, Findings findings, Results results) {
    this.experiment = experiment;
    this.findings = findings;
    this.results = results;
  }

  private String id(String figure) {
    return experiment.name() + "-" + figure;
  }

  /** Forms of IRON are drawn in black and gray; the others in the order of the config. */
  private Style style(String method) {
    List<String> iron = names(true);
    if (iron.contains(method)) {
      int number = iron.indexOf(method);
      Style line = Style.line(number / 3 % 2 == 0 ? Style.Color.BLACK : Style.Color.GRAY);
      return dashed(line, number);
    }
    Style.Color[] colors = {
      Style.Color.BLUE,
      Style.Color.VERMILION,
      Style.Color.GREEN,
      Style.Color.PURPLE,
      Style.Color.ORANGE,
      Style.Color.SKY
    };
    int number = Math.max(0, names(false).indexOf(method));
    return dashed(Style.line(colors[number % colors.length]), number / colors.length);
  }

  private static Style dashed(Style line, int number) {
    return switch (number % 3) {
      case 0 -> line;
      case 1 -> line.dashed();
      default -> line.dotted();
    };
  }

  private List<String> names(boolean iron) {
    return experiment.config().methods().stream()
        .filter(entry -> Findings.isIron(entry) == iron)
        .map(Entry::name)
        .toList();
  }

  /** F against one axis, a panel for each problem; the run of median end is drawn. */
  Optional<Figure> curves(Curve.Axis axis) {
    List<Panel> panels = new ArrayList<>();
    for (Findings.Field field : findings.fields) {
      List<Layer> layers = new ArrayList<>();
      for (Findings.Line line : field.lines()) {
        median(line.curves())
            .ifPresent(
                curve -> {
                  double[] x = curve.axes()[axis.ordinal()];
                  if (x[x.length - 1] > 0) {
                    layers.add(
                        new Layer.Line(
                            line.method().name(),
                            x,
                            visible(curve.relative()),
                            style(line.method().name())));
                  }
                });
      }
      if (!layers.isEmpty()) {
        panels.add(
            new Panel(
                field.named().name(),
                axis == Curve.Axis.PASSES ? Axis.linear(axis.label) : Axis.log(axis.label),
                Axis.log("(F − F*) / (F_{0} − F*)"),
                layers));
      }
    }
    String word = axis.name().toLowerCase(Locale.ROOT);
    return panels.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Figure(
                id("curves-" + word),
                "Relative suboptimality against "
                    + axis.label
                    + ", each method with the step that validation chose; of several seeds the"
                    + " run that ends in the middle.",
                2,
                panels));
  }

  private static Optional<Curve> median(List<Curve> curves) {
    return curves.stream()
        .sorted(Comparator.comparingDouble(c -> c.relative()[c.relative().length - 1]))
        .skip(curves.size() / 2)
        .findFirst();
  }

  private static double[] visible(double[] relative) {
    return Arrays.stream(relative).map(r -> r <= 1e6 ? Math.max(FLOOR, r) : Double.NaN).toArray();
  }

  /** What each step of the grid leads to with the tuning budget. */
  Figure sensitivity() {
    List<Panel> panels = new ArrayList<>();
    for (Findings.Field field : findings.fields) {
      List<Layer> layers = new ArrayList<>();
      layers.add(new Layer.Reference("start", true, 1, Style.line(Style.Color.GRAY).dotted()));
      for (Findings.Line line : field.lines()) {
        double[] relative =
            Arrays.stream(line.tuning()[1]).map(r -> Math.max(FLOOR, Math.min(r, 10))).toArray();
        layers.add(
            new Layer.Line(
                line.method().name(), line.tuning()[0], relative, style(line.method().name())));
      }
      panels.add(
          new Panel(
              field.named().name(), Axis.log("step"), Axis.log("(F − F*) / (F_{0} − F*)"), layers));
    }
    return new Figure(
        id("sensitivity"),
        "Relative suboptimality after the tuning budget of "
            + Numbers.text(experiment.config().tuning().passes())
            + " passes against the step; values above 10, and runs that were no longer finite, are"
            + " drawn at 10.",
        2,
        panels);
  }

  /** The share of tasks that a method solves within a factor of the best. */
  Figure profiles() {
    List<Panel> panels = new ArrayList<>();
    for (Curve.Axis axis : List.of(Curve.Axis.PASSES, Curve.Axis.SECONDS)) {
      List<Layer> layers = new ArrayList<>();
      for (Entry method : experiment.config().methods()) {
        double[] ratios = Profiles.ratios(findings, method.name(), axis);
        double[][] steps = Profiles.steps(ratios);
        layers.add(new Layer.Line(method.name(), steps[0], steps[1], style(method.name())));
      }
      panels.add(
          new Panel(
              axis == Curve.Axis.PASSES ? "passes" : "seconds",
              Axis.log("factor of the best method"),
              Axis.linear("share of tasks solved").between(0, 1.02),
              layers));
    }
    return new Figure(
        id("profiles"),
        "Performance profiles. A task is a problem and a relative suboptimality of 0.1, 0.01, 0.001"
            + " or 0.0001 that some method reached; a method that does not apply has not solved"
            + " it.",
        2,
        panels);
  }

  /** Stationary spread against the step under both noise models, with the exact curves. */
  Optional<Figure> spread() {
    return experiment.config().spread().map(this::spread);
  }

  private Figure spread(SpreadConfig c) {
    List<Panel> panels = new ArrayList<>();
    for (NoiseSource source : NoiseSource.values()) {
      List<Layer> layers = new ArrayList<>();
      for (SpreadMethod method : SpreadMethod.all(c)) {
        if (method.source() != source) {
          continue;
        }
        Style style = spreadStyle(method.name());
        double[][] exact = exact(method, c);
        layers.add(new Layer.Line(method.name(), exact[0], exact[1], style));
        Optional<Outcome> outcome = results.of(Cells.spread(method, c, experiment.config().seed()));
        outcome.ifPresent(o -> layers.add(points(o, style)));
      }
      panels.add(
          new Panel(
              source == NoiseSource.CENTER ? "center (diffusion) noise" : "gradient noise",
              Axis.log("step α or η"),
              Axis.log("stationary E|x − x*|^{2}").between(1e-4, 1e3),
              layers));
    }
    return new Figure(
        id("spread"),
        "Stationary spread on the quadratic with eigenvalues "
            + Arrays.toString(c.eigenvalues())
            + ": lines are the exact closed forms, which end where a method loses stability;"
            + " points are "
            + c.members()
            + " simulated runs with 4 standard errors.",
        2,
        panels);
  }

  private Style spreadStyle(String name) {
    return switch (name) {
      case "iron" -> Style.line(Style.Color.BLACK);
      case "nag-gs" -> Style.line(Style.Color.BLUE);
      case "explicit-euler" -> Style.line(Style.Color.VERMILION);
      case "sgd" -> Style.line(Style.Color.GREEN).dashed();
      case "momentum" -> Style.line(Style.Color.PURPLE).dashed();
      case "nesterov" -> Style.line(Style.Color.ORANGE).dashed();
      case "spp" -> Style.line(Style.Color.SKY);
      case "sppam" -> Style.line(Style.Color.GREEN).dotted();
      default -> Style.line(Style.Color.GRAY).dashed();
    };
  }

  private static double[][] exact(SpreadMethod method, SpreadConfig c) {
    double low = Arrays.stream(c.steps()).min().orElseThrow();
    double high = Arrays.stream(c.steps()).max().orElseThrow();
    double[] x = new double[FINE];
    double[] y = new double[FINE];
    for (int i = 0; i < FINE; i++) {
      x[i] = low * StrictMath.pow(high / low, i / (FINE - 1.0));
      OptionalDouble mse = method.exact().apply(x[i]);
      y[i] = mse.isPresent() ? mse.getAsDouble() : Double.NaN;
    }
    return new double[][] {x, y};
  }

  private static Layer points(Outcome outcome, Style style) {
    double[] mse = outcome.trace().column("mse");
    double[] error = outcome.trace().column("error");
    double[] low = new double[mse.length];
    double[] high = new double[mse.length];
    for (int i = 0; i < mse.length; i++) {
      low[i] = Math.max(mse[i] / 100, mse[i] - 4 * error[i]);
      high[i] = mse[i] + 4 * error[i];
    }
    return new Layer.Errors(
        "",
        outcome.trace().column("step"),
        mse,
        low,
        high,
        new Style(style.color(), Style.Dash.NONE, Style.Marker.CIRCLE));
  }
}
