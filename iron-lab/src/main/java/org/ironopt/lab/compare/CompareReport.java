package org.ironopt.lab.compare;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.lab.compare.Comparison.ProblemResult.cheapest;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.compare.Comparison.Cost;
import org.ironopt.lab.compare.Comparison.MethodResult;
import org.ironopt.lab.compare.Comparison.ProblemResult;
import org.ironopt.lab.experiment.ChapterPage;
import org.ironopt.lab.experiment.ChapterReport;
import org.ironopt.lab.experiment.ChapterReport.Section;
import org.ironopt.lab.experiment.ChapterReport.TextTable;
import org.ironopt.lab.experiment.ResultStore;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Rows;

/** The values of a comparison, which {@code page.toml} shows, and what is printed of it. */
final class CompareReport {
  /** Twice the cost is a difference; less may be the luck of a grid or of a clock. */
  private static final double CLEAR = 2;

  /** A method that ends above this share of the first gap has hardly moved. */
  private static final double STILL = 0.99;

  private static final List<String> BEST =
      List.of("problem", "target", "fewest passes", "least time", "IRON");

  private final CompareExperiment experiment;
  private final CompareConfig config;
  private final ResultStore results;
  private final Comparison comparison;

  CompareReport(CompareExperiment experiment, ResultStore results) {
    this.experiment = experiment;
    this.results = results;
    config = experiment.config();
    comparison = Comparison.of(experiment, results);
  }

  ChapterReport report() {
    ChapterReport page = ChapterPage.report(CompareReport.class, values(), false);
    TextTable points =
        new TextTable(
            "All measured points, with benchopt's column names.",
            List.of(),
            List.of(),
            Map.of(experiment.name() + "-benchopt.csv", BenchoptCsv.write(comparison)));
    List<Section> sections =
        page.sections().stream()
            .map(section -> section.heading().equals("Curves") ? section.with(points) : section)
            .toList();
    return new ChapterReport(config.title(), page.summary(), sections, List.of());
  }

  private ResultTables values() {
    ResultTables values = new ResultTables();
    values.text("name", experiment.name());
    values.text("problems_compared", Numbers.count(config.problems().size(), "problem"));
    values.text("methods_compared", Numbers.count(config.methods().size(), "method"));
    values.text("steps", Numbers.count(config.steps().length, "step"));
    values.text("seeds", Numbers.count(config.seeds(), "seed"));
    values.put("passes", config.budget().passes());
    values.put("tuning_passes", config.tuning().passes());
    int missing = comparison.missing();
    values.text("missing", missing == 0 ? "" : missing + " cells have not been run.");
    List<String> seen = whatIsSeen();
    values.table("seen", seen).text("remark", remark -> remark);
    rows(values, "best", best());
    List<List<String>> left = new ArrayList<>();
    for (ProblemResult problem : comparison.problems()) {
      problem.obstacles().forEach((name, why) -> left.add(List.of(problem.name(), name, why)));
    }
    rows(values, "left_out", left);
    new CompareTables(experiment, comparison, results).add(values);
    return values;
  }

  private static void rows(ResultTables values, String name, List<List<String>> cells) {
    Rows<List<String>> table = values.table(name, cells);
    values.put(name + "_rows", cells.size());
    for (int c = 0; c < BEST.size(); c++) {
      int column = c;
      table.text("cell_" + c, row -> row.get(column));
    }
  }

  /** Returns the advice, and what a reader would miss in the table or wonder at in the curves. */
  private List<String> whatIsSeen() {
    List<String> text = new ArrayList<>(List.of(advice()));
    double easiest = Comparison.TARGETS[0];
    for (ProblemResult problem : comparison.problems()) {
      if (problem.best(Cost.PASSES, easiest).isEmpty()) {
        text.add(
            format(
                "%s is not in the table: no method came down to %s of the first gap within the"
                    + " budget.",
                problem.name(), Numbers.text(easiest)));
      }
    }
    Map<String, List<String>> unjudged = new LinkedHashMap<>();
    Map<String, List<String>> still = new LinkedHashMap<>();
    for (ProblemResult problem : comparison.problems()) {
      for (MethodResult result : problem.methods()) {
        if (!result.judged()) {
          unjudged
              .computeIfAbsent(result.unjudged(), reason -> new ArrayList<>())
              .add(result.method().name() + " on " + problem.name());
        } else if (!result.runs().isEmpty()
            && result.runs().stream().allMatch(run -> run.last("relative") > STILL)) {
          still
              .computeIfAbsent(result.method().name(), name -> new ArrayList<>())
              .add(problem.name());
        }
      }
    }
    unjudged.forEach(
        (reason, methods) ->
            text.add("Not judged: " + String.join(", ", methods) + " (" + reason + ")."));
    still.forEach(
        (method, problems) ->
            text.add(
                format(
                    "%s hardly left the start on %s: a step costs too much for the budget, or no"
                        + " step of its grid lowers F.",
                    method, String.join(", ", problems))));
    return text;
  }

