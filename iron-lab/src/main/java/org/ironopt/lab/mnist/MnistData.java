package org.ironopt.lab.mnist;

import java.io.IOException;
import org.ironopt.data.Dataset;
import org.ironopt.data.TrainTestSplit;
import org.ironopt.io.InputError;
import org.ironopt.lab.data.Mnist;
import org.ironopt.lab.data.TestAccuracy;
import org.ironopt.regression.Softmax;

/** The rows of an experiment and the objectives on them. */
final class MnistData {
  /** Softmax regression on all training rows in double precision, for the reported objective. */
  final Softmax exact;

  /** The same in the precision of the runs. */
  final Softmax all;

  /** The same on the training part of the split. */
  final Softmax part;

  final TestAccuracy validation;
  final TestAccuracy test;

  MnistData(MnistSettings settings, Mnist mnist) throws IOException {
    Dataset train = first(mnist.train(), settings.trainRows(), "--train-rows");
    Dataset held = first(mnist.test(), settings.testRows(), "--test-rows");
    TrainTestSplit split = split(train, settings);
    exact = Softmax.of(train, settings.reg());
    all = exact.in(settings.precision());
    part = Softmax.of(split.train(), settings.reg()).in(settings.precision());
    validation = accuracy(split.validation().orElseThrow());
    test = accuracy(held);
  }

  private static TestAccuracy accuracy(Dataset held) {
    return new TestAccuracy(held, Softmax.of(held, 0));
  }

  private static TrainTestSplit split(Dataset train, MnistSettings settings) {
    try {
      return TrainTestSplit.random(train, settings.seed(), settings.validationRows(), 0);
    } catch (TrainTestSplit.MissingClassException e) {
      throw new InputError(
          "class '%s' has no row among the %s for training, expected one of each (--train-rows,"
              + " --validation-rows)",
          e.missing(), e.rows());
    }
  }

  private static Dataset first(Dataset data, int rows, String option) {
    Dataset view = rows == data.rows() ? data : data.range(0, rows);
    if (!view.missingClasses().isEmpty()) {
      throw new InputError(
          "the first %s rows have no image of class %s, expected one of each (%s)",
          rows, view.missingClasses().getFirst(), option);
    }
    return view;
  }
}
