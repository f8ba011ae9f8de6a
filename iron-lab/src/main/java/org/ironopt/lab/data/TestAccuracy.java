package org.ironopt.lab.data;

import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.regression.Softmax;

/**
 * The share of held-out rows that a softmax model classifies correctly. Not for several threads.
 */
public final class TestAccuracy {
  private final Dataset data;
  private final Softmax model;
  private final DenseMatrix p;

  /**
   * Makes a measure on some rows.
   *
   * @param data the rows with their classes
   * @param model the objective on these rows, in the arithmetic of the predictions
   */
  public TestAccuracy(Dataset data, Softmax model) {
    this.data = data;
    this.model = model;
    p = DenseMatrix.zeros(data.rows(), data.classes());
  }

  /** Returns the share of rows whose most probable class is theirs; ties go to the first class. */
  public double of(double[] w) {
    model.probabilities(w, p);
    return (double) right(data, p) / data.rows();
  }

  /** Returns how many rows have their own class as the most probable one of p. */
  public static int right(Dataset data, DenseMatrix p) {
    int right = 0;
    for (int k = 0; k < data.rows(); k++) {
      int best = 0;
      for (int c = 1; c < data.classes(); c++) {
        best = p.get(k, c) > p.get(k, best) ? c : best;
      }
      right += best == data.label(k) ? 1 : 0;
    }
    return right;
  }
}
