package org.ironopt.lab.quadratic;

import static org.ironopt.lab.ledger.Claims.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.experiment.Settings;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Claims;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.theory.Contraction;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;

/** The checkable sentences of the paper's sections 3.3 and 5.1. */
final class QuadraticClaims {
  private static final String SECTION = "5.1";

  private final QuadraticExperiment experiment;
  private final QuadraticSetup setup;
  private final QuadraticTheory theory;
  private final Results results;
  private final List<Claim> claims = new ArrayList<>();

  QuadraticClaims(QuadraticExperiment experiment, Results results) {
    this.experiment = experiment;
    this.setup = experiment.setup();
    this.theory = new QuadraticTheory(setup);
    this.results = results;
  }

  List<Claim> all() {
    List<Outcome> paper = new ArrayList<>();
    for (double alpha : setup.alphas()) {
      Optional<Outcome> outcome = results.of(experiment.paperCell(alpha));
      if (outcome.isEmpty()) {
        return List.of();
      }
      paper.add(outcome.get());
    }
    decomposition(paper);
    stationaryValues(paper);
    asymptotics();
    errors();
    return claims;
  }

  private void decomposition(List<Outcome> paper) {
    double gap =
        paper.stream()
            .mapToDouble(o -> o.values().number("largest_decomposition_gap"))
            .max()
            .orElse(1);
    claims.add(
        Claims.holds(
            "Q1",
            "Mean-square error is squared bias plus covariance trace, exactly",
            SECTION + ", decomposition",
            "relative gap at most 1e-12",
            number(gap),
            gap <= 1e-12,
            "trace.csv of every step, column gap"));
    boolean falls = true;
    StringBuilder levels = new StringBuilder();
    double shareOfBias = 0;
    for (int i = 0; i < paper.size(); i++) {
      double mse = paper.get(i).values().number("mse");
      falls &= i == 0 || mse < paper.get(i - 1).values().number("mse");
      levels.append(i == 0 ? "" : " > ").append(Numbers.text(mse, 4));
      double[] last = paper.get(i).trace().rows().getLast();
      shareOfBias = Math.max(shareOfBias, last[2] / last[1]);
    }
    claims.add(
        Claims.holds(
            "Q2",
            "Increasing α lowers the late-time mean-square level",
            SECTION + ", Figure 1",
            "decreasing",
            levels.toString(),
            falls,
            "figures/quadratic-mse-decomposition.svg"));
    claims.add(
        Claims.holds(
            "Q3",
            "Once the mean has converged the covariance trace is the stationary quantity",
            SECTION + ", Figure 1",
            "squared bias below 1 % of the error at the end",
            number(shareOfBias),
            shareOfBias < 0.01,
            "last row of trace.csv"));
  }

  private void stationaryValues(List<Outcome> paper) {
    double[] alphas = setup.alphas();
    for (int i = 0; i < alphas.length; i++) {
      double step = setup.step(alphas[i]);
      String where = SECTION + ", Figure 2";
      String claim =
          "α·MSE∞ at α = " + number(step) + " agrees with the discrete Lyapunov equation";
      Interval measured = interval(paper.get(i).values()).times(step);
      String id = "Q4." + (i + 1);
      claims.add(
          theory.paperMse(step).stream()
              .mapToObj(
                  exact -> Claims.predicts(id, claim, where, step * exact, measured, "result.json"))
              .findFirst()
              .orElseGet(
                  () ->
                      Claims.notCheckable(
                          id, claim, where, "the noise of this run has no variance")));
    }
    for (Scheme scheme : Scheme.values()) {
      grid(scheme);
    }
  }

  /** The whole grid of one scheme against its exact curve, as one claim. */
  private void grid(Scheme scheme) {
    double worst = 0;
    int points = 0;
    for (double alpha : experiment.gridAlphas(scheme)) {
      Optional<Outcome> outcome = results.of(experiment.gridCell(scheme, alpha));
      if (outcome.isPresent()) {
        double exact = theory.mse(scheme, alpha).orElse(Double.NaN);
        worst = Math.max(worst, interval(outcome.get().values()).deviation(exact));
        points++;
      }
    }
    claims.add(
        Claims.holds(
            "Q5." + (scheme.ordinal() + 1),
            scheme + ": Monte Carlo agrees with the exact stationary covariance on the whole grid",
            SECTION + ", Figure 2",
            "at most 4 standard errors at each of " + points + " steps",
            "largest deviation " + Numbers.text(worst, 2) + " standard errors",
            points > 0 && worst <= Claims.STANDARD_ERRORS,
            "figures/quadratic-scaled-mse.csv"));
  }

