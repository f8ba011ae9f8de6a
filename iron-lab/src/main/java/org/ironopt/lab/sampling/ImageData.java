package org.ironopt.lab.sampling;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Fit;
import org.ironopt.fit.LocalModel;
import org.ironopt.lab.DataUnavailable;
import org.ironopt.lab.data.DataFolder;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.data.SyntheticImages;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.SymmetricEigen;

/**
 * Softmax regression on a few features of images: means over 4 x 4 pixels, of which the leading
 * principal components are taken, each scaled to variance one.
 */
final class ImageData {
  private static final int SIDE = 28;
  private static final int POOL = 4;
  private static final int POOLED = SIDE / POOL * (SIDE / POOL);

  private final SamplingSettings settings;
  private Mnist files;
  private LocalModel model;

  ImageData(SamplingSettings settings) {
    this.settings = settings;
  }

  void files(Mnist fetched) {
    files = fetched;
  }

  /** Reads the images and fits them, once. */
  synchronized LocalModel model() throws IOException {
    if (model == null) {
      Dataset images = settings.images() == SamplingSettings.Images.MNIST ? mnist() : synthetic();
      Dataset few = images.range(0, Math.min(settings.rows(), images.rows()));
      model =
          Fit.softmax(reduced(few, settings.features()))
              .reg(settings.reg())
              .intercept(false)
              .scale(false)
              .tolerance(1e-12)
              .local();
    }
    return model;
  }

  private Dataset mnist() throws IOException {
    try {
      if (files == null) {
        files = Mnist.fetch(DataFolder.mnist(null), line -> {});
      }
      return files.train();
    } catch (DataUnavailable e) {
      throw new IllegalStateException(e.getMessage(), e);
    }
  }

  private Dataset synthetic() throws IOException {
    Path folder = Files.createTempDirectory("iron-images");
    try {
      new SyntheticImages(settings.rows(), 1, settings.seed()).write(folder);
      return new Mnist(folder, Map.of()).train();
    } finally {
      try (var written = Files.list(folder)) {
        for (Path file : written.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }

  private static Dataset reduced(Dataset images, int features) {
    int n = images.rows();
    DenseMatrix pooled = DenseMatrix.zeros(n, POOLED);
    double[] pixels = new double[SIDE * SIDE];
    int[] labels = new int[n];
    double[] mean = new double[POOLED];
    for (int i = 0; i < n; i++) {
      images.features().copyRow(images.position(i), pixels, 0);
      labels[i] = images.label(i);
      for (int p = 0; p < pixels.length; p++) {
        int at = p / SIDE / POOL * (SIDE / POOL) + p % SIDE / POOL;
        pooled.set(i, at, pooled.get(i, at) + pixels[p] / (POOL * POOL));
      }
      for (int j = 0; j < POOLED; j++) {
        mean[j] += pooled.get(i, j) / n;
      }
    }
    for (int i = 0; i < n; i++) {
      for (int j = 0; j < POOLED; j++) {
        pooled.set(i, j, pooled.get(i, j) - mean[j]);
      }
    }
    DenseMatrix covariance = pooled.transpose().multiply(pooled).times(1.0 / n);
    covariance.symmetrize();
    SymmetricEigen eigen = SymmetricEigen.of(covariance);
    DenseMatrix leading = DenseMatrix.zeros(POOLED, features);
    for (int c = 0; c < features; c++) {
      int at = POOLED - 1 - c;
      double scale = 1 / Math.sqrt(eigen.values()[at]);
      double[] vector = eigen.vectors().column(at);
      for (int j = 0; j < POOLED; j++) {
        leading.set(j, c, scale * vector[j]);
      }
    }
    DenseMatrix x = pooled.multiply(leading);
    return Dataset.classification(
        new DenseFeatures(n, features, x.data()), labels, images.classes());
  }
}
