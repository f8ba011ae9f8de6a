package org.ironopt.lab.sampling;

import static org.ironopt.io.internal.Numbers.format;
import static org.ironopt.io.internal.Numbers.text;

import java.util.List;
import java.util.StringJoiner;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.ledger.Claim;
import org.ironopt.lab.ledger.Ledger;
import org.ironopt.lab.sampling.NonconvexFunctions.Energy;
import org.ironopt.lab.sampling.NonconvexFunctions.Noisy;
import org.ironopt.lab.sampling.Regressions.Curve;
import org.ironopt.lab.sampling.Regressions.Point;
import org.ironopt.lab.sampling.Regressions.Problem;
import org.ironopt.lab.statistics.ConfidenceInterval;

/** The checkable sentences on minibatches and on functions that are not strongly convex. */
record SamplingClaims(
    SamplingExperiment experiment, Results results, TheoryTables theory, Ledger ledger) {
  private static final String CHAINS = "figures/sampling-least-squares.csv";

  SamplingClaims(SamplingExperiment experiment, Results results) {
    this(
        experiment,
        results,
        new TheoryTables(experiment, results),
        Ledger.of(SamplingClaims.class));
  }

  List<Claim> all() {
    if (results.of(experiment.regressions.exact).complete()) {
      exact();
      if (results.of(experiment.regressions.chains).complete()) {
        leastSquares();
        logistic();
      }
    }
    map(results.of(experiment.regressions.best));
    images(theory.best());
    noisy(results.of(experiment.landscapes.noisy));
    saddle(results.of(experiment.landscapes.saddle));
    energy(results.of(experiment.landscapes.energy));
    if (!ledger.claims().isEmpty()) {
      ledger.restNotCheckable("not all cells of this claim have finished");
    }
    return ledger.claims();
  }

  private ConfidenceInterval mean(CellResult outcome, String name) {
    return outcome.interval(name, experiment.settings.chains());
  }

  private static double last(double[] ascending) {
    return ascending[ascending.length - 1];
  }

  private void exact() {
    double longest = last(experiment.settings.alpha());
    double apart = 0;
    double ratio = 0;
    for (Curve curve : experiment.regressions.exact.keys()) {
      if (curve.problem() == Problem.SQUARES) {
        for (TheoryTables.Exact at : theory.curve(curve)) {
          double mse = at.get("mse");
          double bound = at.get("bound");
          ratio = Double.isNaN(bound) ? ratio : Math.max(ratio, mse / bound);
          if (at.get("alpha") >= longest) {
            apart = Math.max(apart, Math.abs(mse / at.get("limit") - 1));
          }
        }
      }
    }
    ledger
        .part("α = " + text(longest))
        .atMost("SA3", apart, "largest relative distance " + text(apart), CHAINS);
    ledger.atMost("SA4", ratio, "largest ratio " + text(ratio), CHAINS);
  }

  private void leastSquares() {
    double mse = 0;
    double bias = 0;
    int points = 0;
    int sampled = 0;
    for (Found<Point> found : results.of(experiment.regressions.chains).found()) {
      Curve curve = found.key().curve();
      TheoryTables.Exact at = theory.at(found.key());
      if (curve.problem() == Problem.SQUARES && curve.draw() != BatchDraw.EPOCHS) {
        points++;
        sampled += at.get("mse_se") > 0 ? 1 : 0;
        mse = Math.max(mse, deviation(found, at, "mse"));
        for (int j = 0; j < Regressions.COLUMNS; j++) {
          bias = Math.max(bias, deviation(found, at, "bias_" + j));
        }
      }
    }
    String where = " standard errors at " + points + " points, " + sampled + " by a sample";
    ledger.atMost("SA1", mse, "largest deviation " + text(mse, 2) + where, CHAINS);
    ledger.atMost(
        "SA2", bias, "largest deviation " + text(bias, 2) + where, "figures/sampling-bias.csv");
    double shortest = experiment.settings.alpha()[0];
    int smallest = experiment.settings.batches()[0];
    Point shuffled = new Point(new Curve(Problem.SQUARES, BatchDraw.EPOCHS, smallest), shortest);
    double ratio = measured(shuffled).mean() / theory.at(shuffled).get("mse");
    ledger.atMost("SA5", ratio, "ratio " + text(ratio), CHAINS);
  }

  /** Returns how many standard errors of both together lie between chains and theory. */
  private double deviation(Found<Point> found, TheoryTables.Exact exact, String name) {
    ConfidenceInterval chains = mean(found.outcome(), name);
    double error = Math.hypot(chains.standardError(), exact.get(name + "_se"));
    return Math.abs(chains.mean() - exact.get(name)) / error;
  }

  private ConfidenceInterval measured(Point point) {
    return mean(results.of(experiment.regressions.chains).at(point).orElseThrow(), "mse");
  }

  private void logistic() {
    double[] alpha = experiment.settings.alpha();
    String evidence = "figures/sampling-logistic.csv";
    for (int batch : Regressions.LOGISTIC_BATCHES) {
      Curve curve = new Curve(Problem.LOGISTIC, BatchDraw.WITHOUT, batch);
      Point near = new Point(curve, alpha[0]);
      double away = measured(near).mean() / theory.at(near).get("mse") - 1;
      ledger
          .part("b = " + batch + ", α = " + text(near.alpha()))
          .atMost("SA6." + batch, Math.abs(away), "relative difference " + text(away, 3), evidence);
      Point far = new Point(curve, last(alpha));
      String part = "b = " + batch + ", α = " + text(far.alpha());
      differs("SA7." + batch, part, theory.at(far).get("mse"), measured(far), evidence);
    }
  }

  /** A claim that a prediction is not true: away by more than the limit and by more than noise. */
  private void differs(
      String id, String part, double predicted, ConfidenceInterval measured, String evidence) {
    double away = measured.mean() / predicted - 1;
    boolean differs =
        Math.abs(away) > ledger.limit(id) && measured.deviation(predicted) > Ledger.STANDARD_ERRORS;
    String words = text(measured.mean()) + " against " + text(predicted);
    ledger.part(part).holds(id, differs, words, evidence);
  }

  private void map(CellResults<Integer> cells) {
    if (!cells.complete()) {
      return;
    }
    List<double[]> steps =
        cells.outcomes().stream().map(outcome -> outcome.trace().column("alpha")).toList();
    boolean holds = true;
    for (int b = 0; b < steps.size(); b++) {
      for (int p = 0; p < Regressions.PASSES.length; p++) {
        holds &= p == 0 || steps.get(b)[p] <= steps.get(b)[p - 1];
        holds &= b == 0 || steps.get(b)[p] >= steps.get(b - 1)[p];
      }
    }
    String from = text(steps.getFirst()[Regressions.PASSES.length - 1]);
    ledger.holds(
        "SA8",
        holds,
        "best α from " + from + " to " + text(steps.getLast()[0]),
        "figures/sampling-best-steps.csv");
  }

  private void images(List<TheoryTables.Best> best) {
    if (best.isEmpty()) {
      return;
    }
    double[] grid = experiment.settings.imageAlpha();
    int apart = 0;
    boolean grows = best.getLast().tuned() > best.getFirst().tuned();
    StringJoiner words = new StringJoiner(", ");
    int before = 0;
    for (TheoryTables.Best b : best) {
      apart = Math.max(apart, Math.abs(b.predicted() - b.tuned()));
      grows &= b.tuned() >= before;
      before = b.tuned();
      String tuned = text(grid[b.tuned()]);
      words.add(format("b = %d: %s (predicted %s)", b.batch(), tuned, text(grid[b.predicted()])));
    }
    String evidence = "figures/sampling-images.csv";
    ledger.atMost("SA9", apart, words.toString(), evidence);
    ledger.holds("SA10", grows, words.toString(), evidence);
  }

  private void noisy(CellResults<Noisy> cells) {
    if (!cells.complete()) {
      return;
    }
    double longest = last(experiment.settings.plAlpha());
    double ratio = 0;
    boolean holds = true;
    int part = 0;
    String evidence = "figures/sampling-nonconvex.csv";
    for (Found<Noisy> found : cells.found()) {
      Noisy key = found.key();
      ConfidenceInterval excess = mean(found.outcome(), "excess");
      if (TheoryTables.bound(key).isPresent()) {
        double bound = TheoryTables.bound(key).getAsDouble();
        ratio = Math.max(ratio, excess.mean() / bound);
        holds &= below(excess, bound);
      }
      if (key.alpha() == longest && key.residual() < NonconvexFunctions.EARLY) {
        ConfidenceInterval scaled = excess.times(longest);
        double law = TheoryTables.law(key.on());
        if (key.on().pl().isPresent()) {
          ledger.part(key.on().name()).predicts("SA12." + ++part, law, scaled, evidence);
        } else {
          differs("SA14", key.on().name(), law, scaled, evidence);
        }
      }
    }
    ledger.holds("SA11", holds, "largest ratio to the bound " + text(ratio), evidence);
  }

  private static boolean below(ConfidenceInterval mean, double bound) {
    return mean.mean() - Ledger.STANDARD_ERRORS * mean.standardError() <= bound;
  }

  private void saddle(CellResults<TestFunction> cells) {
    for (Found<TestFunction> found : cells.found()) {
      double excess = found.number("excess");
      String words = "f − f* = " + text(excess);
      ledger.holds(
          "SA13", Math.abs(excess - 0.5) <= ledger.limit("SA13"), words, "saddle/result.json");
    }
  }

  private void energy(CellResults<Energy> cells) {
    if (!cells.complete()) {
      return;
    }
    boolean holds = true;
    double ratio = 0;
    for (Found<Energy> found : cells.found()) {
      double[] bound = TheoryTables.energyBound(found.key());
      for (int k = 1; k < bound.length; k++) {
        ConfidenceInterval energy = mean(found.outcome(), "energy_" + k);
        ratio = Math.max(ratio, energy.mean() / bound[k]);
        holds &= below(energy, bound[k]);
      }
    }
    String words = "largest ratio to the bound " + text(ratio);
    ledger.holds("SA15", holds, words, "figures/sampling-energy.csv");
  }
}
