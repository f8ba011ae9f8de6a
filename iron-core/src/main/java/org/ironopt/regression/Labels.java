package org.ironopt.regression;

import org.ironopt.data.Dataset;
import org.ironopt.data.Targets;

/** Reads the targets of a data set for a loss, by stored row. */
final class Labels {
  private Labels() {}

  /** Returns +1 and -1, from two classes or from numbers that are all +1/-1 or all 1/0. */
  static double[] signs(Dataset data) {
    double[] signs = new double[data.features().rows()];
    if (data.targets() instanceof Targets.Labels && data.classes() != 2) {
      throw new IllegalArgumentException(
          "logistic regression needs 2 classes, the data has "
              + data.classes()
              + ": use softmax regression");
    }
    boolean zeros = data.targets() instanceof Targets.Labels;
    boolean minus = false;
    for (int i = 0; i < data.rows(); i++) {
      double y = data.target(i);
      if (y != 1 && y != 0 && y != -1) {
        throw new IllegalArgumentException(
            "the label of row " + i + " is " + y + ", expected 1 and -1, or 1 and 0");
      }
      zeros |= y == 0;
      minus |= y == -1;
      signs[data.position(i)] = y == 1 ? 1 : -1;
    }
    if (zeros && minus) {
      throw new IllegalArgumentException(
          "the labels contain both 0 and -1, expected 1 and -1, or 1 and 0");
    }
    return signs;
  }

  /** Returns class numbers. */
  static double[] classes(Dataset data) {
    if (!(data.targets() instanceof Targets.Labels labels)) {
      throw new IllegalArgumentException(
          "softmax regression needs class labels, the targets are numbers");
    }
    if (data.classes() < 2) {
      throw new IllegalArgumentException(
          "softmax regression needs at least 2 classes, the data has " + data.classes());
    }
    double[] classes = new double[data.features().rows()];
    for (int i = 0; i < classes.length; i++) {
      classes[i] = labels.labels()[i];
    }
    return classes;
  }

  /** Returns numbers for the named model. */
  static double[] numbers(String model, Dataset data) {
    if (data.targets() instanceof Targets.Numbers numbers) {
      return numbers.values();
    }
    throw new IllegalArgumentException(
        model + " needs numbers to predict, the targets are class labels");
  }
}
