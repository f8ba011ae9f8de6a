package org.ironopt.lab.compare;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.NumberList;
import org.ironopt.lab.compare.Comparison.Cost;
import org.ironopt.lab.compare.Comparison.MethodResult;
import org.ironopt.lab.compare.Comparison.ProblemResult;
import org.ironopt.lab.experiment.CellTables;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Column;
import org.ironopt.lab.statistics.ResultTables.Rows;
import org.ironopt.theory.NoiseSource;

/** The curves of a comparison, for the figures that {@code page.toml} declares. */
final class CompareTables {
  /** Below this a curve is drawn as if it were there. */
  private static final double FLOOR = 1e-12;

  private static final double WIDEST = 1e3;
  private static final double INFINITE = Double.POSITIVE_INFINITY;

  /** Curves of a panel that can be told apart. */
  private static final int READABLE = 7;

  /** Methods that have one colour in the whole report. */
  private static final Map<String, String> KNOWN =
      Map.of("nag-gs", "vermilion", "adamw", "orange", "sgd", "green");

  private static final List<String> FREE =
      List.of(
          "purple",
          "sky",
          "black",
          "yellow",
          "purple dashed",
          "sky dashed",
          "black dashed",
          "yellow dashed");

  /** Those of the study of spreads. */
  private static final Map<String, String> SPREADS =
      Map.of(
          "iron", "blue",
          "nag-gs", "vermilion",
          "explicit-euler", "green",
          "sgd", "green dashed",
          "momentum", "purple dashed",
          "nesterov", "orange dashed",
          "spp", "sky");

  private final CompareExperiment experiment;
  private final CompareConfig config;
  private final Comparison comparison;
  private final ResultStore results;

  CompareTables(CompareExperiment experiment, Comparison comparison, ResultStore results) {
    this.experiment = experiment;
    this.comparison = comparison;
    this.results = results;
    config = experiment.config();
  }

  void add(ResultTables values) {
    methods(values);
    spread(values);
  }

  /** The steps that were chosen, the profiles, and the curves of every method on every problem. */
  private void methods(ResultTables values) {
    List<ProblemResult> problems = comparison.problems();
    List<ComparedMethod> methods = config.methods();
    Map<String, String> styles = styles();
    values.table("problems", problems).text("problem", ProblemResult::name);
    Rows<ComparedMethod> rows =
        values
            .table("methods", methods)
            .text("method", ComparedMethod::name)
            .text("style", method -> styles.getOrDefault(method.name(), "pale"));
    for (int m = 0; m < methods.size(); m++) {
      for (Cost cost : List.of(Cost.PASSES, Cost.SECONDS)) {
        double[] ratios = ratios(methods.get(m).name(), cost);
        String name = "profile_" + cost.column + "_" + (m + 1);
        values.absent(name, "no task was solved");
        if (ratios.length > 0) {
          CellTables.file(values, name, profile(ratios));
        }
      }
    }
    List<double[]> pairs = new ArrayList<>();
    for (int p = 0; p < problems.size(); p++) {
      ProblemResult problem = problems.get(p);
      rows.text(
          "step_" + (p + 1),
          method -> problem.method(method.name()).map(CompareTables::chosen).orElse("–"));
      for (int m = 0; m < methods.size(); m++) {
        Optional<MethodResult> result = problem.method(methods.get(m).name());
        if (result.isPresent()) {
          pairs.add(new double[] {p + 1, m});
          curves(values, pairs.size(), result.get());
        }
      }
    }
    values
        .table("curves", pairs)
        .with("problem", pair -> pair[0])
        .text("method", pair -> methods.get((int) pair[1]).name())
        .text("style", pair -> styles.getOrDefault(methods.get((int) pair[1]).name(), "pale"));
  }

  /** F against every cost, of the run of median end, and against the steps that were tried. */
  private static void curves(ResultTables values, int number, MethodResult result) {
    NumericColumns tuning = result.tuning();
    values
        .table("tuned_" + number, tuning.rows().size())
        .with("step", Column.exact(tuning.column("step")))
        .with("relative", i -> Math.clamp(tuning.get(i, "relative"), FLOOR, 10));
    for (Cost cost : Cost.values()) {
      String name = cost.column + "_" + number;
      values.absent(name, "not judged, or nothing was spent");
      median(result.runs())
          .filter(run -> result.judged() && run.last(cost.column) > 0)
          .ifPresent(
              run ->
                  values
                      .table(name, run.rows().size())
                      .with("spent", Column.exact(run.column(cost.column)))
                      .with("relative", i -> visible(run.get(i, "relative"))));
    }
  }

