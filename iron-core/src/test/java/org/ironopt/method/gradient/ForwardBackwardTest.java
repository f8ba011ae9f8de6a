package org.ironopt.method.gradient;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.Method;
import org.ironopt.method.Schedule;
import org.ironopt.method.Stepper;
import org.ironopt.problem.Ensemble;
import org.ironopt.problem.Objective;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.random.GradientNoise;
import org.ironopt.random.Noise;
import org.ironopt.theory.GradientSpread;
import org.junit.jupiter.api.Test;

class ForwardBackwardTest {
  private static final Batches ONE = Batches.given(1, Fixtures.regressionIndices());
  private static final Regularizer L1 = Regularizer.l1(.2);

  private static void assertSteps(Method method, double[]... known) {
    Stepper s = method.start(Fixtures.tp3(0), Fixtures.regressionStart(), seed(0));
    assertNear(known[0], advance(s, 1).x(), 1e-12);
    assertNear(known[1], advance(s, 1).x(), 1e-12);
    assertNear(known[2], advance(s, 4).x(), 1e-12);
  }

  @Test
  void fobos() {
    assertSteps(
        ForwardBackward.steps(Schedule.power(.3, .5)).regularizer(L1).batches(ONE),
        new double[] {1.1149999999999998, 0.36499999999999994},
        new double[] {1.0481784091778712, 0.32257359312880707},
        new double[] {0.8316459977226647, 0.9306308788200339});
  }

  @Test
  void relaxed() {
    assertSteps(
        ForwardBackward.step(.3).relaxation(Schedule.constant(.8)).regularizer(L1).batches(ONE),
        new double[] {0.9919999999999998, 0.242},
        new double[] {0.9459199999999999, 0.194},
        new double[] {0.6887420100607998, 1.2054785681408});
  }

  /** Without r and relaxation it is gradient descent, bit for bit. */
  @Test
  void withoutRegularizerItIsGradientDescent() {
    double[] x0 = Fixtures.regressionStart();
    double[] sgd = advance(Sgd.step(.3).batches(ONE).start(Fixtures.tp3(), x0, seed(0)), 9).x();
    Method plain = ForwardBackward.step(.3).batches(ONE);
    assertArrayEquals(sgd, advance(plain.start(Fixtures.tp3(), x0, seed(0)), 9).x());
  }

  /** The proximal map of r at the next step, which is shorter: one step by hand. */
  @Test
  void nextStepInTheProx() {
    Method method =
        ForwardBackward.steps(Schedule.list(.3, .1)).withNextStep().regularizer(L1).batches(ONE);
    double[] x = advance(method.start(Fixtures.tp3(0), Fixtures.regressionStart(), seed(0)), 1).x();
    // Row (1, 1), target 2.5, prediction .25.
    assertNear(new double[] {.5 + .3 * 2.25 - .02, -.25 + .3 * 2.25 - .02}, x, 1e-14);
  }

  /** Exact gradients converge to the point that {@code x = prox(x - eta grad f(x))} describes. */
  @Test
  void fixedPointsAreMinimisers() {
    Objective f = Fixtures.tp2();
    for (Regularizer r :
        new Regularizer[] {
          Regularizer.l1(.9), Regularizer.elasticNet(.3, .2), Regularizer.ball(1.2),
          Regularizer.box(0, 1), Regularizer.l2(.7), Regularizer.groupLasso(3, new int[] {0, 1})
        }) {
      double[] x = advance(start(f, r, .5), 400).x().clone();
      for (double eta : new double[] {.1, 1, 7}) {
        double[] y = new double[3];
        f.gradient(x, y);
        Vectors.add(x, -eta, y, y);
        r.prox(eta, y, y);
        assertArrayEquals(x, y, 1e-13, r + ", eta " + eta);
      }
    }
  }

  private static Stepper start(Objective f, Regularizer r, double eta) {
    return ForwardBackward.step(eta).regularizer(r).start(f, Fixtures.tp2Start(), seed(0));
  }

  @Test
  void stationarySpread() {
    int members = 20_000;
    Ensemble all = Ensemble.of(Quadratic.diagonal(new double[] {1.7}, new double[] {0}), members);
    Method method =
        ForwardBackward.step(.5)
            .relaxation(Schedule.constant(.8))
            .regularizer(Regularizer.squaredL2(.4))
            .noise(new GradientNoise(new Noise.Isotropic(1)));
    double[] x = advance(method.start(all, new double[members], seed(5)), 40).x();
    double exact = GradientSpread.forwardBackward(.5, .8, .4, 1.7, 1).orElseThrow();
    assertEquals(exact, Vectors.dot(x, x) / members, 4 * exact * Math.sqrt(2. / members));
  }

  /** {@code |1 - relax + relax p (1 - eta a)| < 1}: here below {@code eta = 2/a}. */
  @Test
  void bothSidesOfTheThreshold() {
    Objective line = Quadratic.diagonal(new double[] {1.7}, new double[] {0});
    double[] one = {1};
    assertTrue(
        Math.abs(advance(ForwardBackward.step(1.98 / 1.7).start(line, one, seed(0)), 2000).x()[0])
            < 1e-3);
    assertTrue(
        Math.abs(advance(ForwardBackward.step(2.02 / 1.7).start(line, one, seed(0)), 2000).x()[0])
            > 1e3);
  }

  @Test
  void tooMuchRelaxationIsRefused() {
    Stepper s =
        ForwardBackward.step(.1)
            .relaxation(Schedule.constant(1.5))
            .start(Fixtures.tp2(), Fixtures.tp2Start(), seed(0));
    assertEquals(
        "relaxation_0 is 1.5, expected a number > 0 and <= 1",
        assertThrows(IllegalArgumentException.class, s::advance).getMessage());
    assertEquals("fobos", ForwardBackward.step(1).name());
    assertEquals(
        "forward-backward", ForwardBackward.step(1).relaxation(Schedule.constant(.8)).name());
  }
}
