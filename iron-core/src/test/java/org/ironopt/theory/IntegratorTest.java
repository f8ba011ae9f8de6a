package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.linalg.internal.DiscreteLyapunov;
import org.ironopt.theory.Integrator.Effect;
import org.junit.jupiter.api.Test;

/** THEORY (103)-(104): each closed form against the stationary variance of the rule itself. */
class IntegratorTest {
  private static final double[] STEPS = {.01, .3, 1, 1.9, 7, 300};

  /** Returns the variance of the first component of {@code z+ = m z + noise g}. */
  private static double variance(double[][] m, double[]... g) {
    int n = m.length;
    DenseMatrix q = DenseMatrix.zeros(n, n);
    for (double[] one : g) {
      DenseMatrix column = DenseMatrix.of(n, 1, one.clone());
      q = q.plus(1, column.multiply(column.transpose()));
    }
    return DiscreteLyapunov.solve(DenseMatrix.of(m), q).orElseThrow().get(0, 0);
  }

  /** w = b = 1 and alpha = x: the update of each rule, written out. */
  @Test
  void closedFormsAgainstTheRules() {
    double g = 1 - 1 / Math.sqrt(2);
    for (double x : STEPS) {
      double root = Math.sqrt(x);
      // (3/2 + x) z+ = 2 z - z-/2 + sqrt(x) (3/2 eta+ - eta/2), eta kept in the state.
      double k = 1 / (1.5 + x);
      double maruyama =
          variance(
              new double[][] {{2 * k, -k / 2, -k * root / 2}, {1, 0, 0}, {0, 0, 0}},
              new double[] {1.5 * k * root, 0, 1});
      Close.to(maruyama, Integrator.BDF2_MARUYAMA.variance(x).orElseThrow(), 1e-10);
      double last = variance(new double[][] {{2 * k, -k / 2}, {1, 0}}, new double[] {k * root, 0});
      Close.to(last, Integrator.BDF2_LAST_INCREMENT.variance(x).orElseThrow(), 1e-10);
      // Two stages k_i = -(z + x (a_ij k_j)) + eta/sqrt(x), z+ = z + x ((1 - g) k_1 + g k_2).
      double force = 1 / root;
      double one = 1 / (1 + g * x);
      double r1 = -one;
      double f1 = one * force;
      double r2 = (-1 - x * (1 - g) * r1) * one;
      double f2 = (force - x * (1 - g) * f1) * one;
      double r = 1 + x * ((1 - g) * r1 + g * r2);
      double f = x * ((1 - g) * f1 + g * f2);
      double sdirk = f * f / (1 - r * r);
      Close.to(sdirk, Integrator.SDIRK2.variance(x).orElseThrow(), 1e-9);
      Close.to(sdirk, Integrator.rungeKutta(r, x).orElseThrow(), 1e-9);
      for (double theta : new double[] {0, .3, .5, .8, 1}) {
        double factor = (1 - (1 - theta) * x) / (1 + theta * x);
        double noise = root / (1 + theta * x);
        var law = Integrator.theta(theta, x);
        assertEquals(Math.abs(factor) < 1, law.isPresent(), "theta " + theta + ", x " + x);
        if (law.isPresent()) {
          Close.to(noise * noise / (1 - factor * factor), law.getAsDouble(), 1e-9);
          // Under gradient noise the spread is (1 - R)/(1 + R)/w^2: at equal spread every theta has
          // the same eigenvalue, and none forgets faster.
          Close.to(Integrator.rungeKutta(factor, x).orElseThrow(), law.getAsDouble(), 1e-9);
        }
      }
      Close.to(Integrator.rungeKutta(1 / (1 + x), x).orElseThrow(), 1 / (2 + x), 1e-12);
      Close.to(Integrator.rungeKutta((1 - x / 2) / (1 + x / 2), x).orElseThrow(), .5, 1e-12);
    }
  }

  @Test
  void effects() {
    assertTrue(Integrator.EXPLICIT_EULER.variance(2).isEmpty());
    assertTrue(Integrator.EXPLICIT_EULER.variance(1.99).orElseThrow() > 90);
    assertTrue(Integrator.rungeKutta(-1.5, 1).isEmpty());
    for (Integrator rule : Integrator.values()) {
      Close.to(.5, rule.variance(1e-9).orElseThrow(), 2e-9);
      if (rule.effect() == Effect.SHRINKS) {
        double limit = rule.limit().orElseThrow();
        Close.to(limit, 1e9 * rule.variance(1e9).orElseThrow(), 1e-7);
        Close.to(limit, 1e200 * rule.variance(1e200).orElseThrow(), 1e-12);
      } else {
        assertTrue(rule.limit().isEmpty());
      }
    }
    Close.to(1 / .6, 1e9 * Integrator.theta(.8, 1e9).orElseThrow(), 1e-8);
    // IRON's law in one direction is backward Euler's where damping is strong: m >> alpha a.
    IronParameters p = new IronParameters(1e-3, 1e9, 1e6);
    double w = 2 / (1e9 + 1e6);
    double flow = StationaryCovariance.continuousTime(1e9, 1e6, 2, 1);
    double iron = StationaryCovariance.variance(Scheme.IRON, p, 2, 1).orElseThrow();
    double rule = Integrator.BACKWARD_EULER.variance(1e-3 * w).orElseThrow();
    Close.to(2 * rule, iron / flow, 1e-9);
  }
}
