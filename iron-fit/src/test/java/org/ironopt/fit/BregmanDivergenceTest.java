package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.fit.partition.BregmanDivergence;
import org.ironopt.fit.partition.FitRows;
import org.ironopt.fit.partition.LocalRows;
import org.ironopt.model.ModelKind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The sums over the rows: several tasks and blocks, views, rows that are certain. */
class BregmanDivergenceTest {
  private static final long SEED = 3;

  /** More than one task of 64 blocks of 64 rows, and a last block that is not full. */
  private static final int ROWS = 2 * 64 * 64 + 37;

  private static Dataset drawn(ModelKind kind) {
    SplittableRandom random = new SplittableRandom(SEED);
    DenseFeatures x = new DenseFeatures(ROWS, 1, random.doubles(ROWS, -1, 1).toArray());
    if (!kind.classes()) {
      double[] y = random.ints(ROWS, 0, 5).asDoubleStream().toArray();
      return Dataset.regression(x, y);
    }
    int classes = kind == ModelKind.SOFTMAX ? 3 : 2;
    return Dataset.classification(x, random.ints(ROWS, 0, classes).toArray(), classes);
  }

  /** Returns the mean divergence, row by row. */
  private static double plain(
      ModelKind kind, Dataset data, double[] w, double tau, double t, double[] mixed) {
    double sum = 0;
    double weight = 0;
    for (int i = 0; i < data.rows(); i++) {
      double[] x = new double[1];
      data.features().copyRow(data.position(i), x, 0);
      double[][] one = {x};
      double y = kind.classes() ? data.label(i) : data.target(i);
      PlainCertificate row =
          new PlainCertificate(
              kind, mixed.length, one, new double[] {y}, new double[] {1}, 0, 0, true);
      double[] p = row.predicted(w, 0);
      double[] target = row.target(0);
      double rest = 0;
      double all = 0;
      int own = kind.classes() ? (int) y : -1;
      for (int k = 0; k < p.length; k++) {
        if (k != own) {
          double constant = kind.classes() ? mixed[k] : 0;
          double q = target[k] + (1 - tau) * ((1 - t) * p[k] + constant - target[k]);
          rest += q - p[k];
          all += PlainCertificate.divergence(p[k], q);
        }
      }
      all += own < 0 ? 0 : PlainCertificate.divergence(p[own], p[own] - rest);
      sum += data.weight(i) * all;
      weight += data.weight(i);
    }
    return sum / weight;
  }

  private static double[] parameters(ModelKind kind) {
    return kind == ModelKind.SOFTMAX
        ? new double[] {.3, .1, -.4, .2, 1, -.3}
        : new double[] {1.5, -0.2};
  }

  @ParameterizedTest
  @EnumSource(
      value = ModelKind.class,
      names = {"LOGISTIC", "SOFTMAX", "POISSON"})
  void tasksAddUpToAllRows(ModelKind kind) {
    Dataset all = drawn(kind);
    SplittableRandom random = new SplittableRandom(SEED);
    double[] weights = random.doubles(ROWS, -0.2, 1).map(e -> Math.max(0, e)).toArray();
    int[] some = random.ints(ROWS, 0, ROWS).toArray();
    double[] w = parameters(kind);
    for (Dataset data :
        new Dataset[] {all, all.weighted(weights), all.weighted(weights).subset(some)}) {
      FitRows.Linearized h = LocalRows.of(kind, data, true).curvature(n -> {});
      h.at(w, new double[w.length]);
      double[] mixed =
          kind == ModelKind.SOFTMAX ? new double[] {.05, .1, .01} : new double[] {.05, .1};
      double[][] moves = {{0, 0.16}, {0.3, 0.16}, {0.9, 0}};
      for (double[] move : moves) {
        double[] m = move[1] == 0 ? new double[mixed.length] : mixed;
        double expected = plain(kind, data, w, move[0], move[1], m);
        double actual = h.mean(new BregmanDivergence(move[0], move[1], m))[0];
        assertEquals(expected, actual, 1e-12 * expected, kind + " " + Arrays.toString(move));
      }
      if (kind == ModelKind.POISSON) {
        double squares = squares(data, w);
        assertEquals(squares, h.sums().squares(), 1e-12 * squares);
      }
    }
  }

