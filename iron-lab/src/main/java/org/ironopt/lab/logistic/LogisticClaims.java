package org.ironopt.lab.logistic;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.logistic.LogisticResults.Chain;
import org.ironopt.lab.logistic.LogisticResults.Theory;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.linalg.Cholesky;
import org.ironopt.linalg.DenseMatrix;

/** Judges the claims of section 5.3. */
final class LogisticClaims {
  /** Orders in 1/alpha of what is fitted: odd noise, the correction, what the expansion leaves. */
  private static final double[] ORDERS = {0.5, 1, 2};

  private final LogisticProblem problem;
  private final Theory theory;
  private final LogisticResults results;
  private final double[] alphas;

  /** The chains of the tightest tolerance. */
  private final Chain chain;

  private final int last;
  private final Ledger ledger = Ledger.of(LogisticClaims.class);

  LogisticClaims(LogisticProblem problem, LogisticResults results) {
    this.problem = problem;
    theory = results.theory.orElseThrow();
    this.results = results;
    alphas = problem.alphas;
    chain = results.good.getFirst();
    last = alphas.length - 1;
  }

  List<Claim> all() {
    problem();
    window();
    slope();
    scaling();
    plateau();
    solves();
    overlap();
    breakdown();
    cost();
    certificate();
    expansion();
    return ledger.claims();
  }

  private void problem() {
    CellResult outcome = theory.outcome();
    ledger.notCheckable("R1");
    double norm = outcome.number("gradient_norm");
    ledger.atMost("R2", norm, text(norm, 3), "theory-*/result.json");
    double[] ratio = chain.at("twin_mse", last);
    double[] expected = chain.at("twin_expected", last);
    Arrays.setAll(ratio, s -> ratio[s] / expected[s]);
    at(last)
        .predicts(
            "R3", 1, ConfidenceInterval.ofMeans(ratio), "chains.csv, twin_mse and twin_expected");
  }

  /** Returns the ledger for claims about one step. */
  private Ledger at(int a) {
    return ledger.part("α = " + text(alphas[a]));
  }

  private void window() {
    double largest = 0;
    for (int a = 0; a <= last; a++) {
      for (double expected : chain.at("twin_expected", a)) {
        largest = Math.max(largest, Math.abs(expected / theory.model(alphas[a]) - 1));
      }
    }
    ledger.atMost("R4", largest, "largest " + text(largest, 3), "chains.csv, twin_expected");
    ledger.notCheckable("R5");
  }

  private void slope() {
    int part = 0;
    for (Chain c : results.good) {
      ledger
          .part("α ≥ " + text(problem.settings.fitFrom()) + ", ε = " + text(c.tolerance()))
          .near("R6." + ++part, -1, c.slope("mse"), "chains.csv");
    }
    ledger.contains(
        "R7", theory.slope(theory::mse), chain.slope("mse"), "figures/logistic-mse.svg");
  }

  private void scaling() {
    boolean decreasing = true;
    boolean increasing = true;
    double middle = alphas[alphas.length / 2];
    for (int a = 1; a <= last; a++) {
      double[] before = chain.at("mse", a - 1);
      double[] after = chain.at("mse", a);
      for (int s = 0; s < after.length; s++) {
        decreasing &= after[s] < before[s];
        increasing &= alphas[a] > middle || alphas[a] * after[s] > alphas[a - 1] * before[s];
      }
    }
    ledger.holds("R8", decreasing, "means " + listed(chain.means("mse")), "chains.csv");
    ledger
        .part("up to α = " + text(middle))
        .holds(
            "R9", increasing, "means " + listed(chain.scaled("mse")), "figures/logistic-mse.svg");
    double growth =
        chain.scaled("controlled_mse").get(last).mean()
                / chain.scaled("controlled_mse").get(last - 1).mean()
            - 1;
    ledger
        .part("α = " + text(alphas[last - 1]) + " to " + text(alphas[last]))
        .atMost(
            "R10", Math.abs(growth), format("%.3f %%", 100 * growth), "chains.csv, controlled_mse");
  }

