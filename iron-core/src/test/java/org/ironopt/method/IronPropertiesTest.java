package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Flow.Damping;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.problem.Curved;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.CenterNoise;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.ironopt.theory.IronParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the theory promises about every run. */
class IronPropertiesTest {
  private static double square(double a) {
    return a * a;
  }

  private static double energy(Curved f, double[] best, double least, FlowStepper s) {
    return f.value(s.x()) - least + s.gamma()[0] / 2 * square(Vectors.distance(s.v(), best));
  }

  /** {@code L_{k+1} <= L_k/(1 + alpha_k)}; frozen, the divisor is 1 + alpha min(1, mu/gamma). */
  private static void assertEnergyDecays(
      String what, Iron iron, double[] alphas, Curved f, double[] x0, double[] best) {
    double least = f.value(best);
    FlowStepper s = iron.start(f, x0, seed(0));
    double before = energy(f, best, least, s);
    double rounding = 1e-13 * (Math.abs(least) + before);
    for (double alpha : alphas) {
      double gamma = s.gamma()[0];
      double rate = iron.damping() == Damping.FROZEN ? Math.min(1, iron.mu() / gamma) : 1;
      s.advance();
      double after = energy(f, best, least, s);
      assertTrue(
          after <= before / (1 + alpha * rate) + rounding,
          () -> what + ": step " + s.step() + " of " + iron);
      before = after;
    }
  }

