package org.ironopt.fit;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.data.SparseFeatures;
import org.ironopt.model.ModelKind;
import org.ironopt.random.RandomStreams;

/** Rows by seed: neighbouring columns are correlated by one half, every third one counts. */
final class PathData {
  private PathData() {}

  /** Returns a fit of such rows; the number that is part of some models is one half. */
  static Fit fit(ModelKind kind, Dataset data) {
    Fit fit = Fit.of(kind, data);
    return kind.shape().isPresent() ? fit.shape(0.5) : fit;
  }

  static Dataset of(ModelKind kind, int rows, int columns, long seed) {
    double[] x = new double[rows * columns];
    double[] noise = new double[rows * 2];
    RandomStreams streams = new RandomStreams(seed);
    streams.stream("columns").normals(0, 0, 1, x, 0, x.length);
    streams.stream("noise").normals(0, 0, 1, noise, 0, noise.length);
    double[] y = new double[rows];
    int[] label = new int[rows];
    for (int i = 0; i < rows; i++) {
      double eta = 0;
      for (int j = 1; j < columns; j++) {
        int at = i * columns + j;
        x[at] = 0.5 * x[at - 1] + Math.sqrt(0.75) * x[at];
        eta += j % 3 == 0 ? (j % 2 == 0 ? 0.5 : -0.7) * x[at] : 0;
      }
      double z = eta + noise[i];
      double mean = StrictMath.exp(0.4 * z);
      y[i] = kind == ModelKind.GAMMA ? mean : kind.logarithmic() ? Math.floor(mean) : z;
      label[i] = kind == ModelKind.LOGISTIC ? (z > 0 ? 1 : 0) : z > 0.6 ? 2 : z > -0.6 ? 1 : 0;
    }
    return of(kind, new DenseFeatures(rows, columns, x), y, label);
  }

  private static Dataset of(ModelKind kind, Features features, double[] y, int[] label) {
    return kind.classes()
        ? Dataset.classification(features, label, kind == ModelKind.LOGISTIC ? 2 : 3)
        : Dataset.regression(features, y);
  }

  /** Returns such rows with one element in twenty, stored as a sparse matrix or with its zeros. */
  static Dataset gaps(ModelKind kind, int rows, int columns, long seed, boolean sparse) {
    Dataset full = of(kind, rows, columns, seed);
    double[] x = new double[rows * columns];
    int[] starts = new int[rows + 1];
    int[] at = new int[x.length];
    double[] values = new double[x.length];
    int stored = 0;
    double[] y = new double[rows];
    int[] label = new int[rows];
    for (int i = 0; i < rows; i++) {
      for (int j = 7 * i % 20; j < columns; j += 20) {
        x[i * columns + j] = full.features().get(i, j) + 0.25;
        at[stored] = j;
        values[stored++] = x[i * columns + j];
      }
      starts[i + 1] = stored;
      y[i] = full.target(i);
      label[i] = kind.classes() ? full.label(i) : 0;
    }
    Features features =
        sparse
            ? SparseFeatures.of(
                rows, columns, starts, Arrays.copyOf(at, stored), Arrays.copyOf(values, stored))
            : new DenseFeatures(rows, columns, x);
    return of(kind, features, y, label);
  }
}
