package org.ironopt.lab.logistic;

import static org.ironopt.lab.ledger.Ledger.number;

import java.util.List;
import java.util.Locale;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.logistic.LogisticResults.Chain;
import org.ironopt.lab.statistics.Interval;

/** Judges the claims of section 5.3 on the problem, the scaling and the slope. */
final class LogisticClaims {
  private final LogisticSetup setup;
  private final LogisticTheory theory;
  private final LogisticResults results;
  private final Chain chain;
  private final int last;
  private final Ledger ledger = Ledger.of(LogisticClaims.class);

  LogisticClaims(LogisticSetup setup, LogisticTheory theory, LogisticResults results) {
    this.setup = setup;
    this.theory = theory;
    this.results = results;
    chain = results.good().getFirst();
    last = setup.alphas.length - 1;
  }

  List<Claim> all() {
    problem();
    window();
    slope();
    scaling();
    plateau();
    new InnerClaims(setup, theory, results, ledger).judge();
    expansion();
    return ledger.claims();
  }

  private void problem() {
    Values values = results.theory().orElseThrow().values();
    double smallest = values.number("smallest_eigenvalue");
    ledger.holds(
        "R1",
        smallest >= setup.reg,
        String.format(
            Locale.ROOT,
            "from %s to %s, λ_reg = %s",
            number(smallest),
            number(values.number("largest_eigenvalue")),
            number(setup.reg)),
        "theory-*/trace.csv");
    double norm = values.number("gradient_norm");
    ledger.atMost("R2", norm, Numbers.text(norm, 3), "theory-*/result.json");
    double[] ratio = chain.at("twin_mse", last);
    double[] expected = chain.at("twin_expected", last);
    for (int s = 0; s < ratio.length; s++) {
      ratio[s] /= expected[s];
    }
    ledger
        .part("α = " + number(setup.alphas[last]))
        .predicts("R3", 1, Interval.ofMeans(ratio), "chains.csv, twin_mse and twin_expected");
  }

  private void window() {
    double largest = 0;
    for (int a = 0; a <= last; a++) {
      for (double expected : chain.at("twin_expected", a)) {
        largest = Math.max(largest, Math.abs(expected / theory.model(setup.alphas[a]) - 1));
      }
    }
    ledger.atMost(
        "R4", largest, "largest " + Numbers.text(largest, 3), "chains.csv, twin_expected");
    ledger.notCheckable("R5");
  }

  private void slope() {
    int part = 0;
    for (Chain c : results.good()) {
      ledger
          .part(
              String.format(
                  Locale.ROOT, "α ≥ %s, ε = %s", number(setup.fitFrom), number(c.tolerance)))
          .near("R6." + ++part, -1, c.slope("mse", setup.fitFrom), "chains.csv");
    }
    ledger.contains(
        "R7",
        theory.slope(theory::mse),
        chain.slope("mse", setup.fitFrom),
        "figures/logistic-mse.svg");
  }

  private void scaling() {
    boolean decreasing = true;
    boolean increasing = true;
    for (int s = 0; s < setup.seeds.length; s++) {
      for (int a = 1; a <= last; a++) {
        double before = chain.at("mse", a - 1)[s];
        double after = chain.at("mse", a)[s];
        decreasing &= after < before;
        boolean moderate = setup.alphas[a] <= middle();
        increasing &= !moderate || setup.alphas[a] * after > setup.alphas[a - 1] * before;
      }
    }
    ledger.holds("R8", decreasing, "means " + listed(false), "chains.csv");
    ledger
        .part("up to α = " + number(middle()))
        .holds("R9", increasing, "means " + listed(true), "figures/logistic-mse.svg");
    double growth = chain.scaled("controlled_mse", last).mean();
    growth = growth / chain.scaled("controlled_mse", last - 1).mean() - 1;
    ledger
        .part(
            String.format(
                Locale.ROOT,
                "α = %s to %s",
                number(setup.alphas[last - 1]),
                number(setup.alphas[last])))
        .atMost(
            "R10",
            Math.abs(growth),
            String.format(Locale.ROOT, "%.3f %%", 100 * growth),
            "chains.csv, controlled_mse");
  }

  /** Returns the step in the middle of the grid. */
  private double middle() {
    return setup.alphas[setup.alphas.length / 2];
  }

  private String listed(boolean scaled) {
    StringBuilder text = new StringBuilder();
    for (int a = 0; a <= last; a++) {
      Interval mean = scaled ? chain.scaled("mse", a) : chain.interval("mse", a);
      text.append(a == 0 ? "" : ", ").append(Numbers.text(mean.mean(), 4));
    }
    return text.toString();
  }

  private void plateau() {
    double alpha = setup.alphas[last];
    double predicted = alpha * theory.mse(alpha);
    Interval measured = chain.scaled("controlled_mse", last);
    String evidence =
        String.format(
            Locale.ROOT,
            "C = γ²ρ²tr(H*⁻²) = %s; with correction at α = %s: %s, measured %s",
            number(theory.limit()),
            number(alpha),
            number(predicted),
            number(measured.mean()));
    ledger.near("R11", 1, measured.times(1 / predicted), evidence);
    double miss = Math.abs(measured.mean() / predicted - 1);
    ledger.holds("R21", miss > ledger.limit("R21"), "off by " + Numbers.text(miss, 3), evidence);
  }

  private void expansion() {
    int part = 0;
    for (int a = 0; a <= last; a++) {
      double alpha = setup.alphas[a];
      if (alpha >= setup.fitFrom) {
        ledger
            .part("α = " + number(alpha))
            .predicts(
                "BR1." + ++part,
                alpha * theory.mse(alpha),
                chain.scaled("controlled_mse", a),
                "chains.csv, controlled_mse");
      }
    }
    Interval slope = chain.slope("controlled_mse", setup.fitFrom);
    double alone = theory.slope(theory::linearMse);
    ledger.holds(
        "BR2",
        !slope.contains(alone),
        String.format(
            Locale.ROOT,
            "%s against %s in [%s, %s]",
            number(alone),
            number(slope.mean()),
            number(slope.low()),
            number(slope.high())),
        "theory-*/result.json, nonlinear_correction");
  }
}
