package org.ironopt.theory;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class PlannerTest {
  private static final double[] EIGENVALUES = {1, 1, 3};
  private static final Planner PLANNER = Planner.isotropic(1, 1, EIGENVALUES, 1);

  @Test
  void theSmallestStepThatMeetsTheTarget() {
    for (double target : new double[] {1e-6, 1e-3, .01, .1, .5, .64, .73}) {
      Planner.Plan plan = PLANNER.plan(target);
      assertFalse(plan.everyStepMeetsTarget());
      assertTrue(plan.rmse() <= target);
      assertTrue(PLANNER.rmse(Math.nextDown(plan.alpha())) > target);
      Close.to(target, plan.rmse(), 1e-14);
      IronParameters p = new IronParameters(plan.alpha(), 1, 1);
      assertEquals(p.lambda(), plan.lambda());
      double r = Contraction.spectralRadius(Scheme.IRON, p, EIGENVALUES);
      assertEquals(r, plan.spectralRadius());
      assertTrue(plan.steps() * Math.log(r) <= Math.log(.01 * target) * (1 - 1e-12));
      assertTrue((plan.steps() - 1) * Math.log(r) > Math.log(.01 * target));
      Close.to(.01 * target * (1 + p.lambda()), plan.residualTolerance(), 1e-15);
    }
  }

  /** Equal spread, fewer steps; the radius is that of the relaxed law. */
  @Test
  void relaxedStepOfTheSameSpread() {
    double[] spectrum = {.1, .3, 1, 3, 10};
    Planner planner = Planner.isotropic(.1, .1, spectrum, 1);
    double target = planner.rmse(.1);
    RelaxedLaw.EqualSpread best = planner.relaxed(target);
    Close.to(.458257569496, best.alpha(), 1e-11);
    Close.to(.609108945118, best.theta(), 1e-11);
    assertEquals(4.653944, best.gain().orElseThrow(), 1e-6);
    assertTrue(best.sentence().contains("4.65 times fewer steps"), best.sentence());
    RelaxedLaw law = new RelaxedLaw(best.theta(), new IronParameters(best.alpha(), .1, .1));
    Close.to(target * target, law.mse(spectrum, 1), 1e-10);
    Close.to(best.radius(), law.spectralRadius(spectrum), 1e-9);
    assertEquals(.5, planner.relaxed(1e3).theta());
    assertTrue(planner.relaxed(1e3).sentence().contains("the flow's own spread"));
  }

  /** The average of K iterates from a start at distance 1, recomputed from the recursion. */
  @Test
  void whetherToAverage() {
    Planner.Averaging found = PLANNER.averaging(.1, 50);
    assertTrue(found.pays() && found.alpha() < found.lastAlpha() / 5, found.toString());
    assertTrue(found.sentence().startsWith("Average the 50 iterates"), found.sentence());
    for (boolean average : new boolean[] {true, false}) {
      double alpha = average ? found.alpha() : found.lastAlpha();
      for (double step : new double[] {alpha, Math.nextDown(alpha)}) {
        double square = 0;
        for (double a : EIGENVALUES) {
          var errors =
              AverageLaw.of(Scheme.IRON, new IronParameters(step, 1, 1))
                  .from(1 / Math.sqrt(3), 1 / Math.sqrt(3), a, 1, 50)
                  .orElseThrow();
          square += (average ? errors.average() : errors.last()).meanSquare();
        }
        assertEquals(step == alpha, Math.sqrt(square) <= .1, "alpha " + step);
      }
    }
    // The last iterate has forgotten its start, the mean has not: nearly no noise, few steps.
    Planner quiet = Planner.isotropic(1, 1, EIGENVALUES, 1e-8);
    Planner.Averaging last = quiet.averaging(1e-3, 12);
    assertFalse(last.pays(), last.toString());
    assertTrue(last.sentence().startsWith("Do not average 12 iterates"), last.sentence());
    Planner.Averaging one = PLANNER.averaging(.1, 1);
    Close.to(one.alpha(), one.lastAlpha(), 1e-12);
  }

  @Test
  void recoversTheTable() {
    // alpha = 200 has the mean-square error 0.0103553130625.
    Close.to(200, PLANNER.plan(Math.sqrt(0.0103553130625)).alpha(), 1e-10);
  }

  @Test
  void saysWhenEveryStepWill() {
    double flow = Math.sqrt(StationaryCovariance.continuousTimeMse(1, 1, EIGENVALUES, 1));
    Planner.Plan plan = PLANNER.plan(flow);
    assertTrue(plan.everyStepMeetsTarget());
    assertEquals(1, plan.alpha());
    assertTrue(plan.rmse() <= flow);
    Planner.Plan silent = Planner.isotropic(1, 1, EIGENVALUES, 0).plan(1e-9);
    assertTrue(silent.everyStepMeetsTarget());
    assertEquals(0, silent.rmse());
    assertEquals(0, PLANNER.plan(1000).steps());
    Planner.Plan close = PLANNER.plan(flow * (1 - 1e-9));
    assertFalse(close.everyStepMeetsTarget());
    assertTrue(close.alpha() > 0 && close.alpha() < 1e-6);
  }

  @Test
  void anisotropicNoise() {
    double[] variances = {1, 0, 4};
    Planner planner = Planner.of(.8, .5, EIGENVALUES, variances);
    Planner.Plan plan = planner.plan(.02);
    IronParameters p = new IronParameters(plan.alpha(), .8, .5);
    double mse = StationaryCovariance.mse(Scheme.IRON, p, EIGENVALUES, variances).orElseThrow();
    Close.to(.0004, mse, 1e-13);
  }

  @Test
  void badInput() {
    for (double target : new double[] {0, -1, Double.NaN, Double.POSITIVE_INFINITY}) {
      assertThrows(IllegalArgumentException.class, () -> PLANNER.plan(target));
    }
    IllegalArgumentException e =
        assertThrows(IllegalArgumentException.class, () -> PLANNER.plan(1e-100));
    assertTrue(e.getMessage().contains("1.0E-100") && e.getMessage().contains("1.0E150"));
    assertThrows(IllegalArgumentException.class, () -> Planner.isotropic(1, 1, new double[0], 1));
    assertThrows(
        IllegalArgumentException.class, () -> Planner.isotropic(1, 1, new double[] {-1}, 1));
    assertThrows(IllegalArgumentException.class, () -> Planner.isotropic(-1, 1, EIGENVALUES, 1));
    assertThrows(IllegalArgumentException.class, () -> Planner.isotropic(1, 1, EIGENVALUES, -1));
    assertThrows(
        IllegalArgumentException.class, () -> Planner.of(1, 1, EIGENVALUES, new double[2]));
  }
}