  private static double squares(Dataset data, double[] w) {
    double sum = 0;
    for (int i = 0; i < data.rows(); i++) {
      double[] x = new double[1];
      data.features().copyRow(data.position(i), x, 0);
      double e = StrictMath.exp(w[0] * x[0] + w[1]) - data.target(i);
      sum += data.weight(i) * e * e;
    }
    return sum / data.totalWeight();
  }

  /**
   * What a probability hides that is too small for a number is added by a bound on its logarithm.
   */
  @Test
  void probabilitiesTooSmallForANumberCountByTheirLogarithm() {
    for (ModelKind kind : new ModelKind[] {ModelKind.LOGISTIC, ModelKind.SOFTMAX}) {
      DenseFeatures x = new DenseFeatures(3, 1, new double[] {800, -1, 2});
      Dataset data = Dataset.classification(x, new int[] {1, 0, 1}, 2);
      FitRows.Linearized h = LocalRows.of(kind, data, false).curvature(n -> {});
      BregmanDivergence moved = new BregmanDivergence(0, 0.04, new double[] {0.01, 0.03});
      for (double scale : new double[] {1, 0.5}) {
        double[] w = kind == ModelKind.LOGISTIC ? new double[] {scale} : new double[] {0, scale};
        h.at(w, new double[w.length]);
        double[] mean = h.mean(moved);
        assertTrue(mean[0] > 0 && Double.isFinite(mean[0]));
        assertEquals(scale == 1 ? 1 : 0, mean[1], kind + " " + scale);
      }
      assertEquals(2 * 0.03 * 5, moved.unseen(5), 1e-15);
    }
    double[] mixed = {0.1, 0.5, 0.2};
    assertEquals(3 * 0.5 * 7, new BregmanDivergence(0, 0.1, mixed).unseen(7));
  }

  /** The small probability of a row that is predicted wrongly keeps its digits. */
  @Test
  void smallProbabilitiesOfTheRightClassKeepTheirDigits() {
    DenseFeatures x = new DenseFeatures(2, 1, new double[] {50, 1});
    Dataset data = Dataset.classification(x, new int[] {0, 1}, 2);
    FitRows.Linearized h = LocalRows.of(ModelKind.LOGISTIC, data, false).curvature(n -> {});
    h.at(new double[] {1}, new double[1]);
    double right = 1 / (1 + StrictMath.exp(50));
    assertEquals(1 / right, h.sums().sums()[1], 1e-12 / right);
    double[] mixed = {0.01, 0.03};
    double expected = plain(ModelKind.LOGISTIC, data, new double[] {1, 0}, 0, 0.04, mixed);
    double actual = h.mean(new BregmanDivergence(0, 0.04, mixed))[0];
    assertEquals(expected, actual, 1e-12 * expected);
  }

  @Test
  void bordersOfTheFormula() {
    // On both sides of u = -0.7 and u = 1, beyond which the logarithm itself is taken.
    assertEquals(2 * 0.49 * 2.3 / 3.2, BregmanDivergence.of(2, -2 * (0.7 - 1e-16)), 1e-14);
    for (double u : new double[] {-0.7 - 1e-9, -0.99, 1 + 1e-9, 4, 1e6}) {
      double exact = (1 + u) * StrictMath.log1p(u) - u;
      assertEquals(2 * exact, BregmanDivergence.of(2, 2 * u), 1e-14 * exact, "u " + u);
    }
    assertEquals(2 * 4 / 10.0 * (1 - 3e-12), BregmanDivergence.of(2, 2 * (1 - 1e-12)), 1e-11);
    assertEquals(2, BregmanDivergence.of(2, -2));
    assertEquals(2, BregmanDivergence.of(2, -2.0000001));
    assertEquals(0, BregmanDivergence.of(2, 0));
  }

  @Test
  void leastSquaresHaveAClosedForm() {
    Dataset data = Dataset.regression(new double[][] {{1}, {2}}, new double[] {1, 3});
    FitRows.Linearized h = LocalRows.of(ModelKind.RIDGE, data, true).curvature(n -> {});
    h.at(new double[2], new double[2]);
    BregmanDivergence moved = new BregmanDivergence(0, 0.1, new double[1]);
    assertThrows(IllegalStateException.class, () -> h.mean(moved));
  }
}
