package org.ironopt.lab.sampling;

import static org.ironopt.io.internal.Numbers.text;
import static org.ironopt.lab.sampling.SamplingStory.finished;
import static org.ironopt.lab.sampling.SamplingStory.found;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import org.ironopt.lab.experiment.CellResults;
import org.ironopt.lab.experiment.CellResults.Found;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.sampling.NonconvexFunctions.Energy;
import org.ironopt.lab.sampling.NonconvexFunctions.Noisy;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.lab.statistics.ResultTables;
import org.ironopt.lab.statistics.ResultTables.Rows;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.EnergyBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.PlBound;

/** Chains under center noise beside the bounds S5 and S2 and the local law. */
record NonconvexTables(
    NonconvexFunctions landscapes,
    SamplingSettings settings,
    Results results,
    ResultTables values) {

  void add() {
    nonconvex();
    saddle();
    energy();
  }

  private ConfidenceInterval mean(Found<?> found, String name) {
    return found.outcome().interval(name, settings.chains());
  }

  private void nonconvex() {
    CellResults<Noisy> cells = results.of(landscapes.noisy);
    List<TestFunction> functions = landscapes.nonconvex;
    values
        .table("functions", functions.size())
        .labelled(i -> functions.get(i).name())
        .parts(i -> functions.get(i).label())
        .with("law", i -> law(functions.get(i)));
    for (TestFunction on : functions) {
      noisy("exact-" + on.label(), found(cells, key -> key.on() == on && !early(key)));
      noisy("early-" + on.label(), found(cells, key -> key.on() == on && early(key)));
      if (on.pl().isEmpty()) {
        values.absent("exact-" + on.label() + ".bound", "no PL function");
      }
    }
    if (finished(values, cells.complete(), "bounded", "pl_functions", "linear_network")) {
      double longest = SamplingStory.last(settings.plAlpha());
      noisy("bounded", found(cells, key -> bound(key).isPresent()));
      for (boolean pl : new boolean[] {true, false}) {
        noisy(
            pl ? "pl_functions" : "linear_network",
            found(
                cells,
                key -> key.alpha() == longest && !early(key) && key.on().pl().isPresent() == pl));
      }
    }
  }

  private static boolean early(Noisy key) {
    return key.residual() == NonconvexFunctions.EARLY;
  }

  /** Adds α·E[f − f*] of chains, beside the local law and the bound S5. */
  private void noisy(String name, List<Found<Noisy>> cells) {
    IntFunction<Noisy> key = i -> cells.get(i).key();
    IntFunction<ConfidenceInterval> scaled =
        i -> mean(cells.get(i), "excess").times(key.apply(i).alpha());
    IntToDoubleFunction bound = i -> key.apply(i).alpha() * bound(key.apply(i)).orElse(Double.NaN);
    Rows rows =
        values
            .table(name, cells.size())
            .labelled(i -> key.apply(i).on().name())
            .with("alpha", i -> key.apply(i).alpha())
            .with("bound", bound)
            .means("ratio_to_the_bound", i -> scaled.apply(i).times(1 / bound.applyAsDouble(i)));
    SamplingStory.compare(rows, scaled, i -> law(key.apply(i).on()));
  }

  /** Returns {@code gamma^2/2 tr(Sigma H^+)} with gamma = 1 and Sigma = I. */
  static double law(TestFunction on) {
    return PlBound.firstOrder(1, on.hessian(), DenseMatrix.identity(on.start().length));
  }

  /** Returns the bound S5 of the mean; empty for functions that are not PL. */
  static OptionalDouble bound(Noisy key) {
    IronParameters p = new IronParameters(key.alpha(), 1, 1);
    OptionalDouble mu = key.on().pl();
    return mu.isEmpty()
        ? mu
        : new PlBound(p, mu.getAsDouble()).mean(key.on().start().length, key.residual());
  }

  private void saddle() {
    CellResults<TestFunction> cells = results.of(landscapes.saddle);
    if (finished(values, cells.complete(), "distance_from_one_half")) {
      double excess = cells.found().getFirst().number("excess");
      values.put("end_of_the_run", excess);
      values.put("distance_from_one_half", Math.abs(excess - 0.5));
    }
  }

  private void energy() {
    CellResults<Energy> cells = results.of(landscapes.energy);
    List<Found<Energy>> found = cells.found();
    int steps = NonconvexFunctions.ENERGY_STEPS;
    double[][] bound = found.stream().map(f -> energyBound(f.key())).toArray(double[][]::new);
    values
        .table("functions_without_a_modulus", found.size())
        .labelled(
            i -> found.get(i).key().on().name() + ", α = " + text(found.get(i).key().alpha()));
    for (int i = 0; i < bound.length; i++) {
      Found<Energy> cell = found.get(i);
      double[] own = bound[i];
      values
          .table("energy_" + (i + 1), steps + 1)
          .with("k", k -> k)
          .with("bound", k -> own[k])
          .means("mean", k -> mean(cell, "energy_" + k));
    }
    if (finished(values, cells.complete(), "energy")) {
      values
          .table("energy", found.size() * steps)
          .means(
              "ratio_to_the_bound",
              i -> {
                int k = i % steps + 1;
                return mean(found.get(i / steps), "energy_" + k).times(1 / bound[i / steps][k]);
              });
    }
  }

  /** Returns the bound S2 of the mean energy at each step, for mu = 0. */
  static double[] energyBound(Energy key) {
    double[] start = key.on().start();
    double[] bound = new double[NonconvexFunctions.ENERGY_STEPS + 1];
    bound[0] = key.on().excess(start) + Arrays.stream(start).map(v -> v * v).sum() / 2;
    double gamma = 1;
    for (int k = 0; k + 1 < bound.length; k++) {
      IronParameters p = new IronParameters(key.alpha(), 0, gamma);
      bound[k + 1] = EnergyBound.nextUpdated(p, bound[k], start.length);
      gamma = p.gammaNext();
    }
    return bound;
  }
}
