package org.ironopt.lab.sampling;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import org.ironopt.lab.experiment.Cell;
import org.ironopt.lab.experiment.CellResult;
import org.ironopt.lab.experiment.SlicedTask;
import org.ironopt.lab.file.NamedValues;
import org.ironopt.lab.statistics.ConfidenceInterval;
import org.ironopt.method.FlowStepper;
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
      String names,
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

  /** Returns the means of what is measured at a chain's last steps. */
  static double[] means(
      FlowStepper chain, long burn, int window, UnaryOperator<double[]> measured) {
    double[] mean = new double[measured.apply(chain.x()).length];
    for (long k = 0; k < burn + window; k++) {
      chain.advance();
      if (k >= burn) {
        double[] now = measured.apply(chain.x());
        Arrays.setAll(mean, j -> mean[j] + now[j] / window);
      }
    }
    return mean;
  }

  /** Means that are not finite are left out. */
  private static CellResult means(String names, List<double[]> rows) {
    CellResult outcome = CellResult.of(names, rows);
    for (String name : outcome.trace().columns()) {
      ConfidenceInterval mean = ConfidenceInterval.ofMeans(outcome.trace().column(name));
      CellResult.withFinite(outcome.values(), name, mean);
    }
    return outcome;
  }
}
