package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.compare.Comparison.Cost;
import org.ironopt.lab.compare.Comparison.MethodResult;
import org.ironopt.lab.compare.Comparison.ProblemResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.figure.Axis;
import org.ironopt.lab.figure.Figure;
import org.ironopt.lab.figure.Layer;
import org.ironopt.lab.figure.LayerStyle;
import org.ironopt.lab.figure.LayerStyle.Color;
import org.ironopt.lab.figure.Panel;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.theory.NoiseSource;

/** The figures of a comparison. */
final class CompareFigures {
  private static final int FINE = 200;
  private static final double FLOOR = 1e-12;
  private static final double WIDEST = 1e3;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  private static final String PALE =
      " Pale: methods that are farther from the best; their names are under the pointer and in the"
          + " CSV.";

  /** Curves of a panel that can be told apart. */
  private static final int READABLE = 7;

  /** Methods that have one colour in the whole report. */
  private static final Map<String, Color> KNOWN =
      Map.of("nag-gs", Color.VERMILION, "adamw", Color.ORANGE, "sgd", Color.GREEN);

  private static final Axis SUBOPTIMALITY = Axis.log("(F − F*) / (F_{0} − F*)");

  private final CompareExperiment experiment;
  private final Comparison comparison;
  private final Results results;
  private final Map<String, LayerStyle> styles;

  CompareFigures(CompareExperiment experiment, Comparison comparison, Results results) {
    this.experiment = experiment;
    this.comparison = comparison;
    this.results = results;
    this.styles = styles();
  }

  private String id(String figure) {
    return experiment.name() + "-" + figure;
  }

  /**
   * Returns the styles of the methods that stand out: as many as can be told apart, those that came
   * nearest to the best in most tasks, and IRON. The others are pale; their names are under the
   * pointer and in the CSV. Forms of IRON share its colour.
   */
  private Map<String, LayerStyle> styles() {
    List<ComparedMethod> nearest =
        experiment.config().methods().stream()
            .sorted(Comparator.comparingDouble(method -> -score(method.name())))
            .toList();
    List<ComparedMethod> shown = new ArrayList<>(nearest.stream().limit(READABLE).toList());
    if (shown.stream().noneMatch(Comparison::isIron)) {
      nearest.stream()
          .filter(Comparison::isIron)
          .findFirst()
          .ifPresent(iron -> shown.set(shown.size() - 1, iron));
    }
    Map<String, LayerStyle> styles = new HashMap<>();
    List<LayerStyle> lines =
        Stream.of(Color.PURPLE, Color.SKY, Color.BLACK, Color.YELLOW)
            .map(LayerStyle::line)
            .toList();
    List<LayerStyle> free = new ArrayList<>(lines);
    lines.forEach(style -> free.add(style.dashed()));
    int forms = 0;
    for (ComparedMethod method : experiment.config().methods()) {
      String name = method.name();
      if (shown.contains(method) && Comparison.isIron(method)) {
        LayerStyle line = LayerStyle.line(Color.BLUE);
        styles.put(name, forms == 0 ? line : forms % 2 == 1 ? line.dashed() : line.dotted());
        forms++;
      } else if (shown.contains(method)) {
        Color known = KNOWN.get(name);
        styles.put(name, known == null ? free.removeFirst() : LayerStyle.line(known));
      }
    }
    return styles;
  }

  /** Returns how near a method comes to the best, summed over the tasks. */
  private double score(String method) {
    return Arrays.stream(ratios(method, Cost.PASSES)).map(ratio -> 1 / ratio).sum();
  }

  private LayerStyle style(String method) {
    return styles.getOrDefault(method, LayerStyle.pale());
  }

