package org.ironopt.lab.compare;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.lab.compare.Comparison.ProblemResult.cheapest;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.ColumnLayout;
import org.ironopt.lab.compare.Comparison.Cost;
import org.ironopt.lab.compare.Comparison.MethodResult;
import org.ironopt.lab.compare.Comparison.ProblemResult;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.figure.Figure;

/** The chapter of a comparison. */
final class CompareStory {
  /** Twice the cost is a difference; less may be the luck of a grid or of a clock. */
  private static final double CLEAR = 2;

  /** A method that ends above this share of the first gap has hardly moved. */
  private static final double STILL = 0.99;

  private final CompareExperiment experiment;
  private final Comparison comparison;
  private final CompareFigures figures;

  CompareStory(CompareExperiment experiment, Results results) {
    this.experiment = experiment;
    comparison = Comparison.of(experiment, results);
    figures = new CompareFigures(experiment, comparison, results);
  }

  Story tell() {
    CompareConfig c = experiment.config();
    List<Section> sections = new ArrayList<>();
    List<String> protocol = new ArrayList<>();
    protocol.add(
        format(
            "Every method starts at the same point, sees the terms in the same order (per batch"
                + " size and seed), and chooses its step from its grid by one run of %s passes per"
                + " step, judged on held-out data where there are any. The runs shown have other"
                + " seeds. F is evaluated and the JVM is warmed up outside the clock; counts come"
                + " from a run with counters, seconds from one without.",
            Numbers.text(c.tuning().passes())));
    if (comparison.missing() > 0) {
      protocol.add(comparison.missing() + " cells have not been run.");
    }
    sections.add(
        new Section(
            "Which method is best where", whatIsSeen(), List.of(), List.of(best(), chosen())));
    List<Figure> curves =
        Arrays.stream(Cost.values()).map(figures::curves).flatMap(Optional::stream).toList();
    sections.add(new Section("Curves", protocol, curves, List.of(csv())));
    sections.add(
        new Section("Performance profiles", List.of(), List.of(figures.profiles()), List.of()));
    sections.add(
        new Section(
            "Sensitivity to the step", List.of(), List.of(figures.sensitivity()), List.of()));
    figures
        .spread()
        .ifPresent(
            figure ->
                sections.add(
                    new Section(
                        "Stationary spread",
                        List.of(
                            "The two noise models give opposite answers: center noise is scaled"
                                + " with the step, and the spread of IRON falls like 1/α; gradient"
                                + " noise is not, and the spread grows, for implicit methods to"
                                + " σ²tr(A⁻²), for explicit ones without bound."),
                        List.of(figure),
                        List.of())));
    sections.addAll(obstacles());
    return new Story(
        c.title(),
        format(
            "%s, %s, %s each, %s, %s passes.",
            Numbers.count(c.problems().size(), "problem"),
            Numbers.count(c.methods().size(), "method"),
            Numbers.count(c.steps().length, "step"),
            Numbers.count(c.seeds(), "seed"),
            Numbers.text(c.budget().passes())),
        sections,
        List.of());
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
    TextTable table = best();
    List<List<String>> rows = new ArrayList<>(List.of(table.header()));
    rows.addAll(table.rows());
    List<String> seen = whatIsSeen();
    return new CompareOutcome(
        ColumnLayout.left(rows),
        seen.getFirst(),
        seen.subList(1, seen.size()),
        comparison.problems().stream().map(CompareOutcome.OfProblem::of).toList());
  }

  private TextTable best() {
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
    return new TextTable(
        "The cheapest method to reach (F − F*) ≤ target · (F_{0} − F*), median over the seeds.",
        List.of("problem", "target", "fewest passes", "least time", "IRON"), rows);
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

  private TextTable chosen() {
    List<List<String>> rows = new ArrayList<>();
    for (ComparedMethod method : experiment.config().methods()) {
      List<String> row = new ArrayList<>(List.of(method.name()));
      for (ProblemResult problem : comparison.problems()) {
        row.add(problem.method(method.name()).map(CompareStory::chosen).orElse("–"));
      }
      rows.add(row);
    }
    List<String> header = new ArrayList<>(List.of("method"));
    comparison.problems().forEach(p -> header.add(p.name()));
    return new TextTable("Steps that validation chose.", header, rows);
  }

  private static String chosen(MethodResult result) {
    if (Double.isNaN(result.step())) {
      return "all failed";
    }
    String step = Numbers.text(result.step(), 3);
    return result.judged() ? step : step + " (not judged)";
  }

  private TextTable csv() {
    return new TextTable(
        "All measured points, with benchopt's column names.",
        List.of(),
        List.of(),
        Map.of(experiment.name() + "-benchopt.csv", BenchoptCsv.write(comparison)));
  }

  private List<Section> obstacles() {
    List<List<String>> rows = new ArrayList<>();
    for (ProblemResult problem : comparison.problems()) {
      problem
          .obstacles()
          .forEach((method, reason) -> rows.add(List.of(problem.name(), method, reason)));
    }
    TextTable table =
        new TextTable(
            "Methods that do not apply to a problem.",
            List.of("problem", "method", "reason"),
            rows);
    return rows.isEmpty()
        ? List.of()
        : List.of(new Section("Left out", List.of(), List.of(), List.of(table)));
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
