package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.Inference.Alias;
import org.ironopt.fit.Inference.Coefficient;
import org.ironopt.fit.Inference.Errors;
import org.ironopt.fit.Inference.Kind;
import org.ironopt.fit.Inference.Likelihood;
import org.ironopt.fit.Inference.WeightKind;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Robust errors by their definition, weights that are counts or precisions, likelihoods by their
 * formulas, columns that are combinations, and what a penalty leaves of an interval.
 */
class InferenceKindsTest {
  private static final int N = 60;
  private static final int D = 2;

  private final SplittableRandom random = new SplittableRandom(11);
  private final double[][] x = new double[N][D];
  private final double[] noise = new double[N];
  private final double[] whole = new double[N];

  InferenceKindsTest() {
    for (int i = 0; i < N; i++) {
      x[i][0] = random.nextGaussian();
      x[i][1] = 30 + 4 * random.nextGaussian() + x[i][0];
      noise[i] = random.nextGaussian();
      whole[i] = 1 + random.nextInt(3);
    }
  }

  private double target(ModelKind kind, int i) {
    double z = 0.6 * x[i][0] - 0.1 * (x[i][1] - 30);
    return switch (kind) {
      default -> z + (0.5 + Math.abs(x[i][0])) * noise[i];
      case POISSON -> Math.floor(Math.exp(z + 0.4 * noise[i]) + 0.5);
      case LOGISTIC -> z + noise[i] > 0 ? 1 : 0;
      case SOFTMAX -> z + noise[i] > 0.6 ? 2 : z + noise[i] > -0.5 ? 1 : 0;
    };
  }

  private Dataset data(ModelKind kind, int[] rows) {
    double[][] some = Arrays.stream(rows).mapToObj(i -> x[i]).toArray(double[][]::new);
    double[] y = Arrays.stream(rows).mapToDouble(i -> target(kind, i)).toArray();
    if (!kind.classes()) {
      return Dataset.regression(some, y);
    }
    int[] labels = Arrays.stream(y).mapToInt(e -> (int) e).toArray();
    return Dataset.classification(
        DenseFeatures.of(some), labels, kind == ModelKind.LOGISTIC ? 2 : 3);
  }

  private Dataset data(ModelKind kind) {
    return data(kind, IntStream.range(0, N).toArray());
  }

  private static Inference inference(Fit fit, Errors errors, WeightKind weights) {
    return fit.inference(fit.tolerance(1e-12).go(), errors, weights);
  }

  private static double[] errors(Inference inference) {
    return inference.coefficients().stream().mapToDouble(Coefficient::error).toArray();
  }

  private static void near(double[] expected, double[] found, double relative) {
    assertEquals(expected.length, found.length);
    for (int i = 0; i < expected.length; i++) {
      assertEquals(expected[i], found[i], relative * Math.abs(expected[i]));
    }
  }

  /** HC3 as MacKinnon and White define it, on the raw columns and a column of ones. */
  @Test
  void robustErrorsOfOneOutputByTheirDefinition() {
    for (ModelKind kind : List.of(ModelKind.RIDGE, ModelKind.POISSON, ModelKind.LOGISTIC)) {
      Inference found =
          inference(Fit.of(kind, data(kind)).reg(0), Errors.ROBUST, WeightKind.FREQUENCY);
      assertEquals(Kind.ROBUST, found.kind());
      double[] w = found.coefficients().stream().mapToDouble(Coefficient::value).toArray();
      double[][] a = new double[3][3];
      double[][] rows = new double[N][];
      double[] slope = new double[N];
      double[] curvature = new double[N];
      for (int i = 0; i < N; i++) {
        rows[i] = new double[] {x[i][0], x[i][1] - 30, 1};
        double z = x[i][0] * w[0] + x[i][1] * w[1] + w[2];
        double mean = kind == ModelKind.POISSON ? Math.exp(z) : 1 / (1 + Math.exp(-z));
        slope[i] = (kind == ModelKind.RIDGE ? z : mean) - target(kind, i);
        curvature[i] =
            kind == ModelKind.RIDGE ? 1 : kind == ModelKind.POISSON ? mean : mean * (1 - mean);
        for (int j = 0; j < 3; j++) {
          for (int k = 0; k < 3; k++) {
            a[j][k] += curvature[i] * rows[i][j] * rows[i][k];
          }
        }
      }
      double[][] inverse = inverse(a);
      double[][] covariance = new double[3][3];
      for (int i = 0; i < N; i++) {
        double[] v = times(inverse, rows[i]);
        double h = curvature[i] * (v[0] * rows[i][0] + v[1] * rows[i][1] + v[2] * rows[i][2]);
        double r = slope[i] / (1 - h);
        for (int j = 0; j < 3; j++) {
          for (int k = 0; k < 3; k++) {
            covariance[j][k] += r * r * v[j] * v[k];
          }
        }
      }
      double constant = covariance[2][2] - 60 * covariance[1][2] + 900 * covariance[1][1];
      double[] expected = {
        Math.sqrt(covariance[0][0]), Math.sqrt(covariance[1][1]), Math.sqrt(constant)
      };
      near(expected, errors(found), 1e-6);
    }
  }