  private void asymptotics() {
    double far = 1e4;
    double scaled = far * theory.mse(Scheme.IRON, far).orElse(Double.NaN);
    claims.add(
        Claims.equals(
            "Q6",
            "α·MSE∞ tends to C_quad = γ²ρ²tr(A⁻²): exact value at α = 10⁴",
            "Proposition 3.2, item 2",
            theory.constant(),
            scaled,
            0.01,
            "exact covariance; ./iron theory"));
    double slope =
        Math.log(
                theory.mse(Scheme.IRON, 1e4).orElse(Double.NaN)
                    / theory.mse(Scheme.IRON, 1e3).orElse(Double.NaN))
            / Math.log(10);
    claims.add(
        Claims.equals(
            "Q7",
            "The stationary error decays like 1/α: slope between α = 10³ and 10⁴",
            "Proposition 3.2, item 2",
            -1,
            slope,
            0.01,
            "exact covariance"));
    double sigma2 = setup.dimension() * setup.rho * setup.rho;
    QuadraticConstant.Interval kappa =
        QuadraticConstant.interval(setup.mu, setup.largest(), setup.stationaryGamma(), sigma2);
    claims.add(
        Claims.holds(
            "Q8",
            "C_quad lies between γ²σ²/(μ²κ²) and γ²σ²/μ²",
            "Corollary 3.1",
            "[" + number(kappa.low()) + ", " + number(kappa.high()) + "]",
            number(theory.constant()),
            kappa.low() <= theory.constant() && theory.constant() <= kappa.high(),
            "spectrum of A"));
  }

  /** Places where the paper's text does not hold; each is decided by numbers. */
  private void errors() {
    double smallest = 1e-3;
    boolean always = true;
    for (double alpha : Grid.logarithmic(smallest, 1e6, 200)) {
      always &= Contraction.stable(Scheme.IRON, theory.parameters(alpha), setup.eigenvalues);
    }
    claims.add(
        Claims.holds(
            "E1",
            "The recursion is stable only for sufficiently large α",
            "Proposition 3.2, item 2",
            "some α > 0 is unstable",
            always ? "stable at 200 steps from 1e-3 to 1e6" : "an unstable step was found",
            !always,
            "the paper asserts less than is true: the roots of the recursion lie inside the unit"
                + " circle for every α > 0"));
    BeyondCells beyond = new BeyondCells(setup);
    double alpha = BeyondCells.STEPS[BeyondCells.STEPS.length - 1];
    Optional<Outcome> outcome = results.of(beyond.correlated(alpha));
    if (outcome.isPresent()) {
      double trace = beyond.sigma().trace();
      double papers =
          theory.constant() / (setup.dimension() * setup.rho * setup.rho) * trace / alpha;
      Interval measured = interval(outcome.get().values());
      claims.add(
          Claims.predicts(
              "E2",
              "For a general Σ the constant is γ²/n·tr(Σ)·tr(A⁻²), as a proxy at α = 1000",
              "section 3.3, first paragraph",
              papers,
              measured,
              "the constant is γ²tr(ΣA⁻²); the proxy is right only for multiples of I"));
      claims.add(
          Claims.predicts(
              "Q9",
              "For a general Σ the exact covariance gives the stationary error at α = 1000",
              "section 3.3, beyond the paper",
              theory.general(alpha, beyond.sigma()).orElse(Double.NaN),
              measured,
              "GeneralCovariance against Monte Carlo"));
    }
  }

  static Interval interval(Settings values) {
    return new Interval(
        values.number("mse"),
        values.number("mse_standard_error"),
        values.number("mse_low"),
        values.number("mse_high"),
        Cloud.GROUPS);
  }
}
