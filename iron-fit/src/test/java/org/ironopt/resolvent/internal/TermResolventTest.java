package org.ironopt.resolvent.internal;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import org.ironopt.linalg.Vectors;
import org.ironopt.problem.FiniteSum;
import org.ironopt.problem.internal.GlmRoot;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.regression.Logistic;
import org.ironopt.regression.Ridge;
import org.ironopt.regression.Samples;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerReport;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;

class TermResolventTest {
  private static final double[] START = Fixtures.regressionStart();
  private static final Optional<InnerMethod> NEWTON =
      Optional.of(InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(1e-15)));

  private static double[] solve(FiniteSum sum, Optional<InnerMethod> inner, int i, double eta) {
    double[] u = new double[2];
    InnerReport report = TermResolvent.of(sum, inner).solve(i, eta, START, START, u);
    assertTrue(report.succeeded());
    double m = sum.modulus().orElseThrow();
    assertEquals(report.residual() / (1 + eta * m), report.certificate().orElseThrow());
    return u;
  }

  /** By the formula and by Newton's method. */
  @Test
  void oracles() {
    double[] squared = {1.1095766014605168, 0.40864202202126454};
    assertArrayEquals(squared, solve(Fixtures.tp3(), Optional.empty(), 2, .7), 2e-15);
    assertArrayEquals(squared, solve(Fixtures.tp3(), NEWTON, 2, .7), 2e-15);
    double[] logistic = {0.6879960061043078, -0.012938573334944558};
    FiniteSum closed = Logistic.of(Samples.tp4(), .1);
    assertArrayEquals(logistic, solve(closed, Optional.empty(), 2, .7), 2e-15);
    assertArrayEquals(logistic, solve(closed, NEWTON, 2, .7), 2e-15);
    assertArrayEquals(logistic, solve(Fixtures.tp4(), NEWTON, 2, .7), 2e-15);
    double[] far = {1.0640177730160054, 1.0640102730910046};
    assertArrayEquals(far, solve(closed, Optional.empty(), 2, 1e6), 1e-12);
    assertArrayEquals(far, solve(Fixtures.tp4(), NEWTON, 2, 1e6), 1e-9);
  }

  /** A sum without formulas is solved by what suits its batches; relative 1e-8. */
  @Test
  void withoutAFormula() {
    double[] logistic = {0.6879960061043078, -0.012938573334944558};
    assertArrayEquals(logistic, solve(Fixtures.tp4(), Optional.empty(), 2, .7), 1e-8);
  }

  /** {@code prox of f_i + <l, .>} is that of f_i at {@code c - eta l}. */
  @Test
  void linearTilt() {
    double[] l = {.3, -.9};
    double eta = 1.3;
    double[] center = new double[2];
    Vectors.add(START, -eta, l, center);
    double[] u = new double[2];
    FiniteSum f = Logistic.of(Samples.tp4(), .1);
    TermResolvent.of(f, Optional.empty()).solve(1, eta, center, START, u);
    double[] g = new double[2];
    f.batch(new int[] {1}, 0, 1).gradient(u, g);
    for (int j = 0; j < 2; j++) {
      assertEquals(0, (u[j] - START[j]) / eta + g[j] + l[j], 1e-15);
    }
  }

  /** A one-term batch has the same resolvent as the term. */
  @Test
  void batchesOfOneTerm() {
    Ridge f = Ridge.of(Samples.numbers(Samples.dense(6, 2, 3), 4), .2);
    double[] batch = new double[2];
    f.batch(new int[] {4, 1}, 1, 2).prox(.9, START, batch);
    assertArrayEquals(solve(f, Optional.empty(), 1, .9), batch);
  }

  @Test
  void whatIsNoNumberStays() {
    double[] u = new double[2];
    InnerReport report =
        TermResolvent.of(Fixtures.tp3(), Optional.empty())
            .solve(0, 1, new double[] {Double.NaN, 0}, START, u);
    assertEquals(InnerReport.Ending.NOT_FINITE, report.ending());
    assertArrayEquals(START, u);
    TermResolvent r = TermResolvent.of(Fixtures.tp3(), Optional.empty());
    assertEquals(
        "term 4, expected 0 to 3",
        assertThrows(IllegalArgumentException.class, () -> r.solve(4, 1, START, START, u))
            .getMessage());
    assertThrows(IllegalArgumentException.class, () -> r.solve(0, 0, START, START, u));
  }

  /** The root of {@code s = y - h(z + q s)} for a mean with a jump of curvature, far and near. */
  @Test
  void glmRootOfAnyMean() {
    GlmRoot.Mean cube =
        new GlmRoot.Mean() {
          @Override
          public double at(double z) {
            return z * z * z;
          }

          @Override
          public double slope(double z) {
            return 3 * z * z;
          }
        };
    for (double y : new double[] {-7, 0, 3}) {
      for (double z : new double[] {-40, -.1, 0, 2, 1e4}) {
        for (double q : new double[] {0, 1e-3, 1, 1e5}) {
          double s = GlmRoot.solve(cube, y, z, q);
          double miss = s - y + cube.at(Math.fma(q, s, z));
          double slope = Math.fma(q, cube.slope(Math.fma(q, s, z)), 1);
          assertEquals(0, miss / slope, 4 * Math.ulp(s) + 4 * Math.ulp(z / Math.max(q, 1)));
        }
      }
    }
    assertTrue(Double.isNaN(GlmRoot.solve(cube, 1, Double.NaN, 1)));
    assertTrue(Double.isNaN(GlmRoot.solve(cube, 1, 1, Double.POSITIVE_INFINITY)));
  }
}
