package org.ironopt.lab.quadratic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.PositionBound;

/** The chapter on the quadratic. */
final class QuadraticStory {
  private final QuadraticExperiment experiment;
  private final QuadraticSetup setup;
  private final Results results;
  private final QuadraticTheory theory;

  QuadraticStory(QuadraticExperiment experiment, Results results) {
    this.experiment = experiment;
    this.setup = experiment.setup();
    this.results = results;
    this.theory = new QuadraticTheory(setup);
  }

  Story tell() {
    QuadraticFigures figures = new QuadraticFigures(experiment, results);
    List<Section> sections = new ArrayList<>();
    sections.add(
        new Section(
            "Mean-square error and its parts",
            List.of(
                "Larger implicit steps forget the start faster and settle at a lower level. Once"
                    + " the mean has arrived, the error is all covariance."),
            List.of(figures.decomposition()),
            List.of(table())));
    sections.add(
        new Section(
            "The 1/α law",
            List.of(
                "Under the paper's center noise α·MSE approaches a constant for IRON at any step,"
                    + " while NAG-GS and explicit Euler lose stability. Under gradient noise of"
                    + " fixed size the picture is different: the spread of IRON then grows with α"
                    + " to σ²tr(A⁻²)."),
            List.of(figures.scaled()),
            List.of()));
    sections.add(
        new Section(
            "Clouds",
            List.of("Qualitative, as in the paper."),
            List.of(figures.clouds(), figures.finalClouds()),
            List.of()));
    sections.addAll(new BeyondStory(setup, results).sections());
    return new Story(
        "Strongly convex quadratic (section 5.1)",
        String.format(
            Locale.ROOT,
            "%s particles, %s iterations, eigenvalues %s, μ = %s, γ = %s (%s), ρ = %s, %s noise,"
                + " %s reading.",
            Numbers.text(setup.settings.number("particles")),
            Numbers.text(setup.settings.number("iterations")),
            Arrays.stream(setup.eigenvalues)
                .mapToObj(Numbers::text)
                .collect(Collectors.joining(", ")),
            Numbers.text(setup.mu),
            Numbers.text(setup.gamma),
            setup.authors ? "updated" : "frozen",
            Numbers.text(setup.rho),
            setup.settings.text("noise"),
            setup.authors ? "the authors'" : "the paper's"),
        sections,
        new QuadraticClaims(experiment, results).all());
  }

  private TextTable table() {
    List<List<String>> rows = new ArrayList<>();
    double sigma2 = setup.dimension() * setup.rho * setup.rho;
    for (double alpha : setup.alphas()) {
      Optional<Outcome> outcome = results.of(experiment.paperCell(alpha));
      if (outcome.isEmpty()) {
        continue;
      }
      double step = setup.step(alpha);
      Interval mse = QuadraticClaims.interval(outcome.get().values());
      IronParameters p = theory.parameters(step);
      OptionalDouble exact = theory.paperMse(step);
      rows.add(
          List.of(
              Numbers.text(step, 6),
              Numbers.text(p.lambda(), 4),
              text(exact),
              Numbers.text(mse.mean(), 6),
              "[" + Numbers.text(mse.low()) + ", " + Numbers.text(mse.high()) + "]",
              Numbers.text(step * mse.mean(), 5),
              exact.isPresent() ? Numbers.text(mse.deviation(exact.getAsDouble()), 2) : "–",
              text(new PositionBound(p).limsup(sigma2))));
    }
    return new TextTable(
        "Stationary mean-square error over the last 50 iterations; intervals are Student's t over"
            + " 64 groups of particles.",
        List.of(
            "α",
            "λ",
            "exact MSE",
            "measured",
            "95 % interval",
            "α·MSE",
            "deviation (s.e.)",
            "certified bound"),
        rows);
  }

  private static String text(OptionalDouble value) {
    return value.isPresent() ? Numbers.text(value.getAsDouble(), 6) : "–";
  }
}
