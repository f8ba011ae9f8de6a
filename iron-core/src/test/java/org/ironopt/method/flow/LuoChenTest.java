package org.ironopt.method.flow;

import static org.ironopt.method.Near.advance;
import static org.ironopt.method.Near.assertNear;
import static org.ironopt.method.Near.seed;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Random;
import org.ironopt.linalg.Vectors;
import org.ironopt.method.Batches;
import org.ironopt.method.FlowStepper;
import org.ironopt.method.RandomQuadratics;
import org.ironopt.method.Schedule;
import org.ironopt.method.StepReport;
import org.ironopt.problem.analytic.Quadratic;
import org.ironopt.problem.testing.Fixtures;
import org.junit.jupiter.api.Test;

class LuoChenTest {
  private static final Quadratic F = Fixtures.tp2();
  private static final double MU = Fixtures.TP2_MU;
  private static final double L = Fixtures.TP2_L;

  private static double energy(Quadratic f, FlowStepper s, double[] star, double best) {
    double d = Vectors.distance(s.v(), star);
    return f.value(s.x()) - best + .5 * s.gamma()[0] * d * d;
  }

  private static double energy(FlowStepper s) {
    return energy(F, s, Fixtures.tp2Minimizer(), Fixtures.TP2_VALUE);
  }

  private static FlowStepper start(LuoChen method) {
    return method.start(F, Fixtures.tp2Start(), seed(0));
  }

  @Test
  void implicit() {
    FlowStepper s = start(LuoChen.implicit(1.5).mu(MU).gamma(L));
    assertNear(27.331786634939522, energy(s), 1e-12);
    advance(s, 1);
    assertNear(
        new double[] {0.8150078854671313, -0.2776817671001313, 1.007998791209829}, s.x(), 1e-12);
    assertNear(9.29790414387487, energy(s), 1e-12);
    advance(s, 4);
    assertNear(
        new double[] {-0.051459128066491076, 1.8155914087450602, 2.8211430475375097}, s.x(), 1e-12);
    assertNear(0.03372212693837213, energy(s), 1e-12);
  }

  @Test
  void gaussSeidelWithCorrection() {
    FlowStepper s = start(LuoChen.gaussSeidel(L).mu(MU));
    StepReport first = s.advance();
    assertNear(1.618033988749895, first.alpha(), 1e-15);
    assertNear(7.133049578644195, energy(s), 1e-12);
    advance(s, 3);
    assertNear(0.8161885401002883, s.advance().alpha(), 1e-14);
    assertNear(
        new double[] {-0.04217782316889894, 1.7945722303432954, 2.795242124215835}, s.x(), 1e-12);
    assertNear(0.05948584103975172, energy(s), 1e-12);
  }

  @Test
  void semiImplicit() {
    FlowStepper s = start(LuoChen.semiImplicit(L).mu(MU));
    advance(s, 1);
    assertNear(8.479418773533537, energy(s), 1e-12);
    advance(s, 4);
    assertNear(
        new double[] {0.07038697717381608, 1.5936463886674357, 2.57653403369877}, s.x(), 1e-12);
    assertNear(0.18548134286574275, energy(s), 1e-12);
  }

  /** {@code E+ <= E/(1 + alpha)} at every step, for the step that was taken. */
  @Test
  void energyFalls() {
    Random random = new Random(5);
    for (int trial = 0; trial < 30; trial++) {
      Quadratic f = RandomQuadratics.of(random, 5, .1, 30);
      double[] x0 = RandomQuadratics.point(random, 5);
      double[] star = f.minimizer();
      double best = f.value(star);
      double gamma = RandomQuadratics.steps(random, 1, .05, 50)[0];
      Schedule any = Schedule.list(RandomQuadratics.steps(random, 30, .01, 100));
      for (LuoChen method :
          new LuoChen[] {
            LuoChen.implicit(1).alpha(any).mu(.1).gamma(gamma),
            LuoChen.gaussSeidel(30).mu(.1).gamma(gamma),
            LuoChen.semiImplicit(30).mu(.1).gamma(gamma),
            LuoChen.gaussSeidel(30)
          }) {
        FlowStepper s = method.start(f, x0, seed(0));
        double energy = energy(f, s, star, best);
        for (int k = 0; k < 30; k++) {
          double alpha = s.advance().alpha();
          double next = energy(f, s, star, best);
          double rounding = 1e-13 * (1 + Math.abs(best));
          assertTrue(next <= energy / (1 + alpha) + rounding, "seed 5, " + method.description());
          energy = next;
        }
      }
    }
  }

  /** Beyond the safe step the promise is broken, so the test above can fail. */
  @Test
  void unsafeStepsBreakThePromise() {
    FlowStepper s = start(LuoChen.semiImplicit(L).mu(MU).alpha(Schedule.constant(30)));
    double energy = energy(s);
    boolean broken = false;
    for (int k = 0; k < 10; k++) {
      advance(s, 1);
      broken |= energy(s) > energy / 31;
      energy = energy(s);
    }
    assertTrue(broken);
  }

  /** The semi-implicit v and gamma at the same y are those of NAG-GS, a half step later. */
  @Test
  void velocityIsThatOfNagGs() {
    double alpha = .4;
    LuoChen method = LuoChen.semiImplicit(L).mu(MU).gamma(.5).alpha(Schedule.constant(alpha));
    FlowStepper a = advance(start(method), 1);
    FlowStepper b =
        NagGs.step(alpha).mu(MU).gamma(.5).current().start(F, Fixtures.tp2Start(), seed(0));
    advance(b, 1);
    assertArrayEquals(b.v(), a.v(), 1e-15);
    assertEquals(b.gamma()[0], a.gamma()[0]);
  }

  @Test
  void whatDoesNotFitIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> LuoChen.gaussSeidel(0));
    assertThrows(IllegalArgumentException.class, () -> LuoChen.semiImplicit(1).gamma(-1));
    assertEquals(
        "the implicit scheme needs steps: give alpha",
        assertThrows(
                IllegalArgumentException.class,
                () ->
                    new LuoChen(
                        LuoChen.Scheme.IMPLICIT,
                        Optional.empty(),
                        1,
                        1,
                        OptionalDouble.empty(),
                        Optional.empty(),
                        Batches.all()))
            .getMessage());
  }
}
