package org.ironopt.lab.statistics;

import java.util.Arrays;
import org.ironopt.linalg.internal.Require;

/**
 * The mean of one autocorrelated chain: the chain is cut into batches long enough to be nearly
 * independent, and the batch means give the interval. Reference: C. J. Geyer, "Practical Markov
 * chain Monte Carlo", doi:10.1214/ss/1177011137.
 *
 * @param interval interval of the mean over the batches
 * @param effectiveSize how many independent values the chain is worth
 */
public record BatchMeans(ConfidenceInterval interval, double effectiveSize) {
  /** Cuts the chain into the given number of batches; a remainder at the start is left out. */
  public static BatchMeans of(double[] chain, int batches) {
    Require.atLeast("batches", 2, batches);
    int length = Require.atLeast("chain length per batch", 1, chain.length / batches);
    int start = chain.length - length * batches;
    double[] means = new double[batches];
    for (int b = 0; b < batches; b++) {
      int from = start + b * length;
      means[b] = Arrays.stream(chain, from, from + length).average().orElseThrow();
    }
    ConfidenceInterval interval = ConfidenceInterval.ofMeans(means);
    double variance = 0;
    for (int i = start; i < chain.length; i++) {
      variance += (chain[i] - interval.mean()) * (chain[i] - interval.mean());
    }
    variance /= length * batches - 1;
    double perMean = interval.standardError() * interval.standardError();
    double size = perMean == 0 ? length * batches : variance / perMean;
    return new BatchMeans(interval, Math.min(size, length * batches));
  }
}
