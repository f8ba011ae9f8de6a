package org.ironopt.lab.logistic;

import static org.ironopt.lab.ledger.Claims.number;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;
import org.ironopt.lab.logistic.LogisticResults.Chain;
import org.ironopt.lab.statistics.Interval;

/** The checkable sentences of section 5.3 on the inner solves. */
final class InnerClaims {
  /** What "near-overlap", "preserve the trend" and a visible breakdown have to mean. */
  private static final double OVERLAP = 0.01;

  private static final double TREND = 0.01;
  private static final double BROKEN = 0.5;

  private final LogisticSetup setup;
  private final LogisticTheory theory;
  private final LogisticResults results;
  private final List<Claim> claims = new ArrayList<>();
  private final int last;

  InnerClaims(LogisticSetup setup, LogisticTheory theory, LogisticResults results) {
    this.setup = setup;
    this.theory = theory;
    this.results = results;
    last = setup.alphas.length - 1;
  }

  List<Claim> all() {
    solves();
    overlap();
    breakdown();
    cost();
    certificate();
    return claims;
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
    claims.add(
        Claims.holds(
            "R12",
            "The inner loop stops at ‖g(u)‖ ≤ ε within its step limit",
            LogisticClaims.SECTION + ", noise model and resolvent step",
            "residual at most ε in every solve",
            String.format(
                Locale.ROOT,
                "%.0f of %.0f solves failed; largest residual %.6f ε",
                failed,
                solves,
                worst),
            failed == 0 && worst <= 1,
            "result.json of every tolerance"));
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
    claims.add(
        Claims.holds(
            "R13",
            "The curves for different fixed tolerances nearly overlap",
            LogisticClaims.RESULTS,
            "MSE of each seed within 1 % of that at the tightest tolerance",
            String.format(Locale.ROOT, "largest gap %.3f %%", 100 * gap),
            gap <= OVERLAP,
            "chains.csv of every tolerance; common random numbers"));
    claims.add(
        Claims.holds(
            "R14",
            "The tolerance does not need to shrink with α to preserve the trend",
            LogisticClaims.RESULTS,
            "slopes at all tolerances within 0.01 of each other",
            "largest difference " + Numbers.text(slopes, 3),
            slopes <= TREND,
            "chains.csv of every tolerance"));
  }

  private void breakdown() {
    if (results.loose().isEmpty()) {
      claims.add(
          Claims.notCheckable(
              "R15",
              "Where the tolerance is too loose the scaled plot makes the breakdown visible",
              LogisticClaims.RESULTS,
              "no loose tolerance was run (--loose)"));
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
    claims.add(
        Claims.holds(
            "R15",
            "Where the tolerance is too loose the scaled plot makes the breakdown visible",
            LogisticClaims.RESULTS,
            "at ε = " + number(c.tolerance) + " off by more than half at some α",
            "%s times the error of the tightest tolerance at α = %s; %s times at α = %s"
                .formatted(
                    Numbers.text(1 + most, 3),
                    number(where),
                    Numbers.text(c.interval("mse", last).mean() / reference(last), 4),
                    number(setup.alphas[last])),
            Math.abs(most) > BROKEN,
            "figures/logistic-inner.svg; where x_k already meets ε the chain stands still"));
  }

  private double reference(int a) {
    return results.good().getFirst().interval("mse", a).mean();
  }

  private void cost() {
    boolean steady = true;
    boolean stable = true;
    boolean fewer = true;
    for (Chain c : results.good()) {
      double[] newton = c.newton().column("newton_steps");
      steady &= newton[last] <= newton[0];
      stable &= Arrays.stream(newton).max().orElseThrow() - newton[0] < 1;
      Interval small = c.interval("mean_steps", 0);
      Interval large = c.interval("mean_steps", last);
      fewer &= large.high() < small.low();
    }
    String steps = each(c -> listed(c.newton().column("newton_steps")));
    claims.add(
        Claims.holds(
            "R16",
            "The cost of the Newton solve does not grow with α",
            LogisticClaims.RESULTS,
            "mean Newton steps at the largest α no more than at the smallest, at every ε",
            steps,
            steady,
            "newton.csv: the paper's Algorithm 2 on equations that the chains met"));
    claims.add(
        Claims.holds(
            "R17",
            "It is roughly stable for small and moderate α",
            LogisticClaims.RESULTS,
            "never a whole step more than at the smallest α",
            steps,
            stable,
            "newton.csv"));
    claims.add(
        Claims.holds(
            "R18",
            "and may even decrease for large α: chord steps, which move by less than one",
            LogisticClaims.RESULTS,
            "fewer at the largest α than at the smallest, intervals apart, at every ε",
            each(c -> listed(means(c))),
            fewer,
            "figures/logistic-inner.svg; chains.csv, mean_steps"));
  }

  private double[] means(Chain c) {
    double[] means = new double[last + 1];
    Arrays.setAll(means, a -> c.interval("mean_steps", a).mean());
    return means;
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
    claims.add(
        Claims.holds(
            "R19",
            "The error of an inexact solve is at most ‖g‖/(1 + λμ)",
            LogisticClaims.RESULTS,
            "true error over certificate at most 1",
            "largest ratio %s over %s equations"
                .formatted(Numbers.text(worst, 4), number(equations)),
            worst <= 1,
            "newton.csv, worst_error_ratio"));
    Chain rough = results.good().getLast();
    double predicted = theory.slope(theory::mse);
    Interval slope = rough.slope("mse", setup.fitFrom);
    claims.add(
        Claims.contains(
            "R20",
            "Moderate inner tolerances remain compatible with the 1/α scaling: slope at ε = "
                + number(rough.tolerance),
            LogisticClaims.RESULTS,
            predicted,
            slope,
            "chains.csv of that tolerance"));
  }

  private String each(Function<Chain, String> words) {
    return results.good().stream()
        .map(c -> "ε = " + number(c.tolerance) + ": " + words.apply(c))
        .collect(Collectors.joining("; "));
  }

  private static String listed(double[] numbers) {
    return Arrays.stream(numbers)
        .mapToObj(n -> Numbers.text(n, 3))
        .collect(Collectors.joining(", "));
  }
}
