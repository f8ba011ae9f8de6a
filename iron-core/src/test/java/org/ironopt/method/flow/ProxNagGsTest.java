package org.ironopt.method.flow;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Method;
import org.ironopt.method.RandomQuadratics;
import org.ironopt.method.flow.ProxNagGs.RobustMap;
import org.ironopt.method.gradient.ForwardBackward;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.theory.IronParameters;
import org.ironopt.theory.NoiseSource;
import org.ironopt.theory.Scheme;
import org.ironopt.theory.StationaryCovariance;
import org.junit.jupiter.api.Test;

class ProxNagGsTest {
  /** Gradient 1 at the origin: x stays, v moves by the step 0.2. */
  @Test
  void oneStep() {
    Quadratic slope = Quadratic.diagonal(new double[] {1}, new double[] {-1});
    FlowStepper s = ProxNagGs.step(.4, 2).start(slope, new double[1], seed(0));
    advance(s, 1);
    assertEquals(0, s.x()[0]);
    assertEquals(-.2, s.v()[0], 1e-16);
  }

  @Test
  void withoutExtrasItIsNagGs() {
    double a = .35;
    FlowStepper s = ProxNagGs.step(a, 1.3).start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0));
    NagGs plain = NagGs.step(a / (1 - a)).mu(1.3);
    FlowStepper t = plain.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0));
    for (int k = 0; k < 20; k++) {
      assertEquals(t.advance().alpha(), s.advance().alpha());
      assertArrayEquals(t.x(), s.x(), 1e-14);
      assertArrayEquals(t.v(), s.v(), 1e-14);
    }
  }

  @Test
  void robustMaps() {
    double[] g = {3, -4, .1};
    assertArrayEquals(new double[] {3, -4, .1}, mapped(new RobustMap.Identity(), g));
    double norm = Vectors.norm(g);
    assertArrayEquals(
        new double[] {6 / norm, -8 / norm, .2 / norm}, mapped(new RobustMap.NormClip(2), g), 1e-15);
    assertArrayEquals(g, mapped(new RobustMap.NormClip(9), g));
    assertArrayEquals(new double[] {2, -2, .1}, mapped(new RobustMap.CoordinateClip(2), g));
    double[] soft = new double[3];
    for (int i = 0; i < 3; i++) {
      soft[i] = 2 * StrictMath.tanh(g[i] / 2);
    }
    assertArrayEquals(soft, mapped(new RobustMap.Tanh(2), g), 1e-15);
    double[] bad = {Double.NaN, 1};
    assertTrue(Double.isNaN(mapped(new RobustMap.CoordinateClip(2), bad)[0]));
    assertThrows(IllegalArgumentException.class, () -> new RobustMap.Tanh(0));
  }

  private static double[] mapped(RobustMap map, double[] g) {
    double[] copy = g.clone();
    map.apply(copy);
    return copy;
  }

  /**
   * The energy {@code F(v) - F* + (b - s)|v - x*|^2 + c|x - x*|^2} with the published coefficients
   * falls at every step if {@code muHat >= L}.
   */
  @Test
  void energyFallsInTheSafeRegion() {
    Random random = new Random(11);
    for (int trial = 0; trial < 40; trial++) {
      double muF = .1;
      double l = 10;
      double l2 = trial % 2 == 0 ? .2 : 0;
      Quadratic f = RandomQuadratics.of(random, 4, muF, l);
      Regularizer r = Regularizer.elasticNet(trial % 4 < 2 ? .3 : 0, l2);
      double[] star = minimizer(f, r, l);
      double muHat = l * (1 + 2 * random.nextDouble());
      double a = .05 + .85 * random.nextDouble();
      double beta = (muHat - muF) / 2;
      double s = (muF + l2 + muF) / 4;
      double b = muHat / (2 * a);
      double c = .5 * (beta * (1 - a) / a + (muHat + muF + l2 - 2 * s) / (2 * a) - beta);
      FlowStepper stepper =
          ProxNagGs.step(a, muHat)
              .regularizer(r)
              .start(
                  f, RandomQuadratics.point(random, 4), RandomQuadratics.point(random, 4), seed(0));
      double last = Double.POSITIVE_INFINITY;
      for (int k = 0; k < 30; k++) {
        double dv = Vectors.distance(stepper.v(), star);
        double dx = Vectors.distance(stepper.x(), star);
        double energy =
            value(f, r, stepper.v()) - value(f, r, star) + (b - s) * dv * dv + c * dx * dx;
        assertTrue(energy < last || energy < 1e-10, "seed 11, step " + k);
        last = energy;
        advance(stepper, 1);
      }
    }
  }

  private static double value(Quadratic f, Regularizer r, double[] x) {
    return f.value(x) + r.value(x);
  }

  private static double[] minimizer(Quadratic f, Regularizer r, double l) {
    Method method = ForwardBackward.step(1 / l).regularizer(r);
    return advance(method.start(f, new double[4], seed(0)), 4000).x();
  }

  /** The stationary point is the minimiser of f + r, in x and in v. */
  @Test
  void convergesToTheMinimiser() {
    Regularizer r = Regularizer.l1(.5);
    Method reference = ForwardBackward.step(.4).regularizer(r);
    double[] star = advance(reference.start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0)), 500).x();
    FlowStepper s =
        advance(
            ProxNagGs.step(.4, 2.4)
                .regularizer(r)
                .start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0)),
            400);
    assertArrayEquals(star, s.x(), 1e-13);
    assertArrayEquals(star, s.v(), 1e-13);
  }

  /** Under gradient noise the exact spread of NAG-GS with gamma = mu. */
  @Test
  void stationarySpread() {
    int members = 20_000;
    Ensemble all = Ensemble.of(Quadratic.diagonal(new double[] {1.7}, new double[] {0}), members);
    double a = .4;
    Method method = ProxNagGs.step(a, 1.2).noise(new GradientNoise(new Noise.Isotropic(1)));
    double[] x = advance(method.start(all, new double[members], seed(12)), 60).x();
    IronParameters p = new IronParameters(a / (1 - a), 1.2, 1.2);
    double rho2 = NoiseSource.GRADIENT.diffusion(p, 1);
    double exact = StationaryCovariance.variance(Scheme.NAG_GS, p, 1.7, rho2).orElseThrow();
    assertEquals(exact, Vectors.dot(x, x) / members, 4 * exact * Math.sqrt(2. / members));
  }

  /** Each member of an ensemble is clipped by itself. */
  @Test
  void membersAreClippedAlone() {
    Ensemble pair = Ensemble.of(Fixtures.tp2(), 2);
    double[] far = {100, -50, 70};
    double[] near = {.1, 1, 2};
    double[] both = {100, .1, -50, 1, 70, 2};
    ProxNagGs method = ProxNagGs.step(.3, 2.4).robust(new RobustMap.NormClip(3));
    double[] x = advance(method.start(pair, both, seed(0)), 7).x();
    double[] first = advance(method.start(Fixtures.tp2(), far, seed(0)), 7).x();
    double[] second = advance(method.start(Fixtures.tp2(), near, seed(0)), 7).x();
    for (int i = 0; i < 3; i++) {
      assertEquals(first[i], x[2 * i], 1e-12);
      assertEquals(second[i], x[2 * i + 1], 1e-13);
    }
  }

  @Test
  void badParametersAreRefused() {
    assertThrows(IllegalArgumentException.class, () -> ProxNagGs.step(1, 1));
    assertThrows(IllegalArgumentException.class, () -> ProxNagGs.step(Double.NaN, 1));
    assertThrows(IllegalArgumentException.class, () -> ProxNagGs.step(.5, 0));
  }
}
