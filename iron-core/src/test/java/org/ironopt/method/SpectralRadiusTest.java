package org.ironopt.method;

import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ironopt.method.flow.NagGs;
import org.ironopt.problem.analytic.Quadratic;
import org.junit.jupiter.api.Test;

/**
 * Spectral radii of the 2 x 2 matrix that one step of a frozen flow applies to (x, v) along an
 * eigenvalue a, read off the steppers themselves.
 */
class SpectralRadiusTest {
  private static double radius(Flow flow, double a) {
    Quadratic f = Quadratic.diagonal(new double[] {a}, new double[] {0});
    FlowStepper fromX = flow.start(f, new double[] {1}, new double[] {0}, seed(0));
    FlowStepper fromV = flow.start(f, new double[] {0}, new double[] {1}, seed(0));
    fromX.advance();
    fromV.advance();
    double trace = fromX.x()[0] + fromV.v()[0];
    double determinant = fromX.x()[0] * fromV.v()[0] - fromV.x()[0] * fromX.v()[0];
    double discriminant = trace * trace / 4 - determinant;
    if (Math.abs(discriminant) < 1e-14 * determinant) {
      return Math.abs(trace) / 2; // a double root, whose square root of rounding would be noise
    }
    return discriminant < 0
        ? Math.sqrt(determinant)
        : Math.abs(trace) / 2 + Math.sqrt(discriminant);
  }

  @Test
  void iron() {
    assertEquals(0.6030226891555273, radius(Iron.step(.5).frozen(), 3), 1e-12);
    assertEquals(0.24253562503633294, radius(Iron.step(2).frozen(), 3), 1e-12);
    assertEquals(0.028386647790182972, radius(Iron.step(20).frozen(), 3), 1e-12);
  }

  @Test
  void nagGs() {
    double best = 1 + Math.sqrt(3);
    assertEquals(2 - Math.sqrt(3), radius(NagGs.step(best).frozen(), 1), 1e-12);
    assertEquals(2 - Math.sqrt(3), radius(NagGs.step(best).frozen(), 3), 1e-12);
    assertEquals(.6666666667, radius(NagGs.step(.5).frozen(), 3), 5e-11);
    assertEquals(.2, radius(NagGs.step(4).frozen(), 1), 1e-12);
    assertEquals(.8319183588, radius(NagGs.step(4).frozen(), 3), 5e-11);
    assertEquals(0.9999953461, radius(NagGs.step(4.8284).frozen(), 3), 5e-11);
    assertEquals(1.0000125033, radius(NagGs.step(4.8285).frozen(), 3), 5e-11);
  }
}
