package org.ironopt.lab.sampling;

import java.util.Arrays;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Setting;

/** The settings of the chapter on minibatches and on functions that are not convex. */
record SamplingSettings(
    @Setting(
            "Steps of the curves, each > 0 = 0.1, 0.3, 1, 3, 10, 100, 1000; smoke 0.1, 1, 10, 1000;"
                + " above 0")
        double[] alpha,
    @Setting("Batch sizes of the curves, in rows = 1, 2, 5; at least 1") int[] batches,
    @Setting(
            "Batch sizes of the map of best steps, in rows = 1, 2, 3, 5, 8, 12, 16; smoke 1, 2, 3,"
                + " 8, 16; at least 1")
        int[] mapBatches,
    @Setting("Independent chains behind each point = 400; smoke 60; at least 10") int chains,
    @Setting("Measured steps of a chain = 200; smoke 60; at least 10") int window,
    @Setting(
            "Steps under center noise without convexity, each > 0 = 2, 5, 20, 100, 1000, 10000;"
                + " smoke 2, 100, 10000; above 0")
        double[] plAlpha,
    @Setting("mnist, or clouds (generated points, no download) = mnist;" + " smoke clouds")
        Source images,
    @Setting("Images, the first of the training set = 1000; smoke 200; at least 50") int rows,
    @Setting("Features of an image: its leading principal components = 5; smoke 2; at least 1")
        int features,
    @Setting("Ridge on all coefficients of softmax regression = 0.01; above 0") double reg,
    @Setting("Batch sizes on the images = 16, 64, 256; smoke 10, 50; at least 1")
        int[] imageBatches,
    @Setting(
            "Candidate steps on the images, each > 0 = 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10;"
                + " smoke 0.01, 0.1, 1, 10; above 0")
        double[] imageAlpha,
    @Setting("Passes over the images, the paper's number of epochs = 25; smoke 5; at least 1")
        int passes,
    @Setting("Chains on the images = 8; smoke 3; at least 2") int imageChains,
    @Setting("Root seed = 0") long seed) {

  /** Lists ascend from here on: curves and claims go along them. */
  SamplingSettings {
    alpha = Arrays.stream(alpha).sorted().toArray();
    batches = Arrays.stream(batches).sorted().toArray();
    mapBatches = Arrays.stream(mapBatches).sorted().toArray();
    plAlpha = Arrays.stream(plAlpha).sorted().toArray();
    imageBatches = Arrays.stream(imageBatches).sorted().toArray();
    imageAlpha = Arrays.stream(imageAlpha).sorted().toArray();
    fitting("batches", batches, Regressions.ROWS);
    fitting("map_batches", mapBatches, Regressions.ROWS);
    fitting("image_batches", imageBatches, rows);
    if (features > PrincipalComponents.POOLED) {
      throw new InputError(
          "features is %d, expected at most %d: an image has no more",
          features, PrincipalComponents.POOLED);
    }
  }

  private static void fitting(String name, int[] sizes, int rows) {
    for (int size : sizes) {
      if (size > rows) {
        throw new InputError(
            name + " has " + size + ", expected at most " + rows + ", the number of rows");
      }
    }
  }

  /** What is classified. */
  enum Source {
    /** The files of the chapter on MNIST. */
    MNIST,
    /** Ten normal clouds of points. */
    CLOUDS
  }
}
