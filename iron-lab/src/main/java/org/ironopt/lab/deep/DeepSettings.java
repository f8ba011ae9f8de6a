package org.ironopt.lab.deep;

import java.util.stream.DoubleStream;
import org.ironopt.io.InputError;
import org.ironopt.lab.experiment.Setting;
import org.ironopt.lab.methods.DeviceChoice;

/** The settings of the chapter; the full size is 400, 200, 30 with all rows and 6e6 gradients. */
record DeepSettings(
    @Setting(
            "Units of the encoder layers; the decoder mirrors them = 100, 50, 10; smoke 50, 10;"
                + " at least 1")
        long[] hidden,
    @Setting("Training images, the first of the set = 20000; smoke 1000; 20 to 60000") int rows,
    @Setting("Test images, the first of the set = 4000; smoke 200; 1 to 10000") int testRows,
    @Setting("Budget of a run, in gradients of a row = 300000; smoke 60000; at least 1000")
        int gradients,
    @Setting("Rows of an implicit step = 500; smoke 100; at least 4") int batch,
    @Setting("Rows of an explicit step = 200; smoke 50; at least 1") int explicitBatch,
    @Setting(
            "Candidate steps of AdamW, cosine decay; for the classifier a third ="
                + " 3e-4, 1e-3, 3e-3, 1e-2, 3e-2; smoke 1e-3, 1e-2; above 0; distinct")
        double[] adamw,
    @Setting(
            "Candidates for IRON's largest lambda = 1e1, 1e2, 1e3, 1e4, 1e5; smoke 1e2, 1e3; above 0; distinct")
        double[] lambda,
    @Setting("Device of the steps: auto, host, cuda or cuda:N = " + DeviceChoice.HOST)
        String device,
    @Setting("Precision of products on a GPU: float or tf32 = " + DeviceChoice.TF32)
        String precision,
    @Setting("Name of the images: mnist, or set by --data = " + DeepSettings.MNIST) String images,
    @Setting("Root seed = 0") long seed) {
  static final String MNIST = "mnist";

  DeepSettings {
    if (!images.equals(MNIST) && !images.matches(".+:[0-9a-f]{12}")) {
      throw new InputError(
          "images is '%s', expected mnist; a folder of other images is named by --data DIR",
          images);
    }
    if (2 * batch > rows || explicitBatch > rows) {
      throw new InputError(
          "batch is %s and explicit_batch %s, expected at most half of and all of the %s rows"
              + " (--batch, --explicit-batch, --rows)",
          batch, explicitBatch, rows);
    }
    new DeviceChoice(device, precision);
  }

  DeviceChoice choice() {
    return new DeviceChoice(device, precision);
  }

  /** Returns the largest lambda that variants share: 1e3 if it is one of them, else the last. */
  double usual() {
    return DoubleStream.of(lambda).anyMatch(l -> l == 1e3) ? 1e3 : lambda[lambda.length - 1];
  }
}
