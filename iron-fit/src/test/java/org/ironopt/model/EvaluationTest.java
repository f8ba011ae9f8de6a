package org.ironopt.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.regression.Samples;
import org.junit.jupiter.api.Test;

/** The measures against their definitions, pair by pair. */
class EvaluationTest {
  private static final DenseFeatures X = Samples.dense(80, 3, 1);

  private static Model model(ModelKind kind, List<String> classes, double[][] weights) {
    double[] intercepts = new double[weights.length];
    intercepts[0] = 0.25;
    return new Model(
        kind, List.of("a", "b", "c"), classes, weights, intercepts, new LinkedHashMap<>());
  }

  @Test
  void twoClasses() {
    Model model = model(ModelKind.LOGISTIC, List.of("0", "1"), new double[][] {{1, -2, 0}});
    Dataset data = Samples.weighted(Samples.classes(X, 2, 2), 3);
    ClassEvaluation e = (ClassEvaluation) Evaluation.of(model, data);
    DenseMatrix p = model.probabilities(data);
    double pairs = 0;
    double won = 0;
    double loss = 0;
    double right = 0;
    for (int i = 0; i < 80; i++) {
      loss -= data.weight(i) * StrictMath.log(p.get(i, data.label(i)));
      right += (p.get(i, 1) > 0.5) == (data.label(i) == 1) ? data.weight(i) : 0;
      for (int j = 0; data.label(i) == 1 && j < 80; j++) {
        if (data.label(j) == 0) {
          double weight = data.weight(i) * data.weight(j);
          pairs += weight;
          double difference = p.get(i, 1) - p.get(j, 1);
          won += difference > 0 ? weight : difference == 0 ? weight / 2 : 0;
        }
      }
    }
    assertEquals(won / pairs, e.auc(), 1e-12);
    assertEquals(loss / data.totalWeight(), e.logLoss(), 1e-12);
    assertEquals(right / data.totalWeight(), e.accuracy(), 1e-12);
    double total = 0;
    for (double[] row : e.confusion()) {
      for (double weight : row) {
        total += weight;
      }
    }
    assertEquals(data.totalWeight(), total, 1e-12);
    double binned = e.calibration().stream().mapToDouble(Evaluation.Bin::weight).sum();
    assertEquals(data.totalWeight(), binned, 1e-12);
    assertTrue(
        Evaluation.filled(e.calibration()).stream()
            .allMatch(b -> b.predicted() >= b.low() && b.predicted() <= b.high()));
  }

  @Test
  void aPerfectAndAHopelessModel() {
    double[] x = IntStream.range(0, 20).mapToDouble(i -> i < 10 ? -1 : 1).toArray();
    int[] labels = IntStream.range(0, 20).map(i -> i < 10 ? 0 : 1).toArray();
    Dataset data = Dataset.classification(new DenseFeatures(20, 1, x), labels, 2);
    for (double weight : new double[] {1000, -1000}) {
      Model model =
          new Model(
              ModelKind.LOGISTIC,
              List.of("x"),
              List.of("0", "1"),
              new double[][] {{weight}},
              new double[1],
              new LinkedHashMap<>());
      ClassEvaluation e = (ClassEvaluation) Evaluation.of(model, data);
      assertEquals(weight > 0 ? 1 : 0, e.auc());
      assertEquals(weight > 0 ? 0 : 1000, e.logLoss(), 1e-9);
    }
  }

