package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.model.ModelKind;
import org.ironopt.regression.Reference;
import org.ironopt.regression.Samples;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;

/** The optimum, against an independent solver, on easy data and on data that hurts. */
class FitTest {
  private static FitResult check(ModelKind kind, Dataset data, double reg, boolean scale) {
    FitResult result = Fit.of(kind, data).reg(reg).scale(scale).go();
    assertInstanceOf(Ending.GapCertified.class, result.ending(), result.ending().sentence());
    assertTrue(result.gap() <= 1e-9, "gap " + result.gap());
    Dataset labelled = kind == ModelKind.RIDGE ? data : data.toClasses();
    double best = new Reference(kind, labelled, reg, scale, true).minimum();
    assertEquals(best, result.objective(), 1e-9 * best);
    return result;
  }

  @Test
  void theSmallProblemsHaveTheirPublishedOptima() {
    Dataset tp3 =
        Dataset.regression(
            Samples.rows(new double[][] {{1, 0}, {0, 1}, {1, 1}, {1, -1}}),
            new double[] {1, 2, 2.5, -.5});
    FitResult ridge = Fit.ridge(tp3).reg(.1).scale(false).intercept(false).go();
    assertEquals(0.1875, ridge.objective(), 1e-9 * 0.1875);
    assertEquals(0.8823529411764706, ridge.model().weights()[0][0], distance(0.1875, .1));
    FitResult tp4 = Fit.logistic(Samples.tp4()).reg(.1).scale(false).intercept(false).go();
    assertEquals(0.6379491352541812, tp4.objective(), 1e-9 * 0.6379491352541812);
    assertEquals(0.4484855644092471, tp4.model().weights()[0][0], distance(0.64, .1));
    FitResult tp5 = Fit.logistic(Samples.tp5()).reg(.01).scale(false).intercept(false).go();
    assertEquals(0.4271248347507, tp5.objective(), 1e-9 * 0.4271248347507);
    assertEquals(-1.192788054438157, tp5.model().weights()[0][4], distance(0.43, .01));
  }

  /** How far apart a gap of 1e-9 allows two points to be: {@code reg |w - w*|^2 / 2 <= gap}. */
  private static double distance(double value, double reg) {
    return Math.sqrt(2 * 1e-9 * value / reg);
  }

  @Test
  void denseLogisticAndSoftmaxAndRidge() {
    DenseFeatures x = Samples.dense(300, 12, 1);
    check(ModelKind.LOGISTIC, Samples.classes(x, 2, 2), 1e-4, true);
    check(ModelKind.LOGISTIC, Samples.weighted(Samples.classes(x, 2, 2), 5), 1e-4, false);
    check(ModelKind.SOFTMAX, Samples.classes(x, 4, 3), 1e-3, true);
    check(ModelKind.RIDGE, Samples.numbers(x, 4), 1e-4, true);
  }

  @Test
  void threeSparseSets() {
    for (int seed = 0; seed < 3; seed++) {
      Dataset data = sparse(200, 40 + 40 * seed, seed);
      check(ModelKind.LOGISTIC, data, 1e-4, true);
      check(ModelKind.LOGISTIC, data, 1e-4, false);
    }
  }

  private static Dataset sparse(int rows, int columns, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[] x = new double[rows * columns];
    int[] labels = new int[rows];
    for (int i = 0; i < rows; i++) {
      double z = 0;
      for (int k = 0; k < 8; k++) {
        int j = random.nextInt(random.nextInt(columns) + 1);
        x[i * columns + j] = random.nextDouble(0.1, 3);
        z += x[i * columns + j] * StrictMath.sin(j);
      }
      labels[i] = random.nextDouble() < 1 / (1 + StrictMath.exp(-z)) ? 1 : 0;
    }
    Features features = Samples.sparse(new DenseFeatures(rows, columns, x));
    return Dataset.classification(features, labels, 2);
  }

