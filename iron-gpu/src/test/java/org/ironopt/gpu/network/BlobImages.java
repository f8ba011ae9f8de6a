package org.ironopt.gpu.network;

import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.network.Activation;
import org.ironopt.network.Layers;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/** Small images of a blob at a random place: three numbers make thirty-six. */
public final class BlobImages {
  private static final int SIDE = 6;

  private BlobImages() {}

  public static Dataset of(int rows) {
    RandomStream stream = new RandomStreams(5).stream("images");
    float[] x = new float[rows * SIDE * SIDE];
    for (int i = 0; i < rows; i++) {
      double left = 5 * stream.uniform(i, 0);
      double top = 5 * stream.uniform(i, 1);
      double size = .7 + 1.5 * stream.uniform(i, 2);
      for (int p = 0; p < SIDE * SIDE; p++) {
        double dx = p % SIDE - left;
        double dy = (double) (p / SIDE) - top;
        x[i * SIDE * SIDE + p] = (float) StrictMath.exp(-(dx * dx + dy * dy) / (2 * size * size));
      }
    }
    return Dataset.regression(new FloatFeatures(rows, SIDE * SIDE, x), new double[rows]);
  }

  /** Returns an autoencoder whose layers have widths that need padding, and one that does not. */
  public static Layers layers(Activation unit) {
    return Layers.inputs(36)
        .dense(24, unit)
        .dense(3, Activation.LINEAR)
        .dense(21, unit)
        .outputs(36);
  }
}
