package org.ironopt.lab.logcosh;

import static org.ironopt.io.Numbers.format;
import static org.ironopt.io.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.ironopt.lab.statistics.Interval;

/** The checkable sentences of the paper's section 5.2. */
record LogCoshClaims(LogCoshProblem problem, Outcomes<Double> steps, Ledger ledger) {
  /** Iterations that the authors' script makes. */
  static final int AUTHORS_ITERATIONS = 10;

  LogCoshClaims(LogCoshProblem problem, Outcomes<Double> steps) {
    this(problem, steps, Ledger.of(LogCoshClaims.class));
  }

  /** Returns the claims; none while a cell is missing. */
  List<Claim> all() {
    if (!steps.complete()) {
      return List.of();
    }
    tightening();
    regions();
    localLaw();
    solves();
    objective();
    return ledger.claims();
  }

  private void tightening() {
    List<Outcome> rows = steps.outcomes();
    boolean apart = rows.size() > 1;
    boolean everyBasin = rows.size() > 1;
    for (int i = 1; i < rows.size(); i++) {
      apart &= spread(rows.get(i)).high() < spread(rows.get(i - 1)).low();
      for (int r : problem.regions.minimizers()) {
        everyBasin &=
            regions(rows.get(i)).get(r, "spread") < regions(rows.get(i - 1)).get(r, "spread");
      }
    }
    ledger.holds(
        "L1",
        apart,
        listed(r -> spread(r).mean(), " > "),
        "figures/logcosh-spread.svg, result.json");
    ledger.holds(
        "L2",
        everyBasin,
        everyBasin ? "decreasing in all of them" : "not in all of them",
        "regions.csv of every step, column spread");
  }

  private static Interval spread(Outcome outcome) {
    return Cloud.mean(outcome, "spread");
  }

  private static Columns regions(Outcome outcome) {
    return outcome.tables().get("regions");
  }

  private void regions() {
    double least = least(r -> r.number("minimiser_share"));
    String files = "regions.csv of every step";
    ledger.atLeast("L3", least, text(least, 4) + " at the least favourable α", files);
    double emptiest =
        least(
            r ->
                Arrays.stream(problem.regions.minimizers())
                    .mapToDouble(m -> regions(r).get(m, "share"))
                    .min()
                    .orElseThrow());
    ledger.holds("L8", emptiest > 0, "rarest minimiser " + text(emptiest, 4), files);
    double elsewhere = -least(r -> -r.number("stayed_elsewhere_share"));
    ledger.holds(
        "L4",
        elsewhere > 0,
        "largest share over the steps " + text(elsewhere, 4),
        "result.json, stayed_elsewhere_share; late visits away from the minimisers: "
            + listed(r -> 1 - r.number("minimiser_share"), ", "));
    if (problem.settings.authors()) {
      double early = -least(r -> -elsewhereEarly(r));
      ledger.holds(
          "L9",
          early > 0,
          listed(LogCoshClaims::elsewhereEarly, ", ") + " of the particles",
          "trace.csv of every step, column minimiser_share");
    } else {
      ledger.notCheckable("L9", "the steps of this run are the captions, not those of the script");
    }
    double stayed = least(r -> r.number("stayed_at_one_minimiser_share"));
    ledger.atLeast(
        "L5",
        stayed,
        text(stayed, 4) + " at the least favourable α",
        "result.json, stayed_at_one_minimiser_share");
  }

  /** Returns the share away from the minimisers where the authors' script stops. */
  static double elsewhereEarly(Outcome outcome) {
    double[] share = outcome.trace().column("minimiser_share");
    return 1 - share[Math.min(AUTHORS_ITERATIONS, share.length - 1)];
  }

  private void localLaw() {
    int part = 0;
    for (Found<Double> row : steps.found()) {
      double step = problem.step(row.key());
      double expanded = problem.expanded(step, LogCoshProblem.SMALL);
      if (!Double.isNaN(expanded)) {
        ledger
            .part("α = " + text(step))
            .predicts(
                "L6." + ++part,
                step * expanded,
                spread(row.outcome()).times(step),
                "result.json, spread");
      }
    }
    if (part == 0) {
      ledger.notCheckable(
          "L6", "no step is large enough for the expansion, or the noise is not Gaussian");
    }
  }

  private void solves() {
    double failed = sum("failed_solves");
    double solves = sum("solves");
    double residual = -least(r -> -r.number("largest_residual"));
    double tolerance = problem.settings.residual();
    ledger.holds(
        "L7",
        failed == 0 && residual <= tolerance,
        format(
            "%.0f of %.0f solves failed; largest residual %.4g, tolerance %s",
            failed, solves, residual, text(tolerance)),
        "trace.csv of every step");
  }

  private void objective() {
    ledger.matches(
        "L10",
        QuadraticExperiment.authorsUnit(),
        problem.authorsUnit(),
        "0.6·2/√cond(AᵀA) here, max(2/√cond(A), (μ + γ + 2√(γL))/(L − μ)) for the quadratic");
    double mu = problem.settings.mu();
    double smallest = least(r -> r.number("smallest_start_curvature"));
    String measured =
        format(
            "%.4g; indefinite at %.4g %% of the starting points",
            smallest, 100 * steps.outcomes().getFirst().number("indefinite_start_share"));
    String file = "result.json, smallest_start_curvature";
    ledger.below("L11", smallest, measured, file);
    ledger.holds("L12", smallest >= mu, measured + "; μ = " + text(mu), file);
    int most =
        steps.found().stream()
            .mapToInt(row -> problem.solutions(problem.step(row.key())))
            .max()
            .orElse(0);
    ledger.above("L13", most, "up to " + most + " solutions", "gradient of f");
  }

  private double sum(String number) {
    return steps.outcomes().stream().mapToDouble(row -> row.number(number)).sum();
  }

  private double least(ToDoubleFunction<Outcome> quantity) {
    return steps.outcomes().stream().mapToDouble(quantity).min().orElse(Double.NaN);
  }

  private String listed(ToDoubleFunction<Outcome> quantity, String between) {
    return steps.outcomes().stream()
        .map(row -> text(quantity.applyAsDouble(row), 4))
        .collect(Collectors.joining(between));
  }
}
