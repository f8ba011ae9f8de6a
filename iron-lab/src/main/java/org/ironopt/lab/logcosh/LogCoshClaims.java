package org.ironopt.lab.logcosh;

import static org.ironopt.lab.ledger.Claims.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Table;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;
import org.ironopt.lab.logcosh.LogCoshResults.Row;
import org.ironopt.lab.statistics.Interval;

/** The checkable sentences of the paper's section 5.2. */
final class LogCoshClaims {
  /** Iterations that the authors' script makes. */
  static final int AUTHORS_ITERATIONS = 10;

  /** What "concentrate" and "remain" have to mean at least. */
  private static final double MOST = 0.95;

  /** The expansion in the step is tested where its parameter is below this. */
  private static final double SMALL = 0.1;

  private static final String SECTION = "5.2";
  private static final String OBSERVATION = SECTION + ", observation";
  private static final String CLOUDS = SECTION + ", figure of the clouds";

  private final LogCoshSetup setup;
  private final LogCoshTheory theory;
  private final LogCoshResults results;
  private final List<Row> rows;
  private final List<Claim> claims = new ArrayList<>();

  LogCoshClaims(LogCoshSetup setup, LogCoshResults results) {
    this.setup = setup;
    this.theory = new LogCoshTheory(setup);
    this.results = results;
    this.rows = results.rows();
  }

  /** Returns the claims; none while a cell is missing. */
  List<Claim> all() {
    if (!results.missing().isEmpty()) {
      return List.of();
    }
    tightening();
    regions();
    localLaw();
    solves();
    errors();
    return claims;
  }

  private void tightening() {
    boolean apart = rows.size() > 1;
    boolean everyBasin = rows.size() > 1;
    for (int i = 1; i < rows.size(); i++) {
      Interval wider = rows.get(i - 1).interval("spread");
      apart &= rows.get(i).interval("spread").high() < wider.low();
      everyBasin &= tighter(rows.get(i - 1).regions(), rows.get(i).regions());
    }
    claims.add(
        Claims.holds(
            "L1",
            "As α increases the clouds become tighter around the regions reached",
            CLOUDS,
            "covariance trace around the minimisers decreasing, intervals apart",
            listed(r -> r.interval("spread").mean(), " > "),
            apart,
            "figures/logcosh-spread.svg, result.json"));
    claims.add(
        Claims.holds(
            "L2",
            "The same around each minimiser by itself",
            OBSERVATION,
            "decreasing in α in every minimiser's region",
            everyBasin ? "decreasing in all of them" : "not in all of them",
            everyBasin,
            "regions.csv of every step, column spread"));
  }

  private static boolean tighter(Table wide, Table tight) {
    double[] index = wide.column("index");
    double[] before = wide.column("spread");
    double[] after = tight.column("spread");
    boolean all = true;
    for (int r = 0; r < index.length; r++) {
      all &= index[r] != 0 || after[r] < before[r];
    }
    return all;
  }

  private void regions() {
    double least = least(r -> r.number("minimiser_share"));
    double emptiest = least(LogCoshClaims::emptiestMinimizer);
    claims.add(
        Claims.holds(
            "L3",
            "Particles concentrate near critical regions, including every global minimiser",
            OBSERVATION,
            "at least 95 % of the late visits, and every minimiser is visited, at every α",
            String.format(
                Locale.ROOT, "%.4g %%; rarest minimiser %.4g %%", 100 * least, 100 * emptiest),
            least >= MOST && emptiest > 0,
            "regions.csv of every step"));
    double elsewhere = -least(r -> -r.number("stayed_elsewhere_share"));
    claims.add(
        Claims.holds(
            "L4",
            "For some initialisations particles concentrate near non-optimal critical regions",
            OBSERVATION,
            "some particles spend the whole window in the region of a saddle or of the maximum",
            "largest share over the steps " + Numbers.text(elsewhere, 4),
            elsewhere > 0,
            "saddles repel: away from the minimisers are "
                + listed(LogCoshClaims::elsewhereEarly, ", ")
                + " of the particles after "
                + AUTHORS_ITERATIONS
                + " iterations, where the authors' script stops, and "
                + listed(r -> 1 - r.number("minimiser_share"), ", ")
                + " of the late visits"));
    double stayed = least(r -> r.number("stayed_at_one_minimiser_share"));
    claims.add(
        Claims.holds(
            "L5",
            "The late-time dynamics remain near the relevant stationary set",
            SECTION + ", initialisation",
            "at least 95 % of the particles stay in the region of one minimiser for the window",
            String.format(Locale.ROOT, "%.4g %% at the least favourable α", 100 * stayed),
            stayed >= MOST,
            "result.json, stayed_at_one_minimiser_share"));
  }

