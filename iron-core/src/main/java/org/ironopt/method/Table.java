package org.ironopt.method;

import java.util.Arrays;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Residuals;

/**
 * The residuals that every term of a {@link LinearSum} had when it was last seen, and their mean
 * gradient {@code G = (1/N) A' R}, which stay consistent: both change by the same {@code a rho}.
 */
public final class Table {
  private final Sampler sampler;
  private final int[] terms;
  private final double scale;
  private final boolean full;
  public final Residuals residuals;

  /** R, with the K residuals of term i at {@code i K}. */
  public final double[] r;

  /** G. */
  public final double[] mean;

  /** 1 for each term that was seen, else 0; and how many were. */
  private final double[] seen;

  private final double[] visited = new double[1];

  /** Terms of the selected batch. */
  private int size;

  private Table(LinearSum f, Sampler sampler, boolean full) {
    this.sampler = sampler;
    this.full = full;
    residuals = f.residuals();
    terms = new int[f.terms()];
    for (int i = 0; i < terms.length; i++) {
      terms[i] = i;
    }
    residuals.select(terms, 0, terms.length);
    scale = residuals.scale();
    r = new double[Math.multiplyExact(terms.length, f.outputs())];
    mean = new double[f.dimension()];
    seen = new double[terms.length];
  }

  /** Returns a table that starts empty, or explains what does not fit. */
  public static Table of(String user, Objective objective, Sampler sampler) {
    return of(user, objective, sampler, false);
  }

  /** Returns a table that the first step fills, or that starts empty; or explains what is wrong. */
  public static Table of(String user, Objective objective, Sampler sampler, boolean full) {
    if (sampler.weighted()) {
      throw new IllegalArgumentException(
          user + " keeps the mean of terms that are drawn alike: use Batches.withReplacement(1)");
    }
    if (!(objective instanceof LinearSum sum)) {
      throw new IllegalArgumentException(
          user
              + " needs a LinearSum such as Logistic or Softmax, got "
              + objective.getClass().getSimpleName());
    }
    return new Table(sum, sampler, full);
  }

  /** Fills the table with the residuals at x, in the first step and if that was asked for. */
  void begin(long k, double[] x) {
    if (k == 0 && full) {
      fill(x);
    }
  }

  private void fill(double[] x0) {
    residuals.select(terms, 0, terms.length);
    double[] rho = new double[residuals.length()];
    residuals.at(x0, null, rho, mean);
    Arrays.fill(r, 0);
    residuals.remember(1, rho, r);
    for (int j = 0; j < mean.length; j++) {
      mean[j] *= scale;
    }
    Arrays.fill(seen, 1);
    visited[0] = terms.length;
  }

  /** Moves to the batch of step k. */
  public void select(long k) {
    int[] batch = sampler.whole() ? terms : sampler.batch();
    size = sampler.whole() ? terms.length : sampler.count(sampler.select(k));
    residuals.select(batch, 0, size);
  }

  /** Returns the most numbers that a vector of residuals of a batch may have. */
  public int capacity() {
    int[] batch = sampler.whole() ? terms : sampler.batch();
    residuals.select(batch, 0, batch.length);
    return residuals.length();
  }

  /** Returns the numbers of a vector of residuals of the selected batch. */
  int count() {
    return residuals.length();
  }

  /**
   * Returns the factor of this step's length. Nothing corrects the gradient of a batch that was
   * never seen, while G is already the gradient of the fraction phi of all terms that were: {@code
   * grad f_B + G} is about {@code 1 + phi} times the gradient, so such a step is as much shorter.
   */
  public double firstVisit() {
    int[] batch = sampler.whole() ? terms : sampler.batch();
    for (int k = 0; k < size; k++) {
      if (seen[batch[k]] != 0) {
        return 1;
      }
    }
    return 1 / (1 + visited[0] / terms.length);
  }

  /** Returns the factor of the sum over all terms in their average. */
  public double scale() {
    return scale;
  }

  /** Adds {@code a rho} to the residuals of the batch; the mean gradient is the caller's. */
  public void remember(double a, double[] rho) {
    residuals.remember(a, rho, r);
    int[] batch = sampler.whole() ? terms : sampler.batch();
    for (int k = 0; k < size; k++) {
      visited[0] += 1 - seen[batch[k]];
      seen[batch[k]] = 1;
    }
  }

  public double[][] arrays() {
    return new double[][] {r, mean, seen, visited};
  }
}
