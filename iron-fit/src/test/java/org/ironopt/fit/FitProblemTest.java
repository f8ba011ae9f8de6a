package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.data.Features;
import org.ironopt.fit.partition.ColumnMoments;
import org.ironopt.linalg.Vectors;
import org.ironopt.model.ModelKind;
import org.ironopt.problem.Curvature;
import org.ironopt.problem.DualTerms;
import org.ironopt.problem.LinearSum;
import org.ironopt.problem.TermProximable;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Poisson;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.regression.Softmax;
import org.ironopt.regression.internal.LinearObjective;
import org.ironopt.regression.internal.ReparameterizedObjective;
import org.junit.jupiter.api.Test;

/** The change of variables equals the objective on rows that were really scaled and centred. */
class FitProblemTest {
  private static final DenseFeatures X = Samples.dense(20, 4, 1);
  private static final double REG = 0.03;

  private static Coordinates coordinates(LinearObjective loss, Dataset data, boolean intercept) {
    ColumnMoments moments = ColumnMoments.of(data);
    return Coordinates.of(moments, true, loss.terms.loss(), REG, intercept).penalized();
  }

  /** Rows that are scaled and centred in memory. */
  private static Features scaled(Coordinates x) {
    double[] data = X.data().clone();
    for (int k = 0; k < data.length; k++) {
      data[k] = (data[k] - x.m()[k % 4]) * x.t()[k % 4];
    }
    return new DenseFeatures(X.rows(), 4, data);
  }

  private static Dataset data(ModelKind kind, Features x) {
    Dataset rows = kind == ModelKind.RIDGE ? Samples.numbers(x, 2) : Samples.classes(x, 2, 2);
    return Samples.weighted(kind == ModelKind.SOFTMAX ? Samples.classes(x, 3, 3) : rows, 4);
  }

  private static LinearObjective objective(ModelKind kind, Dataset data, double reg, Intercept b) {
    return switch (kind) {
      case LOGISTIC -> Logistic.of(data, reg, b);
      case SOFTMAX -> Softmax.of(data, reg, b);
      case RIDGE -> Ridge.of(data, reg, b);
      default -> Poisson.of(data, reg, b);
    };
  }

  private static double[] random(int n, long seed) {
    return new SplittableRandom(seed).doubles(n, -1, 1).toArray();
  }

  /** A sum and the one that it must equal. */
  private record Pair(
      ReparameterizedObjective sum,
      LinearObjective expected,
      LinearObjective loss,
      Coordinates x,
      RowCounter counter) {
    static Pair of(ModelKind kind, Features features, Intercept b) {
      Dataset rows = data(kind, features);
      LinearObjective loss = objective(kind, rows, 0, b);
      Coordinates x = coordinates(loss, rows, b == Intercept.FREE);
      RowCounter counter = new RowCounter();
      ReparameterizedObjective sum = ReparameterizedObjective.of(loss, x, REG, counter::read);
      return new Pair(sum, objective(kind, data(kind, scaled(x)), REG, b), loss, x, counter);
    }
  }

  private static List<Pair> pairs() {
    return IntStream.range(0, 12)
        .mapToObj(
            k ->
                Pair.of(
                    ModelKind.values()[k % 3],
                    k < 6 ? X : Samples.sparse(X),
                    k % 6 < 3 ? Intercept.FREE : Intercept.NONE))
        .toList();
  }

  @Test
  void valueGradientAndProducts() {
    for (Pair pair : pairs()) {
      int n = pair.sum.dimension();
      double[] theta = random(n, 5);
      double[] g = new double[n];
      double[] expected = new double[n];
      double value = pair.sum.valueAndGradient(theta, g);
      assertEquals(pair.expected.valueAndGradient(theta, expected), value, 1e-12 * value);
      assertArrayEquals(expected, g, 1e-13);
      assertEquals(value, pair.sum.value(theta), 1e-14 * value);
      int[] batch = {3, 7, 7, 1};
      pair.sum.batch(batch, 1, 4).gradient(theta, g);
      pair.expected.batch(batch, 1, 4).gradient(theta, expected);
      assertArrayEquals(expected, g, 1e-13);
      Curvature h = pair.sum.curvature();
      Curvature k = pair.expected.curvature();
      h.at(theta, g);
      k.at(theta, expected);
      assertArrayEquals(expected, g, 1e-13);
      double[] v = random(n, 6);
      h.apply(v, g);
      k.apply(v, expected);
      assertArrayEquals(expected, g, 1e-13);
      assertEquals(4 * X.rows() + 3, pair.counter.rows());
    }
  }

