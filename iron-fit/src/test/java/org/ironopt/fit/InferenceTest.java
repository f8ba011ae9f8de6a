package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Inference.Coefficient;
import org.ironopt.model.ModelKind;
import org.ironopt.random.internal.TailProbability;
import org.junit.jupiter.api.Test;

/**
 * Coefficients, standard errors and p-values against Newton's method and a Gauss elimination on the
 * raw columns, written here without the library, and against numbers that R prints.
 */
class InferenceTest {
  private static final int N = 150;
  private static final int D = 3;
  private static final double CLOSE = 1e-6;

  private final double[][] x = new double[N][D];
  private final double[] signal = new double[N];
  private final double[] weights = new double[N];
  private final double[] noise = new double[N];

  InferenceTest() {
    SplittableRandom random = new SplittableRandom(7);
    for (int i = 0; i < N; i++) {
      x[i][0] = random.nextGaussian();
      x[i][1] = 2000 + 12 * random.nextGaussian() + 3 * x[i][0];
      x[i][2] = random.nextInt(5) == 0 ? 1 : 0;
      noise[i] = random.nextGaussian();
      signal[i] = 0.7 * x[i][0] - 0.05 * (x[i][1] - 2000) + 0.4 * x[i][2];
      weights[i] = 1 + random.nextInt(3);
    }
  }

  /** What a model is: outputs relative to a first one of zero, gradient and curvature of a row. */
  private interface RowLoss {
    void at(int i, double[] z, double[] slope, double[][] curvature);
  }

  /**
   * Minimises the summed loss plus {@code 1/2 sum lambda_j w_j^2}; returns w and the covariance.
   */
  private double[][] newton(RowLoss loss, int outputs, IntToDoubleFunction lambda) {
    int s = D + 1;
    int n = outputs * s;
    double[] w = new double[n];
    double[][] h = null;
    double[][] penalized = null;
    for (int step = 0; step < 40; step++) {
      h = new double[n][n];
      double[] g = new double[n];
      for (int i = 0; i < N; i++) {
        double[] a = {x[i][0], x[i][1] - 2000, x[i][2], 1};
        double[] z = new double[outputs];
        for (int c = 0; c < outputs; c++) {
          for (int j = 0; j < s; j++) {
            z[c] += a[j] * w[c * s + j];
          }
        }
        double[] slope = new double[outputs];
        double[][] curvature = new double[outputs][outputs];
        loss.at(i, z, slope, curvature);
        for (int p = 0; p < n; p++) {
          g[p] += weights[i] * slope[p / s] * a[p % s];
          for (int q = 0; q < n; q++) {
            h[p][q] += weights[i] * curvature[p / s][q / s] * a[p % s] * a[q % s];
          }
        }
      }
      penalized = Arrays.stream(h).map(double[]::clone).toArray(double[][]::new);
      for (int p = 0; p < n; p++) {
        double l = p % s < D ? lambda.applyAsDouble(p % s) : 0;
        g[p] += l * w[p];
        penalized[p][p] += l;
      }
      double[][] inverse = inverse(penalized);
      for (int p = 0; p < n; p++) {
        for (int q = 0; q < n; q++) {
          w[p] -= inverse[p][q] * g[q];
        }
      }
    }
    double[][] inverse = inverse(penalized);
    double[][] covariance = times(times(inverse, h), inverse);
    // Back from the second column less 2000.
    double[][] result = new double[2][n];
    for (int p = 0; p < n; p++) {
      boolean constant = p % s == D;
      int year = p - 2;
      result[0][p] = constant ? w[p] - 2000 * w[year] : w[p];
      result[1][p] =
          Math.sqrt(
              constant
                  ? covariance[p][p] - 4000 * covariance[p][year] + 4e6 * covariance[year][year]
                  : covariance[p][p]);
    }
    return result;
  }

  private static double[][] times(double[][] a, double[][] b) {
    double[][] c = new double[a.length][a.length];
    for (int i = 0; i < a.length; i++) {
      for (int j = 0; j < a.length; j++) {
        for (int k = 0; k < a.length; k++) {
          c[i][j] += a[i][k] * b[k][j];
        }
      }
    }
    return c;
  }

