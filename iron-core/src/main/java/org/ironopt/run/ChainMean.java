package org.ironopt.run;

import java.io.IOException;
import java.util.List;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.Iron;
import org.ironopt.method.Method;
import org.ironopt.problem.Objective;
import org.ironopt.random.internal.TailProbability;

/**
 * The mean of the iterates of one noisy run, with its interval: the chain is cut into B batches of
 * equal length, whose means are nearly independent, and Student's t with {@code B - 1} degrees of
 * freedom gives the interval {@code mean ± t s/sqrt(B)}, s the deviation of the batch means. B
 * stays between 32 and 63: when there are 64 batches, neighbours become one. Made by {@link
 * Run#averaging}.
 *
 * <p>The interval is one of the stationary mean of the chain. {@link #notes} states its distance
 * from the minimiser: curvature moves it by THEORY (40), implicit minibatch steps by (54), and no
 * number of steps removes either.
 *
 * <p>Reference: C. J. Geyer, "Practical Markov chain Monte Carlo", doi:10.1214/ss/1177011137.
 */
public final class ChainMean {
  /** Fewer batches say too little of their own spread. */
  private static final int LEAST = 16;

  private static final int MOST = 64;

  private final long discard;
  private final double[][] batches;
  private final double[] sum;
  private final double[] mean;
  private final double[] squares;
  private List<String> notes = List.of();
  private long seen;
  private long length = 1;
  private long inBatch;
  private int full;

  ChainMean(long discard, int n) {
    this.discard = discard;
    batches = new double[MOST][n];
    sum = new double[n];
    mean = new double[n];
    squares = new double[n];
  }

  /**
   * An interval.
   *
   * @param estimate the mean of the chain, or f there
   * @param low lower end
   * @param high upper end
   * @param effectiveSize the number of independent draws of equal accuracy; above the number of
   *     steps where neighbours are on opposite sides
   */
  public record Interval(double estimate, double low, double high, double effectiveSize) {
    /** Returns whether it contains a value. */
    public boolean contains(double value) {
      return low <= value && value <= high;
    }
  }

  /** Adds the iterate after step k. */
  void add(long k, double[] x) {
    if (k <= discard) {
      return;
    }
    seen++;
    for (int i = 0; i < x.length; i++) {
      double gap = x[i] - mean[i];
      mean[i] += gap / seen;
      squares[i] += gap * (x[i] - mean[i]);
      sum[i] += x[i];
    }
    if (++inBatch < length) {
      return;
    }
    Vectors.copy(sum, batches[full]);
    Vectors.scale(1.0 / length, batches[full]);
    Vectors.scale(0, sum);
    inBatch = 0;
    if (++full == MOST) {
      join();
    }
  }

  private void join() {
    full /= 2;
    length *= 2;
    for (int b = 0; b < full; b++) {
      for (int i = 0; i < mean.length; i++) {
        batches[b][i] = (batches[2 * b][i] + batches[2 * b + 1][i]) / 2;
      }
    }
  }

  /** Says what a method on f leaves between the mean and the minimiser. */
  ChainMean of(Method method, Objective f) {
    notes =
        method instanceof Iron iron ? List.of(new ChainBias(iron, f, mean).sentence()) : List.of();
    return this;
  }

  void state(StateCodec archive) throws IOException {
    seen = archive.count(seen);
    length = archive.count(length);
    inBatch = archive.count(inBatch);
    full = (int) archive.count(full);
    archive.arrays(batches);
    archive.arrays(sum, mean, squares);
  }

  /** Returns what keeps the mean away from the minimiser, in sentences. */
  public List<String> notes() {
    return notes;
  }

  /** Returns how many iterates were averaged. */
  public long steps() {
    return seen;
  }

  /** Returns the mean of all of them (a copy). */
  public double[] mean() {
    return mean.clone();
  }

