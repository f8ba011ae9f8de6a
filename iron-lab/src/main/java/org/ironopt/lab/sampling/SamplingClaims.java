package org.ironopt.lab.sampling;

import static org.ironopt.lab.ledger.Ledger.number;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import org.ironopt.lab.Numbers;
import org.ironopt.lab.experiment.Outcome;
import org.ironopt.lab.experiment.Outcomes;
import org.ironopt.lab.experiment.Outcomes.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.sampling.SamplingExperiment.Draw;
import org.ironopt.lab.sampling.SamplingExperiment.Noisy;
import org.ironopt.lab.sampling.SamplingExperiment.Point;
import org.ironopt.lab.statistics.Interval;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;
import org.ironopt.theory.EnergyBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.BatchLaw;
import org.ironopt.theory.sampling.LocalLaw;
import org.ironopt.theory.sampling.MinibatchMoments;
import org.ironopt.theory.sampling.PlBound;

/** The checkable sentences on minibatches and on functions that are not strongly convex. */
final class SamplingClaims {
  private final SamplingExperiment experiment;
  private final SamplingSettings settings;
  private final Results results;
  private final Ledger ledger = Ledger.of(SamplingClaims.class);

  SamplingClaims(SamplingExperiment experiment, Results results) {
    this.experiment = experiment;
    this.settings = experiment.settings;
    this.results = results;
  }

  List<Claim> all() {
    leastSquares(results.of(experiment.leastSquares));
    exactLimits();
    logistic(results.of(experiment.local));
    images();
    nonconvex(results.of(experiment.nonconvex));
    energy(results.of(experiment.convex));
    ledger.restNotCheckable("not all cells of this claim have finished");
    return ledger.claims();
  }

  Interval interval(Outcome outcome, String name) {
    return outcome.interval(name, settings.chains());
  }

  /** Returns the exact moments at a point; empty where second moments grow. */
  MinibatchMoments moments(Point p) {
    BatchLaw law = BatchLaw.of(experiment.squares.sum(), p.draw().sampling(p.batch()));
    return MinibatchMoments.of(law, SamplingExperiment.iron(p.alpha())).orElse(null);
  }

  private void leastSquares(Outcomes<Point> cells) {
    if (!cells.missing().isEmpty()) {
      return;
    }
    double mse = 0;
    double bias = 0;
    int points = 0;
    for (Found<Point> found : cells.found()) {
      MinibatchMoments exact = moments(found.key());
      if (found.key().draw() == Draw.EPOCHS || exact == null) {
        continue;
      }
      points++;
      mse = Math.max(mse, interval(found.outcome(), "mse").deviation(exact.mse()));
      for (int j = 0; j < SamplingExperiment.COLUMNS; j++) {
        Interval measured = interval(found.outcome(), "bias_" + j);
        bias = Math.max(bias, measured.deviation(exact.bias()[j]));
      }
    }
    String where = " standard errors at " + points + " points";
    String evidence = "figures/sampling-least-squares.csv";
    ledger.atMost("SA1", mse, "largest deviation " + Numbers.text(mse, 2) + where, evidence);
    ledger.atMost("SA2", bias, "largest deviation " + Numbers.text(bias, 2) + where, evidence);
    double shortest = Arrays.stream(settings.alpha()).min().orElseThrow();
    int smallest = Arrays.stream(settings.batches()).min().orElseThrow();
    double fresh = measured(cells, new Point(Draw.WITHOUT, smallest, shortest));
    double shuffled = measured(cells, new Point(Draw.EPOCHS, smallest, shortest));
    ledger.atMost("SA5", shuffled / fresh, "ratio " + number(shuffled / fresh), evidence);
  }

  private double measured(Outcomes<Point> cells, Point p) {
    return interval(cells.at(p).orElseThrow(), "mse").mean();
  }