  private static double[][] inverse(double[][] a) {
    int n = a.length;
    double[][] m = new double[n][2 * n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(a[i], 0, m[i], 0, n);
      m[i][n + i] = 1;
    }
    for (int k = 0; k < n; k++) {
      int column = k;
      int pivot =
          IntStream.range(k, n)
              .boxed()
              .max((p, q) -> Double.compare(Math.abs(m[p][column]), Math.abs(m[q][column])))
              .orElseThrow();
      double[] swap = m[k];
      m[k] = m[pivot];
      m[pivot] = swap;
      double d = m[k][k];
      for (int j = 0; j < 2 * n; j++) {
        m[k][j] /= d;
      }
      for (int i = 0; i < n; i++) {
        double f = i == k ? 0 : m[i][k];
        for (int j = 0; j < 2 * n; j++) {
          m[i][j] -= f * m[k][j];
        }
      }
    }
    return Arrays.stream(m).map(row -> Arrays.copyOfRange(row, n, 2 * n)).toArray(double[][]::new);
  }

  private void same(double[][] expected, double dispersion, Inference found) {
    List<Coefficient> list = found.coefficients();
    assertEquals(expected[0].length, list.size());
    for (int p = 0; p < list.size(); p++) {
      double value = expected[0][p];
      double error = Math.sqrt(dispersion) * expected[1][p];
      assertEquals(value, list.get(p).value(), CLOSE * Math.abs(value));
      assertEquals(error, list.get(p).error(), CLOSE * error);
      assertEquals(value / error, list.get(p).z(), 2 * CLOSE * Math.abs(value / error));
    }
  }

  private Dataset labels(int classes) {
    int[] labels = new int[N];
    for (int i = 0; i < N; i++) {
      double z = signal[i] + 1.3 * noise[i];
      labels[i] = classes == 2 ? (z > 0.2 ? 1 : 0) : z > 0.8 ? 2 : z > -0.6 ? 1 : 0;
    }
    return Dataset.classification(DenseFeatures.of(x), labels, classes).weighted(weights);
  }

  private static RowLoss softmax(Dataset data) {
    return (i, z, slope, curvature) -> {
      double sum = 1;
      for (double e : z) {
        sum += Math.exp(e);
      }
      for (int c = 0; c < z.length; c++) {
        double p = Math.exp(z[c]) / sum;
        slope[c] = p - (data.label(i) == c + 1 ? 1 : 0);
        for (int e = 0; e < z.length; e++) {
          curvature[c][e] = (c == e ? p : 0) - p * Math.exp(z[e]) / sum;
        }
      }
    };
  }

  private static Inference inference(Fit fit) {
    FitResult result = fit.go();
    assertTrue(result.ending().goal(), result.toString());
    return fit.inference(result);
  }

  @Test
  void logisticWithoutAPenalty() {
    Dataset data = labels(2);
    Inference found = inference(Fit.logistic(data).reg(0));
    double[][] expected = newton(softmax(data), 1, j -> 0);
    same(expected, 1, found);
    assertEquals(Inference.Kind.LIKELIHOOD, found.kind());
    Coefficient first = found.coefficients().getFirst();
    assertEquals(first.value() - 1.959963984540054 * first.error(), first.low(), 1e-9);
    assertEquals(TailProbability.probability(first.z(), Double.POSITIVE_INFINITY), first.p());
    double[] column = IntStream.range(0, N).mapToDouble(i -> x[i][0]).toArray();
    assertEquals(first.value() * spread(column), first.standardized(), 1e-10);
  }

  /** Standard deviation by the weights. */
  private double spread(double[] column) {
    double total = Arrays.stream(weights).sum();
    double mean = 0;
    double square = 0;
    for (int i = 0; i < N; i++) {
      mean += weights[i] * column[i] / total;
    }
    for (int i = 0; i < N; i++) {
      square += weights[i] * (column[i] - mean) * (column[i] - mean) / total;
    }
    return Math.sqrt(square);
  }