  @Test
  void threeClasses() {
    Model model =
        model(
            ModelKind.SOFTMAX,
            List.of("0", "1", "2"),
            new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
    Dataset data = Samples.classes(X, 3, 4);
    ClassEvaluation e = (ClassEvaluation) Evaluation.of(model, data);
    double loss = 0;
    for (int i = 0; i < 80; i++) {
      double sum = 0;
      for (int c = 0; c < 3; c++) {
        sum += StrictMath.exp(X.get(i, c) + (c == 0 ? 0.25 : 0));
      }
      int y = data.label(i);
      loss += (StrictMath.log(sum) - X.get(i, y) - (y == 0 ? 0.25 : 0)) / 80;
    }
    assertEquals(loss, e.logLoss(), 1e-12);
  }

  @Test
  void numbers() {
    Model model = model(ModelKind.RIDGE, List.of(), new double[][] {{1, 2, 3}});
    double[] y = new double[80];
    for (int i = 0; i < 80; i++) {
      y[i] = X.get(i, 0) + 2 * X.get(i, 1) + 3 * X.get(i, 2) + (i % 2 == 0 ? 0 : 0.5);
    }
    NumberEvaluation e = (NumberEvaluation) Evaluation.of(model, Dataset.regression(X, y));
    assertEquals(0.25, e.rmse(), 1e-12);
    assertEquals(0.25, e.mae(), 1e-12);
    double mean = IntStream.range(0, 80).mapToDouble(i -> y[i]).average().orElseThrow();
    double spread = IntStream.range(0, 80).mapToDouble(i -> (y[i] - mean) * (y[i] - mean)).sum();
    assertEquals(1 - 80 * 0.0625 / spread, e.r2(), 1e-12);
  }

  @Test
  void measuresPrintThemselves() {
    Dataset rows = Dataset.classification(new double[][] {{1, 0, 0}, {-1, 0, 0}}, "1", "0");
    Model model = model(ModelKind.LOGISTIC, List.of("0", "1"), new double[][] {{1, -2, 0}});
    Dataset two = Dataset.classification(rows.features(), new int[] {1, 0}, 2);
    assertEquals(
        "2 rows, accuracy 1.00000, log loss 0.319400, AUC 1.00000, confusion [[1.0, 0.0], [0.0,"
            + " 1.0]], calibration error 0.271761",
        Evaluation.of(model, two).toString());
    Model line = model(ModelKind.RIDGE, List.of(), new double[][] {{1, 0, 0}});
    assertEquals(
        "2 rows, r2 0.937500, rmse 0.250000, mae 0.250000",
        Evaluation.of(line, Dataset.regression(rows.features(), new double[] {1, -1})).toString());
  }

  @Test
  void precisionOverRecallThresholdAndBaselines() {
    Model model = model(ModelKind.LOGISTIC, List.of("0", "1"), new double[][] {{1, -2, 0}});
    Dataset data = Samples.weighted(Samples.classes(X, 2, 2), 3);
    DenseMatrix p = model.probabilities(data);
    double own = 0;
    double area = 0;
    for (int i = 0; i < 80; i++) {
      own += data.label(i) == 1 ? data.weight(i) : 0;
      double named = 0;
      double right = 0;
      for (int j = 0; j < 80; j++) {
        named += p.get(j, 1) >= p.get(i, 1) ? data.weight(j) : 0;
        right += p.get(j, 1) >= p.get(i, 1) && data.label(j) == 1 ? data.weight(j) : 0;
      }
      area += data.label(i) == 1 ? data.weight(i) * right / named : 0;
    }
    ClassEvaluation e = (ClassEvaluation) Evaluation.of(model, data, DecisionRule.threshold(0.3));
    double share = own / data.totalWeight();
    assertEquals(area / own, e.prAuc(), 1e-12);
    assertEquals(share, e.prevalence(), 1e-12);
    assertEquals(Math.max(share, 1 - share), e.baseline(), 1e-12);
    assertEquals(
        -share * StrictMath.log(share) - (1 - share) * StrictMath.log(1 - share),
        e.baselineLogLoss(),
        1e-12);
    assertEquals(0.3, e.threshold(), 1e-15);
    double named = 0;
    for (int i = 0; i < 80; i++) {
      named += p.get(i, 1) > 0.3 ? data.weight(i) : 0;
    }
    assertEquals(named, e.confusion()[0][1] + e.confusion()[1][1], 1e-12);
    ClassEvaluation.OneClass one = e.byClass().get(1);
    assertEquals(e.confusion()[1][1] / named, one.precision(), 1e-12);
    assertEquals(e.confusion()[1][1] / own, one.recall(), 1e-12);
    assertEquals(2 / (1 / one.precision() + 1 / one.recall()), one.f1(), 1e-12);
    // The threshold where an error in the second class costs three times as much.
    assertEquals(0.25, new DecisionRule(1, 3).threshold());
  }

  @Test
  void numbersAgainstTheirMean() {
    Model model = model(ModelKind.POISSON, List.of(), new double[][] {{0.2, 0, 0}});
    double[] y = IntStream.range(0, 80).mapToDouble(i -> i % 4).toArray();
    double[] exposures = IntStream.range(0, 80).mapToDouble(i -> 1 + i % 3).toArray();
    Dataset data = Dataset.regression(X, y).exposed(exposures);
    NumberEvaluation e = (NumberEvaluation) Evaluation.of(model, data);
    double deviance = 0;
    double even = 0;
    double mean = 1.5;
    double rate = 120 / Arrays.stream(exposures).sum();
    double far = 0;
    for (int i = 0; i < 80; i++) {
      deviance += deviance(y[i], e.predicted()[i]) / 80;
      even += deviance(y[i], rate * exposures[i]) / 80;
      far += Math.abs(y[i] - mean) / 80;
    }
    assertEquals(deviance, e.deviance(), 1e-12);
    assertEquals(even, e.baselineDeviance(), 1e-12);
    assertEquals(far, e.baselineMae(), 1e-12);
    assertEquals(1 - e.rmse() * e.rmse() / (e.baselineRmse() * e.baselineRmse()), e.r2(), 1e-12);
  }

  private static double deviance(double y, double m) {
    return 2 * ((y > 0 ? y * StrictMath.log(y / m) : 0) - (y - m));
  }
}
