package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.ironopt.lab.compare.CompareConfig.Budget;
import org.ironopt.lab.compare.CompareExperiment.Match;
import org.ironopt.lab.compare.Unjudged.Cause;
import org.ironopt.lab.experiment.CellGroup;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;

/**
 * The finished cells of a comparison, in the terms in which they are told.
 *
 * @param problems what is known of each
 * @param missing cells that are not finished
 */
record Comparison(List<ProblemResult> problems, int missing) {
  /** The kind of IRON in a config; those with a corrected center have a longer name. */
  static final String IRON = "iron";

  /** Relative values that count as solved, from easy to hard. */
  static final double[] TARGETS = {1e-1, 1e-2, 1e-3, 1e-4};

  /** What a run spends: an axis of the curves. */
  enum Cost {
    PASSES("passes over the data"),
    SECONDS("seconds"),
    GRADIENTS("gradients (of a batch or of all)"),
    PRODUCTS("Hessian products"),
    PROXES("prox calls");

    final String label;

    /** The column of a run that has it. */
    final String column = name().toLowerCase(Locale.ROOT);

    Cost(String label) {
      this.label = label;
    }
  }

  /**
   * What is known of a method on a problem.
   *
   * @param method which
   * @param step chosen, NaN if every step failed
   * @param tuning columns {@code step} and {@code relative}, infinite after a failure
   * @param runs those with the chosen step: columns of the cell, {@code seconds} and {@code
   *     relative}, which is (F - F*) / (F at the start - F*), infinite where F is not finite
   * @param unjudged why nothing can be said of it; empty if something can
   */
  record MethodResult(
      ComparedMethod method,
      double step,
      NumericColumns tuning,
      List<NumericColumns> runs,
      Optional<Unjudged> unjudged) {
    boolean judged() {
      return unjudged.isEmpty();
    }

    /** Returns the median over the runs of what it costs to reach a target. */
    double cost(Cost cost, double target) {
      double[] costs = runs.stream().mapToDouble(r -> cost(r, cost, target)).sorted().toArray();
      return costs.length == 0 ? Double.POSITIVE_INFINITY : costs[costs.length / 2];
    }

    /** Returns the cost at the first point with a small enough F, infinite if there is none. */
    static double cost(NumericColumns run, Cost cost, double target) {
      double[] relative = run.column("relative");
      for (int i = 0; i < relative.length; i++) {
        if (relative[i] <= target) {
          return run.get(i, cost.column);
        }
      }
      return Double.POSITIVE_INFINITY;
    }
  }

  /**
   * What is known of a problem.
   *
   * @param name its name
   * @param methods applicable ones
   * @param obstacles of the others, by name
   */
  record ProblemResult(String name, List<MethodResult> methods, Map<String, String> obstacles) {
    /** Returns the hardest target that some method reaches, or NaN. */
    double hardest() {
      double hardest = Double.NaN;
      for (double target : TARGETS) {
        hardest = best(Cost.PASSES, target).isPresent() ? target : hardest;
      }
      return hardest;
    }

    /** Returns the methods of which something can be said. */
    List<MethodResult> judged() {
      return methods.stream().filter(MethodResult::judged).toList();
    }

    /** Returns the cheapest method for a target, if one reaches it. */
    Optional<MethodResult> best(Cost cost, double target) {
      return judged().stream()
          .filter(m -> Double.isFinite(m.cost(cost, target)))
          .min(Comparator.comparingDouble(m -> m.cost(cost, target)));
    }

    /** Returns the runs of IRON of which something can be said, whatever their names. */
    List<MethodResult> iron() {
      return judged().stream().filter(m -> isIron(m.method)).toList();
    }

    /** Returns the cheapest of some methods for a target, the first one if none reaches it. */
    static MethodResult cheapest(List<MethodResult> methods, Cost cost, double target) {
      return methods.stream()
          .min(Comparator.comparingDouble(m -> m.cost(cost, target)))
          .orElseThrow();
    }

    Optional<MethodResult> method(String name) {
      return methods.stream().filter(m -> m.method.name().equals(name)).findFirst();
    }
  }

  /** Returns whether a method is a form of IRON, whatever its name. */
  static boolean isIron(ComparedMethod method) {
    return method.kind().equals(IRON) || method.kind().startsWith(IRON + "-");
  }

