package org.ironopt.method.internal;

import java.io.IOException;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.io.StateCodec;
import org.ironopt.linalg.Vectors;
import org.ironopt.linalg.internal.Require;
import org.ironopt.method.BatchSampler;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;

/**
 * The residuals that every term of a {@link LinearSum} had when it was last seen, and their mean
 * gradient {@code G = (1/N) A' R}, which stay consistent: both change by the same {@code a rho}. A
 * ridge is not in the table but in the metric {@code D = I + lambda ridge}.
 */
public final class ResidualTable {
  /**
   * An operation on the parameters {@code from .. to-1}, whose element of 1/D is {@code shrink}.
   */
  @FunctionalInterface
  public interface Block {
    void on(int from, int to, double shrink);
  }

  private final BatchSampler sampler;
  private final int[] terms;

  /** The terms of a step's batch, of which there are {@link #size}. */
  private final int[] batch;

  private final double scale;
  private final boolean full;
  public final LinearSum.BatchResiduals residuals;

  /** R, with the K residuals of term i at {@code i K}. */
  public final double[] r;

  /** G. */
  public final double[] mean;

  /** Which terms were seen, and how many. */
  private final boolean[] seen;

  private int visited;

  /** Blocks of parameters with one ridge factor each: the weights of a class, its intercept. */
  private final int[] ends;

  private final double[] ridge;

  /** Terms of the selected batch. */
  private int size;

  private ResidualTable(LinearSum f, BatchSampler sampler, boolean full) {
    this.sampler = sampler;
    this.full = full;
    residuals = f.residuals();
    terms = IntStream.range(0, f.terms()).toArray();
    batch = sampler.whole() ? terms : sampler.batch();
    residuals.select(terms, 0, terms.length);
    scale = residuals.scale();
    r = new double[Math.multiplyExact(terms.length, f.outputs())];
    mean = new double[f.dimension()];
    seen = new boolean[terms.length];
    double[] all = new double[f.dimension()];
    f.ridge(all);
    ends =
        IntStream.rangeClosed(1, all.length)
            .filter(j -> j == all.length || all[j] != all[j - 1])
            .toArray();
    ridge = Arrays.stream(ends).mapToDouble(end -> all[end - 1]).toArray();
  }

  /** Returns a table that the first step fills, or that starts empty; or explains what is wrong. */
  public static ResidualTable of(
      String user, Objective objective, BatchSampler sampler, boolean full) {
    Require.that(
        !sampler.weighted(),
        "%s keeps the mean of terms that are drawn alike: use Batches.withReplacement(1)",
        user);
    String needs = user + " needs a LinearSum such as Logistic or Softmax";
    return new ResidualTable(
        BatchSampler.require(LinearSum.class, objective, needs), sampler, full);
  }

  /** Fills the table with the residuals at x, in the first step and if that was asked for. */
  public void begin(long k, double[] x) {
    if (k > 0 || !full) {
      return;
    }
    residuals.select(terms, 0, terms.length);
    double[] rho = new double[residuals.length()];
    residuals.at(x, null, rho, mean);
    Arrays.fill(r, 0);
    residuals.remember(1, rho, r);
    Vectors.scale(scale, mean);
    Arrays.fill(seen, true);
    visited = terms.length;
  }

  /** Moves to the batch of step k. */
  public void select(long k) {
    size = sampler.whole() ? terms.length : sampler.count(sampler.select(k));
    residuals.select(batch, 0, size);
  }

  /** Returns the most numbers that a vector of residuals of a batch may have. */
  public int capacity() {
    residuals.select(batch, 0, batch.length);
    return residuals.length();
  }

  /** Returns the numbers of a vector of residuals of the selected batch. */
  public int count() {
    return residuals.length();
  }

  /**
   * Returns the factor of this step's length. Nothing corrects the gradient of a batch that was
   * never seen, while G is already the gradient of the fraction phi of all terms that were: {@code
   * grad f_B + G} is about {@code 1 + phi} times the gradient, so such a step is as much shorter.
   */
  public double firstVisit() {
    for (int k = 0; k < size; k++) {
      if (seen[batch[k]]) {
        return 1;
      }
    }
    return 1 / (1 + (double) visited / terms.length);
  }

  /** Returns the factor of the sum over all terms in their average. */
  public double scale() {
    return scale;
  }

  /** Adds {@code a rho} to the residuals of the batch; the mean gradient is the caller's. */
  public void remember(double a, double[] rho) {
    residuals.remember(a, rho, r);
    for (int k = 0; k < size; k++) {
      visited += seen[batch[k]] ? 0 : 1;
      seen[batch[k]] = true;
    }
  }

  /** Does something with every block of parameters that share an element of 1/D. */
  public void forEach(double lambda, Block block) {
    int from = 0;
    for (int i = 0; i < ends.length; i++) {
      block.on(from, ends[i], 1 / Math.fma(lambda, ridge[i], 1));
      from = ends[i];
    }
  }

  /** Names the residuals, their mean gradient and which terms were seen. */
  public void state(StateCodec archive) throws IOException {
    archive.arrays(r, mean);
    visited = 0;
    for (int i = 0; i < seen.length; i++) {
      seen[i] = archive.flag(seen[i]);
      visited += seen[i] ? 1 : 0;
    }
  }
}
