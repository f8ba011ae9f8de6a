package org.ironopt.lab.sampling;

import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;

/**
 * A few features of images: the leading principal components of means over 4 x 4 pixels, each
 * scaled to variance one.
 */
final class PrincipalComponents {
  private static final int SIDE = 28;
  private static final int POOL = 4;

  /** Means of an image. */
  static final int POOLED = SIDE / POOL * (SIDE / POOL);

  private PrincipalComponents() {}

  static Dataset of(Dataset all, int rows, int features) {
    Dataset images = all.range(0, Math.min(rows, all.rows()));
    int n = images.rows();
    DenseMatrix centered = pooled(images);
    DenseMatrix covariance = centered.transpose().multiply(centered).times(1.0 / n);
    covariance.symmetrize();
    SymmetricEigen eigen = SymmetricEigen.of(covariance);
    DenseMatrix leading = DenseMatrix.zeros(POOLED, features);
    for (int c = 0; c < features; c++) {
      int at = POOLED - 1 - c;
      double[] vector = eigen.vectors().column(at);
      for (int j = 0; j < POOLED; j++) {
        leading.set(j, c, vector[j] / Math.sqrt(eigen.values()[at]));
      }
    }
    int[] labels = IntStream.range(0, n).map(images::label).toArray();
    double[] x = centered.multiply(leading).data();
    return Dataset.classification(new DenseFeatures(n, features, x), labels, images.classes());
  }

  private static DenseMatrix pooled(Dataset images) {
    int n = images.rows();
    DenseMatrix pooled = DenseMatrix.zeros(n, POOLED);
    double[] pixels = new double[SIDE * SIDE];
    double[] mean = new double[POOLED];
    for (int i = 0; i < n; i++) {
      images.features().copyRow(images.position(i), pixels, 0);
      for (int p = 0; p < pixels.length; p++) {
        int at = p / SIDE / POOL * (SIDE / POOL) + p % SIDE / POOL;
        double share = pixels[p] / (POOL * POOL);
        pooled.set(i, at, pooled.get(i, at) + share);
        mean[at] += share / n;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < POOLED; j++) {
        pooled.set(i, j, pooled.get(i, j) - mean[j]);
      }
    }
    return pooled;
  }
}
