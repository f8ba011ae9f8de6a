package org.ironopt.model;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.model.ClassEvaluation.ThresholdCurve;
import org.junit.jupiter.api.Test;

/** The curves of predictions against cases computed by hand, and weights against repeated rows. */
class ThresholdCurveTest {
  private static Model model(ModelKind kind, List<String> classes) {
    double[][] slope = {{1}};
    return new Model(kind, List.of("x"), classes, slope, new double[1], new LinkedHashMap<>());
  }

  private static final Model LOGISTIC = model(ModelKind.LOGISTIC, List.of("0", "1"));

  private static Dataset classes(double[] x, int... labels) {
    return Dataset.classification(new DenseFeatures(x.length, 1, x), labels, 2);
  }

  /** From the highest score: 1, then a tie of 0 and 1, then 0, then 1. */
  @Test
  void aTieIsOnePoint() {
    Dataset data = classes(new double[] {-1, 2, 2, 3, 0}, 1, 0, 1, 1, 0);
    ThresholdCurve curve = ThresholdCurve.of(LOGISTIC, data, 1);
    assertArrayEquals(new double[] {0, 0, 1, 2, 2}, curve.falsePositives());
    assertArrayEquals(new double[] {0, 1, 2, 2, 3}, curve.truePositives());
    assertArrayEquals(new double[] {0, 0, 0.5, 1, 1}, curve.falsePositiveRate());
    assertArrayEquals(new double[] {0, 1 / 3.0, 2 / 3.0, 2 / 3.0, 1}, curve.recall());
    assertArrayEquals(new double[] {1, 1, 2 / 3.0, 0.5, 0.6}, curve.precision());
    assertEquals((2 + 1.5 + 0) / 6, curve.auc(), 1e-15);
    assertEquals((1 + 2 / 3.0 + 0.6) / 3, curve.averagePrecision(), 1e-15);
  }

  @Test
  void theAreaIsThatOfTheTrapezoids() {
    Dataset data = classes(new double[] {-1, 2, 2, 3, 0, 1, 1, 1, -2}, 1, 0, 1, 1, 0, 0, 1, 0, 0);
    ThresholdCurve curve = ThresholdCurve.of(LOGISTIC, data, 1);
    double[] x = curve.falsePositiveRate();
    double[] y = curve.recall();
    double area = 0;
    for (int i = 1; i < x.length; i++) {
      area += (x[i] - x[i - 1]) * (y[i] + y[i - 1]) / 2;
    }
    assertEquals(area, curve.auc(), 1e-15);
    assertEquals(area, ThresholdCurve.of(LOGISTIC, data, 0).auc(), 1e-15);
  }

  @Test
  void weightTwoIsARowTwice() {
    double[] x = {-1, 2, 2, 3, 0};
    double[] weights = {1, 2, 1, 2, 1};
    Dataset weighted = classes(x, 1, 0, 1, 1, 0).weighted(weights);
    Dataset twice = classes(new double[] {-1, 2, 2, 2, 3, 3, 0}, 1, 0, 0, 1, 1, 1, 0);
    ThresholdCurve a = ThresholdCurve.of(LOGISTIC, weighted, 1);
    ThresholdCurve b = ThresholdCurve.of(LOGISTIC, twice, 1);
    assertArrayEquals(b.falsePositiveRate(), a.falsePositiveRate(), 1e-15);
    assertArrayEquals(b.recall(), a.recall(), 1e-15);
    assertArrayEquals(b.precision(), a.precision(), 1e-15);
    assertEquals(b.auc(), a.auc(), 1e-15);
  }

  @Test
  void fewerPointsKeepTheEnds() {
    double[] x = new double[1000];
    int[] labels = new int[1000];
    for (int i = 0; i < 1000; i++) {
      x[i] = i * 1e-3;
      labels[i] = i % 2;
    }
    ThresholdCurve curve = ThresholdCurve.of(LOGISTIC, classes(x, labels), 1).thinned(11);
    assertEquals(11, curve.recall().length);
    assertArrayEquals(
        new double[] {0, 50, 100},
        new double[] {
          curve.truePositives()[0], curve.truePositives()[1], curve.truePositives()[2]
        });
    assertEquals(500, curve.truePositives()[10]);
    assertEquals(500, curve.falsePositives()[10]);
  }

  private static NumberEvaluation numbers(double[] x, double[] y, double... weights) {
    Dataset data = Dataset.regression(new DenseFeatures(x.length, 1, x), y);
    Dataset rows = weights.length == 0 ? data : data.weighted(weights);
    return (NumberEvaluation) Evaluation.of(model(ModelKind.RIDGE, List.of()), rows);
  }

  /** Two bins: predictions 1 and 2, the latter tied, and 3, 4. */
  @Test
  void binsHoldTheSameWeightAndKeepTies() {
    NumberEvaluation e = numbers(new double[] {3, 1, 2, 4, 2}, new double[] {3, 2, 1, 5, 4});
    assertEquals(
        List.of(new Evaluation.Bin(1, 2, 3, 5 / 3.0, 7 / 3.0), new Evaluation.Bin(3, 4, 2, 3.5, 4)),
        e.calibration(2));
    NumberEvaluation weighted =
        numbers(new double[] {3, 1, 2, 4}, new double[] {3, 2, 2.5, 5}, 1, 1, 2, 1);
    List<Evaluation.Bin> bins = weighted.calibration(2);
    assertEquals(e.calibration(2).get(0).predicted(), bins.get(0).predicted(), 1e-15);
    assertEquals(e.calibration(2).get(0).observed(), bins.get(0).observed(), 1e-15);
    assertEquals(1, numbers(new double[] {7, 7}, new double[] {1, 2}).calibration(10).size());
  }

  @Test
  void normalQuantilesOfHalvesAndOfRepeatedValues() {
    double[] ones = {1, 1, 1};
    double[][] points = NumberEvaluation.normalQuantiles(new double[] {5, -5, 0}, ones, 9);
    assertArrayEquals(new double[] {-5, 0, 5}, points[1]);
    // The normal quantile of 5/6.
    assertArrayEquals(new double[] {-0.967421566101701, 0, 0.967421566101701}, points[0], 1e-12);
    double[][] tied = NumberEvaluation.normalQuantiles(new double[] {1, 3, 1}, ones, 9);
    double[][] weighted =
        NumberEvaluation.normalQuantiles(new double[] {1, 3}, new double[] {2, 1}, 9);
    assertArrayEquals(tied[0], weighted[0], 1e-15);
    assertArrayEquals(tied[1], weighted[1]);
  }

  @Test
  void frequenciesOfCounts() {
    Model model = model(ModelKind.POISSON, List.of());
    double[] x = {0, StrictMath.log(2), 0};
    Dataset data = Dataset.regression(new DenseFeatures(3, 1, x), new double[] {0, 2, 1});
    Dataset rows = data.weighted(new double[] {1, 3, 1});
    double[][] counts = ((NumberEvaluation) Evaluation.of(model, rows)).frequencies(2);
    double total = rows.totalWeight();
    double one = StrictMath.exp(-1);
    double two = StrictMath.exp(-2);
    double unit = (counts[0][0] + counts[0][1] + counts[0][2]) / total;
    assertArrayEquals(new double[] {unit, unit, 3 * unit}, counts[0], 1e-14);
    assertArrayEquals(
        new double[] {
          unit * (2 * one + 3 * two), unit * (2 * one + 6 * two), unit * (one + 6 * two)
        },
        counts[1],
        1e-14);
  }
}