  /**
   * Returns the interval of coordinate i of the mean.
   *
   * @param level probability that it contains the coordinate, such as 0.95
   * @throws IllegalStateException if there are fewer than 16 batches, or if neighbouring batches
   *     are correlated: the run is too short
   */
  public Interval interval(int i, double level) {
    double degrees = requireBatches() - 1;
    double variance = 0;
    double lagged = 0;
    for (int b = 0; b < full; b++) {
      double gap = batches[b][i] - batchMean(i);
      variance += gap * gap;
      lagged += b == 0 ? 0 : gap * (batches[b - 1][i] - batchMean(i));
    }
    requireApart(lagged, variance);
    variance /= degrees * full;
    double size = variance == 0 ? seen : variance(i) / variance;
    return around(i, quantile(level, degrees) * Math.sqrt(variance), size);
  }

  /**
   * Returns the interval of coordinate i for a known autocorrelation time, {@code tau_c} of the
   * mean: K steps are worth {@code K/tau_c} draws. On a quadratic it is {@link
   * org.ironopt.theory.AverageLaw#autocorrelationTime}, of an eigenvector's direction.
   */
  public Interval interval(int i, double level, double autocorrelationTime) {
    Require.positive("autocorrelation time", autocorrelationTime);
    double size = seen / autocorrelationTime;
    requireThat(size >= LEAST, "the chain is worth %s draws, expected at least %s", size, LEAST);
    double reach = quantile(level, size - 1) * Math.sqrt(variance(i) / size);
    return around(i, reach, size);
  }

  /**
   * Returns an interval of the smallest value {@code f* <= f(mean)}: {@code [f(mean) - t^2 b,
   * f(mean)]}, b the mean excess of f at the mean, which that of the batch means tells. One
   * direction has it exactly where f is quadratic; with several directions the excess has lighter
   * tails and the interval contains f* more often than promised. Takes B + 1 values of f.
   */
  public Interval minimum(Objective f, double level) {
    double degrees = requireBatches() - 1;
    double[] middle = new double[mean.length];
    double lagged = 0;
    double variance = 0;
    for (int i = 0; i < middle.length; i++) {
      middle[i] = batchMean(i);
      for (int b = 0; b < full; b++) {
        double gap = batches[b][i] - middle[i];
        variance += gap * gap;
        lagged += b == 0 ? 0 : gap * (batches[b - 1][i] - middle[i]);
      }
    }
    requireApart(lagged, variance);
    double[] above = new double[full];
    double value = f.value(middle);
    for (int b = 0; b < full; b++) {
      above[b] = f.value(batches[b]) - value;
    }
    double excess = Math.max(0, Vectors.sum(above)) / full / degrees;
    double t = quantile(level, degrees);
    return new Interval(value, value - t * t * excess, value, full);
  }

  private Interval around(int i, double reach, double size) {
    return new Interval(mean[i], mean[i] - reach, mean[i] + reach, size);
  }

  private double variance(int i) {
    return squares[i] / (seen - 1.0);
  }

  private double batchMean(int i) {
    double total = 0;
    for (int b = 0; b < full; b++) {
      total += batches[b][i];
    }
    return total / full;
  }

  private static double quantile(double level, double degrees) {
    return TailProbability.quantile(1 - level, degrees);
  }

  private int requireBatches() {
    String sentence = "the run has %s batches, expected at least %s: take more steps";
    requireThat(full >= LEAST, sentence, full, LEAST);
    return full;
  }

  /** Of independent batches the correlation of neighbours is normal with variance 1/B. */
  private void requireApart(double lagged, double variance) {
    requireThat(
        !(lagged > 3 / Math.sqrt(full) * variance),
        "neighbouring batches of %s steps have the correlation %s: the chain forgets too slowly"
            + " for its length, take more steps",
        length,
        lagged / variance);
  }

  private static void requireThat(boolean holds, String sentence, Object... values) {
    if (!holds) {
      throw new IllegalStateException(Require.failed(sentence, values).getMessage());
    }
  }
}
