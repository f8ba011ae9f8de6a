package org.ironopt.lab.sampling;

import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Setting;

/** The settings of the chapter on minibatches and on functions that are not convex. */
record SamplingSettings(
    @Setting(
            "Steps of the curves, each > 0 = 0.1, 0.3, 1, 3, 10, 100, 1000; smoke 0.1, 1, 10, 1000;"
                + " above 0; ascending")
        double[] alpha,
    @Setting(
            "Batch sizes of the curves, in rows = 1, 2, 5; 1 to "
                + Regressions.ROWS
                + "; ascending")
        int[] batches,
    @Setting(
            "Batch sizes of the map of best steps, in rows = 1, 2, 3, 5, 8, 12, 16; smoke 1, 2, 3,"
                + " 8, 16; 1 to "
                + Regressions.ROWS
                + "; ascending")
        int[] mapBatches,
    @Setting("Independent chains behind each point = 400; smoke 60; at least 10") int chains,
    @Setting("Measured steps of a chain = 200; smoke 60; at least 10") int window,
    @Setting(
            "Steps under center noise without convexity, each > 0 = 2, 5, 20, 100, 1000, 10000;"
                + " smoke 2, 100, 10000; above 0; ascending")
        double[] plAlpha,
    @Setting("mnist, or clouds (generated points, no download) = mnist; smoke clouds")
        Source images,
    @Setting("Images, the first of the training set = 1000; smoke 200; at least 50") int rows,
    @Setting(
            "Features of an image: its leading principal components = 5; smoke 2; 1 to "
                + PrincipalComponents.POOLED)
        int features,
    @Setting("Ridge on all coefficients of softmax regression = 0.01; above 0") double reg,
    @Setting("Batch sizes on the images = 16, 64, 256; smoke 10, 50; at least 1; ascending")
        int[] imageBatches,
    @Setting(
            "Candidate steps on the images, each > 0 = 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10;"
                + " smoke 0.01, 0.1, 1, 10; above 0; ascending")
        double[] imageAlpha,
    @Setting("Passes over the images, the paper's number of epochs = 25; smoke 5; at least 1")
        int passes,
    @Setting("Chains on the images = 8; smoke 3; at least 2") int imageChains,
    @Setting("Root seed = 0") long seed) {

  SamplingSettings {
    int largest = imageBatches[imageBatches.length - 1];
    if (largest > rows) {
      throw new InputError(
          "image_batches has %d, expected at most %d, the number of rows", largest, rows);
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
