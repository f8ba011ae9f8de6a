package org.ironopt.lab.mnist;

import java.io.IOException;
import java.util.Locale;
import org.ironopt.data.Dataset;
import org.ironopt.data.Split;
import org.ironopt.lab.InputError;
import org.ironopt.lab.data.Mnist;
import org.ironopt.regression.Softmax;

/** The rows of an experiment and the objectives on them. */
final class MnistData {
  /** Softmax regression on all training rows in double precision, for the reported objective. */
  final Softmax exact;

  /** The same in the precision of the runs. */
  final Softmax all;

  /** The same on the training part of the split. */
  final Softmax part;

  final Judge validation;
  final Judge test;

  MnistData(MnistSetup setup, Mnist mnist) throws IOException {
    Dataset train = first(mnist.train(), setup.train, "train_rows");
    Dataset held = first(mnist.test(), setup.test, "test_rows");
    Split split = split(train, setup);
    exact = Softmax.of(train, setup.reg);
    all = exact.in(setup.precision);
    part = Softmax.of(split.train(), setup.reg).in(setup.precision);
    validation = new Judge(split.validation().orElseThrow());
    test = new Judge(held);
  }

  private static Split split(Dataset train, MnistSetup setup) {
    try {
      return Split.random(train, setup.seed, setup.validation, 0);
    } catch (IllegalArgumentException e) {
      String what = e.getMessage().replaceAll(";.*", "");
      throw new InputError(what + ", expected one of each (--train-rows, --validation-rows)");
    }
  }

  private static Dataset first(Dataset data, int rows, String name) {
    Dataset view = rows == data.rows() ? data : data.range(0, rows);
    if (!view.missingClasses().isEmpty()) {
      throw new InputError(
          String.format(
              Locale.ROOT,
              "the first %d rows have no image of class %s, expected one of each (--%s)",
              rows,
              view.missingClasses().getFirst(),
              name.replace('_', '-')));
    }
    return view;
  }
}
