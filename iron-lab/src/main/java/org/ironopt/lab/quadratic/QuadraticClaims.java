package org.ironopt.lab.quadratic;

import static org.ironopt.io.Numbers.format;
import static org.ironopt.io.Numbers.text;

import java.util.Arrays;
import java.util.List;
import org.ironopt.io.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.file.Columns;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.particles.Cloud;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.random.Noise;
import org.ironopt.random.Streams;
import org.ironopt.theory.QuadraticConstant;
import org.ironopt.theory.Scheme;

/** The checkable sentences of the paper's sections 3.3 and 5.1. */
record QuadraticClaims(
    QuadraticExperiment experiment, QuadraticProblem problem, Results results, Ledger ledger) {
  private static final String GRID = "figures/quadratic-scaled-mse.csv";
  private static final int TRANSIENT = 10;
  private static final double LONG = 1e3;
  private static final double LONGEST = 1e4;

  private static final int STEPS = 30;
  private static final double TIME = 5;
  private static final int LEAST = 10;

  QuadraticClaims(QuadraticExperiment experiment, Results results) {
    this(experiment, experiment.problem, results, Ledger.of(QuadraticClaims.class));
  }

  /** Returns the claims; none while a cell of the paper's steps is missing. */
  List<Claim> all() {
    Outcomes<Double> paper = results.of(experiment.paper);
    if (!paper.complete()) {
      return List.of();
    }
    decomposition(paper.outcomes());
    levels(paper.outcomes());
    stationaryValues(paper.found());
    for (Scheme scheme : Scheme.values()) {
      grid(scheme);
    }
    measuredLaw();
    exactLaw();
    stable("Q14", 1, 1e6);
    stable("Q15", 1e-3, 1);
    correlated();
    return ledger.claims();
  }

  private void decomposition(List<Outcome> paper) {
    double gap = 0;
    double shareOfBias = 0;
    for (Outcome outcome : paper) {
      gap = Math.max(gap, outcome.number("largest_decomposition_gap"));
      Columns trace = outcome.trace();
      shareOfBias = Math.max(shareOfBias, trace.last("bias2") / trace.last("mse"));
    }
    ledger.atMost("Q1", gap, text(gap), "trace.csv of every step, column gap");
    ledger.below("Q3", shareOfBias, text(shareOfBias), "last row of trace.csv");
  }

  private void levels(List<Outcome> paper) {
    boolean falls = true;
    boolean early = true;
    double closest = 0;
    StringBuilder levels = new StringBuilder();
    for (int i = 0; i < paper.size(); i++) {
      double mse = paper.get(i).number("mse");
      levels.append(i == 0 ? "" : " > ").append(text(mse, 4));
      if (i > 0) {
        falls &= mse < paper.get(i - 1).number("mse");
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
        "largest ratio of a step's error to that of the step before " + text(closest, 4),
        "trace.csv of every step, column mse");
  }

  private void stationaryValues(List<Found<Double>> paper) {
    for (int i = 0; i < paper.size(); i++) {
      double step = problem.step(paper.get(i).key());
      Interval measured = Cloud.mean(paper.get(i).outcome(), "mse").times(step);
      String id = "Q4." + (i + 1);
      Ledger part = ledger.part("α = " + text(step));
      problem
          .paperMse(step)
          .ifPresentOrElse(
              exact -> part.predicts(id, step * exact, measured, "result.json"),
              () -> part.notCheckable(id, "the noise of this run has no variance"));
    }
  }

  /** The whole grid of one scheme against its exact curve, as one claim. */
  private void grid(Scheme scheme) {
    List<Found<Double>> points = results.of(experiment.grid.get(scheme)).found();
    double worst = 0;
    for (Found<Double> point : points) {
      double exact = problem.mse(scheme, point.key()).orElse(Double.NaN);
      worst = Math.max(worst, Cloud.mean(point.outcome(), "mse").deviation(exact));
    }
    boolean iron = scheme == Scheme.IRON;
    String id = iron ? "Q5" : "Q11." + scheme.ordinal();
    ledger
        .part(iron ? "" : QuadraticFigures.name(scheme))
        .holds(
            id,
            !points.isEmpty() && worst <= ledger.limit(id),
            format(
                "largest deviation %s standard errors at %s",
                text(worst, 2), Numbers.count(points.size(), "step")),
            GRID);
  }

  /** The law in the step, seen in the grid. */
  private void measuredLaw() {
    List<Found<Double>> points =
        results.of(experiment.grid.get(Scheme.IRON)).found().stream()
            .filter(point -> point.key() >= LONG)
            .toList();
    if (points.isEmpty() || points.getLast().key() < LONGEST) {
      ledger.notCheckable("Q6", "the grid of this run has no step of at least 10000");
    } else {
      double alpha = points.getLast().key();
      Interval measured = Cloud.mean(points.getLast().outcome(), "mse").times(alpha);
      ledger.part("α = " + text(alpha)).predicts("Q6", problem.constant(), measured, GRID);
    }
    if (points.size() < 2) {
      ledger.notCheckable("Q7", "the grid of this run has fewer than two steps from 1000 on");
    } else {
      ledger.matches("Q7", -1, slope(points.getFirst(), points.getLast()), GRID);
    }
  }

  private void exactLaw() {
    double error = problem.mse(LONGEST);
    String evidence = "exact covariance; ./iron theory";
    ledger.matches("Q12", problem.constant(), LONGEST * error, evidence);
    ledger.matches("Q13", -1, slope(LONG, problem.mse(LONG), LONGEST, error), evidence);
    QuadraticConstant.Interval kappa =
        QuadraticConstant.interval(
            problem.mu, problem.largest(), problem.stationaryGamma(), problem.noiseTrace());
    double slack = 1 + ledger.limit("Q8");
    ledger.holds(
        "Q8",
        kappa.low() <= problem.constant() * slack && problem.constant() <= kappa.high() * slack,
        format("%s in [%s, %s]", text(problem.constant()), text(kappa.low()), text(kappa.high())),
        "spectrum of A");
  }

  private static double slope(Found<Double> a, Found<Double> b) {
    return slope(a.key(), a.outcome().number("mse"), b.key(), b.outcome().number("mse"));
  }

  /** Returns the slope between two points on logarithmic axes. */
  static double slope(double x0, double y0, double x1, double y1) {
    return StrictMath.log(y1 / y0) / StrictMath.log(x1 / x0);
  }

  private void stable(String id, double shortest, double longest) {
    double worst =
        Arrays.stream(QuadraticProblem.logarithmic(shortest, longest, STEPS))
            .map(alpha -> memory(problem, Scheme.IRON, alpha))
            .reduce(0, Math::max);
    ledger.below(id, worst, "largest ratio " + text(worst), "steps of IRON");
  }

  /**
   * Returns how much of its start a scheme remembers, seen from its own steps without noise rather
   * than from a formula: on the quadratic with this spectrum and its minimiser at 0, the length of
   * the state after 2K steps over that after K steps.
   */
  static double memory(QuadraticProblem problem, Scheme scheme, double alpha) {
    int n = problem.dimension();
    Quadratic f = Quadratic.ofEigen(problem.eigenvalues, DenseMatrix.identity(n), new double[n]);
    double[] start = new double[n];
    Arrays.fill(start, 1);
    FlowStepper stepper =
        problem
            .method(scheme, alpha, new Noise.Isotropic(0))
            .start(f, start, start, new Streams(problem.settings.seed()));
    int k = LEAST + (int) Math.ceil(TIME / alpha);
    double half = length(stepper, k);
    return length(stepper, k) / half;
  }

  private static double length(FlowStepper stepper, int steps) {
    for (int k = 0; k < steps; k++) {
      stepper.advance();
    }
    double x = Vectors.norm(stepper.x());
    double v = Vectors.norm(stepper.v());
    return Math.sqrt(x * x + v * v);
  }

  /** A covariance that does not commute with A. */
  private void correlated() {
    Outcomes<Double> cells = results.of(experiment.correlated);
    if (!cells.complete()) {
      List.of("Q16", "Q9", "Q17")
          .forEach(id -> ledger.notCheckable(id, "these cells were not run"));
      return;
    }
    Found<Double> longest = cells.found().getLast();
    Found<Double> shorter = cells.found().get(cells.found().size() - 2);
    double alpha = longest.key();
    Interval measured = Cloud.mean(longest.outcome(), "mse");
    String evidence = "sigma-*/result.json";
    ledger.matches("Q16", -1, slope(shorter, longest), evidence);
    DenseMatrix sigma = problem.sigma();
    ledger.predicts("Q9", problem.mse(alpha, sigma).orElse(Double.NaN), measured, evidence);
    Interval scaled = measured.times(alpha);
    double own = problem.constant(sigma);
    double proxy = problem.constant() / problem.noiseTrace() * sigma.trace();
    ledger.holds(
        "Q17",
        apart(scaled, own) <= 0 && apart(scaled, proxy) > 0,
        format(
            "%s: %s standard errors from %s, %s from %s",
            text(scaled.mean()),
            text(scaled.deviation(own), 3),
            text(own),
            text(scaled.deviation(proxy), 3),
            text(proxy)),
        evidence);
  }

  /** Returns how far a mean is from a constant beyond what the criterion of Q17 allows. */
  private double apart(Interval measured, double constant) {
    double allowed =
        Ledger.STANDARD_ERRORS * measured.standardError() + ledger.limit("Q17") * constant;
    return Math.abs(measured.mean() - constant) - allowed;
  }
}
