package org.ironopt.lab.logcosh;

import static org.ironopt.io.Numbers.format;
import static org.ironopt.io.Numbers.text;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.ironopt.io.Numbers;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.experiment.Story;
import org.ironopt.lab.experiment.Story.Section;
import org.ironopt.lab.experiment.Story.TextTable;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.statistics.Interval;

/** The chapter on log-cosh regression. */
record LogCoshStory(
    LogCoshProblem problem,
    LogCoshSettings settings,
    Outcomes<Double> steps,
    List<Found<Double>> rows,
    LogCoshFigures figures) {
  LogCoshStory(LogCoshProblem problem, Outcomes<Double> steps) {
    this(
        problem,
        problem.settings,
        steps,
        steps.found(),
        new LogCoshFigures(problem, steps.found()));
  }

  Story tell() {
    List<Section> sections = new ArrayList<>();
    sections.add(meaning());
    if (!rows.isEmpty()) {
      sections.add(
          new Section(
              "Clouds",
              "Larger implicit steps tighten the clouds around the minimisers. All rows share their"
                  + " axes.",
              figures.clouds(),
              figures.basin()));
      sections.add(regions());
      sections.add(spread());
      sections.add(solves());
    }
    return new Story(
        "Nonconvex log-cosh regression (section 5.2)",
        format(
            "%d particles, %d iterations of which the last %d count, A = diag%s, b = %s, μ = %s,"
                + " γ = %s (frozen), ρ = %s, %s noise, residual %s, %s reading.",
            settings.particles(),
            settings.iterations(),
            settings.window(),
            list(settings.diagonal()),
            text(settings.b()),
            text(settings.mu()),
            text(settings.gamma()),
            text(settings.rho()),
            settings.noise(),
            text(settings.residual()),
            settings.authors() ? "the authors'" : "the paper's"),
        sections,
        new LogCoshClaims(problem, steps).all());
  }

  private static String list(double[] values) {
    return Arrays.stream(values)
        .mapToObj(Numbers::text)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  private Section meaning() {
    List<String> text = new ArrayList<>();
    for (double alpha : steps.missing()) {
      text.add("The cell of α = " + text(alpha) + " has not been run.");
    }
    text.add(
        format(
            "f(x) = ‖A log cosh(x) − b‖²/2 has %d critical points: every coordinate is 0 or"
                + " ±arccosh(exp(b/a)), here ±%s. The %d without a zero are global minimisers with"
                + " f = 0, the origin is a local maximum, and the others are saddles. f is not"
                + " convex, so μ = %s is only a parameter of the scheme and not a convexity"
                + " constant, and no theorem of the paper applies as a whole.",
            problem.regions.count(),
            list(problem.regions.minimizer()),
            problem.regions.minimizers().length,
            text(settings.mu())));
    text.add(
        "The resolvent is multivalued here once λ·a·b exceeds 1 for a coordinate: λf + ‖· − c‖²/2"
            + " has several local minimisers, and the equation u + λ∇f(u) = c has more solutions"
            + " still (the last table counts them at c = 0). The one taken is the local minimiser"
            + " that Newton's method with Armijo's rule reaches from the current iterate. Where I +"
            + " λ∇²f is not positive definite it is shifted until it is, so every accepted step"
            + " decreases λf + ‖· − c‖²/2. Another start or another rule may end in another"
            + " minimiser and gives another Markov chain.");
    text.add(
        format(
            settings.authors()
                ? "The authors' script multiplies the captioned α by 0.6·2/√cond(AᵀA) = %s; that"
                    + " is what is run here."
                : "The steps are those of the captions. The authors' script multiplies them by"
                    + " 0.6·2/√cond(AᵀA) = %s; run with reading = \"authors\" for that.",
            text(problem.authorsUnit())));
    return new Section("The problem, and which resolvent is meant", text, List.of(), List.of());
  }

  private Section regions() {
    String early =
        rows.stream()
            .map(row -> text(early(row), 2) + " % at α = " + text(problem.step(row.key())))
            .collect(Collectors.joining(", "));
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
        List.of(figures.leaving()),
        List.of(shares()));
  }

  /** Returns the per cent of the particles that are not at a minimiser where the script stops. */
  private static double early(Found<Double> row) {
    return 100 * LogCoshClaims.elsewhereEarly(row.outcome());
  }

  /** Shares of the late visits; regions that were never visited are put into one line. */
  private TextTable shares() {
    String titles =
        rows.stream()
            .map(row -> " | " + LogCoshFigures.title(problem, row))
            .collect(Collectors.joining());
    TextTable table =
        new TextTable(
            "Share of the particles in each region over the last "
                + settings.window()
                + " iterations, in per cent, with half the width of the 95 % interval over 64"
                + " groups.",
            "signs | region of a" + titles);
    int empty = 0;
    for (int index = 0; index <= problem.dimension(); index++) {
      for (int r = 0; r < problem.regions.count(); r++) {
        if (problem.regions.index(r) == index) {
          if (index == 0 || visited(r)) {
            table.row(line(r).toArray());
          } else {
            empty++;
          }
        }
      }
    }
    if (empty > 0) {
      List<String> rest = new ArrayList<>(List.of(empty + " others", "never visited"));
      rows.forEach(row -> rest.add("0"));
      table.row(rest.toArray());
    }
    return table;
  }

  private static Columns table(Found<Double> row) {
    return row.outcome().tables().get("regions");
  }

  private boolean visited(int region) {
    return rows.stream().anyMatch(row -> table(row).get(region, "visits") > 0);
  }

  private List<String> line(int region) {
    List<String> line =
        new ArrayList<>(List.of(problem.regions.name(region), problem.regions.kind(region)));
    for (Found<Double> row : rows) {
      double share = 100 * table(row).get(region, "share");
      double high = 100 * table(row).get(region, "share_high");
      line.add(share == 0 ? "0" : text(share, 3) + " ± " + text(high - share, 1));
    }
    return line;
  }

  private Section spread() {
    List<String> text = new ArrayList<>();
    text.add(
        "Around a minimiser f is strongly convex, and a particle that stays there obeys the"
            + " linearised scheme to leading order: the spread falls like γ²ρ²tr(H*⁻²)/α with H*"
            + " the Hessian at the minimiser, which has the eigenvalues "
            + list(problem.spectrum)
            + ".");
    if (!problem.predicted()) {
      text.add("This run's noise has no variance, so there is no prediction to compare with.");
    }
    TextTable table =
        new TextTable(
            "Covariance trace around the minimisers, all of them together, about each one's own"
                + " mean.",
            "α | spread | 95 % interval | α·spread | linearised | expansion | limit of α·spread");
    for (Found<Double> row : rows) {
      double step = problem.step(row.key());
      Interval spread = Cloud.mean(row.outcome(), "spread");
      table.row(
          step,
          text(spread.mean(), 5),
          "[" + text(spread.low(), 5) + ", " + text(spread.high(), 5) + "]",
          text(step * spread.mean(), 5),
          text(problem.linearised(step), 5),
          text(problem.expanded(step, LogCoshProblem.SHOWN), 5),
          text(problem.constant(), 5));
    }
    return new Section(
        "Spread around each minimiser", text, List.of(figures.spread()), List.of(table));
  }

  private Section solves() {
    Found<Double> hardest = rows.getFirst();
    TextTable table =
        new TextTable(
            "Inner solves: means over all particles and iterations; a rejected step is a trial"
                + " point that was shortened. Last column: particles in the window that never were"
                + " in the region of a minimiser.",
            "α | λ | solutions at c = 0 | Newton steps | rejected steps | evaluations"
                + " | failed solves | largest residual | stayed elsewhere");
    for (Found<Double> row : rows) {
      hardest = first(row, "newton_steps") > first(hardest, "newton_steps") ? row : hardest;
      double step = problem.step(row.key());
      table.row(
          step,
          text(problem.parameters(step).lambda(), 4),
          problem.solutions(step),
          text(row.number("newton_steps_per_solve"), 4),
          text(row.number("backtracks_per_solve"), 3),
          text(row.number("evaluations_per_solve"), 4),
          row.number("failed_solves"),
          text(row.number("largest_residual"), 3),
          text(100 * row.number("stayed_elsewhere_share"), 3) + " %");
    }
    return new Section(
            "Work of the inner solves",
            format(
                "Only the first iterations, which start among the saddles, backtrack; once a"
                    + " particle is near a minimiser full Newton steps suffice. The hardest"
                    + " iteration is the first at α = %s with %.2f Newton steps and %.2f"
                    + " backtracks per solve.",
                text(problem.step(hardest.key())),
                first(hardest, "newton_steps"),
                first(hardest, "backtracks")))
        .with(table);
  }

  /** Returns a number of the first iteration. */
  private static double first(Found<Double> row, String column) {
    return row.outcome().trace().get(1, column);
  }
}
