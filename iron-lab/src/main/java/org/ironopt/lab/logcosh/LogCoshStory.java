package org.ironopt.lab.logcosh;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.logcosh.LogCoshResults.Row;

/** The chapter on log-cosh regression. */
final class LogCoshStory {
  private final LogCoshSetup setup;
  private final LogCoshResults results;
  private final LogCoshTheory theory;

  LogCoshStory(LogCoshExperiment experiment, Results results) {
    this.setup = experiment.setup();
    this.results = new LogCoshResults(experiment, results);
    this.theory = new LogCoshTheory(setup);
  }

  Story tell() {
    List<Section> sections = new ArrayList<>();
    sections.add(problem());
    if (!results.rows().isEmpty()) {
      sections.add(clouds());
      sections.add(regions());
      sections.add(spread());
      sections.add(solves());
    }
    return new Story(
        "Nonconvex log-cosh regression (section 5.2)",
        String.format(
            Locale.ROOT,
            "%d particles, %d iterations of which the last %d count, A = diag%s, b = %s, μ = %s,"
                + " γ = %s (frozen), ρ = %s, %s noise, residual %s, %s reading.",
            setup.particles,
            setup.iterations,
            setup.window,
            list(setup.diagonal),
            Numbers.text(setup.b[0]),
            Numbers.text(setup.mu),
            Numbers.text(setup.gamma),
            Numbers.text(setup.rho),
            setup.settings.text("noise"),
            Numbers.text(setup.tolerance),
            setup.authors ? "the authors'" : "the paper's"),
        sections,
        new LogCoshClaims(setup, results).all());
  }

  private Section problem() {
    List<String> text = new ArrayList<>();
    for (double alpha : results.missing()) {
      text.add("The cell of α = " + Numbers.text(alpha) + " has not been run.");
    }
    int minimizers = 1 << setup.dimension();
    text.add(
        String.format(
            Locale.ROOT,
            "f(x) = ‖A log cosh(x) − b‖²/2 has %d critical points: every coordinate is 0 or"
                + " ±arccosh(exp(b/a)), here ±%s. The %d without a zero are global minimisers with"
                + " f = 0, the origin is a local maximum, and the others are saddles. f is not"
                + " convex, so μ = %s is only a parameter of the scheme and not a convexity"
                + " constant, and no theorem of the paper applies as a whole.",
            setup.regions.count(),
            list(setup.regions.minimizer()),
            minimizers,
            Numbers.text(setup.mu)));
    text.add(
        "The resolvent is multivalued here once λ·a·b exceeds 1 for a coordinate: λf + ‖· − c‖²/2"
            + " has several local minimisers, and the equation u + λ∇f(u) = c has more solutions"
            + " still (the last table counts them at c = 0). The one taken is the local minimiser"
            + " that Newton's method with Armijo's rule reaches from the current iterate. Where I +"
            + " λ∇²f is not positive definite it is shifted until it is, so every accepted step"
            + " decreases λf + ‖· − c‖²/2. Another start or another rule may end in another"
            + " minimiser and gives another Markov chain.");
    text.add(
        String.format(
            Locale.ROOT,
            setup.authors
                ? "The authors' script multiplies the captioned α by 0.6·2/√cond(AᵀA) = %s; that"
                    + " is what is run here."
                : "The steps are those of the captions. The authors' script multiplies them by"
                    + " 0.6·2/√cond(AᵀA) = %s; run with reading = \"authors\" for that.",
            Numbers.text(setup.authorsUnit())));
    return new Section("The problem, and which resolvent is meant", text, List.of(), List.of());
  }

  private Section clouds() {
    LogCoshFigures figures = new LogCoshFigures(setup, results);
    return new Section(
        "Clouds",
        List.of(
            "Larger implicit steps tighten the clouds around the minimisers. All rows share their"
                + " axes."),
        List.of(figures.clouds(), figures.basin()),
        List.of());
  }

  private Section regions() {
    StringBuilder early = new StringBuilder();
    for (Row row : results.rows()) {
      early
          .append(early.isEmpty() ? "" : ", ")
          .append(
              String.format(
                  Locale.ROOT,
                  "%s %% at α = %s",
                  Numbers.text(100 * LogCoshClaims.elsewhereEarly(row), 2),
                  Numbers.text(row.step())));
    }
    return new Section(
        "Which regions hold the particles",
        List.of(
            "A particle belongs to the critical point that is nearest in every coordinate. Starts"
                + " near the origin lie in the regions of the maximum and of the saddles, which"
                + " repel: they are left within a few iterations, slowly only for small steps."
                + " After "
                + LogCoshClaims.AUTHORS_ITERATIONS
                + " iterations, where the authors' script stops, "
                + early
                + " of the particles are still there.",
            "Late visits to the regions of saddles are crossings between minimisers and tails of"
                + " the clouds around them; the table of the work below has the share of the"
                + " particles that stay."),
        List.of(new SpreadFigures(setup, results).leaving()),
        List.of(new LogCoshTables(setup, results).shares()));
  }

  private Section spread() {
    List<String> text = new ArrayList<>();
    text.add(
        "Around a minimiser f is strongly convex, and a particle that stays there obeys the"
            + " linearised scheme to leading order: the spread falls like γ²ρ²tr(H*⁻²)/α with H*"
            + " the Hessian at the minimiser, which has the eigenvalues "
            + list(theory.spectrum())
            + ".");
    if (theory.variance().isEmpty()) {
      text.add("This run's noise has no variance, so there is no prediction to compare with.");
    }
    return new Section(
        "Spread around each minimiser",
        text,
        List.of(new SpreadFigures(setup, results).spread()),
        List.of(new LogCoshTables(setup, results).spreads()));
  }

  private Section solves() {
    Row hardest = results.rows().getFirst();
    double most = 0;
    for (Row row : results.rows()) {
      Columns trace = row.outcome().trace();
      double first = trace.column("newton_steps")[1];
      if (first > most) {
        most = first;
        hardest = row;
      }
    }
    return new Section(
        "Work of the inner solves",
        List.of(
            String.format(
                Locale.ROOT,
                "Only the first iterations, which start among the saddles, backtrack; once a"
                    + " particle is near a minimiser full Newton steps suffice. The hardest"
                    + " iteration is the first at α = %s with %.2f Newton steps and %.2f"
                    + " backtracks per solve.",
                Numbers.text(hardest.step()),
                most,
                hardest.outcome().trace().column("backtracks")[1])),
        List.of(),
        List.of(new LogCoshTables(setup, results).work()));
  }

  private static String list(double[] values) {
    StringBuilder text = new StringBuilder("(");
    for (double value : values) {
      text.append(text.length() == 1 ? "" : ", ").append(Numbers.text(value));
    }
    return text.append(')').toString();
  }
}