  private void exactLimits() {
    double longest = Arrays.stream(settings.alpha()).max().orElseThrow();
    double apart = 0;
    double ratio = 0;
    for (Point p : experiment.leastSquares.keys()) {
      MinibatchMoments exact = moments(p);
      if (exact == null || p.draw() == Draw.EPOCHS) {
        continue;
      }
      if (p.alpha() == longest) {
        apart = Math.max(apart, Math.abs(exact.mse() / exact.limit().orElse(Double.NaN) - 1));
      }
      if (exact.bound().isPresent()) {
        ratio = Math.max(ratio, exact.mse() / exact.bound().getAsDouble());
      }
    }
    String at = "α = " + number(longest);
    ledger
        .part(at)
        .atMost("SA3", apart, "largest relative distance " + number(apart), "exact moments");
    ledger.atMost("SA4", ratio, "largest ratio " + number(ratio), "exact moments");
  }

  /** Returns the local model's error on logistic regression. */
  double local(double alpha) {
    BatchLaw law =
        BatchLaw.of(
            experiment.logistic.sum(), Draw.WITHOUT.sampling(SamplingExperiment.LOGISTIC_BATCH));
    return MinibatchMoments.of(law, SamplingExperiment.iron(alpha))
        .map(MinibatchMoments::mse)
        .orElse(Double.NaN);
  }

  private void logistic(Outcomes<Double> cells) {
    if (!cells.missing().isEmpty()) {
      return;
    }
    Found<Double> first = cells.found().getFirst();
    Found<Double> last = cells.found().getLast();
    double near = interval(first.outcome(), "mse").mean() / local(first.key()) - 1;
    Interval far = interval(last.outcome(), "mse");
    double away = far.mean() / local(last.key()) - 1;
    String evidence = "figures/sampling-logistic.csv";
    ledger
        .part("α = " + number(first.key()))
        .atMost("SA6", Math.abs(near), "relative difference " + Numbers.text(near, 3), evidence);
    ledger
        .part("α = " + number(last.key()))
        .holds(
            "SA7",
            Math.abs(away) > ledger.limit("SA7")
                && far.deviation(local(last.key())) > Ledger.STANDARD_ERRORS,
            "relative difference " + Numbers.text(away, 3),
            evidence);
  }

  /**
   * The best step on the images for one batch size.
   *
   * @param predicted place in the grid by the local model
   * @param tuned place in the grid by the runs
   */
  record Best(int batch, int predicted, int tuned) {}

  /** Returns the best steps; none while a run is missing. */
  List<Best> best() {
    Outcomes<Point> runs = results.of(experiment.images);
    return runs.missing().isEmpty()
        ? Arrays.stream(settings.imageBatches())
            .mapToObj(b -> new Best(b, least(runs, b, "predicted"), least(runs, b, "mse")))
            .toList()
        : List.of();
  }

  private int least(Outcomes<Point> runs, int batch, String name) {
    double[] grid = settings.imageAlpha();
    int best = 0;
    double least = Double.POSITIVE_INFINITY;
    for (int i = 0; i < grid.length; i++) {
      Outcome outcome = runs.at(new Point(Draw.WITHOUT, batch, grid[i])).orElseThrow();
      double value = outcome.values().has(name) ? outcome.number(name) : Double.POSITIVE_INFINITY;
      if (value < least) {
        least = value;
        best = i;
      }
    }
    return best;
  }

  private void images() {
    List<Best> best = best();
    if (best.isEmpty()) {
      return;
    }
    double[] grid = settings.imageAlpha();
    int apart = 0;
    boolean grows = true;
    StringBuilder tuned = new StringBuilder();
    for (int i = 0; i < best.size(); i++) {
      Best b = best.get(i);
      apart = Math.max(apart, Math.abs(b.predicted - b.tuned));
      grows &= i == 0 || b.tuned >= best.get(i - 1).tuned;
      tuned.append(i == 0 ? "" : ", ");
      tuned.append("b = " + b.batch + ": " + number(grid[b.tuned]));
      tuned.append(" (predicted " + number(grid[b.predicted]) + ")");
    }
    grows &= best.getLast().tuned > best.getFirst().tuned;
    String evidence = "figures/sampling-images.csv";
    ledger.atMost("SA8", apart, tuned.toString(), evidence);
    ledger.holds("SA9", grows, tuned.toString(), evidence);
  }