  /** Reads what the cells left behind. */
  static Comparison of(CompareExperiment experiment, ResultStore results) {
    CellResults<ProblemKinds.ProblemEntry> references = results.of(experiment.plan().references());
    CellResults<Match> tuned = results.of(experiment.plan().tuning());
    CellGroup<Match> group = experiment.runs(results);
    CellResults<Match> runs = results.of(group);
    List<ProblemResult> problems = new ArrayList<>();
    for (ProblemKinds.ProblemEntry problem : experiment.config().problems()) {
      ProblemInstance instance = experiment.instance(problem);
      double smallest =
          instance
              .smallest()
              .orElse(
                  references
                      .at(problem)
                      .map(o -> o.trace().get(0, "value"))
                      .filter(value -> !Double.isNaN(value))
                      .orElse(Double.POSITIVE_INFINITY));
      for (CellResults<Match> found : List.of(tuned, runs)) {
        for (Found<Match> cell : found.found()) {
          if (cell.key().problem().equals(problem)) {
            for (double value : cell.outcome().trace().column("value")) {
              smallest = value < smallest ? value : smallest;
            }
          }
        }
      }
      Gap gap = new Gap(instance.value(instance.start()), smallest);
      List<MethodResult> methods = new ArrayList<>();
      Budgets budgets =
          new Budgets(experiment.config().tuning(), experiment.config().budget(problem));
      for (Found<Match> cell : tuned.found()) {
        if (cell.key().problem().equals(problem)) {
          double step = CompareExperiment.chosen(cell.outcome()).orElse(Double.NaN);
          List<NumericColumns> shown =
              runs.at(cell.key())
                  .map(o -> gap.runs(o.trace(), results.clock(group.cell(cell.key()))))
                  .orElse(List.of());
          methods.add(
              new MethodResult(
                  cell.key().method(),
                  step,
                  gap.tuning(cell.outcome().trace()),
                  shown,
                  budgets.unjudged(step, cell.outcome().trace(), shown)));
        }
      }
      Map<String, String> obstacles = new LinkedHashMap<>();
      experiment
          .plan()
          .obstacles()
          .forEach(
              (match, reason) -> {
                if (match.problem().equals(problem)) {
                  obstacles.put(match.method().name(), reason);
                }
              });
      problems.add(new ProblemResult(problem.name(), methods, obstacles));
    }
    int missing = references.missing().size() + tuned.missing().size() + runs.missing().size();
    return new Comparison(problems, missing);
  }

  /**
   * What a method may spend on a problem.
   *
   * @param tuning to try a step
   * @param shown on a run that is shown
   */
  record Budgets(Budget tuning, Budget shown) {
    /**
     * Returns why nothing can be said of a method, empty if something can: it was not moved by the
     * trial that chose its step, or by any run, so that its curve is the start's.
     *
     * @param step chosen, NaN if every step failed
     * @param trials columns {@code step} and {@code steps}, how many were made
     * @param runs those with the chosen step, none if they have not been made
     */
    Optional<Unjudged> unjudged(double step, NumericColumns trials, List<NumericColumns> runs) {
      if (Double.isNaN(step)) {
        return Optional.of(new Unjudged(Cause.STEPS_FAILED, Double.NaN));
      }
      for (int i = 0; i < trials.rows().size(); i++) {
        if (trials.get(i, "step") == step && trials.get(i, "steps") == 0) {
          return Optional.of(new Unjudged(Cause.NO_STEP_IN_TRIAL, tuning.passes()));
        }
      }
      if (!runs.isEmpty() && runs.stream().allMatch(run -> run.last("steps") == 0)) {
        return Optional.of(new Unjudged(Cause.NO_STEP_IN_RUNS, shown.passes()));
      }
      if (tuning.passes() < 1) {
        return Optional.of(new Unjudged(Cause.PART_OF_PASS_IN_TRIAL, tuning.passes()));
      }
      return shown.passes() < 1
          ? Optional.of(new Unjudged(Cause.PART_OF_PASS_IN_RUNS, shown.passes()))
          : Optional.empty();
    }
  }

  /**
   * Between the start and the minimum.
   *
   * @param first F at the start
   * @param smallest F*
   */
  private record Gap(double first, double smallest) {
    double relative(double value) {
      return Double.isFinite(value)
          ? Math.max(0, value - smallest) / (first - smallest)
          : Double.POSITIVE_INFINITY;
    }

    NumericColumns tuning(NumericColumns tried) {
      NumericColumns table = new NumericColumns("step", "relative");
      for (int i = 0; i < tried.rows().size(); i++) {
        table.add(tried.get(i, "step"), relative(tried.get(i, "value")));
      }
      return table;
    }

    /** Returns a table for each run. */
    List<NumericColumns> runs(NumericColumns trace, Optional<NumericColumns> clock) {
      Map<List<Double>, Double> seconds = new HashMap<>();
      clock.ifPresent(
          c -> {
            for (int i = 0; i < c.rows().size(); i++) {
              seconds.put(List.of(c.get(i, "run"), c.get(i, "steps")), c.get(i, "seconds"));
            }
          });
      List<String> columns = new ArrayList<>(trace.columns());
      columns.addAll(List.of("seconds", "relative"));
      Map<Double, NumericColumns> runs = new TreeMap<>();
      for (int i = 0; i < trace.rows().size(); i++) {
        double run = trace.get(i, "run");
        double[] row = Arrays.copyOf(trace.rows().get(i), columns.size());
        row[row.length - 2] = seconds.getOrDefault(List.of(run, trace.get(i, "steps")), Double.NaN);
        row[row.length - 1] = relative(trace.get(i, "value"));
        runs.computeIfAbsent(run, key -> new NumericColumns(columns.toArray(String[]::new)))
            .add(row);
      }
      return List.copyOf(runs.values());
    }
  }
}
