package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

/** What is reachable under stable noise, THEORY (84)-(87). */
class TailReachTest {
  private static final double[] SPECTRUM = {1, 3};

  private static double median(double s, double alpha) {
    StableLaw law = StableLaw.iron(s, new IronParameters(alpha, 1, 1));
    return law.quantile(
        .75, Math.max(law.scale(1, .5).orElseThrow(), law.scale(3, .5).orElseThrow()));
  }

  private static TailReach reach(double s, double target) {
    return TailReach.of(s, target, 1, 1, SPECTRUM, .5);
  }

  @Test
  void lightEnoughTailsReachEveryTarget() {
    for (double s : new double[] {2, 1.5, 1.2}) {
      for (double target : new double[] {.1, .01}) {
        TailReach found = reach(s, target);
        double alpha = found.alpha().orElseThrow();
        assertTrue(found.median() <= target && median(s, Math.nextDown(alpha)) > target);
        Close.to(median(s, alpha), found.median(), 1e-13);
        assertTrue(found.sentence().contains("a longer step has a smaller one"), found.sentence());
      }
    }
    // s = 2 is Gaussian with variance 2 rho^2: the planner's own step for one direction.
    double scale =
        .1 / new StableLaw(2, new RelaxedLaw(1, new IronParameters(1, 1, 1))).quantile(.75, 1);
    double alpha = Planner.isotropic(1, 1, new double[] {1}, .5).plan(Math.sqrt(2) * scale).alpha();
    Close.to(alpha, TailReach.of(2, .1, 1, 1, new double[] {1}, .5).alpha().orElseThrow(), 1e-9);
  }

  /** At s = 1 with real rates the scale is gamma rho/a at every step, and so is the median. */
  @Test
  void heavierTailsHaveAFloor() {
    TailReach cauchy = reach(1, .3);
    assertTrue(cauchy.alpha().isEmpty());
    Close.to(.5, cauchy.median(), 1e-9);
    Close.to(.5, cauchy.flow(), 1e-9);
    assertEquals(
        "Stable noise of index 1.000: no step has a median |x - x*| of 0.300000, the least is about"
            + " 0.500000; longer steps gain nothing.",
        cauchy.sentence());
    TailReach heavy = reach(.8, .1);
    assertTrue(heavy.alpha().isEmpty());
    for (double alpha : new double[] {.01, .1, 1, 10, 1000}) {
      assertTrue(median(.8, alpha) >= heavy.median() * .999, "alpha " + alpha);
    }
    assertTrue(heavy.sentence().contains("spread more"), heavy.sentence());
    assertEquals(1, reach(.8, 50).alpha().orElseThrow());
    assertThrows(IllegalArgumentException.class, () -> reach(1.5, 0));
  }
}
