package org.ironopt.method;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.ironopt.method.VarianceReductionTest.ONE;
import static org.ironopt.method.VarianceReductionTest.START;
import static org.ironopt.method.VarianceReductionTest.refused;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Collections;
import java.util.List;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.problem.Regularizer;
import org.ironopt.problem.analytic.LinearLeastSquares;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

/** The stochastic proximal point method with a set for each term. */
class TermConstraintsTest {
  private static final LinearLeastSquares F = Fixtures.tp3();
  private static final List<Regularizer> SETS =
      List.of(
          Regularizer.halfSpace(new double[] {1, 0}, .6),
          Regularizer.halfSpace(new double[] {0, 1}, 1),
          Regularizer.halfSpace(new double[] {1, 1}, 1.2),
          Regularizer.halfSpace(new double[] {-2, 1}, .3));

  /** Computed with NumPy. */
  @Test
  void halfSpaces() {
    Stepper s = ProximalPoint.step(.7).constraints(SETS).batches(ONE).start(F, START, seed(0));
    StepReport first = s.advance();
    assertNear(new double[] {0.9504672897196261, 0.24953271028037383}, s.x(), 1e-12);
    assertTrue(Double.isNaN(first.gradientNorm()));
    assertNear(new double[] {0.6, 0.2332081404489475}, advance(s, 1).x(), 1e-12);
    assertNear(new double[] {0.2640928350122892, 0.9359071649877108}, advance(s, 4).x(), 1e-12);
  }

  /** One set for all is a constraint, bit for bit, with momentum and average too. */
  @Test
  void oneSetForAll() {
    Regularizer ball = Regularizer.ball(1);
    List<Regularizer> same = Collections.nCopies(4, ball);
    for (ProximalPoint method :
        new ProximalPoint[] {
          ProximalPoint.step(.7).batches(ONE),
          ProximalPoint.step(.7).momentum(.3).average().batches(Batches.withReplacement(1))
        }) {
      double[] expected = advance(method.regularizer(ball).start(F, START, seed(4)), 20).x();
      double[] actual = advance(method.constraints(same).start(F, START, seed(4)), 20).x();
      assertArrayEquals(expected, actual);
    }
  }

  /**
   * The Hessian is a multiple of I, so the minimiser on the intersection is the projection of the
   * free one, here on the third plane alone; steps like 1/k reach it.
   */
  @Test
  void convergesToTheConstrainedMinimiser() {
    double[] star = new double[2];
    SETS.get(2).prox(1, Fixtures.tp3Minimizer(), star);
    for (Regularizer set : SETS) {
      assertEquals(0, set.value(star));
    }
    ProximalPoint method = ProximalPoint.steps(Schedule.power(2, 1)).constraints(SETS);
    for (Batches batches :
        List.of(Batches.withReplacement(1), Batches.epochs(1), Batches.weighted(.1, .2, .4, .3))) {
      double[] x = advance(method.batches(batches).start(F, START, seed(6)), 40_000).x();
      assertTrue(Vectors.distance(star, x) < .01, batches + " is off by " + x[0] + ", " + x[1]);
    }
    assertTrue(Vectors.distance(star, Fixtures.tp3Minimizer()) > .5);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    ProximalPoint method = ProximalPoint.step(1).constraints(SETS);
    assertNotEquals(ProximalPoint.step(1).description(), method.description());
    assertEquals(Regularizer.none(), method.regularizer());
    refused(
        "a constraint of each term takes one term per step, got batches of 2",
        () -> method.batches(Batches.epochs(2)).start(F, START, seed(0)));
    refused(
        "constraints and the list of terms must have one length, got 3 and 4",
        () ->
            ProximalPoint.step(1)
                .constraints(SETS.subList(0, 3))
                .batches(ONE)
                .start(F, START, seed(0)));
    refused(
        "give one regularizer or a constraint for each term, not both",
        () -> method.regularizer(Regularizer.l1(1)));
    refused("|a|^2 is 0.0, expected a number > 0", () -> Regularizer.halfSpace(new double[2], 1));
  }
}
