package org.ironopt.regression.internal;

import java.util.Arrays;
import java.util.Map;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.internal.Require;

/** Weights of rows. */
public final class RowWeights {
  /** Beyond these powers of two sums and products of weights may leave the range of numbers. */
  private static final int LARGEST = 500;

  private RowWeights() {}

  /**
   * Returns the same rows with their weights multiplied by a power of two, which changes no result,
   * if the largest weight is too large or too small to compute with.
   */
  public static Dataset inRange(Dataset data) {
    if (data.weights().isEmpty()) {
      return data;
    }
    double largest = 0;
    for (int i = 0; i < data.rows(); i++) {
      largest = Math.max(largest, data.weight(i));
    }
    int exponent = Math.getExponent(largest);
    if (largest == 0 || Math.abs(exponent) <= LARGEST) {
      return data;
    }
    double[] weights = new double[data.rows()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = Math.scalb(data.weight(i), -exponent);
    }
    return data.weighted(weights);
  }

  /** Returns the rows in range, with factors of named classes, and balanced if that is asked. */
  public static Dataset of(Dataset data, boolean balanced, Map<String, Double> byName) {
    Dataset rows = inRange(data);
    if (!byName.isEmpty()) {
      double[] factors = new double[data.classes()];
      Arrays.setAll(factors, c -> byName.getOrDefault(data.classNames().get(c), 1.0));
      rows = byClass(rows, factors);
    }
    return balanced ? balanced(rows) : rows;
  }

  /** Returns the same rows with the weight of each multiplied by the factor of its class. */
  public static Dataset byClass(Dataset data, double[] factors) {
    Require.length("factors", data.classes(), factors);
    double[] weights = new double[data.rows()];
    for (int i = 0; i < weights.length; i++) {
      weights[i] = data.weight(i) * factors[data.label(i)];
    }
    return data.weighted(weights);
  }

  /**
   * Returns the same rows with their weights multiplied so that all classes weigh the same and the
   * total stays.
   */
  public static Dataset balanced(Dataset data) {
    Require.that(data.classes() != 0, "balanced weights need classes, the targets are numbers");
    double[] byClass = new double[data.classes()];
    for (int i = 0; i < data.rows(); i++) {
      byClass[data.label(i)] += data.weight(i);
    }
    double total = 0;
    int present = 0;
    for (double weight : byClass) {
      total += weight;
      present += weight > 0 ? 1 : 0;
    }
    double[] factors = new double[byClass.length];
    for (int c = 0; c < factors.length; c++) {
      factors[c] = byClass[c] > 0 ? total / (present * byClass[c]) : 0;
    }
    return byClass(data, factors);
  }
}
