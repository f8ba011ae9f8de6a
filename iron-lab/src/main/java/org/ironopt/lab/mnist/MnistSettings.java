package org.ironopt.lab.mnist;

import java.util.Arrays;
import java.util.List;
import org.ironopt.io.InputError;
import org.ironopt.io.internal.Numbers;
import org.ironopt.lab.experiment.Setting;
import org.ironopt.regression.Precision;

/** The settings of the chapter on MNIST. */
record MnistSettings(
    @Setting("Batch sizes = 128, 256, 384; formerly batch; distinct") double[] batches,
    @Setting(
            "Candidate steps of AdamW = 3e-4, 5e-4, 7e-4, 1e-3, 1.5e-3, 2e-3, 3e-3;"
                + " smoke 1e-3, 2e-3, 3e-3; above 0")
        double[] adamw,
    @Setting(
            "Candidate steps of NAG-GS = 0.2, 0.35, 0.5, 0.75, 1, 1.5, 2; smoke 0.5, 1, 2;"
                + " above 0")
        double[] nagGs,
    @Setting(
            "Candidate steps of IRON = 0.75, 1, 1.25, 1.5, 2, 2.5, 3; smoke 1, 1.5, 2.5;"
                + " above 0")
        double[] iron,
    @Setting("Factor of the l2 penalty = 1e-4; at least 0") double reg,
    @Setting("single, or double: arithmetic of the training = single") Precision precision,
    @Setting("Training rows, the first of MNIST = 60000; smoke 4000; 20 to 60000") int trainRows,
    @Setting("Training rows that choose the steps (not in the paper) = 10000; smoke 1000")
        int validationRows,
    @Setting("Test rows, the first of MNIST = 10000; smoke 2000; 1 to 10000") int testRows,
    @Setting("Epochs of a tuning run (short in the paper) = 3; smoke 1; 1 to 10000")
        int tuningEpochs,
    @Setting("Epochs of a final run = 25; smoke 4; 1 to 10000") int epochs,
    @Setting(
            "Seeds of the final runs = 0, 1, 2, 3, 4; smoke 0, 1; fewest 2; formerly seeds;"
                + " distinct")
        long[] runSeeds,
    @Setting("Absolute residual of IRON's inner solves = 1e-3; above 0") double residual,
    @Setting("Largest number of Newton steps of an inner solve = 8; 1 to 1000; formerly newton")
        int newtonSteps,
    @Setting("Relative residual of linear systems = 1e-3; above 0; below 1") double cg,
    @Setting(
            "Steps of the sensitivity runs = 1e-4, 1e-3, 3e-3, 1e-2, 3e-2, 0.1, 0.3,"
                + " 1, 3, 10, 100; smoke 1e-4, 1e-2, 1, 100; above 0; formerly steps")
        double[] stepGrid,
    @Setting("Epochs of the sensitivity runs = 3; smoke 1; 1 to 10000") int stepEpochs,
    @Setting("Batch size of the sensitivity runs = 128") int stepBatch,
    @Setting("Root seed = 0") long seed) {

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

  List<Integer> batchSizes() {
    return Arrays.stream(batches).mapToObj(size -> (int) size).toList();
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
