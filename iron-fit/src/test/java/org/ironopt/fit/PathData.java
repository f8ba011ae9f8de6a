package org.ironopt.fit;

import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
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
    DenseFeatures features = new DenseFeatures(rows, columns, x);
    return kind.classes()
        ? Dataset.classification(features, label, kind == ModelKind.LOGISTIC ? 2 : 3)
        : Dataset.regression(features, y);
  }
}