  @ParameterizedTest
  @EnumSource(Damping.class)
  void energyDecaysOnRandomQuadratics(Damping damping) {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      double mu = .1 + random.nextDouble();
      Quadratic f = RandomQuadratics.of(random, 6, mu, mu * 1000 * random.nextDouble() + mu);
      double[] alphas = RandomQuadratics.steps(random, 30, .01, 1000);
      Iron iron = Iron.steps(Schedule.list(alphas)).mu(mu).gamma(.05 + 4 * random.nextDouble());
      iron = damping == Damping.FROZEN ? iron.frozen() : iron;
      double[] x0 = RandomQuadratics.point(random, 6);
      assertEnergyDecays("seed " + seed, iron, alphas, f, x0, f.minimizer());
    }
  }

  @ParameterizedTest
  @EnumSource(Damping.class)
  void energyDecaysOnLogisticRegression(Damping damping) {
    double[] alphas = RandomQuadratics.steps(new Random(3), 20, .05, 200);
    Iron iron =
        Iron.steps(Schedule.list(alphas))
            .mu(.01)
            .gamma(.3)
            .inner(InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.relative(1e-12)));
    iron = damping == Damping.FROZEN ? iron.frozen() : iron;
    double[] x0 = {1, 2, -1, 0, .5};
    assertEnergyDecays("logistic", iron, alphas, Fixtures.tp5(), x0, Fixtures.tp5Minimizer());
  }

  @ParameterizedTest
  @ValueSource(doubles = {1e-3, 1e-2, 1e-1, 1, 10, 100, 1e3, 1e4, 1e5, 1e6})
  void stableForEveryStep(double alpha) {
    for (int seed = 0; seed < 5; seed++) {
      Random random = new Random(seed);
      Quadratic f = RandomQuadratics.of(random, 8, .3, 300);
      FlowStepper s = Iron.step(alpha).mu(.3).start(f, RandomQuadratics.point(random, 8), seed(0));
      double[] best = f.minimizer();
      double bound = energy(f, best, f.value(best), s);
      advance(s, alpha < 1 ? 2000 : 60);
      double end = energy(f, best, f.value(best), s);
      int which = seed;
      assertTrue(
          end <= bound * StrictMath.pow(1 + alpha, -s.step()) + 1e-13 * (1 + bound),
          () -> "seed " + which + ": " + end);
    }
  }

  @Test
  void dampingStaysBetweenStartAndMu() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      double mu = .1 + random.nextDouble();
      double gamma0 = .1 + 3 * random.nextDouble();
      double[] alphas = RandomQuadratics.steps(random, 40, 1e-3, 1e3);
      Quadratic f = RandomQuadratics.of(random, 3, mu, 5);
      FlowStepper s =
          Iron.steps(Schedule.list(alphas))
              .mu(mu)
              .gamma(gamma0)
              .start(f, new double[] {1, 1, 1}, seed(0));
      double rounding = 1e-15 * (mu + gamma0);
      for (int k = 0; k < 40; k++) {
        s.advance();
        double gamma = s.gamma()[0];
        assertTrue(gamma >= Math.min(gamma0, mu) - rounding, "seed " + seed);
        assertTrue(gamma <= Math.max(gamma0, mu) + rounding, "seed " + seed);
      }
    }
  }

  /** Center coupling, and velocity-position coupling for alpha >= 1, along noisy runs. */
  @Test
  void couplingLemmas() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      Quadratic f = RandomQuadratics.of(random, 4, .5, 20);
      double[] best = f.minimizer();
      double[] alphas = RandomQuadratics.steps(random, 50, 1, 100);
      Iron iron =
          Iron.steps(Schedule.list(alphas))
              .mu(.5)
              .gamma(1.3)
              .noise(new CenterNoise(new Noise.Isotropic(2)));
      FlowStepper s = iron.start(f, RandomQuadratics.point(random, 4), seed(seed));
      double[] c = new double[4];
      for (double alpha : alphas) {
        double ex = square(Vectors.distance(s.x(), best));
        double ev = square(Vectors.distance(s.v(), best));
        IronParameters p = new IronParameters(alpha, .5, s.gamma()[0]);
        Vectors.interpolate(s.x(), s.v(), 1 / p.s(), c, 0, 4);
        double ec = square(Vectors.distance(c, best));
        assertTrue(ec <= 2 / p.s() * ev + 2 * p.tau() / p.s() * ex, "seed " + seed);
        s.advance();
        double after = square(Vectors.distance(s.x(), best));
        double velocity = square(Vectors.distance(s.v(), best));
        assertTrue(velocity <= 6 * after + 4 * ex, "seed " + seed);
      }
    }
  }

  @Test
  void isInertialProximalPointWithConstantParameters() {
    Quadratic f = Fixtures.tp2();
    double[] x0 = Fixtures.tp2Start();
    for (double alpha : new double[] {.1, .7, 2, 30}) {
      IronParameters p = new IronParameters(alpha, .8, .5);
      Stepper inertial = ProximalPoint.step(p.lambda()).momentum(p.delta()).start(f, x0, seed(0));
      Stepper iron = Iron.step(alpha).mu(.8).gamma(.5).frozen().start(f, x0, seed(0));
      for (int k = 0; k < 100; k++) {
        inertial.advance();
        iron.advance();
        double distance = Vectors.distance(inertial.x(), iron.x());
        assertTrue(distance <= 1e-14 * Vectors.norm(iron.x()), () -> alpha + ": " + distance);
      }
    }
  }

  /** The gradient of a report is that at the new iterate, with either noise model. */
  @Test
  void gradientIsKnownFromTheStep() {
    Curved f = Fixtures.tp5();
    double[] gradient = new double[5];
    Iron iron = Iron.step(3).mu(.01).gamma(.1).inner(InnerMethod.NEWTON_CHOLESKY);
    Noise law = new Noise.Isotropic(.5);
    for (Iron noisy :
        new Iron[] {iron, iron.noise(new CenterNoise(law)), iron.noise(new GradientNoise(law))}) {
      FlowStepper s = noisy.start(f, new double[5], seed(1));
      for (int k = 0; k < 10; k++) {
        StepReport report = s.advance();
        double value = f.valueAndGradient(s.x(), gradient);
        assertEquals(Vectors.norm(gradient), report.gradientNorm(), 1e-15);
        assertEquals(value, report.value(), 1e-15);
      }
    }
  }
}
