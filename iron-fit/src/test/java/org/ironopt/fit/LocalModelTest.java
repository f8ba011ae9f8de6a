package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.Vectors;
import org.ironopt.model.ModelKind;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.FiniteSum;
import org.ironopt.theory.sampling.QuadraticSum;
import org.ironopt.theory.sampling.SamplingScheme;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocalModelTest {
  private static final int N = 30;
  private static final int D = 3;

  private static Dataset data(ModelKind kind, long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[N][D];
    double[] y = new double[N];
    int[] labels = new int[N];
    for (int i = 0; i < N; i++) {
      for (int j = 0; j < D; j++) {
        rows[i][j] = (1 + j) * random.nextGaussian() + j;
      }
      y[i] = kind == ModelKind.POISSON ? random.nextInt(4) : random.nextGaussian() + rows[i][0];
      labels[i] = i % (kind == ModelKind.SOFTMAX ? 3 : 2);
    }
    DenseFeatures x = DenseFeatures.of(rows);
    Dataset data =
        kind.classes()
            ? Dataset.classification(
                x,
                labels,
                IntStream.range(0, kind == ModelKind.SOFTMAX ? 3 : 2)
                    .mapToObj(Integer::toString)
                    .toList())
            : Dataset.regression(x, y);
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> 1 + i % 3);
    return data.weighted(weights);
  }

  private static Fit fit(ModelKind kind, boolean intercept, boolean scale) {
    return Fit.of(kind, data(kind, 7)).reg(.3).intercept(intercept).scale(scale).tolerance(1e-14);
  }

  /** Gradients and Hessians of single terms, and the minimiser, against the objective's own. */
  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      mode = EnumSource.Mode.EXCLUDE,
      names = {"GAMMA", "NEGBIN", "HUBER"})
  void termsAreThoseOfTheObjective(ModelKind kind) {
    List<LocalModel> models = new ArrayList<>(List.of(fit(kind, false, false).local()));
    models.add(fit(kind, false, true).local());
    if (kind != ModelKind.SOFTMAX) {
      models.add(fit(kind, true, true).local());
    }
    for (LocalModel model : models) {
      QuadraticSum sum = model.sum();
      FiniteSum f = model.problem().terms();
      double[] star = sum.minimizer();
      double[] gradient = new double[star.length];
      f.gradient(star, gradient);
      assertTrue(Vectors.norm(gradient) < 1e-7, kind + " " + Vectors.norm(gradient));
      double squares = 0;
      DenseMatrix hessian = DenseMatrix.zeros(star.length, star.length);
      for (int i = 0; i < N; i++) {
        Curvature h = f.batch(new int[] {i}, 0, 1).curvature();
        h.at(star, gradient);
        squares += Vectors.dot(gradient, gradient) / N;
        double[] column = new double[star.length];
        for (int j = 0; j < star.length; j++) {
          double[] unit = new double[star.length];
          unit[j] = 1;
          h.apply(unit, column);
          for (int r = 0; r < star.length; r++) {
            hessian.set(r, j, hessian.get(r, j) + column[r] / N);
          }
        }
      }
      assertEquals(squares, sum.gradientVariance(SamplingScheme.with(1)), 1e-6 * squares);
      assertArrayEquals(hessian.data(), sum.hessian().data(), 1e-6 * hessian.norm());
    }
  }

  /** With no coefficient, no other intercept is better. */
  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      names = {"RIDGE", "LOGISTIC", "POISSON"})
  void startsAtTheBestConstant(ModelKind kind) {
    double[] weights = new double[N];
    Arrays.setAll(weights, i -> 1 + i % 2);
    LocalModel model = Fit.of(kind, data(kind, 7).weighted(weights)).reg(.3).local();
    double[] gradient = new double[D + 1];
    model.problem().losses().gradient(model.start(), gradient);
    assertEquals(0, gradient[D], 1e-12);
    assertTrue(Math.abs(model.start()[D]) > .01);
    assertArrayEquals(new double[D], Arrays.copyOf(model.start(), D));
    assertArrayEquals(new int[] {0, 1, 2}, model.coefficients());
    assertArrayEquals(new double[D], fit(kind, false, true).local().start());
  }

  @Test
  void refusesWhatHasNoLocalModel() {
    assertTrue(
        assertThrows(
                IllegalArgumentException.class, () -> fit(ModelKind.SOFTMAX, true, true).local())
            .getMessage()
            .contains("intercept"));
    assertThrows(
        IllegalArgumentException.class, () -> fit(ModelKind.RIDGE, true, true).l1(1).local());
  }
}
