package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.file.Columns;

/** The finished cells of a comparison, in the terms in which they are told. */
final class Findings {
  /** The kind of IRON in a config; those with a corrected center have a longer name. */
  static final String IRON = "iron";

  /** Relative values that count as solved, from easy to hard. */
  static final double[] TARGETS = {1e-1, 1e-2, 1e-3, 1e-4};

  /**
   * What is known of a method on a problem.
   *
   * @param method which
   * @param step chosen, NaN if every step failed
   * @param tuning steps of the grid and the relative F that each led to, infinite after a failure
   * @param curves the runs with the chosen step
   */
  record Line(Entry method, double step, double[][] tuning, List<Curve> curves) {}

  /**
   * What is known of a problem.
   *
   * @param named the problem
   * @param smallest F*
   * @param lines applicable methods
   * @param obstacles of the others, by name
   */
  record Field(
      ProblemKinds.Named named, double smallest, List<Line> lines, Map<String, String> obstacles) {

    /** Returns the hardest target that some method reaches, or NaN. */
    double hardest() {
      double hardest = Double.NaN;
      for (double target : TARGETS) {
        if (lines.stream()
            .anyMatch(l -> Double.isFinite(Curve.cost(l.curves, Curve.Axis.PASSES, target)))) {
          hardest = target;
        }
      }
      return hardest;
    }

    /** Returns the cheapest method for a target, if one reaches it. */
    Optional<Line> best(Curve.Axis axis, double target) {
      return lines.stream()
          .filter(l -> Double.isFinite(Curve.cost(l.curves, axis, target)))
          .min(Comparator.comparingDouble((Line l) -> Curve.cost(l.curves, axis, target)));
    }

    /** Returns the runs of IRON, whatever their names. */
    List<Line> iron() {
      return lines.stream().filter(l -> isIron(l.method)).toList();
    }

    /** Returns the cheapest of some methods for a target, the first one if none reaches it. */
    static Line cheapest(List<Line> lines, Curve.Axis axis, double target) {
      return lines.stream()
          .min(Comparator.comparingDouble((Line l) -> Curve.cost(l.curves, axis, target)))
          .orElseThrow();
    }

    Optional<Line> line(String method) {
      return lines.stream().filter(l -> l.method.name().equals(method)).findFirst();
    }
  }

  /** Returns whether a method is a form of IRON, whatever its name. */
  static boolean isIron(Entry method) {
    return method.kind().equals(IRON) || method.kind().startsWith(IRON + "-");
  }

  final List<Field> fields = new ArrayList<>();

  /** Cells that are not finished. */
  int missing;

  Findings(CompareExperiment experiment, Results results) {
    for (ProblemKinds.Named problem : experiment.config().problems()) {
      fields.add(field(experiment, results, problem));
    }
  }

  private Field field(CompareExperiment experiment, Results results, ProblemKinds.Named problem) {
    Map<String, String> obstacles = new LinkedHashMap<>();
    List<Entry> methods = new ArrayList<>();
    for (Entry method : experiment.config().methods()) {
      experiment
          .obstacle(method, problem)
          .ifPresentOrElse(
              reason -> obstacles.put(method.name(), reason), () -> methods.add(method));
    }
    Map<Entry, Outcome> tuning = new LinkedHashMap<>();
    Map<Entry, Cell> runs = new LinkedHashMap<>();
    Map<Entry, Outcome> outcomes = new LinkedHashMap<>();
    Instance instance = experiment.instance(problem);
    double smallest = instance.smallest().orElse(Double.POSITIVE_INFINITY);
    if (instance.smallest().isEmpty()) {
      Optional<Outcome> reference = results.of(experiment.reference(problem));
      missing += reference.isPresent() ? 0 : 1;
      double value = reference.map(o -> o.trace().rows().getFirst()[0]).orElse(Double.NaN);
      smallest = Double.isNaN(value) ? smallest : value;
    }
    for (Entry method : methods) {
      Optional<Outcome> tuned = results.of(experiment.tuning(method, problem));
      OptionalDouble step = experiment.chosen(results, method, problem);
      missing += tuned.isPresent() ? 0 : 1;
      if (tuned.isPresent()) {
        tuning.put(method, tuned.get());
        smallest = Math.min(smallest, lowest(tuned.get().trace().column("value")));
      }
      if (step.isPresent()) {
        Cell cell = experiment.runs(method, problem, step.getAsDouble());
        Optional<Outcome> outcome = results.of(cell);
        missing += outcome.isPresent() ? 0 : 1;
        if (outcome.isPresent()) {
          runs.put(method, cell);
          outcomes.put(method, outcome.get());
          smallest = Math.min(smallest, lowest(outcome.get().trace().column("value")));
        }
      }
    }
    double first = instance.value(instance.start());
    List<Line> lines = new ArrayList<>();
    for (Map.Entry<Entry, Outcome> entry : tuning.entrySet()) {
      Entry method = entry.getKey();
      List<Curve> curves =
          runs.containsKey(method)
              ? curves(outcomes.get(method), results.clock(runs.get(method)), first, smallest)
              : List.of();
      double step = experiment.chosen(results, method, problem).orElse(Double.NaN);
      lines.add(new Line(method, step, tuning(entry.getValue(), first, smallest), curves));
    }
    return new Field(problem, smallest, lines, obstacles);
  }

  private static double lowest(double[] values) {
    double lowest = Double.POSITIVE_INFINITY;
    for (double value : values) {
      lowest = value < lowest ? value : lowest;
    }
    return lowest;
  }

  private static double relative(double value, double first, double smallest) {
    return Double.isFinite(value)
        ? Math.max(0, value - smallest) / (first - smallest)
        : Double.POSITIVE_INFINITY;
  }

  private static double[][] tuning(Outcome outcome, double first, double smallest) {
    double[] steps = outcome.trace().column("step");
    double[] values = outcome.trace().column("value");
    double[] relative = new double[values.length];
    for (int i = 0; i < values.length; i++) {
      relative[i] = relative(values[i], first, smallest);
    }
    return new double[][] {steps, relative};
  }

  private static List<Curve> curves(
      Outcome outcome, Optional<Columns> clock, double first, double smallest) {
    Map<Long, List<double[]>> byRun = new LinkedHashMap<>();
    for (double[] row : outcome.trace().rows()) {
      byRun.computeIfAbsent((long) row[0], r -> new ArrayList<>()).add(row);
    }
    Map<String, Double> seconds = new LinkedHashMap<>();
    clock.ifPresent(
        table -> table.rows().forEach(r -> seconds.put((long) r[0] + "/" + (long) r[1], r[2])));
    List<Curve> curves = new ArrayList<>();
    byRun.forEach(
        (run, rows) -> {
          int n = rows.size();
          double[][] axes = new double[Curve.Axis.values().length][n];
          double[] steps = new double[n];
          double[] value = new double[n];
          double[] relative = new double[n];
          for (int i = 0; i < n; i++) {
            double[] row = rows.get(i);
            steps[i] = row[1];
            value[i] = row[6];
            relative[i] = relative(row[6], first, smallest);
            axes[Curve.Axis.PASSES.ordinal()][i] = row[2];
            axes[Curve.Axis.SECONDS.ordinal()][i] =
                seconds.getOrDefault(run + "/" + (long) row[1], Double.NaN);
            axes[Curve.Axis.GRADIENTS.ordinal()][i] = row[3];
            axes[Curve.Axis.PRODUCTS.ordinal()][i] = row[4];
            axes[Curve.Axis.PROXES.ordinal()][i] = row[5];
          }
          curves.add(new Curve(run, axes, steps, value, relative));
        });
    return curves;
  }
}