  private static String listed(List<ConfidenceInterval> means) {
    return listed(means.stream().mapToDouble(ConfidenceInterval::mean).toArray(), 4);
  }

  private static String listed(double[] numbers, int digits) {
    return Arrays.stream(numbers).mapToObj(n -> text(n, digits)).collect(Collectors.joining(", "));
  }

  private void plateau() {
    double alpha = alphas[last];
    double predicted = alpha * theory.mse(alpha);
    ConfidenceInterval measured = chain.scaled("controlled_mse").get(last);
    String evidence =
        format(
            "C = γ²ρ²tr(H*⁻²) = %s; with correction at α = %s: %s, measured %s",
            text(theory.limit()), text(alpha), text(predicted), text(measured.mean()));
    ledger.near("R11", 1, measured.times(1 / predicted), evidence);
    double miss = Math.abs(measured.mean() / predicted - 1);
    ledger.above("R21", miss, "off by " + text(miss, 3), evidence);
  }

  private void solves() {
    double failed = sum(c -> c.number("failed_solves"));
    double solves = sum(c -> c.number("solves"));
    double worst = largest(c -> c.number("largest_residual") / c.tolerance());
    ledger.holds(
        "R12",
        failed == 0 && worst <= ledger.limit("R12"),
        format("%.0f of %.0f solves failed; largest residual %.6f ε", failed, solves, worst),
        "result.json of every tolerance; the chains are solved by chord steps");
  }

  /** Returns the sum of a number over the tolerances under test. */
  private double sum(ToDoubleFunction<Chain> number) {
    return results.good.stream().mapToDouble(number).sum();
  }

  /** Returns the largest of a number over the tolerances under test. */
  private double largest(ToDoubleFunction<Chain> number) {
    return results.good.stream().mapToDouble(number).max().orElseThrow();
  }

  private void overlap() {
    if (results.good.size() < 2) {
      ledger.notCheckable("R13", "one tolerance was run (--residuals)");
      ledger.notCheckable("R14", "one tolerance was run (--residuals)");
      return;
    }
    double gap = largest(this::gap);
    double slope = chain.slope("mse").mean();
    double slopes = largest(c -> Math.abs(c.slope("mse").mean() - slope));
    String evidence = "chains.csv of every tolerance";
    ledger.atMost("R13", gap, format("largest gap %.3f %%", 100 * gap), evidence);
    ledger.atMost("R14", slopes, "largest difference " + text(slopes, 3), evidence);
  }

  /** Returns how far the error of any chain is from that at the tightest tolerance. */
  private double gap(Chain c) {
    double[] mse = c.all("mse");
    double[] reference = chain.all("mse");
    double gap = 0;
    for (int j = 0; j < mse.length; j++) {
      gap = Math.max(gap, Math.abs(mse[j] / reference[j] - 1));
    }
    return gap;
  }

  private void breakdown() {
    if (results.loose.isEmpty()) {
      ledger.notCheckable("R15", "no loose tolerance was run (--loose)");
      return;
    }
    Chain c = results.loose.getLast();
    double most = 0;
    double where = 0;
    for (int a = 0; a <= last; a++) {
      double off = ratio(c, a) - 1;
      if (Math.abs(off) > Math.abs(most)) {
        most = off;
        where = alphas[a];
      }
    }
    ledger
        .part("ε = " + text(c.tolerance()))
        .above(
            "R15",
            Math.abs(most),
            format(
                "%s times the error of the tightest tolerance at α = %s; %s times at α = %s",
                text(1 + most, 3), text(where), text(ratio(c, last), 4), text(alphas[last])),
            "figures/logistic-inner.svg; where x_k already meets ε the chain stands still");
  }

  /** Returns the error at a step over that at the tightest tolerance. */
  private double ratio(Chain c, int a) {
    return c.means("mse").get(a).mean() / chain.means("mse").get(a).mean();
  }

