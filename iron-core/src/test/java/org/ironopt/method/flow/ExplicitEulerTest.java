package org.ironopt.method.flow;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.NoiseSampler;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.junit.jupiter.api.Test;

class ExplicitEulerTest {
  @Test
  void trajectories() {
    ExplicitEuler method = ExplicitEuler.step(.3).mu(.8);
    FlowStepper s = advance(start(method), 5);
    assertNear(new double[] {0.62202671875, 0.7936690624999998, 1.68906875}, s.x(), 1e-12);
    s = advance(start(method.gamma(.5)), 5);
    assertNear(
        new double[] {0.5071140687140224, 1.179532725347349, 1.9709170171822672}, s.x(), 1e-12);
    assertNear(0.749579, s.gamma()[0], 1e-12);
  }

  /** For a = 1.7, mu = 1, gamma = 0.6 the limit is alpha = 0.9411764705882354. */
  @Test
  void stabilityLimit() {
    Quadratic f = Quadratic.diagonal(new double[] {1.7}, new double[] {0});
    ExplicitEuler below = ExplicitEuler.step(.93).mu(1).gamma(.6).frozen();
    ExplicitEuler above = ExplicitEuler.step(.95).mu(1).gamma(.6).frozen();
    double[] one = {1};
    assertTrue(Math.abs(advance(below.start(f, one, seed(0)), 3000).x()[0]) < 1e-6);
    assertTrue(Math.abs(advance(above.start(f, one, seed(0)), 3000).x()[0]) > 1e6);
  }

  /** For a = 1 the second condition binds: {@code alpha^2 - 3.2 alpha + 2.4 > 0}, below 1.2. */
  @Test
  void stabilityLimitOfTheSecondCondition() {
    Quadratic f = Quadratic.diagonal(new double[] {1}, new double[] {0});
    double[] one = {1};
    for (double alpha : new double[] {1.19, 1.21}) {
      ExplicitEuler method = ExplicitEuler.step(alpha).mu(1).gamma(.6).frozen();
      double size = Math.abs(advance(method.start(f, one, seed(0)), 3000).x()[0]);
      assertTrue(alpha < 1.2 ? size < 1e-6 : size > 1e6, alpha + " leads to " + size);
    }
  }

  @Test
  void noiseEntersTheVelocity() {
    Noise law = new Noise.Isotropic(.3);
    ExplicitEuler quiet = ExplicitEuler.step(.3).mu(.8).gamma(.5);
    double[] zeta = new double[3];
    law.draw(seed(5).stream(NoiseSampler.STREAM), 0, 3, 1, zeta);
    double[] calm = advance(start(quiet), 1).v();
    double[] center = advance(start(quiet.noise(new CenterNoise(law))), 1).v();
    double[] gradient = advance(start(quiet.noise(new GradientNoise(law))), 1).v();
    Vectors.subtract(center, calm, center);
    Vectors.subtract(gradient, calm, gradient);
    for (int i = 0; i < 3; i++) {
      assertEquals(Math.sqrt(.3) * zeta[i], center[i], 1e-14);
      assertEquals(-.3 / .5 * zeta[i], gradient[i], 1e-14);
    }
  }

  private static FlowStepper start(ExplicitEuler method) {
    return method.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(5));
  }
}
