package org.ironopt.lab.quadratic;

import static org.ironopt.lab.ledger.Ledger.number;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.file.Values;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;

/** The checkable sentences of the paper's sections 3.3 and 5.1. */
final class QuadraticClaims {
  private static final String GRID = "figures/quadratic-scaled-mse.csv";
  private static final int TRANSIENT = 10;
  private static final double LONG = 1e3;
  private static final double LONGEST = 1e4;

  private final QuadraticExperiment experiment;
  private final QuadraticSetup setup;
  private final QuadraticTheory theory;
  private final Results results;
  private final Ledger ledger = Ledger.of(QuadraticClaims.class);

  QuadraticClaims(QuadraticExperiment experiment, Results results) {
    this.experiment = experiment;
    this.setup = experiment.setup();
    this.theory = new QuadraticTheory(setup);
    this.results = results;
  }

  /** Returns the claims; none while a cell of the paper's steps is missing. */
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
    levels(paper);
    stationaryValues(paper);
    for (Scheme scheme : Scheme.values()) {
      grid(scheme);
    }
    measuredLaw();
    exactLaw();
    stability();
    correlated();
    return ledger.claims();
  }

  /** Returns the claims of the file on which nothing was said. */
  List<String> open() {
    return ledger.open();
  }

  private void decomposition(List<Outcome> paper) {
    double gap = 0;
    double shareOfBias = 0;
    for (Outcome outcome : paper) {
      gap = Math.max(gap, outcome.values().number("largest_decomposition_gap"));
      double[] last = outcome.trace().rows().getLast();
      shareOfBias = Math.max(shareOfBias, last[2] / last[1]);
    }
    ledger.atMost("Q1", gap, number(gap), "trace.csv of every step, column gap");
    ledger.holds(
        "Q3", shareOfBias < ledger.limit("Q3"), number(shareOfBias), "last row of trace.csv");
  }

  private void levels(List<Outcome> paper) {
    boolean falls = true;
    boolean early = true;
    double closest = 0;
    StringBuilder levels = new StringBuilder();
    for (int i = 0; i < paper.size(); i++) {
      double mse = paper.get(i).values().number("mse");
      levels.append(i == 0 ? "" : " > ").append(Numbers.text(mse, 4));
      if (i > 0) {
        falls &= mse < paper.get(i - 1).values().number("mse");
        double[] before = paper.get(i - 1).trace().column("mse");
        double[] after = paper.get(i).trace().column("mse");
        for (int k = 1; k <= TRANSIENT; k++) {
          early &= after[k] < before[k];
          closest = Math.max(closest, after[k] / before[k]);
        }
      }
    }
    ledger.holds("Q2", falls, levels.toString(), "figures/quadratic-mse-decomposition.svg");
    ledger.holds(
        "Q10",
        early,
        "largest ratio of a step's error to that of the step before " + Numbers.text(closest, 4),
        "trace.csv of every step, column mse");
  }

  private void stationaryValues(List<Outcome> paper) {
    double[] alphas = setup.alphas();
    for (int i = 0; i < alphas.length; i++) {
      double step = setup.step(alphas[i]);
      Interval measured = interval(paper.get(i).values()).times(step);
      String id = "Q4." + (i + 1);
      Ledger part = ledger.part("α = " + number(step));
      OptionalDouble exact = theory.paperMse(step);
      if (exact.isPresent()) {
        part.predicts(id, step * exact.getAsDouble(), measured, "result.json");
      } else {
        part.notCheckable(id, "the noise of this run has no variance");
      }
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
    String id = scheme == Scheme.IRON ? "Q5" : "Q11." + scheme.ordinal();
    ledger
        .part(title(scheme))
        .holds(
            id,
            points > 0 && worst <= ledger.limit(id),
            "largest deviation "
                + Numbers.text(worst, 2)
                + " standard errors at "
                + points
                + " steps",
            GRID);
  }

  private static String title(Scheme scheme) {
    return switch (scheme) {
      case IRON -> "";
      case NAG_GS -> "NAG-GS";
      case EXPLICIT_EULER -> "explicit Euler";
    };
  }

  /** The law in the step, seen in the grid. */
  private void measuredLaw() {
    List<Double> steps = new ArrayList<>();
    List<Interval> errors = new ArrayList<>();
    for (double alpha : experiment.gridAlphas(Scheme.IRON)) {
      Optional<Outcome> outcome = results.of(experiment.gridCell(Scheme.IRON, alpha));
      if (outcome.isPresent() && alpha >= LONG) {
        steps.add(alpha);
        errors.add(interval(outcome.get().values()));
      }
    }
    if (steps.isEmpty() || steps.getLast() < LONGEST) {
      ledger.notCheckable("Q6", "the grid of this run has no step of at least 10000");
    } else {
      double alpha = steps.getLast();
      ledger
          .part("α = " + number(alpha))
          .predicts("Q6", theory.constant(), errors.getLast().times(alpha), GRID);
    }
    if (steps.size() < 2) {
      ledger.notCheckable("Q7", "the grid of this run has fewer than two steps from 1000 on");
    } else {
      double slope =
          slope(
              steps.getFirst(), errors.getFirst().mean(), steps.getLast(), errors.getLast().mean());
      ledger.matches("Q7", -1, slope, GRID);
    }
  }

  private void exactLaw() {
    double error = theory.mse(Scheme.IRON, LONGEST).orElse(Double.NaN);
    String evidence = "exact covariance; ./iron theory";
    ledger.matches("Q12", theory.constant(), LONGEST * error, evidence);
    double before = theory.mse(Scheme.IRON, LONG).orElse(Double.NaN);
    ledger.matches("Q13", -1, slope(LONG, before, LONGEST, error), evidence);
    double sigma2 = setup.dimension() * setup.rho * setup.rho;
    QuadraticConstant.Interval kappa =
        QuadraticConstant.interval(setup.mu, setup.largest(), setup.stationaryGamma(), sigma2);
    double slack = 1 + ledger.limit("Q8");
    ledger.holds(
        "Q8",
        kappa.low() <= theory.constant() * slack && theory.constant() <= kappa.high() * slack,
        String.format(
            Locale.ROOT,
            "%s in [%s, %s]",
            number(theory.constant()),
            number(kappa.low()),
            number(kappa.high())),
        "spectrum of A");
  }

  private static double slope(double x0, double y0, double x1, double y1) {
    return StrictMath.log(y1 / y0) / StrictMath.log(x1 / x0);
  }

  private void stability() {
    stable("Q14", 1, 1e6);
    stable("Q15", 1e-3, 1);
  }

  private void stable(String id, double shortest, double longest) {
    double worst = Stability.worst(setup, shortest, longest);
    ledger.holds(id, worst < ledger.limit(id), "largest ratio " + number(worst), "steps of IRON");
  }

  /** A covariance that does not commute with A. */
  private void correlated() {
    BeyondCells beyond = new BeyondCells(setup);
    double alpha = BeyondCells.STEPS[BeyondCells.STEPS.length - 1];
    double before = BeyondCells.STEPS[BeyondCells.STEPS.length - 2];
    Optional<Outcome> outcome = results.of(beyond.correlated(alpha));
    Optional<Outcome> shorter = results.of(beyond.correlated(before));
    if (outcome.isEmpty() || shorter.isEmpty()) {
      List.of("Q16", "Q9", "Q17")
          .forEach(id -> ledger.notCheckable(id, "these cells were not run"));
      return;
    }
    Interval measured = interval(outcome.get().values());
    String evidence = "sigma-*/result.json";
    ledger.matches(
        "Q16",
        -1,
        slope(before, shorter.get().values().number("mse"), alpha, measured.mean()),
        evidence);
    DenseMatrix sigma = beyond.sigma();
    ledger.predicts("Q9", theory.general(alpha, sigma).orElse(Double.NaN), measured, evidence);
    Interval scaled = measured.times(alpha);
    double own = theory.constant(sigma);
    double proxy = theory.constant() / (setup.dimension() * setup.rho * setup.rho) * sigma.trace();
    ledger.holds(
        "Q17",
        apart(scaled, own) <= 0 && apart(scaled, proxy) > 0,
        String.format(
            Locale.ROOT,
            "%s: %s standard errors from %s, %s from %s",
            number(scaled.mean()),
            Numbers.text(scaled.deviation(own), 3),
            number(own),
            Numbers.text(scaled.deviation(proxy), 3),
            number(proxy)),
        evidence);
  }

  /** Returns how far a mean is from a constant beyond what the criterion of Q17 allows. */
  private double apart(Interval measured, double constant) {
    double allowed =
        Ledger.STANDARD_ERRORS * measured.standardError() + ledger.limit("Q17") * constant;
    return Math.abs(measured.mean() - constant) - allowed;
  }

  static Interval interval(Values values) {
    return new Interval(
        values.number("mse"),
        values.number("mse_standard_error"),
        values.number("mse_low"),
        values.number("mse_high"),
        Cloud.GROUPS);
  }
}
