package org.ironopt.theory;

import static org.ironopt.theory.Scheme.EXPLICIT_EULER;
import static org.ironopt.theory.Scheme.IRON;
import static org.ironopt.theory.Scheme.NAG_GS;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** The paper's quadratic: eigenvalues 1, 1, 3 and mu = gamma = rho = 1. */
class StationaryCovarianceTest {
  private static final double[] EIGENVALUES = {1, 1, 3};

  private static double mse(double alpha) {
    return StationaryCovariance.mse(IRON, new IronParameters(alpha, 1, 1), EIGENVALUES, 1)
        .orElseThrow();
  }

  @Test
  void tableOfMoments() {
    double[][] table = {
      {1, 0.185185185185, 0.222222222222, 0.333333333333},
      {10, 0.0706018518519, 0.0763888888889, 0.0833333333333},
      {200, 0.00490172289457, 0.00492598764827, 0.0049504950495},
      {500, 0.00198411130007, 0.00198806368153, 0.00199203187251}
    };
    double[][] third = {
      {1, 0.0424242424242, 0.0606060606061, 0.115151515152},
      {10, 0.00975048449612, 0.0106589147287, 0.0117490310078},
      {200, 0.000551867273322, 0.000554617396775, 0.000557395021463},
      {500, 0.000221630617017, 0.000222073286844, 0.000222517727351}
    };
    for (int i = 0; i < table.length; i++) {
      expect(table[i], 1);
      expect(third[i], 3);
    }
  }

  private static void expect(double[] row, double a) {
    IronParameters p = new IronParameters(row[0], 1, 1);
    for (StationaryCovariance c :
        new StationaryCovariance[] {
          StationaryCovariance.closedForm(IRON, p, a, 1).orElseThrow(),
          StationaryCovariance.linearSystem(IRON, p, a, 1).orElseThrow()
        }) {
      Close.printed(row[1], c.p11(), 12);
      Close.printed(row[2], c.p12(), 12);
      Close.printed(row[3], c.p22(), 12);
    }
  }

  @Test
  void tableOfErrors() {
    double[] alphas = {1, 10, 200, 500};
    double[] mse = {0.412794612795, 0.1509541882, 0.0103553130625, 0.00418985321716};
    double[] scaled = {0.412794612795, 1.509541882, 2.07106261249, 2.09492660858};
    for (int i = 0; i < alphas.length; i++) {
      Close.printed(mse[i], mse(alphas[i]), 12);
      Close.printed(scaled[i], alphas[i] * mse(alphas[i]), 12);
    }
  }

  @Test
  void theStepsThatThePublishedScriptReallyUses() {
    double base = 1 + Math.sqrt(3);
    double[] scales = {1, 10, 20, 200, 500};
    double[] scaled = {0.841253476901, 1.84664745789, 1.97089703011, 2.09629262409, 2.10516128954};
    for (int i = 0; i < scales.length; i++) {
      Close.printed(scaled[i], scales[i] * base * mse(scales[i] * base), 12);
    }
  }

  @Test
  void limits() {
    double limit = QuadraticConstant.isotropic(1, EIGENVALUES, 1);
    Close.to(19.0 / 9, limit, 1e-15);
    Close.to(limit, 1e12 * mse(1e12), 1e-11);
    Close.to(StationaryCovariance.continuousTimeMse(1, 1, EIGENVALUES, 1), mse(1e-12), 1e-11);
    QuadraticConstant.Interval interval = QuadraticConstant.interval(1, 3, 1, 3);
    assertEquals(3.0 / 9, interval.low(), 1e-15);
    assertEquals(3, interval.high(), 0);
    assertTrue(interval.low() <= limit && limit <= interval.high());
    Close.to(limit, QuadraticConstant.general(1, EIGENVALUES, new double[] {1, 1, 1}), 1e-15);
    // Equality at the ends of the interval: all eigenvalues L, or all mu.
    Close.to(interval.low(), QuadraticConstant.isotropic(1, new double[] {3, 3, 3}, 1), 1e-15);
    Close.to(interval.high(), QuadraticConstant.isotropic(1, new double[] {1, 1, 1}, 1), 1e-15);
  }

  @Test
  void unstableIsEmpty() {
    IronParameters p = new IronParameters(10, 1, 1);
    assertTrue(StationaryCovariance.mse(NAG_GS, p, EIGENVALUES, 1).isEmpty());
    assertTrue(StationaryCovariance.mse(EXPLICIT_EULER, p, EIGENVALUES, 1).isEmpty());
    double[] ones = {1, 1, 1};
    assertTrue(StationaryCovariance.mse(NAG_GS, p, EIGENVALUES, ones).isEmpty());
    assertEquals(mse(10), StationaryCovariance.mse(IRON, p, EIGENVALUES, ones).orElseThrow());
  }

  @Test
  void badInput() {
    IronParameters p = new IronParameters(10, 1, 1);
    assertThrows(
        IllegalArgumentException.class, () -> StationaryCovariance.mse(IRON, p, new double[0], 1));
    IllegalArgumentException e =
        assertThrows(
            IllegalArgumentException.class,
            () -> StationaryCovariance.mse(IRON, p, EIGENVALUES, new double[] {1, 1}));
    assertEquals("variances: expected length 3, got 2", e.getMessage());
    assertThrows(
        IllegalArgumentException.class,
        () -> StationaryCovariance.mse(IRON, p, new double[] {1, Double.NaN}, 1));
    assertThrows(IllegalArgumentException.class, () -> QuadraticConstant.interval(3, 1, 1, 1));
    assertThrows(
        IllegalArgumentException.class,
        () -> QuadraticConstant.general(1, EIGENVALUES, new double[] {1, -1, 1}));
  }
}