  /** F against one cost, a panel for each problem; the run of median end is drawn. */
  Optional<Figure> curves(Cost cost) {
    List<Panel> panels = new ArrayList<>();
    for (ProblemResult problem : comparison.problems()) {
      List<Layer> layers = new ArrayList<>();
      for (MethodResult result : problem.judged()) {
        String name = result.method().name();
        median(result.runs())
            .filter(run -> run.last(cost.column) > 0)
            .map(r -> new Layer.Line(name, r.column(cost.column), visible(r), style(name)))
            .ifPresent(layers::add);
      }
      if (!layers.isEmpty()) {
        winner(layers).ifPresent(layers::add);
        Axis x = cost == Cost.PASSES ? Axis.linear(cost.label) : Axis.log(cost.label);
        panels.add(new Panel(problem.name(), x, SUBOPTIMALITY, layers));
      }
    }
    if (panels.isEmpty()) {
      return Optional.empty();
    }
    Figure figure =
        new Figure(
            id("curves-" + cost.column),
            Numbers.format(
                "Relative suboptimality against %s, each method with the step that validation"
                    + " chose; of several seeds the run that ends in the middle.%s",
                cost.label, PALE),
            2,
            panels);
    return Optional.of(cost == Cost.PASSES ? figure.asChief() : figure);
  }

  /** Names the curve that ends lowest where it is a pale one. */
  private Optional<Layer> winner(List<Layer> curves) {
    return curves.stream()
        .map(Layer.Line.class::cast)
        .min(Comparator.comparingDouble(line -> line.y()[line.y().length - 1]))
        .filter(line -> !styles.containsKey(line.name()))
        .map(
            line ->
                new Layer.Note(
                    line.name(), line.x()[line.x().length / 2], line.y()[line.y().length / 2]));
  }

  private static Optional<NumericColumns> median(List<NumericColumns> runs) {
    return runs.stream()
        .sorted(Comparator.comparingDouble(run -> run.last("relative")))
        .skip(runs.size() / 2)
        .findFirst();
  }

  private static double[] visible(NumericColumns run) {
    return Arrays.stream(run.column("relative"))
        .map(r -> r <= 1e6 ? Math.max(FLOOR, r) : Double.NaN)
        .toArray();
  }

  /** What each step of the grid leads to with the tuning budget. */
  Figure sensitivity() {
    List<Panel> panels = new ArrayList<>();
    for (ProblemResult problem : comparison.problems()) {
      List<Layer> layers = new ArrayList<>();
      layers.add(new Layer.Reference("start", true, 1, LayerStyle.line(Color.GRAY).dotted()));
      for (MethodResult result : problem.methods()) {
        String name = result.method().name();
        double[] relative =
            Arrays.stream(result.tuning().column("relative"))
                .map(r -> Math.max(FLOOR, Math.min(r, 10)))
                .toArray();
        layers.add(new Layer.Line(name, result.tuning().column("step"), relative, style(name)));
      }
      panels.add(new Panel(problem.name(), Axis.log("step"), SUBOPTIMALITY, layers));
    }
    return new Figure(
        id("sensitivity"),
        Numbers.format(
            "Relative suboptimality after the tuning budget of %s passes against the step; values"
                + " above 10, and runs that were no longer finite, are drawn at 10.%s",
            Numbers.text(experiment.config().tuning().passes()), PALE),
        2,
        panels);
  }

  /**
   * Performance profiles: the share of tasks that a method solves within a factor of the best one.
   * Reference: E. D. Dolan, J. J. More, "Benchmarking optimization software with performance
   * profiles", DOI 10.1007/s101070100263.
   */
  Figure profiles() {
    List<Panel> panels = new ArrayList<>();
    for (Cost cost : List.of(Cost.PASSES, Cost.SECONDS)) {
      List<Layer> layers = new ArrayList<>();
      for (ComparedMethod method : experiment.config().methods()) {
        String name = method.name();
        double[] ratios = ratios(name, cost);
        if (ratios.length > 0) {
          NumericColumns steps = profile(ratios);
          layers.add(
              new Layer.Line(name, steps.column("factor"), steps.column("share"), style(name)));
        }
      }
      panels.add(
          new Panel(
              cost.column,
              Axis.log("factor of the best method"),
              Axis.linear("share of tasks solved").between(0, 1.02),
              layers));
    }
    return new Figure(
            id("profiles"),
            "Performance profiles. A task is a problem and a relative suboptimality of 0.1, 0.01,"
                + " 0.001 or 0.0001 that some method reached; a method that does not apply has not"
                + " solved it. Tasks in which a method is not judged do not count for it."
                + PALE,
            2,
            panels)
        .asChief();
  }

