package org.ironopt.lab.logistic;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.logistic.LogisticResults.Chain;
import org.ironopt.lab.logistic.LogisticResults.Theory;
import org.ironopt.lab.statistics.ConfidenceInterval;

/** What the chains show. */
record LogisticStory(LogisticProblem problem, LogisticSettings settings, LogisticResults results) {
  LogisticStory(LogisticExperiment experiment, Results results) {
    this(experiment.problem, experiment.settings, new LogisticResults(experiment, results));
  }

  Story tell() {
    if (!results.missing.isEmpty()) {
      List<String> text =
          results.missing.stream()
              .map(label -> "The cell " + label + " has not been run.")
              .toList();
      Section section = new Section("Not finished", text, List.of(), List.of());
      return story(List.of(section), List.of());
    }
    LogisticFigures figures = new LogisticFigures(problem, results);
    Section law =
        new Section(
                "The 1/α law on a nonlinear problem",
                "The stationary error falls like 1/α. The paper reads its constant off the"
                    + " experiment; it has a closed form, γ²ρ²tr(H*⁻²), and a first correction in"
                    + " 1/α that includes third and fourth derivatives of f. Both are computed from"
                    + " the data alone, before any chain is run.",
                figures.scaling())
            .with(errorTable());
    Section inexact =
        new Section(
            "Inexact solves",
            List.of(
                "Fixed tolerances do not disturb the law until they are so loose that the current"
                    + " iterate already passes: then the chain stands still, first at small α,"
                    + " where steps are short.",
                "The chains are solved by chord steps: Newton's step with the Hessian at w*, and"
                    + " its change to first order, in place of the current one, so that one pass"
                    + " over the data serves all chains of a tolerance; every residual is checked,"
                    + " and Newton-CG takes over where a step does not halve it. They are not the"
                    + " paper's Newton steps, which were counted separately."),
            List.of(figures.inner()),
            List.of(solveTable()));
    Section prediction =
        new Section(
            "How exact the prediction is",
            "Beside each chain runs that of the quadratic model with the same noise. Its exact"
                + " expectation over the same window is known, so the difference of the two gives"
                + " the error of the nonlinear chain with a fraction of the Monte Carlo noise.",
            figures.beyond());
    return story(List.of(law, inexact, prediction), new LogisticClaims(problem, results).all());
  }

  private Story story(List<Section> sections, List<Claim> claims) {
    String summary =
        "%s rows, %d features, ridge %s = μ, γ from %s (%s), ρ = %s, %s iterations of which %s are"
            + " discarded, seeds %s; center noise.";
    return new Story(
        "Ridge logistic regression (section 5.3)",
        format(
            summary,
            text(settings.rows()),
            settings.dimension(),
            text(settings.reg()),
            text(settings.gamma()),
            settings.word(),
            text(settings.rho()),
            text(settings.iterations()),
            text(settings.discarded()),
            Arrays.stream(settings.chainSeeds())
                .mapToObj(Long::toString)
                .collect(Collectors.joining(", "))),
        sections,
        claims);
  }

  private TextTable errorTable() {
    Theory theory = results.theory.orElseThrow();
    Chain chain = results.good.getFirst();
    TextTable table =
        new TextTable(
            "α·MSE at ε = "
                + text(chain.tolerance())
                + "; intervals are Student's t over the seeds. The expansion is meant for large α.",
            "α | as in the paper | 95 % interval | with control variate | 95 % interval | predicted"
                + " | deviation (s.e.)");
    for (int a = 0; a < problem.alphas.length; a++) {
      double alpha = problem.alphas[a];
      ConfidenceInterval raw = chain.scaled("mse").get(a);
      ConfidenceInterval controlled = chain.scaled("controlled_mse").get(a);
      double predicted = alpha * theory.mse(alpha);
      table.row(
          alpha,
          text(raw.mean(), 4),
          between(raw),
          text(controlled.mean(), 5),
          between(controlled),
          text(predicted, 5),
          text(controlled.deviation(predicted), 2));
    }
    return table;
  }

  private static String between(ConfidenceInterval interval) {
    return "[" + text(interval.low(), 4) + ", " + text(interval.high(), 4) + "]";
  }

  private TextTable solveTable() {
    TextTable table =
        new TextTable(
            "Inner solves by tolerance; a chain's first steps, far from w*, are those that Newton"
                + " takes over.",
            "ε | slope, 95 % interval | chord steps | Newton steps (paper) | taken over | failed");
    for (Chain chain : results.all()) {
      ConfidenceInterval slope = chain.slope("mse");
      table.row(
          chain.tolerance(),
          text(slope.mean(), 5) + " " + between(slope),
          text(mean(chain.all("mean_steps")), 3),
          text(mean(chain.newton().column("newton_steps")), 3),
          chain.number("newton_takeovers"),
          chain.number("failed_solves"));
    }
    return table;
  }

  private static double mean(double[] values) {
    return Arrays.stream(values).average().orElse(Double.NaN);
  }
}
