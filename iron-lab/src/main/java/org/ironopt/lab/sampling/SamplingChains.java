package org.ironopt.lab.sampling;

import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.problem.Objective;
import org.ironopt.random.RandomStreams;

/**
 * Cells of independent chains, each of which gives a row of numbers; their means and intervals are
 * the values of the outcome.
 *
 * @param seed of all of them
 */
record SamplingChains(long seed) {
  /**
   * Returns a cell.
   *
   * @param own what determines the result beside seed and count
   * @param names of the numbers of a chain
   * @param chain makes the chains, once something common to all of them is prepared
   */
  Cell cell(
      String label,
      NamedValues own,
      int count,
      List<String> names,
      Supplier<IntFunction<double[]>> chain) {
    NamedValues all =
        own.with("experiment", "sampling").with("chains", (long) count).with("seed", seed);
    return Cell.of(
        label, all, () -> SlicedTask.parallel(count, chain.get(), rows -> means(names, rows)));
  }

  /** Returns the randomness of part of a chain. */
  RandomStreams streams(int chain, int part) {
    return new RandomStreams(new RandomStreams(seed).stream("chain-" + chain).word(part, 0));
  }

  /** Returns a method at its start, with the randomness of a chain. */
  FlowStepper start(Iron iron, Objective f, double[] at, int chain) {
    return iron.start(f, at, at, streams(chain, 0));
  }

  static void advance(FlowStepper chain, long steps) {
    for (long k = 0; k < steps; k++) {
      chain.advance();
    }
  }

  /** Means that are not finite are left out. */
  private static CellResult means(List<String> names, List<double[]> rows) {
    CellResult outcome = CellResult.of(names, rows);
    for (String name : names) {
      ConfidenceInterval mean = ConfidenceInterval.ofMeans(outcome.trace().column(name));
      CellResult.withFinite(outcome.values(), name, mean);
    }
    return outcome;
  }
}
