package org.ironopt.model;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.ArgSort;
import org.ironopt.regression.internal.RowWeights;

/**
 * One class against the rest at every threshold of its probability, from the highest down: the ROC
 * curve is {@link #recall} over {@link #falsePositiveRate}, the precision–recall curve {@link
 * #precision} over {@link #recall}. The first point predicts the class for no row and the last one
 * for all; rows of equal probability form one point. A row of weight two counts as two rows.
 *
 * @param falsePositives weight of the rows of other classes that are named
 * @param truePositives weight of the rows of the class that are named
 */
public record ThresholdCurve(double[] falsePositives, double[] truePositives) {
  /** Returns the curve of a class, by its number, of a model on some rows. */
  public static ThresholdCurve of(Model model, Dataset data, int one) {
    return of(model.probabilities(data), RowWeights.inRange(data), one);
  }

  static ThresholdCurve of(DenseMatrix probabilities, Dataset data, int one) {
    int n = data.rows();
    double[] score = new double[n];
    Arrays.setAll(score, i -> -probabilities.get(i, one));
    int[] order = ArgSort.ascending(score);
    double[] falses = new double[n + 1];
    double[] trues = new double[n + 1];
    int points = 0;
    for (int i = 0; i < n; i++) {
      if (i == 0 || score[order[i]] != score[order[i - 1]]) {
        points++;
        falses[points] = falses[points - 1];
        trues[points] = trues[points - 1];
      }
      boolean own = data.label(order[i]) == one;
      (own ? trues : falses)[points] += data.weight(order[i]);
    }
    return new ThresholdCurve(Arrays.copyOf(falses, points + 1), Arrays.copyOf(trues, points + 1));
  }

  /** Returns at most so many points of this curve, its ends among them. */
  public ThresholdCurve thinned(int most) {
    int last = truePositives.length - 1;
    int parts = Math.min(last, most - 1);
    int[] kept =
        IntStream.rangeClosed(0, parts)
            .map(k -> parts == 0 ? 0 : (int) ((long) k * last / parts))
            .toArray();
    return new ThresholdCurve(
        Arrays.stream(kept).mapToDouble(i -> falsePositives[i]).toArray(),
        Arrays.stream(kept).mapToDouble(i -> truePositives[i]).toArray());
  }

  /** Returns the share of the rows of other classes that are named; NaN without such rows. */
  public double[] falsePositiveRate() {
    double all = last(falsePositives);
    return Arrays.stream(falsePositives).map(weight -> weight / all).toArray();
  }

  /** Returns the share of the rows of the class that are named; NaN without such rows. */
  public double[] recall() {
    double all = last(truePositives);
    return Arrays.stream(truePositives).map(weight -> weight / all).toArray();
  }

  /**
   * Returns the share of the named rows that are of the class; where none is named, that of the
   * next point.
   */
  public double[] precision() {
    return IntStream.range(0, truePositives.length)
        .map(i -> i == 0 ? Math.min(1, truePositives.length - 1) : i)
        .mapToDouble(i -> truePositives[i] / (truePositives[i] + falsePositives[i]))
        .toArray();
  }

  /**
   * Returns the area under the ROC curve: the probability that a row of the class scores higher
   * than one of another, ties counting half; NaN if either kind is absent.
   */
  public double auc() {
    double below = last(falsePositives);
    double area = 0;
    for (int i = truePositives.length - 1; i > 0; i--) {
      double tied = falsePositives[i] - falsePositives[i - 1];
      double own = truePositives[i] - truePositives[i - 1];
      area += own * (below - falsePositives[i] + 0.5 * tied);
    }
    return area / (below * last(truePositives));
  }

  /** Returns the sum of precision times the increase of recall; NaN without rows of the class. */
  public double averagePrecision() {
    double sum = 0;
    for (int i = truePositives.length - 1; i > 0; i--) {
      double own = truePositives[i] - truePositives[i - 1];
      if (own > 0) {
        sum += own * truePositives[i] / (truePositives[i] + falsePositives[i]);
      }
    }
    return sum / last(truePositives);
  }

  private static double last(double[] values) {
    return values[values.length - 1];
  }
}
