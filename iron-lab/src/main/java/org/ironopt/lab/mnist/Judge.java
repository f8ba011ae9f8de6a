package org.ironopt.lab.mnist;

import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.regression.Softmax;

/** Counts how many held-out rows a model gets right. */
final class Judge {
  private final Dataset data;
  private final Softmax model;
  private final DenseMatrix p;

  Judge(Dataset data) {
    this.data = data;
    model = Softmax.of(data, 0);
    p = DenseMatrix.zeros(data.rows(), data.classes());
  }

  /** Returns the share of rows whose most probable class is theirs; ties go to the first class. */
  double accuracy(double[] w) {
    model.probabilities(w, p);
    int right = 0;
    for (int k = 0; k < data.rows(); k++) {
      int best = 0;
      for (int c = 1; c < data.classes(); c++) {
        best = p.get(k, c) > p.get(k, best) ? c : best;
      }
      right += best == data.label(k) ? 1 : 0;
    }
    return (double) right / data.rows();
  }
}
