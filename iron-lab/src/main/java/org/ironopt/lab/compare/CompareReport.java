package org.ironopt.lab.compare;

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
    List<CompareRemark> seen = new ArrayList<>(List.of(advice()));
    seen.addAll(remarks());
    values.table("seen", seen).text("remark", CompareRemark::sentence);
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

  /** Returns what a reader would miss in the table or wonder at in the curves. */
  private List<CompareRemark> remarks() {
    List<CompareRemark> remarks = new ArrayList<>();
    double easiest = Comparison.TARGETS[0];
    for (ProblemResult problem : comparison.problems()) {
      if (problem.best(Cost.PASSES, easiest).isEmpty()) {
        remarks.add(new CompareRemark.NotReached(problem.name(), easiest));
      }
    }
    Map<Unjudged, List<String>> unjudged = new LinkedHashMap<>();
    Map<String, List<String>> still = new LinkedHashMap<>();
    for (ProblemResult problem : comparison.problems()) {
      for (MethodResult result : problem.methods()) {
        String method = result.method().name();
        if (!result.judged()) {
          unjudged
              .computeIfAbsent(result.unjudged().orElseThrow(), _ -> new ArrayList<>())
              .add(method + " on " + problem.name());
        } else if (!result.runs().isEmpty()
            && result.runs().stream().allMatch(run -> run.last("relative") > STILL)) {
          still.computeIfAbsent(method, _ -> new ArrayList<>()).add(problem.name());
        }
      }
    }
    unjudged.forEach(
        (reason, methods) -> remarks.add(new CompareRemark.NotJudged(reason, methods)));
    still.forEach(
        (method, problems) -> remarks.add(new CompareRemark.HardlyMoved(method, problems)));
    return remarks;
  }

  /** Returns what is printed: the table of winners, the advice and the costs. */
  CompareOutcome outcome() {
    List<List<String>> rows = new ArrayList<>(List.of(BEST));
    rows.addAll(best());
    return new CompareOutcome(
        ColumnLayout.left(rows),
        advice(),
        remarks(),
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

  /** Returns when IRON is not the method to choose, by the numbers. */
  private CompareRemark.Advice advice() {
    List<CompareRemark.Defeat> defeats = new ArrayList<>();
    List<String> close = new ArrayList<>();
    for (ProblemResult problem : comparison.problems()) {
      String name = problem.name();
      String obstacle = problem.obstacles().get(Comparison.IRON);
      double target = problem.hardest();
      if (problem.iron().isEmpty()) {
        if (obstacle != null) {
          defeats.add(new CompareRemark.Defeat.Obstacle(name, obstacle));
        }
      } else if (!Double.isNaN(target)) {
        beaten(problem, target).ifPresentOrElse(defeats::add, () -> close.add(name));
      }
    }
    if (defeats.isEmpty()) {
      return close.isEmpty()
          ? new CompareRemark.NoAdvice()
          : new CompareRemark.NowhereBeaten(CLEAR);
    }
    return new CompareRemark.Beaten(defeats, CLEAR, close);
  }

  /** Returns why another method is clearly better, if one is. */
  private static Optional<CompareRemark.Defeat> beaten(ProblemResult problem, double target) {
    List<CompareRemark.Cheaper> others = new ArrayList<>();
    for (Cost cost : List.of(Cost.PASSES, Cost.SECONDS)) {
      MethodResult best = cheapest(problem.judged(), cost, target);
      double own = cheapest(problem.iron(), cost, target).cost(cost, target);
      double least = best.cost(cost, target);
      String name = best.method().name();
      if (Double.isInfinite(own)) {
        return Optional.of(new CompareRemark.Defeat.Missed(problem.name(), target, name, least));
      }
      if (own > CLEAR * least) {
        others.add(new CompareRemark.Cheaper(name, own / least, cost.column, target));
      }
    }
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(new CompareRemark.Defeat.Costly(problem.name(), others));
  }
}
