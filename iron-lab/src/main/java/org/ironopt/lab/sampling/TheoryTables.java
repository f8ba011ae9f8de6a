package org.ironopt.lab.sampling;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.Results;
import org.ironopt.lab.file.NumericColumns;
import org.ironopt.lab.sampling.NonconvexFunctions.Energy;
import org.ironopt.lab.sampling.NonconvexFunctions.Noisy;
import org.ironopt.lab.sampling.Regressions.Curve;
import org.ironopt.lab.sampling.Regressions.Point;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.theory.EnergyBound;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.sampling.PlBound;

/** What the theory says beside the chains: read from its cells, or computed where it is short. */
record TheoryTables(SamplingExperiment experiment, Results results) {
  /** Moments at a point of a curve, by their columns; NaN where there are none. */
  record Exact(NumericColumns table, int row) {
    double get(String name) {
      return table.get(row, name);
    }
  }

  /** Returns the curve of the theory beside a curve of chains; empty if it is not known yet. */
  List<Exact> curve(Curve curve) {
    return results.of(experiment.regressions.exact).at(curve.exact()).stream()
        .map(CellResult::trace)
        .flatMap(
            table -> IntStream.range(0, table.rows().size()).mapToObj(i -> new Exact(table, i)))
        .toList();
  }

  /** Returns the moments at a point of the chains. */
  Exact at(Point point) {
    return curve(point.curve()).stream()
        .filter(exact -> exact.get("alpha") == point.alpha())
        .findFirst()
        .orElseThrow();
  }

  /**
   * The best step on the images for one batch size.
   *
   * @param predicted place in the grid by the local model
   * @param tuned place in the grid by the runs
   */
  record Best(int batch, int predicted, int tuned) {}

  /** Returns the best steps; none while a run or a prediction is missing. */
  List<Best> best() {
    var runs = results.of(experiment.images.runs);
    var predicted = results.of(experiment.images.predicted);
    List<Best> best = new ArrayList<>();
    if (runs.complete() && predicted.complete()) {
      for (int batch : experiment.settings.imageBatches()) {
        double[] tuned =
            Arrays.stream(experiment.settings.imageAlpha())
                .mapToObj(alpha -> runs.at(new ImageRegression.Run(batch, alpha)).orElseThrow())
                .mapToDouble(TheoryTables::error)
                .toArray();
        double[] theory = predicted.at(batch).orElseThrow().trace().column("mse");
        best.add(new Best(batch, least(theory), least(tuned)));
      }
    }
    return best;
  }

  /** Returns the error of runs, infinite where one of them left the numbers. */
  static double error(CellResult run) {
    return run.values().has("mse") ? run.number("mse") : Double.POSITIVE_INFINITY;
  }

  private static int least(double[] values) {
    int least = 0;
    for (int i = 1; i < values.length; i++) {
      least = values[i] < values[least] ? i : least;
    }
    return least;
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