  /**
   * Returns the ratio of a method in every task that some method solved, infinite if it did not;
   * without the tasks in which it is not judged.
   */
  private double[] ratios(String method, Cost cost) {
    List<Double> ratios = new ArrayList<>();
    for (ProblemResult problem : comparison.problems()) {
      for (double target : Comparison.TARGETS) {
        Optional<MethodResult> own = problem.method(method);
        problem
            .best(cost, target)
            .filter(best -> own.map(MethodResult::judged).orElse(true))
            .map(best -> best.cost(cost, target))
            .map(least -> own.map(m -> ratio(m.cost(cost, target), least)).orElse(INFINITE))
            .ifPresent(ratios::add);
      }
    }
    return ratios.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static double ratio(double own, double least) {
    return own == least ? 1 : own / least;
  }

  /** Returns the corners of the profile as a curve. */
  static NumericColumns profile(double[] ratios) {
    double[] sorted = Arrays.stream(ratios).filter(Double::isFinite).sorted().toArray();
    NumericColumns corners = new NumericColumns("factor", "share");
    corners.add(1, 0);
    for (int i = 0; i < sorted.length; i++) {
      double at = Math.min(sorted[i], WIDEST);
      corners.add(at, (double) i / ratios.length);
      corners.add(at, (i + 1.0) / ratios.length);
    }
    corners.add(WIDEST, corners.last("share"));
    return corners;
  }

  /** Stationary spread against the step under both noise models, with the exact curves. */
  Optional<Figure> spread() {
    return experiment.config().spread().map(this::spread);
  }

  private Figure spread(SpreadStudy c) {
    CellResults<SpreadStudy.Subject> measured = results.of(experiment.plan().spreads());
    List<Panel> panels = new ArrayList<>();
    for (NoiseSource source : NoiseSource.values()) {
      List<Layer> layers = new ArrayList<>();
      for (SpreadStudy.Subject subject : experiment.plan().spreads().keys()) {
        if (subject.source() == source) {
          LayerStyle style = spreadStyle(subject.name());
          layers.add(exact(subject, c, style));
          measured.at(subject).ifPresent(o -> layers.add(points(o.trace(), style)));
        }
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
                + Arrays.stream(c.eigenvalues())
                    .mapToObj(Numbers::text)
                    .collect(Collectors.joining(", "))
                + ": lines are the exact closed forms, which end where a method loses stability;"
                + " points are "
                + c.members()
                + " simulated runs with 4 standard errors.",
            2,
            panels)
        .asChief();
  }

  private LayerStyle spreadStyle(String name) {
    return switch (name) {
      case "iron" -> LayerStyle.line(Color.BLUE);
      case "nag-gs" -> LayerStyle.line(Color.VERMILION);
      case "explicit-euler" -> LayerStyle.line(Color.GREEN);
      case "sgd" -> LayerStyle.line(Color.GREEN).dashed();
      case "momentum" -> LayerStyle.line(Color.PURPLE).dashed();
      case "nesterov" -> LayerStyle.line(Color.ORANGE).dashed();
      case "spp" -> LayerStyle.line(Color.SKY);
      default -> LayerStyle.pale();
    };
  }

  private static Layer exact(SpreadStudy.Subject subject, SpreadStudy c, LayerStyle style) {
    double low = Arrays.stream(c.steps()).min().orElseThrow();
    double high = Arrays.stream(c.steps()).max().orElseThrow();
    double[] x = new double[FINE];
    Arrays.setAll(x, i -> low * StrictMath.pow(high / low, i / (FINE - 1.0)));
    double[] y =
        Arrays.stream(x).map(step -> subject.exact().apply(step).orElse(Double.NaN)).toArray();
    return new Layer.Line(subject.name(), x, y, style);
  }

  private static Layer points(NumericColumns trace, LayerStyle style) {
    double[] mse = trace.column("mse");
    double[] error = trace.column("error");
    double[] low = new double[mse.length];
    double[] high = new double[mse.length];
    Arrays.setAll(low, i -> Math.max(mse[i] / 100, mse[i] - 4 * error[i]));
    Arrays.setAll(high, i -> mse[i] + 4 * error[i]);
    LayerStyle dots = new LayerStyle(style.color(), LayerStyle.Dash.NONE, LayerStyle.Marker.CIRCLE);
    return new Layer.Errors("", trace.column("step"), mse, low, high, dots);
  }
}
