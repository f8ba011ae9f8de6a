package org.ironopt.regression;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

class BadInputTest {
  private static final Features X = Samples.rows(Fixtures.rows());
  private static final Dataset NUMBERS = Dataset.regression(X, new double[] {1, 2, 0, 1});
  private static final Dataset THREE = Dataset.classification(X, new int[] {0, 1, 2, 1}, 3);

  private static void refused(String message, Runnable call) {
    assertEquals(message, assertThrows(IllegalArgumentException.class, call::run).getMessage());
  }

  @Test
  void labels() {
    refused(
        "the label of row 1 is 2.0, expected 1 and -1, or 1 and 0", () -> Logistic.of(NUMBERS, 0));
    refused(
        "the labels contain both 0 and -1, expected 1 and -1, or 1 and 0",
        () -> Logistic.of(Dataset.regression(X, new double[] {1, -1, 0, 1}), 0));
    refused(
        "logistic regression needs 2 classes, the data has 3: use softmax regression",
        () -> Logistic.of(THREE, 0));
    refused(
        "softmax regression needs class labels, the targets are numbers",
        () -> Softmax.of(NUMBERS, 0));
    refused(
        "softmax regression needs at least 2 classes, the data has 1",
        () -> Softmax.of(Dataset.classification(X, new int[4], 1), 0));
    refused(
        "least squares needs numbers to predict, the targets are class labels",
        () -> Ridge.of(THREE, 0));
  }

  @Test
  void parameters() {
    refused("reg is -1.0, expected a number >= 0", () -> Ridge.of(NUMBERS, -1));
    refused("reg is NaN, expected a number >= 0", () -> Softmax.of(THREE, Double.NaN));
    Logistic f = Logistic.of(Samples.tp4(), .1);
    refused("terms of the batch is 0, expected at least 1", () -> f.batch(new int[3], 2, 2));
    refused(
        "term 4 in a batch, expected 0 to 3",
        () -> f.batch(new int[] {0, 4}, 0, 2).value(new double[2]));
    refused("term -1, expected 0 to 3", () -> f.prox(-1, 1, new double[2], new double[2]));
    refused(
        "eta is -2.0, expected a number >= 0", () -> f.prox(0, -2, new double[2], new double[2]));
    refused(
        "w and values must have one length, got 2 and 3",
        () -> f.valuesAndGradients(new double[2][2], new double[3], new double[2][2]));
    refused(
        "w and gradients must have one length, got 2 and 3",
        () -> f.gradients(new int[] {0}, 1, new double[2][2], new double[3][2]));
    refused("w: expected length 2, got 3", () -> f.value(new double[3]));
    refused(
        "a product before any point, expected at() first",
        () -> f.curvature().apply(new double[2], new double[2]));
    assertThrows(IndexOutOfBoundsException.class, () -> f.batch(new int[3], 0, 4));
  }

  @Test
  void data() {
    refused(
        "the feature in row 1, column 0 is NaN, expected a finite number",
        () -> new DenseFeatures(2, 2, new double[] {0, 1, Double.NaN, 3}));
    refused(
        "the data is empty: 0 rows and 2 columns, expected one or more",
        () -> new DenseFeatures(0, 2, new double[0]));
    // All the weight is on rows that the view does not have.
    Dataset nothing = Samples.tp4().weighted(new double[] {1, 0, 0, 1}).subset(1, 2);
    refused("all weights are zero, expected one above zero", () -> Logistic.of(nothing, 0));
  }
}
