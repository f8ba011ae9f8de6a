package org.ironopt.network;

import org.ironopt.data.Dataset;
import org.ironopt.data.FloatFeatures;
import org.ironopt.random.RandomStream;
import org.ironopt.random.RandomStreams;

/** Small images of a slanted blob at a random place: five numbers make sixty-four. */
final class Images {
  private static final int SIDE = 8;

  private Images() {}

  static Dataset of(int rows) {
    RandomStream stream = new RandomStreams(5).stream("images");
    float[] x = new float[rows * SIDE * SIDE];
    for (int i = 0; i < rows; i++) {
      double left = 7 * stream.uniform(i, 0);
      double top = 7 * stream.uniform(i, 1);
      double size = .7 + 1.5 * stream.uniform(i, 2);
      double angle = Math.PI * stream.uniform(i, 3);
      double stretch = 1 + 2 * stream.uniform(i, 4);
      double cos = StrictMath.cos(angle);
      double sin = StrictMath.sin(angle);
      for (int p = 0; p < SIDE * SIDE; p++) {
        double dx = p % SIDE - left;
        double dy = (double) (p / SIDE) - top;
        double along = (dx * cos + dy * sin) / stretch;
        double across = dy * cos - dx * sin;
        double exponent = -(along * along + across * across) / (2 * size * size);
        x[i * SIDE * SIDE + p] = (float) StrictMath.exp(exponent);
      }
    }
    return Dataset.regression(new FloatFeatures(rows, SIDE * SIDE, x), new double[rows]);
  }

  static Layers layers(Activation unit) {
    return Layers.inputs(64)
        .dense(40, unit)
        .dense(20, unit)
        .dense(5, Activation.LINEAR)
        .dense(20, unit)
        .dense(40, unit)
        .outputs(64);
  }
}
