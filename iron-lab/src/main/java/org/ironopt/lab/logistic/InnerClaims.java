package org.ironopt.lab.logistic;

import static org.ironopt.lab.ledger.Ledger.number;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.logistic.LogisticResults.Chain;

/** Judges the claims of section 5.3 on the inner solves. */
final class InnerClaims {
  private final LogisticSetup setup;
  private final LogisticTheory theory;
  private final LogisticResults results;
  private final Ledger ledger;
  private final int last;

  InnerClaims(LogisticSetup setup, LogisticTheory theory, LogisticResults results, Ledger ledger) {
    this.setup = setup;
    this.theory = theory;
    this.results = results;
    this.ledger = ledger;
    last = setup.alphas.length - 1;
  }

  void judge() {
    solves();
    overlap();
    breakdown();
    cost();
    certificate();
  }

  private void solves() {
    double failed = 0;
    double solves = 0;
    double worst = 0;
    for (Chain c : results.good()) {
      failed += c.values().number("failed_solves");
      solves += c.values().number("solves");
      worst = Math.max(worst, c.values().number("largest_residual") / c.tolerance);
    }
    ledger.holds(
        "R12",
        failed == 0 && worst <= ledger.limit("R12"),
        String.format(
            Locale.ROOT,
            "%.0f of %.0f solves failed; largest residual %.6f ε",
            failed,
            solves,
            worst),
        "result.json of every tolerance; the chains are solved by chord steps");
  }

  private void overlap() {
    double gap = 0;
    Chain tightest = results.good().getFirst();
    double tightSlope = tightest.slope("mse", setup.fitFrom).mean();
    double slopes = 0;
    for (Chain c : results.good()) {
      for (int a = 0; a <= last; a++) {
        double[] mse = c.at("mse", a);
        double[] reference = tightest.at("mse", a);
        for (int s = 0; s < mse.length; s++) {
          gap = Math.max(gap, Math.abs(mse[s] / reference[s] - 1));
        }
      }
      double slope = c.slope("mse", setup.fitFrom).mean();
      slopes = Math.max(slopes, Math.abs(slope - tightSlope));
    }
    if (results.good().size() < 2) {
      ledger.notCheckable("R13", "one tolerance was run (--tolerances)");
      ledger.notCheckable("R14", "one tolerance was run (--tolerances)");
      return;
    }
    ledger.atMost(
        "R13",
        gap,
        String.format(Locale.ROOT, "largest gap %.3f %%", 100 * gap),
        "chains.csv of every tolerance");
    ledger.atMost(
        "R14",
        slopes,
        "largest difference " + Numbers.text(slopes, 3),
        "chains.csv of every tolerance");
  }

  private void breakdown() {
    if (results.loose().isEmpty()) {
      ledger.notCheckable("R15", "no loose tolerance was run (--loose)");
      return;
    }
    Chain c = results.loose().getLast();
    double most = 0;
    double where = 0;
    for (int a = 0; a <= last; a++) {
      double off = c.interval("mse", a).mean() / reference(a) - 1;
      if (Math.abs(off) > Math.abs(most)) {
        most = off;
        where = setup.alphas[a];
      }
    }
    ledger
        .part("ε = " + number(c.tolerance))
        .holds(
            "R15",
            Math.abs(most) > ledger.limit("R15"),
            String.format(
                Locale.ROOT,
                "%s times the error of the tightest tolerance at α = %s; %s times at α = %s",
                Numbers.text(1 + most, 3),
                number(where),
                Numbers.text(c.interval("mse", last).mean() / reference(last), 4),
                number(setup.alphas[last])),
            "figures/logistic-inner.svg; where x_k already meets ε the chain stands still");
  }

  private double reference(int a) {
    return results.good().getFirst().interval("mse", a).mean();
  }

  private void cost() {
    boolean steady = true;
    boolean fewer = true;
    double most = Double.NEGATIVE_INFINITY;
    for (Chain c : results.good()) {
      double[] newton = c.newton().column("newton_steps");
      steady &= newton[last] <= newton[0];
      fewer &= newton[last] < newton[0];
      most = Math.max(most, Arrays.stream(newton).max().orElseThrow() - newton[0]);
    }
    String steps =
        results.good().stream()
            .map(c -> "ε = " + number(c.tolerance) + ": " + listed(c.newton()))
            .collect(Collectors.joining("; "));
    String evidence = "newton.csv, newton_steps";
    ledger.holds("R16", steady, steps, evidence);
    ledger.holds("R17", most < ledger.limit("R17"), steps, evidence);
    ledger.holds(
        "R18",
        fewer,
        steps,
        evidence + "; chord steps, which are ours, are in chains.csv, mean_steps");
  }

  private void certificate() {
    double worst = 0;
    double equations = 0;
    for (Chain c : results.good()) {
      worst =
          Math.max(
              worst, Arrays.stream(c.newton().column("worst_error_ratio")).max().orElseThrow());
      equations += Arrays.stream(c.newton().column("equations")).sum();
    }
    ledger.atMost(
        "R19",
        worst,
        String.format(
            Locale.ROOT,
            "largest ratio %s over %s equations",
            Numbers.text(worst, 4),
            number(equations)),
        "newton.csv, worst_error_ratio");
    Chain rough = results.good().getLast();
    ledger
        .part("ε = " + number(rough.tolerance))
        .contains(
            "R20",
            theory.slope(theory::mse),
            rough.slope("mse", setup.fitFrom),
            "chains.csv of that tolerance");
  }

  private static String listed(Columns newton) {
    return Arrays.stream(newton.column("newton_steps"))
        .mapToObj(n -> Numbers.text(n, 3))
        .collect(Collectors.joining(", "));
  }
}