  private void cost() {
    boolean steady = true;
    boolean fewer = true;
    for (Chain c : results.good) {
      double[] newton = newtonSteps(c);
      steady &= newton[last] <= newton[0];
      fewer &= newton[last] < newton[0];
    }
    double most =
        largest(c -> Arrays.stream(newtonSteps(c)).max().orElseThrow() - newtonSteps(c)[0]);
    String steps =
        results.good.stream()
            .map(c -> "ε = " + text(c.tolerance()) + ": " + listed(newtonSteps(c), 3))
            .collect(Collectors.joining("; "));
    String evidence = "newton.csv, newton_steps";
    ledger.holds("R16", steady, steps, evidence);
    ledger.below("R17", most, steps, evidence);
    ledger.holds(
        "R18",
        fewer,
        steps,
        evidence + "; chord steps, which are ours, are in chains.csv, mean_steps");
  }

  private static double[] newtonSteps(Chain c) {
    return c.newton().column("newton_steps");
  }

  private void certificate() {
    double worst =
        largest(c -> Arrays.stream(c.newton().column("worst_error_ratio")).max().orElseThrow());
    double equations = sum(c -> Arrays.stream(c.newton().column("equations")).sum());
    ledger.atMost(
        "R19",
        worst,
        "largest ratio " + text(worst, 4) + " over " + text(equations) + " equations",
        "newton.csv, worst_error_ratio");
    Chain rough = results.good.getLast();
    ledger
        .part("ε = " + text(rough.tolerance()))
        .contains(
            "R20", theory.slope(theory::mse), rough.slope("mse"), "chains.csv of that tolerance");
  }

  private void expansion() {
    correction();
    ConfidenceInterval slope = chain.slope("controlled_mse");
    double alone = theory.slope(theory::linearMse);
    ledger.holds(
        "BR2",
        !slope.contains(alone),
        format(
            "%s against %s in [%s, %s]",
            text(alone), text(slope.mean()), text(slope.low()), text(slope.high())),
        "theory-*/result.json, nonlinear_correction");
  }

  /** The term of order 1/alpha that the quadratic model does not have. */
  private void correction() {
    if (last - problem.fitFrom < ORDERS.length) {
      ledger.notCheckable("BR1", "fewer than four steps are fitted (--alpha, --fit-from)");
      return;
    }
    double predicted = theory.outcome().number("nonlinear_correction");
    double[] ratios = new double[problem.settings.chainSeeds().length];
    Arrays.setAll(ratios, s -> correction(s) / predicted);
    ConfidenceInterval mean = ConfidenceInterval.ofMeans(ratios);
    ledger.equivalent(
        "BR1",
        1,
        mean.mean(),
        mean.standardError(),
        mean.count() - 1,
        format(
            "chains.csv, mse and twin_mse; γ⁴N = %s, by seed %s",
            text(predicted), listed(ratios, 4)));
  }

  /**
   * Returns the coefficient of 1/alpha for a seed, by least squares with weights root alpha: the
   * chain and its quadratic model see the same noise, and so do all steps.
   */
  private double correction(int seed) {
    int steps = last - problem.fitFrom + 1;
    DenseMatrix design = DenseMatrix.zeros(steps, ORDERS.length);
    double[] difference = new double[steps];
    for (int i = 0; i < steps; i++) {
      int a = problem.fitFrom + i;
      double mse = chain.at("mse", a)[seed] - chain.at("twin_mse", a)[seed];
      difference[i] = StrictMath.pow(alphas[a], 1.5) * mse;
      for (int j = 0; j < ORDERS.length; j++) {
        design.set(i, j, StrictMath.pow(alphas[a], 0.5 - ORDERS[j]));
      }
    }
    double[] right = new double[ORDERS.length];
    design.applyTransposed(difference, right);
    Cholesky factor = new Cholesky(ORDERS.length);
    if (!factor.factor(design.transpose().multiply(design))) {
      throw new IllegalStateException("the fitted steps are not different");
    }
    double[] coefficients = new double[ORDERS.length];
    factor.solve(right, coefficients);
    return coefficients[1];
  }
}
