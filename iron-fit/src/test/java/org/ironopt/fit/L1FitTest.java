package org.ironopt.fit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import org.ironopt.data.Dataset;
import org.ironopt.data.DenseFeatures;
import org.ironopt.regression.Intercept;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Samples;
import org.ironopt.run.Ending;
import org.junit.jupiter.api.Test;

/** Fits with an L1 penalty, against plain forward-backward steps and the optimality conditions. */
class L1FitTest {
  /** Minimises the mean square error / 2 + reg/2 |w|^2 + l1 |w|_1 by many small steps. */
  private static double lasso(DenseFeatures x, double[] y, double reg, double l1) {
    int n = x.rows();
    int d = x.columns();
    double[] w = new double[d];
    double[] previous = new double[d];
    double step = 0.1;
    for (int k = 0; k < 20_000; k++) {
      double[] v = new double[d];
      for (int j = 0; j < d; j++) {
        v[j] = w[j] + (k - 1.0) / (k + 2) * (w[j] - previous[j]);
      }
      double[] g = new double[d];
      for (int i = 0; i < n; i++) {
        double r = (x.rowDot(i, v, 0) - y[i]) / n;
        x.addRow(i, r, g, 0);
      }
      previous = w;
      w = new double[d];
      for (int j = 0; j < d; j++) {
        double u = v[j] - step * (g[j] + reg * v[j]);
        w[j] = Math.signum(u) * Math.max(0, Math.abs(u) - step * l1);
      }
    }
    double value = 0;
    for (int i = 0; i < n; i++) {
      double r = x.rowDot(i, w, 0) - y[i];
      value += r * r / (2 * n);
    }
    for (double c : w) {
      value += reg * c * c / 2 + l1 * Math.abs(c);
    }
    return value;
  }

  @Test
  void elasticNetAndLasso() {
    DenseFeatures x = Samples.dense(120, 15, 1);
    Dataset data = Samples.numbers(x, 2);
    double[] y = new double[120];
    Arrays.setAll(y, data::target);
    for (double reg : new double[] {1e-2, 0}) {
      double best = lasso(x, y, reg, 0.05);
      FitResult fit = Fit.ridge(data).scale(false).intercept(false).reg(reg).l1(0.05).go();
      assertTrue(fit.ending().goal(), fit.ending().sentence());
      assertEquals(best, fit.objective(), 1e-9 * best);
      long zeros = Arrays.stream(fit.model().weights()[0]).filter(w -> w == 0).count();
      assertTrue(zeros > 0 && zeros < 15, zeros + " zeros");
    }
  }

  @Test
  void logisticRegressionMeetsTheOptimalityConditions() {
    Dataset data = Samples.classes(Samples.sparse(Samples.dense(300, 40, 3)), 2, 4);
    FitResult fit = Fit.logistic(data).scale(false).reg(1e-4).l1(0.02).tolerance(1e-12).go();
    assertTrue(fit.ending() instanceof Ending.GapCertified, fit.ending().sentence());
    Logistic loss = Logistic.of(data, 1e-4, Intercept.FREE);
    double[] w = Arrays.copyOf(fit.model().weights()[0], 41);
    w[40] = fit.model().intercepts()[0];
    double[] g = new double[41];
    loss.gradient(w, g);
    for (int j = 0; j < 40; j++) {
      if (w[j] == 0) {
        assertTrue(Math.abs(g[j]) <= 0.02 + 1e-7);
      } else {
        assertEquals(-0.02 * Math.signum(w[j]), g[j], 1e-7);
      }
    }
    assertEquals(0, g[40], 1e-7);
  }

  @Test
  void aLargePenaltyLeavesTheInterceptAlone() {
    Dataset data = Samples.classes(Samples.dense(100, 5, 5), 3, 6);
    FitResult fit = Fit.softmax(data).l1(10).go();
    for (double[] w : fit.model().weights()) {
      assertTrue(Arrays.stream(w).allMatch(v -> v == 0));
    }
    double entropy = 0;
    for (int count : data.classCounts()) {
      entropy -= count / 100.0 * StrictMath.log(count / 100.0);
    }
    assertEquals(entropy, fit.objective(), 1e-9 * entropy);
  }

  @Test
  void aMethodThatTakesNoL1IsRefused() {
    Dataset data = Samples.classes(Samples.dense(40, 3, 1), 2, 2);
    for (FitMethod method : FitMethod.values()) {
      Fit fit = Fit.logistic(data).l1(0.01).method(method);
      if (method == FitMethod.IRON) {
        fit.go();
        continue;
      }
      String message = assertThrows(IllegalArgumentException.class, fit::go).getMessage();
      assertEquals(
          "method " + method + " takes no l1 penalty: use IRON, or leave l1 at 0", message);
    }
  }
}
