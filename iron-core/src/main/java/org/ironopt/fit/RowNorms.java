package org.ironopt.fit;

import org.ironopt.data.SparseFeatures;
import org.ironopt.linalg.Parallel;
import org.ironopt.regression.LinearObjective;
import org.ironopt.regression.LogisticLoss;
import org.ironopt.regression.Loss;
import org.ironopt.regression.SoftmaxLoss;

/**
 * How much the losses of single rows can curve: {@code L_i = weight_i c |a_i|^2} with the row a_i
 * of the variables of a fit, its constant one included, and c the largest second derivative of the
 * loss. Their mean bounds the curvature of the mean loss.
 *
 * @param mean of the L_i
 * @param largest of the L_i
 */
public record RowNorms(double mean, double largest) {
  private static final int TASKS = 32;

  public static RowNorms of(LinearObjective loss, Coordinates x, Meter meter) {
    int n = loss.terms();
    meter.read(n);
    double[] sums = new double[TASKS];
    double[] tops = new double[TASKS];
    double[] zero = zeroRow(x);
    Parallel.forEach(
        TASKS,
        t -> {
          double[] row = new double[x.columns() + 1];
          int end = (int) ((long) (t + 1) * n / TASKS);
          for (int i = (int) ((long) t * n / TASKS); i < end; i++) {
            double l = loss.weight(i) * square(loss, x, i, zero, row);
            sums[t] += l;
            tops[t] = Math.max(tops[t], l);
          }
        });
    double sum = 0;
    double top = 0;
    for (int t = 0; t < TASKS; t++) {
      sum += sums[t];
      top = Math.max(top, tops[t]);
    }
    double c = curvature(loss.terms.loss());
    return new RowNorms(c * sum / n, c * top);
  }

  /** Returns the largest eigenvalue that the second derivative of a loss has anywhere. */
  public static double curvature(Loss loss) {
    return switch (loss) {
      case LogisticLoss l -> 0.25;
      case SoftmaxLoss s -> 0.5;
      default -> 1;
    };
  }

  /** The squared elements of a row of zeros, and their sum behind them. */
  private static double[] zeroRow(Coordinates x) {
    int d = x.columns();
    double[] zero = new double[d + 1];
    for (int j = 0; j < d; j++) {
      double e = x.t()[j] * x.m()[j];
      zero[j] = e * e;
      zero[d] += zero[j];
    }
    return zero;
  }

  private static double square(
      LinearObjective loss, Coordinates x, int i, double[] zero, double[] row) {
    int d = x.columns();
    int stored = loss.selection.row(i);
    double constant = x.intercept() ? 1 : 0;
    double sum = 0;
    if (loss.terms.x() instanceof SparseFeatures sparse) {
      int[] starts = sparse.matrix().rowPointers();
      for (int p = starts[stored]; p < starts[stored + 1]; p++) {
        int j = sparse.matrix().columnIndices()[p];
        double e = x.t()[j] * (sparse.matrix().values()[p] - x.m()[j]);
        sum += Math.fma(e, e, -zero[j]);
      }
      return Math.max(0, sum + zero[d]) + constant;
    }
    loss.terms.x().copyRow(stored, row, 0);
    for (int j = 0; j < d; j++) {
      double e = x.t()[j] * (row[j] - x.m()[j]);
      sum = Math.fma(e, e, sum);
    }
    return sum + constant;
  }
}