  @Test
  void separableDataWithATinyPenalty() {
    DenseFeatures x = Samples.dense(100, 5, 7);
    int[] labels = new int[100];
    Arrays.setAll(labels, i -> x.get(i, 0) + x.get(i, 1) > 0 ? 1 : 0);
    check(ModelKind.LOGISTIC, Dataset.classification(x, labels, 2), 1e-6, true);
    check(ModelKind.LOGISTIC, Dataset.classification(x, labels, 2), 1e-8, true);
  }

  @Test
  void columnsOfVeryDifferentSize() {
    DenseFeatures x = Samples.dense(200, 7, 8);
    double[] data = x.data().clone();
    for (int k = 0; k < data.length; k++) {
      data[k] *= StrictMath.pow(10, 2 * (k % 7) - 6);
    }
    Dataset sized = Samples.classes(new DenseFeatures(200, 7, data), 2, 9);
    FitResult fit = check(ModelKind.LOGISTIC, sized, 1e-4, true);
    FitResult plain = check(ModelKind.LOGISTIC, Samples.classes(x, 2, 9), 1e-4, true);
    assertEquals(plain.objective(), fit.objective(), 1e-9 * plain.objective());
    check(ModelKind.LOGISTIC, sized, 1e-4, false);
  }

  @Test
  void alphaOverEightDecadesGivesOneOptimum() {
    DenseFeatures x = Samples.dense(200, 7, 8);
    double[] data = x.data().clone();
    for (int k = 0; k < data.length; k++) {
      data[k] = data[k] * StrictMath.pow(10, k % 7 - 3) + 5 * (k % 7);
    }
    Dataset rows = Samples.classes(new DenseFeatures(200, 7, data), 2, 9);
    double best = check(ModelKind.LOGISTIC, rows, 1e-4, false).objective();
    for (double alpha = 1e-2; alpha <= 1e6; alpha *= 10) {
      FitResult fit = Fit.logistic(rows).reg(1e-4).scale(false).alpha(alpha).go();
      assertInstanceOf(Ending.GapCertified.class, fit.ending());
      assertEquals(best, fit.objective(), 2e-9 * best, "alpha " + alpha);
      assertTrue(fit.steps() <= 20, "steps " + fit.steps());
    }
  }

  @Test
  void duplicateColumnsAndAConstantOneAndAZeroOne() {
    DenseFeatures x = Samples.dense(150, 6, 10);
    double[] data = x.data().clone();
    for (int i = 0; i < 150; i++) {
      data[6 * i + 3] = data[6 * i + 2];
      data[6 * i + 4] = 17.25;
      data[6 * i + 5] = 0;
    }
    Dataset rows = Samples.classes(new DenseFeatures(150, 6, data), 2, 11);
    FitResult fit = check(ModelKind.LOGISTIC, rows, 1e-4, true);
    double[] w = fit.model().weights()[0];
    assertEquals(w[2], w[3], 1e-4 * Math.abs(w[2]));
    assertEquals(0, w[5]);
    check(ModelKind.LOGISTIC, rows, 1e-4, false);
    check(ModelKind.RIDGE, Samples.numbers(new DenseFeatures(150, 6, data), 3), 1e-6, true);
  }

  @Test
  void aClassOfThreeRows() {
    DenseFeatures x = Samples.dense(300, 5, 12);
    int[] labels = new int[300];
    Arrays.setAll(labels, i -> i < 3 ? 1 : 0);
    check(ModelKind.LOGISTIC, Dataset.classification(x, labels, 2), 1e-4, true);
    Arrays.setAll(labels, i -> i < 3 ? 2 : i % 2);
    check(ModelKind.SOFTMAX, Dataset.classification(x, labels, 3), 1e-4, true);
  }

  @Test
  void aResultPrintsItself() {
    double[][] rows = {{0}, {1}, {2}};
    FitResult fit =
        Fit.ridge(Dataset.regression(DenseFeatures.of(rows), new double[] {1, 4, 4})).go();
    String text = fit.toString();
    assertTrue(text.startsWith(fit.ending().sentence() + "; objective "), text);
    assertTrue(text.endsWith("\n" + fit.model()), text);
    assertTrue(text.contains("ridge model of 1 column ("), text);
  }
}