  private static double visible(double relative) {
    return relative <= 1e6 ? Math.max(FLOOR, relative) : Double.NaN;
  }

  private static Optional<NumericColumns> median(List<NumericColumns> runs) {
    return runs.stream()
        .sorted(Comparator.comparingDouble(run -> run.last("relative")))
        .skip(runs.size() / 2)
        .findFirst();
  }

  /**
   * Returns the styles of the methods that stand out: as many as can be told apart, those that came
   * nearest to the best in most tasks, and IRON. The others are pale; their names are under the
   * pointer and in the CSV. Forms of IRON share its colour.
   */
  private Map<String, String> styles() {
    List<ComparedMethod> nearest =
        config.methods().stream()
            .sorted(Comparator.comparingDouble(method -> -score(method.name())))
            .toList();
    List<ComparedMethod> shown = new ArrayList<>(nearest.stream().limit(READABLE).toList());
    if (shown.stream().noneMatch(Comparison::isIron)) {
      nearest.stream()
          .filter(Comparison::isIron)
          .findFirst()
          .ifPresent(iron -> shown.set(shown.size() - 1, iron));
    }
    Map<String, String> styles = new HashMap<>();
    List<String> free = new ArrayList<>(FREE);
    int forms = 0;
    for (ComparedMethod method : config.methods()) {
      String name = method.name();
      if (shown.contains(method) && Comparison.isIron(method)) {
        styles.put(name, forms == 0 ? "blue" : forms % 2 == 1 ? "blue dashed" : "blue dotted");
        forms++;
      } else if (shown.contains(method)) {
        String known = KNOWN.get(name);
        styles.put(name, known == null ? free.removeFirst() : known);
      }
    }
    return styles;
  }

  /** Returns how near a method comes to the best, summed over the tasks. */
  private double score(String method) {
    return Arrays.stream(ratios(method, Cost.PASSES)).map(ratio -> 1 / ratio).sum();
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

  /** Stationary spreads against the step under both noise models, with the exact curves. */
  private void spread(ResultTables values) {
    List<SpreadStudy.Subject> subjects = experiment.plan().spreads().keys();
    values.put("subjects_measured", subjects.size());
    if (config.spread().isEmpty()) {
      return;
    }
    SpreadStudy study = config.spread().get();
    double[] steps = Arrays.stream(study.steps()).sorted().toArray();
    double[] fine = NumberList.logarithmic(steps[0], steps[steps.length - 1], 200);
    values.put("eigenvalues", study.eigenvalues());
    values.put("members", study.members());
    values
        .table("subjects", subjects)
        .with("center", subject -> subject.source() == NoiseSource.CENTER ? 1 : 0)
        .text("method", SpreadStudy.Subject::name)
        .text("style", subject -> SPREADS.getOrDefault(subject.name(), "pale"));
    for (int s = 0; s < subjects.size(); s++) {
      SpreadStudy.Subject subject = subjects.get(s);
      values
          .table("exact_" + (s + 1), fine.length)
          .with("step", Column.exact(fine))
          .of("mse", "step", step -> subject.exact().apply(step).orElse(Double.NaN));
      values.absent("measured_" + (s + 1), "not measured");
      int number = s + 1;
      results
          .of(experiment.plan().spreads())
          .at(subject)
          .ifPresent(
              cell ->
                  values
                      .table("measured_" + number, cell.trace().rows().size())
                      .with("step", Column.exact(cell.trace().column("step")))
                      .means("mse", i -> fourErrors(cell.trace(), i, study.members())));
    }
  }

  private static ConfidenceInterval fourErrors(NumericColumns trace, int i, int members) {
    double mse = trace.get(i, "mse");
    double error = trace.get(i, "error");
    double low = Math.max(mse / 100, mse - 4 * error);
    return new ConfidenceInterval(mse, error, low, mse + 4 * error, members);
  }

  private static String chosen(MethodResult result) {
    if (Double.isNaN(result.step())) {
      return "all failed";
    }
    String step = Numbers.text(result.step(), 3);
    return result.judged() ? step : step + " (not judged)";
  }
}