  private static double emptiestMinimizer(Row row) {
    double[] index = row.regions().column("index");
    double[] share = row.regions().column("share");
    double emptiest = 1;
    for (int r = 0; r < index.length; r++) {
      emptiest = index[r] == 0 ? Math.min(emptiest, share[r]) : emptiest;
    }
    return emptiest;
  }

  /** Returns the share away from the minimisers where the authors' script stops. */
  static double elsewhereEarly(Row row) {
    double[] share = row.outcome().trace().column("minimiser_share");
    return 1 - share[Math.min(AUTHORS_ITERATIONS, share.length - 1)];
  }

  private void localLaw() {
    int part = 0;
    for (Row row : rows) {
      OptionalDouble expanded = theory.expanded(row.step());
      if (theory.smallness(row.step()) < SMALL && expanded.isPresent()) {
        claims.add(
            Claims.predicts(
                "L6." + ++part,
                "The variance shrinks locally as in the strongly convex theory: α·spread at α = "
                    + Numbers.text(row.step()),
                OBSERVATION,
                row.step() * expanded.getAsDouble(),
                row.interval("spread").times(row.step()),
                "γ²ρ²tr(H*⁻²) at a minimiser with its first correction in 1/α"));
      }
    }
    if (part == 0) {
      claims.add(
          Claims.notCheckable(
              "L6",
              "The variance shrinks locally as in the strongly convex theory",
              OBSERVATION,
              "no step is large enough for the expansion, or the noise is not Gaussian"));
    }
  }

  private void solves() {
    double failed = 0;
    double solves = 0;
    double residual = 0;
    for (Row row : rows) {
      failed += row.number("failed_solves");
      solves += row.number("solves");
      residual = Math.max(residual, row.number("largest_residual"));
    }
    claims.add(
        Claims.holds(
            "L7",
            "The inner system is solved by Newton iterations: every solve reaches its residual",
            SECTION + ", implicit update",
            "residual at most " + number(setup.tolerance) + " in every solve",
            String.format(
                Locale.ROOT,
                "%.0f of %.0f solves failed; largest residual %.4g",
                failed,
                solves,
                residual),
            failed == 0 && residual <= setup.tolerance,
            "trace.csv of every step"));
  }

  /** Places where the paper's text does not hold; each is decided by numbers. */
  private void errors() {
    claims.add(
        Claims.equals(
            "EL1",
            "The values of α are the same as in the quadratic experiment: step made per captioned α"
                + " in the authors' script",
            SECTION + ", implicit update",
            1,
            setup.authorsUnit(),
            1e-9,
            "their base step is 0.6·2/√cond(AᵀA); for the quadratic it is (μ+γ+2√(γL))/(L−μ)"));
    double smallest = least(r -> r.number("smallest_start_curvature"));
    claims.add(
        Claims.holds(
            "EL2",
            "μ = λ_min(AᵀA), with which the scheme runs, is a strong convexity constant of f",
            SECTION + ", parameters",
            "every Hessian eigenvalue at least " + number(setup.mu),
            String.format(
                Locale.ROOT,
                "smallest at the starting points %.4g; indefinite at %.4g %% of them",
                smallest,
                100 * rows.getFirst().number("indefinite_start_share")),
            smallest >= setup.mu,
            "f is not convex; at 0 its Hessian is −diag(a_i b_i)"));
    int most = 0;
    for (Row row : rows) {
      most = Math.max(most, theory.solutions(row.step()));
    }
    claims.add(
        Claims.holds(
            "EL3",
            "The implicit update determines the next iterate",
            SECTION + ", implicit update",
            "one solution",
            "up to " + most + " solutions, at the centre c = 0",
            most == 1,
            "sign changes of u + λ∇f(u) − c along each coordinate; the solver's start decides"));
  }

  private double least(ToDoubleFunction<Row> quantity) {
    return rows.stream().mapToDouble(quantity).min().orElse(Double.NaN);
  }

  private String listed(ToDoubleFunction<Row> quantity, String between) {
    StringBuilder text = new StringBuilder();
    for (Row row : rows) {
      text.append(text.isEmpty() ? "" : between)
          .append(Numbers.text(quantity.applyAsDouble(row), 4));
    }
    return text.toString();
  }
}
