package org.ironopt.method.flow;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.NoiseSampler;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.junit.jupiter.api.Test;

class NagGsTest {
  /** f(x) = x^2. */
  private final Quadratic square = Quadratic.diagonal(new double[] {2}, new double[] {0});

  private final NagGs onSquare = NagGs.step(.05).mu(1).gamma(1.5);
  private final double[] one = {1};

  @Test
  void currentConvention() {
    FlowStepper s = onSquare.current().start(square, one, seed(0));
    double[] x = {1, 0.9969278033794162, 0.9909872190367096};
    double[] v = {0.935483870967742, 0.8721755321825777, 0.810215289871462};
    for (int k = 0; k < 3; k++) {
      advance(s, 1);
      assertNear(x[k], s.x()[0], 1e-12);
      assertNear(v[k], s.v()[0], 1e-12);
    }
    advance(s, 197);
    assertNear(-6.837567247084016e-05, s.x()[0], 1e-12);
    assertNear(-6.977583637591231e-05, s.v()[0], 1e-12);
    assertNear(1.0000289141340628, s.gamma()[0], 1e-12);
  }

  @Test
  void nextConvention() {
    FlowStepper s = advance(onSquare.start(square, one, seed(0)), 3);
    assertNear(0.9908498478325592, s.x()[0], 1e-12);
    assertNear(0.8074557403244768, s.v()[0], 1e-12);
    assertNear(-6.888931979853514e-05, advance(s, 197).x()[0], 1e-12);
  }

  /**
   * Public code moves v before x: that iteration is this one with its first velocity step taken at
   * the start point, so after one more half step the iterates agree.
   */
  @Test
  void halfStepShiftsOfPublicCode() {
    assertNear(-6.844234694251025e-05, velocityFirst(onSquare.current()), 1e-12);
    assertNear(0.0002908157117509635, velocityFirst(onSquare.frozen()), 1e-12);
  }

  /** Makes 200 steps "v, then x": x_200 is x after 201 of our steps whose first moves only v. */
  private double velocityFirst(NagGs method) {
    // From x0 = v0 our first step leaves x alone, so it is the other code's first half step; our
    // step 201 then starts with the half step that ends its step 200.
    return advance(method.start(square, one, seed(0)), 201).x()[0];
  }

  @Test
  void threeDimensions() {
    NagGs method = NagGs.step(.7).mu(.8).gamma(.5);
    FlowStepper s =
        advance(method.current().start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0)), 5);
    assertNear(
        new double[] {0.1801587636025988, 1.4956341026578885, 2.4038809332912203}, s.x(), 1e-12);
    assertNear(
        new double[] {-0.17288364084675562, 1.9713381138830979, 2.9714906881654652}, s.v(), 1e-12);
    assertNear(0.7788711116682878, s.gamma()[0], 1e-12);
    s = advance(method.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0)), 5);
    assertNear(
        new double[] {0.21944616562262176, 1.4305130107370958, 2.3378744582077147}, s.x(), 1e-12);
    assertNear(
        new double[] {-0.15550587109561603, 1.9581655533945777, 2.944416595445009}, s.v(), 1e-12);
  }

  @Test
  void conventionsCoincideAtEquilibriumAndWhenFrozen() {
    NagGs atMu = NagGs.step(.7).mu(.8);
    NagGs frozen = atMu.gamma(.5).frozen();
    for (NagGs method : new NagGs[] {atMu, frozen}) {
      FlowStepper a = advance(method.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0)), 9);
      FlowStepper b =
          advance(method.current().start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0)), 9);
      assertArrayEquals(a.x(), b.x(), 1e-14);
    }
  }

  /** {@code v+ = v - alpha g / gamma}. */
  @Test
  void muMayBeZero() {
    FlowStepper s = NagGs.step(.5).mu(0).gamma(2).frozen().start(square, one, seed(0));
    advance(s, 1);
    assertNear(1 - .5 * 2 / 2, s.v()[0], 1e-15);
  }

  /** Both noise models move v by what the formulas say; the noise itself is drawn once more. */
  @Test
  void noiseEntersTheVelocity() {
    double alpha = .7;
    double gamma = .5;
    double mu = .8;
    Noise law = new Noise.Isotropic(.3);
    NagGs quiet = NagGs.step(alpha).mu(mu).gamma(gamma).frozen();
    double[] zeta = new double[3];
    law.draw(seed(5).stream(NoiseSampler.STREAM), 0, 3, 1, zeta);
    double[] calm = advance(start(quiet), 1).v();
    double[] center = advance(start(quiet.noise(new CenterNoise(law))), 1).v();
    double[] gradient = advance(start(quiet.noise(new GradientNoise(law))), 1).v();
    Vectors.subtract(center, calm, center);
    Vectors.subtract(gradient, calm, gradient);
    for (int i = 0; i < 3; i++) {
      double d = gamma + alpha * mu;
      assertEquals(gamma * Math.sqrt(alpha) * zeta[i] / d, center[i], 1e-14);
      assertEquals(-alpha * zeta[i] / d, gradient[i], 1e-14);
    }
  }

  private static FlowStepper start(NagGs method) {
    return method.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(5));
  }
}
