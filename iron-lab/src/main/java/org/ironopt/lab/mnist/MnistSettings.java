package org.ironopt.lab.mnist;

import java.util.Arrays;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Setting;
import org.ironopt.regression.Precision;

/** The settings of the chapter on MNIST. */
record MnistSettings(
    @Setting(value = "Batch sizes.", paper = "128, 256, 384", distinct = true, formerly = "batch")
        double[] batches,
    @Setting(
            value = "Steps to choose from for AdamW.",
            paper = "3e-4, 5e-4, 7e-4, 1e-3, 1.5e-3, 2e-3, 3e-3",
            smoke = "1e-3, 2e-3, 3e-3",
            above = 0)
        double[] adamw,
    @Setting(
            value = "Steps to choose from for NAG-GS.",
            paper = "0.2, 0.35, 0.5, 0.75, 1, 1.5, 2",
            smoke = "0.5, 1, 2",
            above = 0)
        double[] nagGs,
    @Setting(
            value = "Steps to choose from for IRON.",
            paper = "0.75, 1, 1.25, 1.5, 2, 2.5, 3",
            smoke = "1, 1.5, 2.5",
            above = 0)
        double[] iron,
    @Setting(value = "Factor of the l2 penalty.", paper = "1e-4", least = 0) double reg,
    @Setting(value = "single, or double: arithmetic of the training.", paper = "single")
        Precision precision,
    @Setting(
            value = "First MNIST rows, to learn from.",
            paper = "60000",
            smoke = "4000",
            least = 20,
            most = 60_000)
        int trainRows,
    @Setting(
            value = "How many of them choose the steps; the paper gives no number.",
            paper = "10000",
            smoke = "1000")
        int validationRows,
    @Setting(
            value = "First MNIST test rows, to test on.",
            paper = "10000",
            smoke = "2000",
            least = 1,
            most = 10_000)
        int testRows,
    @Setting(
            value = "Epochs of a tuning run; the paper says short only.",
            paper = "3",
            smoke = "1",
            least = 1,
            most = 10_000)
        int tuningEpochs,
    @Setting(value = "Epochs of a final run.", paper = "25", smoke = "4", least = 1, most = 10_000)
        int epochs,
    @Setting(
            value = "Seeds of the final runs.",
            paper = "0, 1, 2, 3, 4",
            smoke = "0, 1",
            fewest = 2,
            distinct = true,
            formerly = "seeds")
        long[] runSeeds,
    @Setting(value = "Absolute residual of IRON's inner solves.", paper = "1e-3", above = 0)
        double residual,
    @Setting(
            value = "Newton steps of an inner solve at most.",
            paper = "8",
            least = 1,
            most = 1000,
            formerly = "newton")
        int newtonSteps,
    @Setting(value = "Relative residual of linear systems.", paper = "1e-3", above = 0, below = 1)
        double cg,
    @Setting(
            value = "Steps whose effect on every method is shown.",
            paper = "1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3, 1, 3, 10, 100",
            smoke = "1e-4, 1e-2, 1, 100",
            above = 0,
            formerly = "steps")
        double[] stepGrid,
    @Setting(value = "Epochs of those runs.", paper = "3", smoke = "1", least = 1, most = 10_000)
        int stepEpochs,
    @Setting(value = "Their batch size.", paper = "128") int stepBatch,
    @Setting(value = "Root seed.", paper = "0") long seed) {

  MnistSettings {
    if (validationRows < 1 || validationRows >= trainRows) {
      throw new InputError(
          "validation_rows is %s, expected 1 to %s (--validation-rows)",
          validationRows, trainRows - 1);
    }
    for (double size : batches) {
      checkBatch("batches", size, trainRows - validationRows);
    }
    checkBatch("step-batch", stepBatch, trainRows);
  }

  private static void checkBatch(String option, double size, int rows) {
    if (size != Math.rint(size) || size < 1 || size > rows) {
      throw new InputError(
          "%s is %s, expected a whole number from 1 to the %s rows to learn from (--%s)",
          option.replace('-', '_'), Numbers.text(size, 17), rows, option);
    }
  }

  int[] batchSizes() {
    return Arrays.stream(batches).mapToInt(size -> (int) size).toArray();
  }

  /** Returns the steps among which that of a method of the paper is chosen. */
  double[] grid(ComparedOptimizer rival) {
    return switch (rival) {
      case ADAMW -> adamw;
      case NAG_GS -> nagGs;
      case IRON -> iron;
      default -> throw new IllegalArgumentException("no step is chosen for " + rival);
    };
  }
}