  @Test
  void severalClassesRelativeToTheFirst() {
    Dataset data = labels(3);
    Inference found = inference(Fit.softmax(data).reg(0));
    same(newton(softmax(data), 2, j -> 0), 1, found);
    assertEquals("1", found.coefficients().getFirst().output());
    assertTrue(
        found.basis().sentence().contains("relative to class '0'"), found.basis().sentence());
  }

  @Test
  void leastSquaresWithTheirDispersion() {
    double[] y = IntStream.range(0, N).mapToDouble(i -> signal[i] + noise[i]).toArray();
    Dataset data = Dataset.regression(x, y).weighted(weights);
    RowLoss squared =
        (i, z, slope, curvature) -> {
          slope[0] = z[0] - y[i];
          curvature[0][0] = 1;
        };
    double[][] expected = newton(squared, 1, j -> 0);
    double freedom = Arrays.stream(weights).sum() - 4;
    double rest = 0;
    for (int i = 0; i < N; i++) {
      double r = y[i] - expected[0][3];
      for (int j = 0; j < D; j++) {
        r -= x[i][j] * expected[0][j];
      }
      rest += weights[i] * r * r;
    }
    Inference found = inference(Fit.ridge(data).reg(0));
    same(expected, rest / freedom, found);
    assertEquals(freedom, found.freedom(), 1e-9);
    Coefficient last = found.coefficients().getLast();
    assertEquals(TailProbability.probability(last.z(), freedom), last.p(), 1e-12);
  }

  @Test
  void countsWithExposures() {
    SplittableRandom random = new SplittableRandom(9);
    double[] exposures = new double[N];
    double[] y = new double[N];
    for (int i = 0; i < N; i++) {
      exposures[i] = 0.5 + 3 * random.nextDouble();
      y[i] = Math.floor(exposures[i] * Math.exp(0.5 * signal[i] + 0.3 * noise[i]) + 0.5);
    }
    Dataset data = Dataset.regression(x, y).weighted(weights).exposed(exposures);
    RowLoss poisson =
        (i, z, slope, curvature) -> {
          double mean = exposures[i] * Math.exp(z[0]);
          slope[0] = mean - y[i];
          curvature[0][0] = mean;
        };
    Fit fit = Fit.poisson(data).reg(0);
    FitResult result = fit.go();
    same(newton(poisson, 1, j -> 0), 1, fit.inference(result));
    double[] predicted = result.model().predictions(data);
    double rate = result.model().predict(x[4]);
    assertEquals(exposures[4] * rate, predicted[4], 1e-12 * predicted[4]);
    assertThrows(IllegalArgumentException.class, () -> Fit.of(ModelKind.RIDGE, data));
  }

  @Test
  void aRidgeGivesTheSandwichWithoutP() {
    Dataset data = labels(2);
    double reg = 0.02;
    double total = Arrays.stream(weights).sum();
    for (boolean scale : new boolean[] {false, true}) {
      IntToDoubleFunction lambda =
          j -> {
            double p = spread(IntStream.range(0, N).mapToDouble(i -> x[i][j]).toArray());
            return total * reg * (scale ? p * p : 1);
          };
      Inference found = inference(Fit.logistic(data).reg(reg).scale(scale).tolerance(1e-14));
      same(newton(softmax(data), 1, lambda), 1, found);
      assertEquals(Inference.Kind.CONDITIONAL, found.kind());
      assertTrue(found.coefficients().stream().allMatch(c -> Double.isNaN(c.p())));
    }
  }

  @Test
  void noErrorsWithL1ClassWeightsOrDependentColumns() {
    Dataset data = labels(2);
    Inference sparse = inference(Fit.logistic(data).reg(0).l1(0.05));
    assertEquals(Inference.Kind.NONE, sparse.kind());
    long zeros =
        sparse.coefficients().stream()
            .filter(c -> !c.column().equals(Inference.INTERCEPT) && c.value() == 0)
            .count();
    assertEquals(zeros, sparse.zeros());
    assertTrue(zeros > 0);
    Fit weighed = Fit.logistic(data).classWeights(Map.of("1", 3.0));
    assertEquals(Inference.Kind.NONE, inference(weighed).kind());
    double[][] twice =
        Arrays.stream(x).map(r -> new double[] {r[0], 2 * r[0]}).toArray(double[][]::new);
    double[] y = IntStream.range(0, N).mapToDouble(i -> signal[i] + noise[i]).toArray();
    Fit dependent = Fit.ridge(Dataset.regression(twice, y)).reg(0);
    Inference none = dependent.inference(dependent.go());
    assertEquals(Inference.Kind.NONE, none.kind());
  }

