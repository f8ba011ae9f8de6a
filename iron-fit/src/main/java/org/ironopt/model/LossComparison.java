package org.ironopt.model;

import org.ironopt.data.Dataset;
import org.ironopt.random.internal.TailProbability;
import org.ironopt.regression.internal.RowWeights;

/**
 * Two models on the same rows: the log loss of classes, or the mean square error of numbers. The
 * standard error is that of the differences row by row, which is much smaller than that of either
 * loss.
 *
 * @param first mean loss of the first model
 * @param second mean loss of the second one
 * @param error standard error of {@code second - first}; NaN for a single row
 * @param rows that were compared; of weights that differ, as many as say as much
 */
public record LossComparison(double first, double second, double error, double rows) {
  /** Level of the test. */
  private static final double LEVEL = 0.05;

  /** Fewer rows judge nothing: the mean of their differences is far from normal. */
  public static final int FEWEST = 10;

  /** Compares two models of one kind on rows that neither has learnt from. */
  public static LossComparison of(Model first, Model second, Dataset data) {
    if (first.kind() != second.kind()) {
      throw new IllegalArgumentException(
          "a " + first.kind().word() + " model and a " + second.kind().word() + " one");
    }
    Dataset rows = RowWeights.inRange(data);
    double[] a = losses(first, rows);
    double[] b = losses(second, rows);
    double total = rows.totalWeight();
    double meanA = 0;
    double meanB = 0;
    for (int i = 0; i < a.length; i++) {
      double share = rows.weight(i) / total;
      meanA = Math.fma(share, a[i], meanA);
      meanB = Math.fma(share, b[i], meanB);
    }
    double squares = 0;
    double shares = 0;
    for (int i = 0; i < a.length; i++) {
      double share = rows.weight(i) / total;
      double off = share * (b[i] - a[i] - (meanB - meanA));
      squares = Math.fma(off, off, squares);
      shares = Math.fma(share, share, shares);
    }
    // Of n rows with weights that differ, 1/shares are as good as equal ones.
    return new LossComparison(meanA, meanB, Math.sqrt(squares / (1 - shares)), 1 / shares);
  }

  private static double[] losses(Model model, Dataset data) {
    double[] losses = new double[data.rows()];
    double[] numbers = model.kind().classes() ? losses : model.predictions(data);
    for (int i = 0; i < losses.length; i++) {
      double miss = model.kind().classes() ? 0 : numbers[i] - data.target(i);
      losses[i] = model.kind().classes() ? ClassEvaluation.loss(model, data, i) : miss * miss;
    }
    return losses;
  }

  /** Returns by how much the first loss is smaller. */
  public double gain() {
    return second - first;
  }

  /** Returns whether there are enough rows to judge. */
  public boolean judges() {
    return rows >= FEWEST - 1e-9;
  }

  /**
   * Returns the one-sided p-value of "the first model is not better": of Student's t of the
   * differences row by row; NaN if the rows are too few to judge.
   */
  public double p() {
    if (!judges()) {
      return Double.NaN;
    }
    if (error == 0) {
      return gain() > 0 ? 0 : 1;
    }
    double tail = 0.5 * TailProbability.probability(gain() / error, rows - 1);
    return gain() > 0 ? tail : 1 - tail;
  }

  /** Returns whether the first model is better by more than chance, at a level of 5 %. */
  public boolean firstWins() {
    return p() <= LEVEL;
  }
}