  @Test
  void residualsOfABatch() {
    for (Pair pair : pairs()) {
      int n = pair.sum.dimension();
      double[][] both = new double[2][];
      LinearSum[] sums = {pair.sum, pair.expected};
      int[] batch = {4, 2, 9};
      for (int s = 0; s < 2; s++) {
        LinearSum.BatchResiduals r = sums[s].residuals();
        r.select(batch, 0, 3);
        double[] rho = new double[r.length()];
        double[] ht = new double[r.length()];
        double[] q = new double[n];
        r.at(random(n, 7), random(X.rows() * sums[s].outputs(), 8), rho, q);
        both[s] = q.clone();
        r.curve(random(n, 9), rho, ht);
        r.transpose(ht, q);
        Vectors.axpy(3, q, both[s]);
      }
      assertArrayEquals(both[1], both[0], 1e-12);
      double[] ridge = new double[n];
      double[] expected = new double[n];
      pair.sum.ridge(ridge);
      pair.expected.ridge(expected);
      assertArrayEquals(expected, ridge);
    }
  }

  @Test
  void termsHaveTheirResolventAndTheirRow() {
    for (Pair pair : pairs()) {
      if (!(pair.sum instanceof TermProximable terms && pair.sum instanceof DualTerms rows)) {
        assertEquals(3, pair.sum.outputs());
        continue;
      }
      int n = pair.sum.dimension();
      double[] u = random(n, 10);
      double[] y = new double[n];
      double[] g = new double[n];
      for (int i = 0; i < 5; i++) {
        assertTrue(terms.prox(i, 2.5, u, y) <= 1e-13);
        pair.expected.batch(new int[] {i}, 0, 1).gradient(y, g);
        Vectors.axpy(2.5, g, y);
        assertArrayEquals(u, y, 1e-12);
        rows.row(i, y);
        double[] expected = new double[n];
        pair.expected.row(i, expected);
        assertArrayEquals(expected, y, 1e-14);
      }
    }
  }

  @Test
  void smoothnessBoundsTheLargestEigenvalue() {
    for (Pair pair : pairs()) {
      FitProblem.RowNorms norms = FitProblem.RowNorms.of(pair.loss, pair.x, pair.counter);
      int n = pair.sum.dimension();
      Curvature h = pair.sum.curvature();
      double[] v = random(n, 11);
      h.at(new double[n], new double[n]);
      double top = 0;
      for (int k = 0; k < 50; k++) {
        double[] hv = new double[n];
        h.apply(v, hv);
        top = Vectors.norm(hv) / Vectors.norm(v);
        v = hv;
        Vectors.scale(1 / Vectors.norm(v), v);
      }
      assertTrue(top <= norms.mean() + REG, top + " " + norms);
      assertTrue(norms.mean() <= norms.largest());
      double[] row = new double[pair.expected.terms.stride()];
      double largest = 0;
      for (int i = 0; i < X.rows(); i++) {
        pair.expected.row(i, row);
        largest = Math.max(largest, pair.expected.weight(i) * Vectors.dot(row, row));
      }
      double c = pair.expected.terms.loss().largestCurvature();
      assertEquals(c * largest, norms.largest(), 1e-12 * c * largest);
    }
  }

  private static FitObjective fitted() {
    Dataset rows = data(ModelKind.LOGISTIC, X);
    LinearObjective loss = objective(ModelKind.LOGISTIC, rows, 0, Intercept.FREE);
    return new FitObjective(loss, coordinates(loss, rows, true), REG, 0);
  }

  @Test
  void aHessianStaysAtItsPointWhileTheObjectiveIsEvaluatedElsewhere() {
    FitObjective f = fitted();
    int n = f.dimension();
    Curvature h = f.curvature();
    h.at(random(n, 1), new double[n]);
    double[] before = new double[n];
    double[] after = new double[n];
    h.apply(random(n, 2), before);
    f.value(random(n, 3));
    f.curvatureAt(random(n, 4));
    h.apply(random(n, 2), after);
    assertArrayEquals(before, after);
  }

  @Test
  void threadsShareTheObjectiveOfAFit() {
    FitObjective shared = fitted();
    int n = shared.dimension();
    double[][] products = new double[40][n];
    IntStream.range(0, products.length)
        .parallel()
        .forEach(
            k -> {
              Curvature h = shared.curvature();
              h.at(random(n, k), new double[n]);
              products[k][0] = shared.value(random(n, k + 100));
              h.apply(random(n, k + 200), products[k]);
            });
    for (int k = 0; k < products.length; k++) {
      double[] expected = new double[n];
      Curvature h = fitted().curvature();
      h.at(random(n, k), new double[n]);
      h.apply(random(n, k + 200), expected);
      assertArrayEquals(expected, products[k], "seed " + k);
    }
  }
}