  /** Returns what is printed: the table of winners, the advice and the costs. */
  CompareOutcome outcome() {
    List<List<String>> rows = new ArrayList<>(List.of(BEST));
    rows.addAll(best());
    List<String> seen = whatIsSeen();
    return new CompareOutcome(
        ColumnLayout.left(rows),
        seen.getFirst(),
        seen.subList(1, seen.size()),
        comparison.problems().stream().map(CompareOutcome.OfProblem::of).toList());
  }

  private List<List<String>> best() {
    List<List<String>> rows = new ArrayList<>();
    for (ProblemResult problem : comparison.problems()) {
      for (double target : Comparison.TARGETS) {
        if (problem.best(Cost.PASSES, target).isPresent()) {
          rows.add(
              List.of(
                  problem.name(),
                  Numbers.text(target),
                  winner(problem, Cost.PASSES, target),
                  winner(problem, Cost.SECONDS, target),
                  iron(problem, target)));
        }
      }
    }
    return rows;
  }

  private static String winner(ProblemResult problem, Cost cost, double target) {
    String unit = cost == Cost.SECONDS ? " s" : "";
    return problem
        .best(cost, target)
        .map(m -> m.method().name() + " " + Numbers.text(m.cost(cost, target), 3) + unit)
        .orElse("–");
  }

  private static String iron(ProblemResult problem, double target) {
    if (problem.iron().isEmpty()) {
      return problem.methods().stream().anyMatch(m -> Comparison.isIron(m.method()))
          ? "not judged"
          : problem.obstacles().containsKey(Comparison.IRON) ? "does not apply" : "not compared";
    }
    double least = cheapest(problem.iron(), Cost.PASSES, target).cost(Cost.PASSES, target);
    double fastest = cheapest(problem.iron(), Cost.SECONDS, target).cost(Cost.SECONDS, target);
    return Double.isInfinite(least)
        ? "not reached"
        : Numbers.text(least, 3) + " passes, " + Numbers.text(fastest, 3) + " s";
  }

  /** Returns when IRON is not the method to choose, said by the numbers. */
  private String advice() {
    List<String> no = new ArrayList<>();
    List<String> yes = new ArrayList<>();
    for (ProblemResult problem : comparison.problems()) {
      String name = problem.name();
      String obstacle = problem.obstacles().get(Comparison.IRON);
      double target = problem.hardest();
      if (problem.iron().isEmpty()) {
        if (obstacle != null) {
          no.add("on " + name + " (it " + obstacle + ")");
        }
      } else if (!Double.isNaN(target)) {
        beaten(problem, target)
            .ifPresentOrElse(
                reason -> no.add("on " + name + " (" + reason + ")"), () -> yes.add(name));
      }
    }
    if (no.isEmpty() && yes.isEmpty()) {
      return "The comparison does not say when IRON is the method to choose: it took no part, could"
          + " not be judged, or no method got anywhere.";
    }
    String clear = Numbers.text(CLEAR);
    String good =
        yes.isEmpty()
            ? ""
            : format(
                " It was within a factor of %s of the best on %s.", clear, String.join(", ", yes));
    return no.isEmpty()
        ? "IRON was nowhere beaten by more than a factor of " + clear + " here."
        : "IRON is not the method to choose " + String.join("; ", no) + "." + good;
  }

  /** Returns why another method is clearly better, if one is. */
  private static Optional<String> beaten(ProblemResult problem, double target) {
    List<String> reasons = new ArrayList<>();
    for (Cost cost : List.of(Cost.PASSES, Cost.SECONDS)) {
      MethodResult best = cheapest(problem.judged(), cost, target);
      double own = cheapest(problem.iron(), cost, target).cost(cost, target);
      double least = best.cost(cost, target);
      if (Double.isInfinite(own)) {
        return Optional.of(
            format(
                "it did not come down to %s of the first gap, %s did in %s passes",
                Numbers.text(target), best.method().name(), Numbers.text(least, 3)));
      }
      if (own > CLEAR * least) {
        String times = Numbers.text(own / least, 2);
        reasons.add(
            format(
                "%s needs %s times fewer %s to %s of the first gap",
                best.method().name(), times, cost.column, Numbers.text(target)));
      }
    }
    return reasons.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", reasons));
  }
}