  @Test
  void aClassWeightIsThatManyRows() {
    Dataset data = labels(2);
    double[] more = new double[N];
    for (int i = 0; i < N; i++) {
      more[i] = weights[i] * (data.label(i) == 1 ? 3 : 1);
    }
    FitResult byClass = Fit.logistic(data).classWeights(Map.of("1", 3.0)).go();
    assertEquals(Fit.logistic(data.weighted(more)).go().objective(), byClass.objective());
    assertThrows(
        IllegalArgumentException.class, () -> Fit.logistic(data).classWeights(Map.of("2", 1.0)));
  }

  /** Dobson's plants and counts as R's help pages for lm and glm print them. */
  @Test
  void whatRPrints() {
    double[] plants = {
      4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14,
      4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69
    };
    double[][] treated =
        IntStream.range(0, 20).mapToObj(i -> new double[] {i / 10}).toArray(double[][]::new);
    List<Coefficient> lm =
        inference(Fit.ridge(Dataset.regression(treated, plants)).reg(0)).coefficients();
    printed(lm.get(0), -0.3710, 0.3114, -1.191, 0.249, 5e-4);
    printed(lm.get(1), 5.0320, 0.2202, 22.850, 0, 5e-4);
    assertEquals(9.55e-15, lm.get(1).p(), 5e-18);

    double[] counts = {18, 17, 15, 20, 10, 20, 25, 13, 12};
    double[][] groups = new double[9][4];
    for (int i = 0; i < 9; i++) {
      if (i % 3 > 0) {
        groups[i][i % 3 - 1] = 1;
      }
      if (i / 3 > 0) {
        groups[i][2 + i / 3 - 1] = 1;
      }
    }
    List<Coefficient> glm =
        inference(Fit.poisson(Dataset.regression(groups, counts)).reg(0)).coefficients();
    printed(glm.get(0), -0.4543, 0.2022, -2.247, 0.0246, 5e-4);
    printed(glm.get(1), -0.2930, 0.1927, -1.520, 0.1285, 5e-4);
    printed(glm.get(2), 0, 0.2, 0, 1, 5e-6);
    printed(glm.get(4), 3.045, 0.1709, 17.815, 0, 5e-4);
  }

  private static void printed(
      Coefficient c, double value, double error, double z, double p, double half) {
    assertEquals(value, c.value(), half);
    assertEquals(error, c.error(), half);
    assertEquals(z, c.z(), half);
    assertEquals(p, c.p(), half);
  }

  @Test
  void tails() {
    double[][] t = {
      {0.1, 1, 0.936548965138893, 12.706204736174694},
      {1.3, 3, 0.28446750872789706, 3.1824463052837078},
      {2.5, 10.5, 0.030426272641088575, 2.2138402929187886},
      {4, 200, 8.913095218593442e-05, 1.9718962236339088},
      {12, 18, 5.046511102563654e-10, 2.1009220402410382},
      {0.5, 1e6, 0.6170751874723714, 1.959966356814107},
    };
    for (double[] row : t) {
      assertEquals(row[2], TailProbability.probability(-row[0], row[1]), 1e-9 * row[2]);
      assertEquals(row[3], TailProbability.quantile(0.05, row[1]), 1e-9 * row[3]);
    }
    double[][] normal = {
      {0, 1}, {0.3, 0.7641771556220948}, {1.9, 0.05743311963200361},
      {2.1, 0.035728841125633085}, {5, 5.733031437583866e-07}, {12, 3.552964224155306e-33}
    };
    for (double[] row : normal) {
      assertEquals(
          row[1], TailProbability.probability(row[0], Double.POSITIVE_INFINITY), 1e-11 * row[1]);
    }
  }
}
