package org.ironopt.lab.logcosh;

import static org.ironopt.lab.ledger.Ledger.number;

import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.logcosh.LogCoshResults.Row;
import org.ironopt.lab.quadratic.QuadraticExperiment;
import org.ironopt.lab.statistics.Interval;

/** The checkable sentences of the paper's section 5.2. */
final class LogCoshClaims {
  /** Iterations that the authors' script makes. */
  static final int AUTHORS_ITERATIONS = 10;

  /** The expansion in the step is tested where its parameter is below this. */
  private static final double SMALL = 0.1;

  private final LogCoshSetup setup;
  private final LogCoshTheory theory;
  private final LogCoshResults results;
  private final List<Row> rows;
  private final Ledger ledger = Ledger.of(LogCoshClaims.class);

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
    objective();
    return ledger.claims();
  }

  /** Returns the claims of the file on which nothing was said. */
  List<String> open() {
    return ledger.open();
  }

  private void tightening() {
    boolean apart = rows.size() > 1;
    boolean everyBasin = rows.size() > 1;
    for (int i = 1; i < rows.size(); i++) {
      Interval wider = rows.get(i - 1).interval("spread");
      apart &= rows.get(i).interval("spread").high() < wider.low();
      everyBasin &= tighter(rows.get(i - 1).regions(), rows.get(i).regions());
    }
    ledger.holds(
        "L1",
        apart,
        listed(r -> r.interval("spread").mean(), " > "),
        "figures/logcosh-spread.svg, result.json");
    ledger.holds(
        "L2",
        everyBasin,
        everyBasin ? "decreasing in all of them" : "not in all of them",
        "regions.csv of every step, column spread");
  }

  private static boolean tighter(Columns wide, Columns tight) {
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
    String files = "regions.csv of every step";
    ledger.holds(
        "L3",
        least >= ledger.limit("L3"),
        Numbers.text(least, 4) + " at the least favourable α",
        files);
    double emptiest = least(LogCoshClaims::emptiestMinimizer);
    ledger.holds("L8", emptiest > 0, "rarest minimiser " + Numbers.text(emptiest, 4), files);
    double elsewhere = -least(r -> -r.number("stayed_elsewhere_share"));
    ledger.holds(
        "L4",
        elsewhere > 0,
        "largest share over the steps " + Numbers.text(elsewhere, 4),
        "result.json, stayed_elsewhere_share; late visits away from the minimisers: "
            + listed(r -> 1 - r.number("minimiser_share"), ", "));
    if (setup.authors) {
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
    ledger.holds(
        "L5",
        stayed >= ledger.limit("L5"),
        Numbers.text(stayed, 4) + " at the least favourable α",
        "result.json, stayed_at_one_minimiser_share");
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
        ledger
            .part("α = " + number(row.step()))
            .predicts(
                "L6." + ++part,
                row.step() * expanded.getAsDouble(),
                row.interval("spread").times(row.step()),
                "result.json, spread");
      }
    }
    if (part == 0) {
      ledger.notCheckable(
          "L6", "no step is large enough for the expansion, or the noise is not Gaussian");
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
    ledger.holds(
        "L7",
        failed == 0 && residual <= setup.tolerance,
        String.format(
            Locale.ROOT,
            "%.0f of %.0f solves failed; largest residual %.4g, tolerance %s",
            failed,
            solves,
            residual,
            number(setup.tolerance)),
        "trace.csv of every step");
  }

  private void objective() {
    ledger.matches(
        "L10",
        QuadraticExperiment.authorsUnit(),
        setup.authorsUnit(),
        "0.6·2/√cond(AᵀA) here, max(2/√cond(A), (μ + γ + 2√(γL))/(L − μ)) for the quadratic");
    double smallest = least(r -> r.number("smallest_start_curvature"));
    String measured =
        String.format(
            Locale.ROOT,
            "%.4g; indefinite at %.4g %% of the starting points",
            smallest,
            100 * rows.getFirst().number("indefinite_start_share"));
    String file = "result.json, smallest_start_curvature";
    ledger.holds("L11", smallest < ledger.limit("L11"), measured, file);
    ledger.holds("L12", smallest >= setup.mu, measured + "; μ = " + number(setup.mu), file);
    int most = 0;
    for (Row row : rows) {
      most = Math.max(most, theory.solutions(row.step()));
    }
    ledger.holds(
        "L13", most > ledger.limit("L13"), "up to " + most + " solutions", "gradient of f");
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