  private static double[] times(double[][] a, double[] b) {
    return Arrays.stream(a)
        .mapToDouble(row -> IntStream.range(0, b.length).mapToDouble(k -> row[k] * b[k]).sum())
        .toArray();
  }

  private static double[][] inverse(double[][] a) {
    int n = a.length;
    double[][] m = new double[n][2 * n];
    for (int i = 0; i < n; i++) {
      System.arraycopy(a[i], 0, m[i], 0, n);
      m[i][n + i] = 1;
    }
    for (int k = 0; k < n; k++) {
      double pivot = m[k][k];
      for (int j = 0; j < 2 * n; j++) {
        m[k][j] /= pivot;
      }
      for (int i = 0; i < n; i++) {
        double factor = i == k ? 0 : m[i][k];
        for (int j = 0; j < 2 * n; j++) {
          m[i][j] -= factor * m[k][j];
        }
      }
    }
    return Arrays.stream(m).map(row -> Arrays.copyOfRange(row, n, 2 * n)).toArray(double[][]::new);
  }

  /** Two classes are a logistic model: the correction for several outputs must agree with HC3. */
  @Test
  void robustErrorsOfTwoClassesAgree() {
    Dataset data = data(ModelKind.LOGISTIC);
    double[] one =
        errors(inference(Fit.logistic(data).reg(0), Errors.ROBUST, WeightKind.FREQUENCY));
    double[] two = errors(inference(Fit.softmax(data).reg(0), Errors.ROBUST, WeightKind.FREQUENCY));
    near(one, two, 1e-5);
  }

  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void aFrequencyIsThatManyRows(ModelKind kind) {
    int[] repeated =
        IntStream.range(0, N)
            .flatMap(i -> IntStream.generate(() -> i).limit((long) whole[i]))
            .toArray();
    for (Errors errors : Errors.values()) {
      for (double reg : new double[] {0, 0.01}) {
        Fit weighted = Fit.of(kind, data(kind).weighted(whole)).reg(reg);
        Inference counted = inference(weighted, errors, WeightKind.FREQUENCY);
        Inference expected =
            inference(Fit.of(kind, data(kind, repeated)).reg(reg), errors, WeightKind.FREQUENCY);
        near(errors(expected), errors(counted), 1e-5);
        Likelihood fit = counted.likelihood();
        near(
            new double[] {expected.likelihood().aic(), expected.likelihood().pearson()},
            new double[] {fit.aic(), fit.pearson()},
            1e-7);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void aCommonFactorOfPrecisionsChangesNothing(ModelKind kind) {
    double[] small = Arrays.stream(whole).map(w -> 1e-3 * w).toArray();
    for (Errors errors : Errors.values()) {
      Inference one =
          inference(Fit.of(kind, data(kind).weighted(whole)).reg(0), errors, WeightKind.PRECISION);
      Inference other =
          inference(Fit.of(kind, data(kind).weighted(small)).reg(0), errors, WeightKind.PRECISION);
      near(errors(one), errors(other), 1e-6);
      assertEquals(one.freedom(), other.freedom());
      assertEquals((kind == ModelKind.SOFTMAX ? 2 : 1) * (N - 3), one.freedom(), 1e-9);
      if (kind == ModelKind.RIDGE) {
        assertEquals(one.likelihood().aic(), other.likelihood().aic(), 1e-7);
      }
    }
  }

  /** Weights as in R: lm(weights=) takes them for precisions. */
  @Test
  void smallWeightsAreNoReasonAgainstErrors() {
    double[] weights = new double[N];
    Arrays.fill(weights, 1e-3);
    Dataset data = data(ModelKind.RIDGE);
    double[] plain =
        errors(inference(Fit.ridge(data).reg(0), Errors.CLASSICAL, WeightKind.FREQUENCY));
    Fit fit = Fit.ridge(data.weighted(weights)).reg(0);
    near(plain, errors(inference(fit, Errors.CLASSICAL, WeightKind.PRECISION)), 1e-9);
    Inference none = inference(fit, Errors.CLASSICAL, WeightKind.FREQUENCY);
    assertEquals(Kind.NONE, none.kind());
    assertTrue(none.basis().sentence().contains("weights sum to 0.06"), none.basis().sentence());
  }

  @Test
  void likelihoodsByTheirFormulas() {
    for (ModelKind kind : EnumSet.range(ModelKind.LOGISTIC, ModelKind.POISSON)) {
      Dataset data = data(kind);
      Fit fit = Fit.of(kind, data).reg(0);
      FitResult result = fit.tolerance(1e-13).go();
      Likelihood found = fit.inference(result).likelihood();
      double log = 0;
      double squares = 0;
      for (int i = 0; i < N; i++) {
        double y = target(kind, i);
        if (kind.classes()) {
          log += Math.log(result.model().probabilities(x[i])[(int) y]);
        } else if (kind == ModelKind.POISSON) {
          double mean = result.model().predict(x[i]);
          log += y * Math.log(mean) - mean;
          for (int k = 2; k <= y; k++) {
            log -= Math.log(k);
          }
        } else {
          double r = y - result.model().predict(x[i]);
          squares += r * r;
        }
      }
      int parameters = kind == ModelKind.SOFTMAX ? 6 : kind == ModelKind.RIDGE ? 4 : 3;
      if (kind == ModelKind.RIDGE) {
        log = -0.5 * N * (Math.log(2 * Math.PI * squares / N) + 1);
      }
      assertEquals(log, found.logLikelihood(), 1e-8 * Math.abs(log));
      assertEquals(parameters, found.parameters(), 1e-12);
      assertEquals(2 * parameters - 2 * log, found.aic(), 1e-7);
      assertEquals(parameters * Math.log(N) - 2 * log, found.bic(), 1e-7);
    }
  }

  /** R: logLik and AIC of glm(counts ~ outcome + treatment, poisson), Dobson's counts. */
  @Test
  void whatRSaysOfDobsonsCounts() {
    double[] counts = {18, 17, 15, 20, 10, 20, 25, 13, 12};
    double[][] groups = new double[9][4];
    for (int i = 0; i < 9; i++) {
      if (i % 3 > 0) {
        groups[i][i % 3 - 1] = 1;
      }
      if (i / 3 > 0) {
        groups[i][1 + i / 3] = 1;
      }
    }
    Fit fit = Fit.poisson(Dataset.regression(groups, counts)).reg(0);
    Likelihood found = fit.inference(fit.go()).likelihood();
    assertEquals(56.76132, found.aic(), 5e-6);
    assertEquals(4, found.freedom());
    assertFalse(found.overdispersed());
  }

  private static final double[][] EIGHT = {
    {1, 0, 2}, {2, 1, 1}, {3, 0, 5}, {4, 1, 3}, {5, 0, 7}, {6, 1, 2}, {7, 0, 4}, {8, 1, 9}
  };

  private static List<Alias> aliases(double reg, boolean intercept, IntToDoubleFunction added) {
    double[][] rows = new double[8][];
    double[] y = new double[8];
    for (int i = 0; i < 8; i++) {
      rows[i] = Arrays.copyOf(EIGHT[i], 4);
      rows[i][3] = added.applyAsDouble(i);
      y[i] = (i * 5) % 7;
    }
    Fit fit =
        Fit.ridge(Dataset.regression(rows, y))
            .reg(reg)
            .intercept(intercept)
            .columns(List.of("a", "b", "c", "d"));
    return fit.inference(fit.go()).aliases();
  }

  @Test
  void combinationsAreNamedAtEveryPenalty() {
    for (double reg : new double[] {0, 1e-4, 1}) {
      Alias copy = aliases(reg, true, i -> 0.92 * EIGHT[i][0]).getFirst();
      assertEquals("d", copy.column());
      assertEquals("a", copy.terms().getFirst().column());
      assertEquals(0.92, copy.terms().getFirst().factor(), 1e-9);
      assertEquals(1, copy.terms().size());
      assertTrue(copy.exact() && copy.constant() == 0);

      Alias sum = aliases(reg, true, i -> EIGHT[i][0] + 2 * EIGHT[i][2] - 30).getFirst();
      assertEquals(List.of("a", "c"), sum.terms().stream().map(t -> t.column()).toList());
      assertEquals(2, sum.terms().getLast().factor(), 1e-9);
      assertEquals(-30, sum.constant(), 1e-8);

      Alias dummy = aliases(reg, true, i -> 1 - EIGHT[i][1]).getFirst();
      assertEquals(-1, dummy.terms().getFirst().factor(), 1e-9);
      assertEquals(1, dummy.constant(), 1e-9);
      assertEquals(List.of(), aliases(reg, false, i -> 1 - EIGHT[i][1]));

      Alias constant = aliases(reg, true, i -> 7).getFirst();
      assertEquals(7, constant.constant());
      assertEquals(List.of(), constant.terms());

      Alias nearly =
          aliases(reg, true, i -> 3 * EIGHT[i][0] + 0.01 * ((i * 3) % 8 - 3.5)).getFirst();
      assertFalse(nearly.exact());
      assertEquals(3, nearly.terms().getFirst().factor(), 0.01);
      assertTrue(nearly.unexplained() < 1e-4 && nearly.unexplained() > 1e-7);
      assertEquals(List.of(), aliases(reg, true, i -> (i * 3) % 8));
    }
  }

  /** Means of a million spreads, where a Gram matrix of raw columns has no digit of a spread. */
  @Test
  void combinationsAreSeenBesideLargeMeans() {
    double[][] rows = new double[40][3];
    double[] y = new double[40];
    for (int i = 0; i < rows.length; i++) {
      rows[i] = new double[] {1e6 + random.nextInt(8), 3e6 + random.nextInt(8), 0};
      rows[i][2] = rows[i][0] - rows[i][1];
      y[i] = random.nextGaussian();
    }
    Fit fit = Fit.ridge(Dataset.regression(rows, y)).columns(List.of("a", "b", "c"));
    List<Alias> aliases = fit.inference(fit.go()).aliases();
    assertEquals(1, aliases.size());
    assertEquals(-1, aliases.getFirst().terms().getLast().factor(), 1e-9);
  }

  @Test
  void copiesUnderAPenaltyHaveNoIntervals() {
    double[][] rows = new double[N][];
    double[] y = new double[N];
    for (int i = 0; i < N; i++) {
      rows[i] = new double[] {x[i][0], 0.92 * x[i][0], x[i][1]};
      y[i] = target(ModelKind.RIDGE, i);
    }
    Fit fit = Fit.ridge(Dataset.regression(rows, y)).reg(1e-4);
    List<Coefficient> list = fit.inference(fit.go()).coefficients();
    assertTrue(Double.isNaN(list.get(0).low()) && Double.isNaN(list.get(1).low()));
    assertFalse(Double.isNaN(list.get(2).low()));
    assertEquals(Double.POSITIVE_INFINITY, list.get(0).inflation());
    assertEquals(Double.POSITIVE_INFINITY, list.get(1).inflation());
    double correlation = correlation();
    assertEquals(1 / (1 - correlation * correlation), inflation(), 1e-9);
  }

  private double inflation() {
    Fit fit = Fit.ridge(data(ModelKind.RIDGE)).reg(0);
    return fit.inference(fit.go()).coefficients().getFirst().inflation();
  }

  private double correlation() {
    double[] mean = new double[2];
    double[] sums = new double[3];
    for (double[] row : x) {
      mean[0] += row[0] / N;
      mean[1] += row[1] / N;
    }
    for (double[] row : x) {
      sums[0] += (row[0] - mean[0]) * (row[0] - mean[0]);
      sums[1] += (row[1] - mean[1]) * (row[1] - mean[1]);
      sums[2] += (row[0] - mean[0]) * (row[1] - mean[1]);
    }
    return sums[2] / Math.sqrt(sums[0] * sums[1]);
  }

  /** Where an interval is called one of 95 % it covers; a strong penalty has none of a slope. */
  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      names = {"RIDGE", "LOGISTIC"})
  void intervalsCoverWhereTheyAreClaimed(ModelKind kind) {
    SplittableRandom dice = new SplittableRandom(3);
    double[] truth = {1.5, 0.3, 0, 0.5};
    int runs = 600;
    for (double reg : new double[] {0, 1e-4, 1e-3, 1e-2, 0.1}) {
      int claimed = 0;
      int slopes = 0;
      int covered = 0;
      for (int run = 0; run < runs; run++) {
        int n = 200;
        double[][] rows = new double[n][3];
        double[] y = new double[n];
        int[] labels = new int[n];
        for (int i = 0; i < n; i++) {
          double z = truth[3];
          for (int j = 0; j < 3; j++) {
            rows[i][j] = dice.nextGaussian() + (j == 1 ? 0.7 * rows[i][0] : 0);
            z += truth[j] * rows[i][j];
          }
          y[i] = z + dice.nextGaussian();
          labels[i] = dice.nextDouble() < 1 / (1 + Math.exp(-z)) ? 1 : 0;
        }
        Dataset data =
            kind == ModelKind.RIDGE
                ? Dataset.regression(rows, y)
                : Dataset.classification(DenseFeatures.of(rows), labels, 2);
        Fit fit = Fit.of(kind, data).reg(reg);
        List<Coefficient> list = fit.inference(fit.go()).coefficients();
        for (int j = 0; j < 4; j++) {
          Coefficient c = list.get(j);
          int given = Double.isNaN(c.low()) ? 0 : 1;
          claimed += given;
          slopes += j < 3 ? given : 0;
          covered += c.low() <= truth[j] && truth[j] <= c.high() ? 1 : 0;
        }
      }
      double share = (double) covered / claimed;
      String words = kind + " R " + reg + ": " + claimed + " claimed, " + share + " covered";
      System.out.println(words);
      assertTrue(reg > 1e-4 || claimed == 4 * runs, words);
      assertTrue(claimed < 100 || share > 0.92 && share < 0.97, words);
      assertTrue(reg < 0.1 || slopes == 0, words);
    }
  }

  @Test
  void overdispersionIsSaidOfCountsThatVaryMore() {
    for (boolean over : new boolean[] {false, true}) {
      double[][] rows = new double[400][1];
      double[] y = new double[400];
      for (int i = 0; i < y.length; i++) {
        rows[i][0] = random.nextGaussian();
        double mean = Math.exp(1 + 0.3 * rows[i][0] + (over ? 0.8 * random.nextGaussian() : 0));
        double left = Math.exp(-mean);
        double product = 1;
        y[i] = -1;
        while (product > left) {
          product *= random.nextDouble();
          y[i]++;
        }
      }
      Fit fit = Fit.poisson(Dataset.regression(rows, y)).reg(0);
      Inference found = fit.inference(fit.go());
      assertEquals(over, found.likelihood().overdispersed(), found.likelihood().toString());
      double robust =
          inference(fit, Errors.ROBUST, WeightKind.FREQUENCY).coefficients().getLast().error();
      double ratio = robust / found.coefficients().getLast().error();
      assertEquals(Math.sqrt(found.likelihood().pearson()), ratio, 0.15 * ratio);
    }
  }
}
