package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.proximal.Snspp;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.StudentRegression;
import org.ironopt.problem.analytic.StudentRegressionTest;
import org.junit.jupiter.api.Test;

/** SNSPP on the weakly convex terms of Student's likelihood. */
class WeaklyConvexSnsppTest {
  private static final double NU = .5;
  private static final StudentRegression F = StudentRegressionTest.outliers(40, NU, .05, 3);
  private static final int[] BATCH = {1, 5, 8};

  private static double[] gradient(double[] x) {
    double[] g = new double[4];
    F.batch(BATCH, 0, 3).gradient(x, g);
    return g;
  }

  /**
   * A step from x solves {@code x+ = prox_{eta r}(x - eta [grad f_S(x+) + (1/b) sum_i gamma <a_i,
   * x+ - x> a_i - grad f_S(xt) + grad f(xt)])} for every eta, though the terms are not convex.
   */
  @Test
  void stepsSolveTheirEquation() {
    for (Regularizer r :
        List.of(Regularizer.none(), Regularizer.l1(.2), Regularizer.ball(1), Regularizer.l2(.3))) {
      for (double eta : new double[] {.05, 1, 40}) {
        Snspp method = Snspp.step(eta).snapshotEvery(2).regularizer(r).tolerance(1e-12);
        Stepper s =
            method.batches(Batches.given(3, 0, 2, 4, 1, 5, 8)).start(F, new double[4], seed(0));
        double[] snapshot = s.x().clone();
        s.advance();
        double[] before = s.x().clone();
        assertTrue(s.advance().inner().orElseThrow().succeeded(), r + ", eta " + eta);
        double[] step = gradient(s.x());
        double[] row = new double[4];
        double[] moved = new double[4];
        Vectors.subtract(s.x(), before, moved);
        for (int i : BATCH) {
          F.row(i, row);
          Vectors.axpy(Vectors.dot(row, moved) / (2 * NU) / 3, row, step);
        }
        Vectors.axpy(-1, gradient(snapshot), step);
        double[] whole = new double[4];
        F.gradient(snapshot, whole);
        Vectors.axpy(1, whole, step);
        Vectors.add(before, -eta, step, step);
        r.prox(eta, step, step);
        assertArrayEquals(s.x(), step, 1e-10 * (1 + eta), r + ", eta " + eta);
      }
    }
  }

  /** With variance reduction a constant step finds a stationary point of F, near the truth. */
  @Test
  void findsAStationaryPoint() {
    Regularizer r = Regularizer.l1(.02);
    Snspp method = Snspp.step(.05).regularizer(r).tolerance(1e-12).batches(Batches.epochs(4));
    double[] x = advance(method.start(F, new double[4], seed(4)), 4000).x();
    double[] g = new double[4];
    F.gradient(x, g);
    Vectors.add(x, -1, g, g);
    r.prox(1, g, g);
    assertArrayEquals(x, g, 1e-9);
    // The outliers, 20 away, hardly matter; least squares would be off by 4 in the mean.
    assertArrayEquals(new double[] {1, -1, .5, 0}, x, .15);
  }
}
