package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.ironopt.linalg.DenseMatrix;
import org.ironopt.method.flow.NagGs;
import org.ironopt.method.gradient.AdamW;
import org.ironopt.method.gradient.Sgd;
import org.ironopt.problem.Objective;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;

/** Numbers computed elsewhere, on the small regressions with one given term per step. */
class BaselineOracleTest {
  private static final double[] START = Fixtures.regressionStart();
  private static final Batches ONE = Batches.given(1, Fixtures.regressionIndices());
  private static final Batches FOUR = Batches.given(4, Fixtures.regressionIndices());

  private static Stepper start(Method method) {
    return method.start(Fixtures.tp3(), START, seed(0));
  }

  /** Compares x after 1, 2 and 6 steps with what is known; null where nothing is. */
  private static void assertSteps(Method method, double[]... known) {
    Stepper s = start(method);
    int[] steps = {1, 1, 4};
    for (int i = 0; i < 3; i++) {
      advance(s, steps[i]);
      if (known[i] != null) {
        assertNear(known[i], s.x(), 1e-12);
      }
    }
  }

  @Test
  void plain() {
    assertSteps(
        Sgd.step(.3).batches(ONE),
        new double[] {1.1600000000000001, .4325},
        new double[] {1.0772000000000002, .419525},
        new double[] {0.7875837338720001, 1.45128168145025});
  }

  @Test
  void heavyBall() {
    assertSteps(
        Sgd.step(.3).momentum(.9).batches(ONE),
        new double[] {1.1600000000000001, .4325},
        new double[] {1.6712000000000002, 1.0337749999999999},
        new double[] {0.9440371103719999, 2.63111414196275});
  }

  @Test
  void nesterov() {
    assertSteps(
        Sgd.step(.3).nesterov(.9).batches(ONE),
        new double[] {1.7540000000000002, 1.0467499999999998},
        new double[] {1.7588420000000002, 1.5399102499999997},
        new double[] {0.4544588736590681, 1.7205230638451372});
  }

  @Test
  void dampeningAndWeightDecay() {
    assertSteps(
        Sgd.step(.3).momentum(.9).dampening(.3).weightDecay(.2).batches(ONE),
        null,
        null,
        new double[] {1.0018669869656098, 2.3682641181796393});
  }

  @Test
  void adamWithDecayBefore() {
    assertSteps(
        AdamW.step(.1).batches(ONE),
        new double[] {0.5994999995454545, -0.14975000043956044},
        null,
        new double[] {0.7508296231341393, 0.26083251408720265});
  }

  @Test
  void adamWithDecayAfter() {
    assertSteps(
        AdamW.step(.1).authors().batches(ONE),
        new double[] {0.5993999995459092, -0.14985000043912086},
        null,
        new double[] {0.7505972493814099, 0.26032872051855865});
  }

  @Test
  void adamWithOtherParameters() {
    AdamW adam = AdamW.step(.1).betas(.8, .95).eps(1e-3).weightDecay(.03).batches(ONE);
    assertSteps(adam, null, null, new double[] {0.719163605537792, 0.26239067562460416});
    assertSteps(
        adam.uncorrected(), null, null, new double[] {0.740886542936487, 0.3919573040181227});
  }

  /** Gradients times c move nothing; with c a power of two, not a bit. */
  @Test
  void adamDoesNotSeeTheScale() {
    AdamW adam = AdamW.step(.05).eps(0);
    double[] x = advance(adam.start(scaled(1), Fixtures.tp2Start(), seed(0)), 50).x();
    assertArrayEquals(x, advance(adam.start(scaled(0x1p30), Fixtures.tp2Start(), seed(0)), 50).x());
    assertNear(x, advance(adam.start(scaled(1e-7), Fixtures.tp2Start(), seed(0)), 50).x(), 1e-12);
  }

