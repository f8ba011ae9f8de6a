package org.ironopt.lab.mnist;

import java.math.BigDecimal;

/**
 * One training run, from zero.
 *
 * @param purpose what it is for
 * @param rival the method
 * @param step its step
 * @param batch rows of a batch
 * @param epochs passes of the method over its training rows
 * @param seed seed of the permutations
 */
record Training(Purpose purpose, Rival rival, double step, int batch, int epochs, long seed) {
  /** What a run is for, which decides the rows it learns from and is judged on. */
  enum Purpose {
    /** Learns from the training part of the split, is judged on the validation part. */
    TUNE,
    /** Learns from all training rows, is judged on the test rows, and is timed. */
    FINAL,
    /** As {@link #FINAL}, short and not timed: how a method bears a step. */
    ROBUST
  }

  String label() {
    String number = BigDecimal.valueOf(step).stripTrailingZeros().toPlainString();
    return switch (purpose) {
      case TUNE -> "tune-" + rival.label + "-b" + batch + "-" + number;
      case FINAL -> "final-" + rival.label + "-b" + batch + "-" + number + "-seed" + seed;
      case ROBUST -> "step-" + rival.label + "-b" + batch + "-" + number;
    };
  }
}
