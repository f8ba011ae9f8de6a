package org.ironopt.method.flow;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Random;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.Iron;
import org.ironopt.method.RandomQuadratics;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.method.Stepper;
import org.ironopt.method.proximal.ProximalPoint;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.ironopt.resolvent.InnerMethod;
import org.ironopt.resolvent.InnerTolerance;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WilsonRechtJordanTest {
  private static final Quadratic F = Fixtures.tp2();
  private static final double[] X0 = Fixtures.tp2Start();
  private static final double MU = Fixtures.TP2_MU;

  private static double[] after(WilsonRechtJordan method, int steps) {
    return advance(method.start(F, X0, seed(0)), steps).x();
  }

  @Test
  void stronglyConvexOracles() {
    WilsonRechtJordan two = WilsonRechtJordan.stronglyConvex(2, MU);
    assertNear(
        new double[] {0.5305599999999999, 0.48991999999999997, 1.6336000000000002},
        after(two, 1),
        1e-12);
    assertNear(
        new double[] {-0.13015334930295966, 1.9553183746277631, 2.975097454883986},
        after(two, 5),
        1e-12);
    assertNear(
        new double[] {0.5975927056238004, 0.5015112683203632, 1.5694381376418858},
        after(WilsonRechtJordan.stronglyConvex(.3, MU), 5),
        1e-12);
  }

  @Test
  void convexOracles() {
    assertNear(
        new double[] {-0.15434768915298464, 1.998525076687465, 3.023882300046369},
        after(WilsonRechtJordan.convex(2), 5),
        1e-12);
    assertNear(
        new double[] {-0.14645129827283693, 1.9839393034713688, 3.008350152921329},
        after(WilsonRechtJordan.convex(3), 5),
        1e-12);
  }

  /** The strongly convex method is IRON with {@code alpha = t} and {@code gamma = mu}. */
  @ParameterizedTest
  @ValueSource(doubles = {.05, .3, 2, 300})
  void isIronWithGammaMu(double t) {
    Stepper a = WilsonRechtJordan.stronglyConvex(t, MU).start(F, X0, seed(0));
    FlowStepper b = Iron.step(t).mu(MU).start(F, X0, seed(0));
    for (int k = 0; k < 30; k++) {
      StepReport first = a.advance();
      StepReport second = b.advance();
      assertArrayEquals(b.x(), a.x(), 4e-15);
      assertNear(second.lambda(), first.lambda(), 1e-14);
      assertEquals(second.value(), first.value(), 1e-13);
    }
    // The velocity divides the rounding of x by t.
    assertArrayEquals(b.v(), ((WilsonRechtJordan.Iteration) a).z, 4e-15 * (1 + 1 / t));
  }

  @Test
  void energyFallsWithAnySteps() {
    Random random = new Random(3);
    for (int trial = 0; trial < 30; trial++) {
      Quadratic f = RandomQuadratics.of(random, 5, .1, 30);
      double[] star = f.minimizer();
      double best = f.value(star);
      double[] t = RandomQuadratics.steps(random, 25, .01, 100);
      WilsonRechtJordan.Iteration s =
          (WilsonRechtJordan.Iteration)
              WilsonRechtJordan.stronglyConvex(Schedule.list(t), .1)
                  .start(f, RandomQuadratics.point(random, 5), seed(0));
      double energy = energy(f, s, star, best, .1);
      for (int k = 0; k < 25; k++) {
        double next = energy(f, advance(s, 1), star, best, .1);
        assertTrue(next <= energy / (1 + t[k]) + 1e-13 * (1 + Math.abs(best)), "seed 3, step " + k);
        energy = next;
      }
    }
  }

  private static double energy(
      Quadratic f, WilsonRechtJordan.Iteration s, double[] star, double best, double mu) {
    double d = Vectors.distance(s.z, star);
    return f.value(s.x()) - best + .5 * mu * d * d;
  }

  /** {@code A_k (f(x_k) - f*) <= |z_0 - x*|^2/2}, even where A grows like a factorial. */
  @Test
  void convexBoundForAnyGrowth() {
    double bound = .5 * Math.pow(Vectors.distance(X0, Fixtures.tp2Minimizer()), 2);
    assertNear(8.25375933637, bound, 1e-11);
    Schedule factorial =
        Schedule.of(
            "k!",
            k -> {
              double product = 1;
              for (long i = 2; i <= k + 1; i++) {
                product *= i;
              }
              return product;
            });
    for (WilsonRechtJordan method :
        new WilsonRechtJordan[] {
          WilsonRechtJordan.convex(1),
          WilsonRechtJordan.convex(2),
          WilsonRechtJordan.convex(6),
          WilsonRechtJordan.convex(factorial)
        }) {
      Stepper s = method.start(F, X0, seed(0));
      for (int k = 0; k < 12; k++) {
        double gap = F.value(advance(s, 1).x()) - Fixtures.TP2_VALUE;
        double a = method.schedule().at(k);
        // Far out the gap itself is rounding.
        assertTrue(a * Math.max(0, gap - 4e-15) <= bound, method.description() + " step " + k);
      }
    }
  }

  /** On batches, one step by hand: the resolvent of the term. */
  @Test
  void onBatches() {
    WilsonRechtJordan method =
        WilsonRechtJordan.stronglyConvex(1, .5)
            .inner(InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(1e-15)))
            .batches(Batches.given(1, Fixtures.regressionIndices()));
    double[] w = Fixtures.regressionStart();
    StepReport report = method.start(Fixtures.tp4(), w, seed(0)).advance();
    assertEquals(1 / 1.5, report.lambda());
    assertTrue(Double.isNaN(report.value()));
    double[] expected =
        advance(
                ProximalPoint.step(1 / 1.5)
                    .inner(InnerMethod.NEWTON_CHOLESKY.tolerance(InnerTolerance.absolute(1e-15)))
                    .batches(Batches.given(1, 2))
                    .start(Fixtures.tp4(), w, seed(0)),
                1)
            .x();
    assertArrayEquals(expected, advance(method.start(Fixtures.tp4(), w, seed(0)), 1).x(), 1e-14);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> WilsonRechtJordan.stronglyConvex(1, 0));
    Stepper s = WilsonRechtJordan.convex(Schedule.list(2, 1)).start(F, X0, seed(0));
    s.advance();
    assertEquals(
        "A_2 is 1.0, expected more than A_1 = 2.0",
        assertThrows(IllegalArgumentException.class, s::advance).getMessage());
  }
}