  private static Objective scaled(double c) {
    double[][] a = {{2, .5, .1}, {.5, 1.5, -.3}, {.1, -.3, 1.2}};
    for (double[] row : a) {
      for (int j = 0; j < 3; j++) {
        row[j] *= c;
      }
    }
    return Quadratic.of(DenseMatrix.of(a), new double[] {c, 2 * c, 3 * c});
  }

  @Test
  void adamLeavesAnElementWithoutGradient() {
    Objective flat =
        LinearLeastSquares.of(DenseMatrix.of(new double[][] {{1, 0}}), new double[1], 0);
    AdamW adam = AdamW.step(.1).eps(0).weightDecay(0);
    assertEquals(7, advance(adam.start(flat, new double[] {1, 7}, seed(0)), 20).x()[1]);
  }

  @Test
  void nagGsOnBatches() {
    NagGs method = NagGs.step(.5).mu(.8).gamma(1.5);
    assertFlow(
        method.batches(ONE),
        new double[] {0.664759989971562, 0.9077358305206271},
        new double[] {0.9593096317895546, 1.6673227454009982});
    assertFlow(
        method.current().batches(ONE),
        new double[] {0.6426344505812197, 0.849269052538554},
        new double[] {0.9633585405772332, 1.639947554335827});
    assertFlow(
        method.batches(FOUR),
        new double[] {0.9023157786729428, 0.9825049937362836},
        new double[] {1.0623694501459804, 1.5589023297452});
  }

  /** The default is the batch's closed form; Newton finds the same. */
  @Test
  void ironOnBatches() {
    Iron method = Iron.step(2).mu(.8).gamma(.5);
    InnerMethod newton = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(1e-15));
    for (Iron iron : new Iron[] {method, method.inner(newton)}) {
      assertFlow(
          iron.batches(ONE),
          new double[] {0.5946742042356603, 1.7276382806035164},
          new double[] {0.6461265735201875, 1.7565710083428883});
      assertFlow(
          iron.batches(FOUR),
          new double[] {0.8175299879930595, 1.606095738434173},
          new double[] {0.7970645290120508, 1.6403892020621085});
    }
  }

  private static void assertFlow(Flow flow, double[] x6, double[] v6) {
    FlowStepper s = advance(flow.start(Fixtures.tp3(), START, seed(0)), 6);
    assertNear(x6, s.x(), 1e-12);
    assertNear(v6, s.v(), 1e-12);
  }

  /**
   * IRON with constant parameters is the stochastic proximal point method with momentum {@code beta
   * = 1/(alpha s)} and step lambda; here 0.5 and 0.7 on logistic terms.
   */
  @Test
  void ironOnOneTermIsTheProximalPointMethodWithMomentum() {
    double gamma = .25 / 1.4;
    InnerMethod newton = InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(1e-15));
    Iron iron = Iron.step(.5).mu(gamma).frozen().inner(newton).batches(ONE);
    FlowStepper s = advance(iron.start(Fixtures.tp4(), START, seed(0)), 2);
    assertNear(new double[] {0.9175794054074528, 0.09868424298839548}, s.x(), 1e-12);
    advance(s, 4);
    assertNear(new double[] {0.5078042667915734, -0.08034420812407063}, s.x(), 1e-12);
  }

  @Test
  void badParametersAreRefused() {
    for (Runnable bad :
        new Runnable[] {
          () -> Sgd.step(.1).momentum(1),
          () -> Sgd.step(.1).momentum(Double.NaN),
          () -> Sgd.step(.1).nesterov(0),
          () -> Sgd.step(.1).nesterov(.9).dampening(.1),
          () -> Sgd.step(.1).weightDecay(-1),
          () -> Sgd.step(0),
          () -> AdamW.step(.1).betas(.9, 1),
          () -> AdamW.step(.1).betas(-.1, .9),
          () -> AdamW.step(.1).eps(Double.NaN),
          () -> AdamW.step(.1).weightDecay(Double.POSITIVE_INFINITY)
        }) {
      assertThrows(IllegalArgumentException.class, bad::run);
    }
  }
}
