package org.ironopt.spark;

import org.apache.spark.ml.linalg.SparseVector;
import org.apache.spark.ml.linalg.Vector;

/** Linear predictions of one row. */
final class LinearPrediction {
  private LinearPrediction() {}

  static double predict(Vector x, double[] w, double intercept) {
    if (x.size() != w.length) {
      throw new IllegalArgumentException(
          "a row has " + x.size() + " features, the model has " + w.length);
    }
    double sum = intercept;
    if (x instanceof SparseVector s) {
      for (int k = 0; k < s.indices().length; k++) {
        sum = Math.fma(s.values()[k], w[s.indices()[k]], sum);
      }
      return sum;
    }
    double[] values = x.toArray();
    for (int j = 0; j < w.length; j++) {
      sum = Math.fma(values[j], w[j], sum);
    }
    return sum;
  }
}
