package org.ironopt.bench;

import org.ironopt.data.Dataset;
import org.ironopt.model.ModelKind;

/**
 * Data with the objective to minimise: mean loss plus {@code reg |w|^2 / 2}, without a constant
 * term and without scaling, which is what all contestants can express.
 *
 * @param kind logistic, softmax or ridge
 */
record BenchSet(String name, boolean dense, ModelKind kind, Dataset data, double reg) {
  int outputs() {
    return kind == ModelKind.SOFTMAX ? data.classes() : 1;
  }
}
