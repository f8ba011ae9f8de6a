package org.ironopt.spark;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.Features;
import org.ironopt.io.InputError;

/** Rows of the lab as a part of a fit wants them: stored, and with weights above zero. */
final class PositiveWeightRows {
  private PositiveWeightRows() {}

  /** Returns the rows that have a weight, empty if none has. */
  static Optional<Dataset> counted(Dataset data) {
    int[] rows = IntStream.range(0, data.rows()).filter(i -> data.weight(i) > 0).toArray();
    if (rows.length == data.rows() && data.whole()) {
      return Optional.of(data);
    }
    return rows.length == 0 ? Optional.empty() : Optional.of(stored(data, rows));
  }

  /** Returns rows with the places of their targets among those of all classes, if there are any. */
  static Dataset labelled(Dataset data, double[] classes) {
    if (classes.length == 0) {
      return data;
    }
    int[] labels = new int[data.rows()];
    for (int i = 0; i < labels.length; i++) {
      labels[i] = Arrays.binarySearch(classes, data.target(i) + 0.0);
      if (labels[i] < 0) {
        throw new InputError(
            "the target %s is not among the first %s different ones; so many are no classes",
            data.target(i), classes.length);
      }
    }
    Dataset named = Dataset.classification(data.features(), labels, Math.max(2, classes.length));
    return data.weights().isEmpty() ? named : named.weighted(data.weights().get());
  }

  /** Returns some rows as stored ones. */
  static Dataset stored(Dataset data, int[] rows) {
    Features x = data.features().taken(Arrays.stream(rows).map(data::position).toArray());
    Dataset part =
        data.classes() > 0
            ? Dataset.classification(
                x, Arrays.stream(rows).map(data::label).toArray(), data.classNames())
            : Dataset.regression(x, Arrays.stream(rows).mapToDouble(data::target).toArray());
    return data.weights().isEmpty()
        ? part
        : part.weighted(Arrays.stream(rows).mapToDouble(data::weight).toArray());
  }
}
