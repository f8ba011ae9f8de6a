package org.ironopt.lab.fit;

import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.FloatFeatures;
import org.ironopt.data.SparseFeatures;
import org.ironopt.model.ModelKind;

/** An estimate of what a fit keeps in memory. */
public final class Memory {
  /** Vectors of all parameters: iterates, gradients, conjugate gradients, sums of the tasks. */
  private static final int VECTORS = 60;

  private Memory() {}

  /** Returns megabytes: the data, what products need of each row, and vectors. */
  public static long megabytes(Dataset data, ModelKind kind) {
    long stored = data.features().stored();
    double bytes =
        switch (data.features()) {
          case DenseFeatures d -> 8.0 * stored;
          case FloatFeatures f -> 4.0 * stored;
          case SparseFeatures s -> 12.0 * stored + 4.0 * data.rows();
        };
    int outputs = kind == ModelKind.SOFTMAX ? data.classes() : 1;
    bytes += data.rows() * (12.0 + 16.0 * outputs) + 8.0 * VECTORS * outputs * data.columns();
    return Math.max(1, Math.round(bytes / 1e6));
  }
}