  /** Returns the PL constant; empty for the network, which has none. */
  OptionalDouble pl(Formula f) {
    if (f == experiment.sine) {
      return OptionalDouble.of(Formula.SINE_PL);
    }
    if (f == experiment.network) {
      return OptionalDouble.empty();
    }
    double[] values = SymmetricEigen.of(hessian(f)).values();
    double largest = values[values.length - 1];
    return Arrays.stream(values).filter(v -> v > 1e-12 * largest).min();
  }

  private DenseMatrix hessian(Formula f) {
    double[] at = f == experiment.network ? new double[] {1, 1} : new double[f.dimension()];
    return f.hessianAt().apply(at);
  }

  /** Returns {@code gamma^2/2 tr(Sigma H^+)} with gamma = 1 and Sigma = I. */
  double law(Formula f) {
    return LocalLaw.excess(1, hessian(f), DenseMatrix.identity(f.dimension()));
  }

  OptionalDouble bound(Noisy key) {
    IronParameters p = new IronParameters(key.alpha(), 1, 1);
    OptionalDouble mu = pl(key.f());
    return mu.isEmpty() ? mu : new PlBound(p, mu.getAsDouble()).mean(key.f().dimension(), 0);
  }

  private void nonconvex(Outcomes<Noisy> cells) {
    if (!cells.missing().isEmpty()) {
      return;
    }
    double longest = Arrays.stream(settings.plAlpha()).max().orElseThrow();
    double ratio = 0;
    boolean holds = true;
    int part = 0;
    String evidence = "figures/sampling-nonconvex.csv";
    for (Found<Noisy> found : cells.found()) {
      Noisy key = found.key();
      Interval excess = interval(found.outcome(), "excess");
      OptionalDouble bound = bound(key);
      if (bound.isPresent()) {
        ratio = Math.max(ratio, excess.mean() / bound.getAsDouble());
        double low = excess.mean() - Ledger.STANDARD_ERRORS * excess.standardError();
        holds &= low <= bound.getAsDouble();
      }
      if (key.alpha() == longest) {
        Interval scaled = excess.times(longest);
        double law = law(key.f());
        if (key.f() == experiment.network) {
          double away = scaled.mean() / law - 1;
          boolean fails =
              Math.abs(away) > ledger.limit("SA12")
                  && scaled.deviation(law) > Ledger.STANDARD_ERRORS;
          String words = number(scaled.mean()) + " against " + number(law);
          ledger.part(key.f().name()).holds("SA12", fails, words, evidence);
        } else {
          ledger.part(key.f().name()).predicts("SA11." + ++part, law, scaled, evidence);
        }
      }
    }
    ledger.holds("SA10", holds, "largest ratio to the bound " + number(ratio), evidence);
  }

  /** Returns the bound of the mean energy at each step. */
  double[] energyBound(Formula f) {
    double[] bound = new double[SamplingExperiment.ENERGY_STEPS + 1];
    double gamma = 1;
    double[] x = f.start();
    bound[0] = f.value(x) - f.minimum() + Arrays.stream(x).map(v -> v * v).sum() / 2;
    for (int k = 0; k + 1 < bound.length; k++) {
      IronParameters p = new IronParameters(SamplingExperiment.ENERGY_ALPHA, 0, gamma);
      bound[k + 1] = EnergyBound.nextUpdated(p, bound[k], f.dimension());
      gamma /= 1 + SamplingExperiment.ENERGY_ALPHA;
    }
    return bound;
  }

  private void energy(Outcomes<Formula> cells) {
    if (!cells.missing().isEmpty()) {
      return;
    }
    boolean holds = true;
    double ratio = 0;
    for (Found<Formula> found : cells.found()) {
      double[] bound = energyBound(found.key());
      for (int k = 1; k < bound.length; k++) {
        Interval energy = interval(found.outcome(), "energy_" + k);
        ratio = Math.max(ratio, energy.mean() / bound[k]);
        double low = energy.mean() - Ledger.STANDARD_ERRORS * energy.standardError();
        holds &= low <= bound[k];
      }
    }
    ledger.holds(
        "SA13",
        holds,
        "largest ratio to the bound " + number(ratio),
        "figures/sampling-energy.csv");
  }
}
